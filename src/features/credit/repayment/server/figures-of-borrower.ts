/** Debt and balance of a borrower, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { dateInWib, daysBetween } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import { balanceOfBorrower } from "./balance.ts";
import { debtsOf } from "./position-store.ts";

const texts = defineTexts({
  DAYS_PAST_DUE: { id: "Hari terlambat", en: "Days past due", zh: "逾期天数" },
  OUTSTANDING: { id: "Sisa pokok", en: "Outstanding principal", zh: "未还本金" },
  BALANCE: { id: "Saldo", en: "Balance", zh: "余额" },
});

export const figuresOfBorrower: BorrowerFigureSource = async ({ clock }, reader, borrowerId) => {
  const [owing, balanceRupiah] = await Promise.all([
    debtsOf(reader, [borrowerId]),
    balanceOfBorrower(reader, borrowerId),
  ]);
  const debt = owing.get(borrowerId);
  const days = debt?.unpaidSince ? Math.max(0, daysBetween(debt.unpaidSince, dateInWib(clock.now()))) : 0;
  const group = "REPAYMENT";
  return [
    ...(debt
      ? [
          {
            group,
            key: "DAYS_PAST_DUE",
            text: texts.DAYS_PAST_DUE,
            count: days,
            on: debt.unpaidSince,
            ...(days > 0 ? { tone: "bad" as const } : {}),
            to: `/staff/loans/${debt.loanId}`,
          } as const,
          { group, key: "OUTSTANDING", text: texts.OUTSTANDING, rupiah: debt.unpaidPrincipalRupiah ?? 0 } as const,
        ]
      : []),
    { group, key: "BALANCE", text: texts.BALANCE, rupiah: balanceRupiah },
  ];
};
