/**
 * Closes a month: each lender's statement from the ledger's folded days, and the month's interest divided between
 * lenders and the company. A closed month never changes; computed again it gives the same figures. // Spec
 * credit-support 7
 */
import { transact, type Reader } from "#server/database.server.ts";
import { maxDifferences, type BookCheck } from "#server/ledger/book-checks.ts";
import { firstFolded, foldedUpTo, sumsOfDays, type DaySum } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { addDays, addMonths, dateInWib, lastDayOfMonth, type BusinessDate } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { allLenders, lenderFlows, type LenderFlows } from "#features/credit/loan/server/index.ts";
import { exposureOfLenders } from "#features/credit/repayment/server/index.ts";
import { shareIncome, type Shares } from "./rules/share.ts";
import {
  claimClosing,
  findIncome,
  incomeSharePpm,
  insertMonths,
  lastMonth,
  monthsOf,
  type Buckets,
  type MonthFigures,
  type MonthRow,
} from "./store.ts";

export const closeSweep: Sweep = {
  name: "funding-months",
  everySeconds: 300,
  run: (services) => closeMonths(services),
};

/** Closes the first month that is over and not closed. @returns 1 if there was one */
async function closeMonths(services: Pick<Services, "database" | "clock">): Promise<number> {
  const { database, clock } = services;
  const [first, folded, last] = await Promise.all([firstFolded(database), foldedUpTo(database), lastMonth(database)]);
  const month = last === null ? first && monthOfDay(first) : addMonths(last, 1);
  if (folded === null || month === null || lastDayOfMonth(month) > folded) return 0;
  return transact(database, async (trx) => {
    // One process closes at a time; another one may have closed this month since it was looked up.
    if (!(await claimClosing(trx)) || (await findIncome(trx, month))) return 0;
    const now = clock.now();
    const isNewest = addMonths(month, 1) === monthOfDay(dateInWib(now));
    const buckets = isNewest ? await bucketsOn(trx, lastDayOfMonth(month)) : null;
    const { rows, shares, sharePpm } = await figuresOf(trx, month, buckets);
    const { baseRupiah: base, sharedRupiah: shared } = shares;
    await insertMonths(trx, rows, { month, base, sharePpm, shared }, now);
    return 1;
  });
}

/** The first day of a day's month. */
export const monthOfDay = (day: BusinessDate): BusinessDate => `${day.slice(0, 7)}-01`;

/** Loans and unpaid principal of each lender by days past due. */
async function bucketsOn(reader: Reader, on: BusinessDate): Promise<Map<string, Buckets>> {
  const buckets = new Map<string, Buckets>();
  for (const { lenderId, bucket, loans, rupiah } of await exposureOfLenders(reader, on))
    buckets.set(lenderId, { ...buckets.get(lenderId), [bucket]: { loans, rupiah } });
  return buckets;
}

/** Every lender's figures of a month from the ledger, and how its interest is divided. */
async function figuresOf(
  reader: Reader,
  month: BusinessDate,
  buckets: ReadonlyMap<string, Buckets> | null,
): Promise<{ rows: MonthFigures[]; shares: Shares; sharePpm: number }> {
  const last = lastDayOfMonth(month);
  const [lenders, flows, before, sharePpm] = await Promise.all([
    allLenders(reader),
    lenderFlows(reader, month, last),
    monthsOf(reader, addMonths(month, -1)),
    incomeSharePpm(reader, last),
  ]);
  const flowsBy = new Map(flows.map((one) => [one.lenderId, one]));
  const beforeBy = new Map(before.map((one) => [one.lenderId, one]));
  const ids = lenders.map(({ id }) => id);
  const shares = shareIncome(
    ids.map((lenderId) => ({
      lenderId,
      interestRupiah: sharedInterest(flowsBy.get(lenderId) ?? noFlows),
      broughtRupiah: beforeBy.get(lenderId)?.leftOver ?? 0,
    })),
    sharePpm,
  );
  const rows: MonthFigures[] = [];
  for (const [index, lenderId] of ids.entries()) {
    const earlier = beforeBy.get(lenderId);
    rows.push({
      month,
      lenderId,
      ...(await movedOf(reader, lenderId, month)),
      ...loanFigures(flowsBy.get(lenderId) ?? noFlows, earlier),
      brought: earlier?.leftOver ?? 0,
      share: shares.shares[index]!.shareRupiah,
      leftOver: shares.shares[index]!.leftOverRupiah,
      buckets: buckets && (buckets.get(lenderId) ?? {}),
    });
  }
  return { rows, shares, sharePpm };
}

const noFlows: Omit<LenderFlows, "lenderId"> = {
  interestRupiah: 0,
  discountedRupiah: 0,
  carriedPaidRupiah: 0,
  carriedRupiah: 0,
  writtenOffRupiah: 0,
  recoveredRupiah: 0,
};

/**
 * Interest in which a lender shares: received, given away by the company, and of restructured loans when it is paid.
 */
const sharedInterest = (flows: Omit<LenderFlows, "lenderId">): number =>
  flows.interestRupiah + flows.discountedRupiah + flows.carriedPaidRupiah - flows.carriedRupiah;

function loanFigures(flows: Omit<LenderFlows, "lenderId">, earlier: MonthRow | undefined) {
  const opening = earlier?.writtenOffClosing ?? 0;
  return {
    writtenOffOpening: opening,
    writtenOff: flows.writtenOffRupiah,
    recovered: flows.recoveredRupiah,
    writtenOffClosing: opening + flows.writtenOffRupiah - flows.recoveredRupiah,
    interestReceived: flows.interestRupiah,
    interestDiscounted: flows.discountedRupiah,
    carriedPaid: flows.carriedPaidRupiah,
    carried: flows.carriedRupiah,
  };
}

/** Movements on a lender's two accounts. Opening and closing are sums of their own, so the table's checks hold the movements against them. */
async function movedOf(reader: Reader, ownerId: string, month: BusinessDate) {
  const last = lastDayOfMonth(month);
  const [before, moved, until] = await Promise.all([
    sumsOfDays(reader, { to: addDays(month, -1), ownerId }),
    sumsOfDays(reader, { from: month, to: last, ownerId }),
    sumsOfDays(reader, { to: last, ownerId }),
  ]);
  const net = (sums: readonly DaySum[], account: DaySum["accountKind"], kind?: DaySum["transferKind"]): number =>
    sumRupiah(
      sums
        .filter((one) => one.accountKind === account && (kind === undefined || one.transferKind === kind))
        .map(({ debits, credits }) => credits - debits),
    );
  const available = (kind: DaySum["transferKind"]) => net(moved, "LENDER_AVAILABLE", kind);
  return {
    availableOpening: net(before, "LENDER_AVAILABLE"),
    deposited: available("LENDER_DEPOSIT"),
    income: available("LENDER_INCOME"),
    returned: available("PRINCIPAL_RETURNED"),
    funded: 0 - available("LOAN_FUNDING"),
    withdrawn: 0 - available("LENDER_WITHDRAWAL") - available("LATE_PAYOUT_COUNTED"),
    withdrawnBack: available("RETURNED_PAYOUT_ENDED"),
    availableClosing: net(until, "LENDER_AVAILABLE"),
    investedOpening: net(before, "LENDER_INVESTED"),
    investedClosing: net(until, "LENDER_INVESTED"),
  };
}

const computed = [
  "availableOpening",
  "deposited",
  "income",
  "returned",
  "funded",
  "withdrawn",
  "withdrawnBack",
  "availableClosing",
  "investedOpening",
  "investedClosing",
  "writtenOffOpening",
  "writtenOff",
  "recovered",
  "writtenOffClosing",
  "interestReceived",
  "interestDiscounted",
  "carriedPaid",
  "carried",
  "brought",
  "share",
  "leftOver",
] as const satisfies readonly (keyof MonthFigures)[];

/** Closed months computed again from the ledger. */
export const fundingMonthsCheck: BookCheck = {
  name: "funding-months",
  async differences(reader) {
    const months = await reader.selectFrom("funding_income").select("month").orderBy("month").execute();
    const found: { about: string; expected: string; found: string }[] = [];
    for (const { month } of months) {
      const [stored, { rows }] = await Promise.all([monthsOf(reader, month), figuresOf(reader, month, null)]);
      for (const row of stored) {
        const again = rows.find((one) => one.lenderId === row.lenderId);
        for (const name of computed)
          if (row[name] !== again?.[name])
            found.push({
              about: `${row.lenderId} ${month.slice(0, 7)} ${name}`,
              expected: String(row[name]),
              found: String(again?.[name] ?? 0),
            });
        if (found.length >= maxDifferences) return found.slice(0, maxDifferences);
      }
    }
    return found;
  },
};
