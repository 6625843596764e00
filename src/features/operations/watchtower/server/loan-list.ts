/** The list of loans: a page of loans from one domain, and their state from another, in three queries. */
import { brandsOfBorrowers } from "#features/account/login/server/index.ts";
import { loansNamed, loanStateTexts, pageOfLoans, type LoanRow } from "#features/credit/loan/server/index.ts";
import { pageOfLate, repaymentPositionsOf, type RepaymentPosition } from "#features/credit/repayment/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import type { CsvColumn } from "#server/list-export/lines.ts";
import { listPage } from "#server/records/list-page.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { dateInWib, daysBetween, type BusinessDate } from "#shared/dates.ts";
import { exportStaffLoans, listStaffLoans, type ListedLoan } from "../loans-contract.ts";
import { loanListTexts as texts } from "../texts.ts";

const nameOf = ({ borrowerId, id }: LoanRow) => ({ borrowerId, loanId: id });

const brandsOf = (reader: Reader, named: readonly { borrowerId: string }[]): Promise<Map<string, string>> =>
  brandsOfBorrowers(reader, [...new Set(named.map(({ borrowerId }) => borrowerId))]);

function listed(
  loan: LoanRow,
  { unpaidPrincipalRupiah = null, unpaidSince = null }: Partial<RepaymentPosition>,
  brand: string | undefined,
  today: BusinessDate,
): ListedLoan {
  const owes = (unpaidPrincipalRupiah ?? 0) > 0;
  return {
    loanId: loan.id,
    loanNumber: loan.number,
    borrowerId: loan.borrowerId,
    brand: brand ?? null,
    state: loan.state,
    productKey: loan.productKey,
    principalRupiah: loan.principalRupiah,
    tenorDays: loan.tenorDays,
    submittedAt: loan.submittedAt.toISOString(),
    disbursedOn: loan.disbursedOn,
    unpaidPrincipalRupiah: owes ? unpaidPrincipalRupiah : null,
    nextDueOn: owes ? unpaidSince : null,
    daysPastDue: owes && unpaidSince !== null ? Math.max(0, daysBetween(unpaidSince, today)) : 0,
  };
}

/** Last day past due of the qualities 1 to 4; later ones are 5. // Spec credit-support 7: banks' rule, as reporters use it */
const lastDayOfQuality = [0, 90, 120, 180];

/** Quality of a loan in the regulator's scale: 1 current, 2 special mention, 3 substandard, 4 doubtful, 5 loss. */
export const qualityOf = (daysPastDue: number): number =>
  1 + lastDayOfQuality.filter((last) => daysPastDue > last).length;

const columns: readonly CsvColumn<ListedLoan>[] = [
  { label: texts.loan, cell: ({ loanNumber }) => loanNumber },
  { label: texts.brand, cell: ({ brand }) => brand },
  { label: texts.state, cell: ({ state }, { say }) => say(loanStateTexts[state]) },
  { label: texts.product, cell: ({ productKey }) => productKey },
  { label: texts.principal, cell: ({ principalRupiah }) => principalRupiah },
  { label: texts.unpaid, cell: ({ unpaidPrincipalRupiah }) => unpaidPrincipalRupiah },
  { label: texts.tenor, cell: ({ tenorDays }) => tenorDays },
  { label: texts.nextDue, cell: ({ nextDueOn }) => nextDueOn },
  { label: texts.daysPastDue, cell: ({ daysPastDue }) => daysPastDue },
  {
    label: texts.quality,
    cell: ({ unpaidPrincipalRupiah, daysPastDue }) => (unpaidPrincipalRupiah === null ? null : qualityOf(daysPastDue)),
  },
  { label: texts.disbursed, cell: ({ disbursedOn }) => disbursedOn },
  { label: texts.submitted, cell: ({ submittedAt }, { at }) => at(submittedAt) },
];

export const loanListAnswers: readonly CallAnswer[] = [
  answer(listStaffLoans, async ({ view, limit, ...period }, { services, database }) => {
    const today = dateInWib(services.clock.now());
    const page = { ...period, max: limit + 1 };
    if (view !== "LATE") {
      const rows = await pageOfLoans(database, { ...page, state: view });
      const found = listPage(rows, limit, ({ submittedAt, id }) => cursorIn(submittedAt, id));
      const [standings, brands] = await Promise.all([
        repaymentPositionsOf(database, found.page.map(nameOf)),
        brandsOf(database, found.page),
      ]);
      const items = found.page.map((loan) =>
        listed(loan, standings.get(loan.id) ?? {}, brands.get(loan.borrowerId), today),
      );
      return { items, nextCursor: found.nextCursor };
    }
    const rows = await pageOfLate(database, today, page);
    const late = listPage(rows, limit, ({ unpaidSince, loanId }) => cursorIn(unpaidSince ?? today, loanId));
    const ids = late.page.map(({ loanId }) => loanId);
    const [loans, brands] = await Promise.all([loansNamed(database, ids), brandsOf(database, late.page)]);
    const byId = new Map(loans.map((loan) => [loan.id, loan]));
    const items = late.page.flatMap((position) => {
      const loan = byId.get(position.loanId);
      return loan ? [listed(loan, position, brands.get(loan.borrowerId), today)] : [];
    });
    return { items, nextCursor: late.nextCursor };
  }),
  answerExport(exportStaffLoans, listStaffLoans, { name: "loans", title: texts.title, columns }),
];
