/** The trial balance of a day or a month. // Spec credit-support 12 */
import type { Reader } from "#server/database.server.ts";
import { chart, foldedUpTo, sumsOfDays, type AccountKindName, type DaySum } from "#server/ledger/index.ts";
import { csvBegin, csvLine } from "#server/records/csv.ts";
import { addDays, lastDayOfMonth, type BusinessDate } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import type { ledgerAssets, TrialBalance, TrialRow } from "../contract.ts";
import { texts } from "../texts.ts";

export interface TrialInput {
  day?: BusinessDate | undefined;
  /** `2026-11` */
  month?: string | undefined;
  asset: (typeof ledgerAssets)[number];
}

/** By the day of booking; the day before the first transfer has balances of zero. */
export async function trialBalanceOf(
  reader: Reader,
  { day, month, asset }: TrialInput,
  today: BusinessDate,
): Promise<TrialBalance> {
  const from = day ?? (month === undefined ? today : `${month}-01`);
  const to = day ?? (month === undefined ? today : lastDayOfMonth(from));
  const [before, moved, folded] = await Promise.all([
    sumsOfDays(reader, { to: addDays(from, -1) }),
    sumsOfDays(reader, { from, to }),
    foldedUpTo(reader),
  ]);
  const kinds = (Object.keys(chart) as AccountKindName[]).filter((kind) => chart[kind].asset === asset);
  const items = kinds.flatMap((account): TrialRow[] => {
    const own = (sums: readonly DaySum[], side: "debits" | "credits") =>
      sumRupiah(sums.filter(({ accountKind }) => accountKind === account).map((one) => one[side]));
    const { normal } = chart[account];
    const sign = normal === "DEBIT" ? 1 : -1;
    const [debitRupiah, creditRupiah] = [own(moved, "debits"), own(moved, "credits")];
    const openingRupiah = sign * (own(before, "debits") - own(before, "credits")) + 0;
    const closingRupiah = openingRupiah + sign * (debitRupiah - creditRupiah);
    const isUsed = [openingRupiah, debitRupiah, creditRupiah].some((figure) => figure !== 0);
    return isUsed ? [{ account, normal, openingRupiah, debitRupiah, creditRupiah, closingRupiah }] : [];
  });
  return {
    from,
    to,
    asset,
    isClosed: folded !== null && to <= folded,
    items,
    debitRupiah: sumRupiah(items.map((row) => row.debitRupiah)),
    creditRupiah: sumRupiah(items.map((row) => row.creditRupiah)),
  };
}

export function trialCsv({ from, to, items }: TrialBalance, language: Language): string {
  const head = ["from", "to", "account", "normal"].concat(
    [texts.opening, texts.debit, texts.credit, texts.closing].map((text) => say(text, language)),
  );
  const rows = items.map((row) => [
    from,
    to,
    row.account,
    row.normal,
    row.openingRupiah,
    row.debitRupiah,
    row.creditRupiah,
    row.closingRupiah,
  ]);
  return csvBegin + [head, ...rows].map((row) => csvLine(row)).join("");
}
