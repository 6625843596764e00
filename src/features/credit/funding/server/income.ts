/** A month's interest shared with the lenders: one person proposes, another confirms, once for a month. // Spec credit-support 7 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { account, isPosted, post } from "#server/ledger/index.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { addDays, addMonths, dateInWib, formatDate, formatMonth, type BusinessDate } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { defineMoneyProposal, openProposalsAbout, proposeMoney } from "#features/credit/treasury/server/index.ts";
import { incomeDay, listLenderIncome, month, proposeLenderIncome, type SharedIncome } from "../contract.ts";
import { monthOfDay } from "./closing.ts";
import { findIncome, lockIncome, monthsOf, noteDistributed, pageOfIncome, type IncomeRow } from "./store.ts";

/** The first day on which a month's income can be proposed. */
const shareableFrom = (first: BusinessDate): BusinessDate => addDays(addMonths(first, 1), incomeDay - 1);

/** The newest month whose income can be shared today. */
export const newestShareable = ({ clock }: Pick<Services, "clock">): BusinessDate =>
  addMonths(monthOfDay(addDays(dateInWib(clock.now()), 1 - incomeDay)), -1);

const shown = (row: IncomeRow, today: BusinessDate, proposalId: string | null): SharedIncome => {
  const from = shareableFrom(row.month);
  const state =
    row.shared === 0
      ? "NOTHING"
      : row.distributedAt !== null
        ? "DISTRIBUTED"
        : proposalId !== null
          ? "PROPOSED"
          : today < from
            ? "EARLY"
            : "OPEN";
  return {
    month: row.month.slice(0, 7),
    baseRupiah: row.base,
    sharePpm: row.sharePpm,
    sharedRupiah: row.shared,
    houseRupiah: row.base - row.shared,
    state,
    from,
    distributedAt: row.distributedAt?.toISOString() ?? null,
    proposalId,
  };
};

export const incomeAnswers: readonly CallAnswer[] = [
  answer(listLenderIncome, async ({ cursor, limit }, { services, database }) => {
    const rows = await pageOfIncome(database, { before: cursor, max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, (row) => row.month);
    const names = page.map((row) => row.month.slice(0, 7));
    const open = await openProposalsAbout(database, "LENDER_DISTRIBUTION", names);
    const today = dateInWib(services.clock.now());
    return { items: page.map((row) => shown(row, today, open.get(row.month.slice(0, 7)) ?? null)), nextCursor };
  }),
  answer(proposeLenderIncome, async ({ month: name, reason }, { services, trx, principal, language, refuse }) => {
    const first: BusinessDate = `${name}-01`;
    const from = shareableFrom(first);
    const row = await findIncome(trx, first);
    if (!row || dateInWib(services.clock.now()) < from)
      return refuse("INCOME_EARLY", { from, fromText: formatDate(from, language) });
    if (row.distributedAt !== null) return refuse("INCOME_SHARED");
    if (row.shared === 0) return refuse("INCOME_NOTHING");
    return proposeMoney(services, trx, principal.staff, {
      deed: "LENDER_DISTRIBUTION",
      subjectId: name,
      borrowerId: null,
      amountRupiah: row.shared,
      facts: { month: name, reference: formatMonth(first, "id") },
      countsWith: "lenders:income",
      reason,
    });
  }),
];

/** The month of a proposal; null where it names none. */
const monthOfSubject = (subjectId: string): BusinessDate | null => (v.is(month, subjectId) ? `${subjectId}-01` : null);

const transferId = (name: string, lenderId: string): string => `lender_income_${name}_${lenderId}`;

export const incomeKind = defineMoneyProposal("LENDER_DISTRIBUTION", {
  isStale: async (_services, reader, { subjectId, amountRupiah }) => {
    const first = monthOfSubject(subjectId);
    const row = first === null ? null : await findIncome(reader, first);
    return row === null || row.distributedAt !== null || row.shared !== amountRupiah;
  },
  async carryOut(services, trx, { subjectId, amountRupiah }) {
    const first = monthOfSubject(subjectId);
    const row = first === null ? null : await lockIncome(trx, first);
    if (first === null || row === null || row.distributedAt !== null || row.shared !== amountRupiah)
      throw new Refusal("PROPOSAL_STALE");
    const now = services.clock.now();
    const shares = (await monthsOf(trx, first)).filter(({ share }) => share > 0);
    // The table says it is not shared yet; the ledger's ids say the same, whatever happened to the table.
    const isShared = shares.length > 0 && (await isPosted(trx, transferId(subjectId, shares[0]!.lenderId)));
    if (isShared || sumRupiah(shares.map(({ share }) => share)) !== row.shared) throw new Refusal("PROPOSAL_STALE");
    await post(
      trx,
      now,
      shares.map(({ lenderId, share }) => ({
        id: transferId(subjectId, lenderId),
        kind: "LENDER_INCOME" as const,
        debit: account("INTEREST_INCOME"),
        credit: account("LENDER_AVAILABLE", lenderId),
        amount: share,
        reference: `lender_income_${subjectId}`,
        valueDate: dateInWib(now),
      })),
    );
    await noteDistributed(trx, first, now);
  },
});
