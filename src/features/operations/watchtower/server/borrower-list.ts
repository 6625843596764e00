/**
 * The list of borrowers. Each domain reads its own rows: accounts lead the list, or the loans that are owed when the filter
 * names them; the other domains' rows of a page are read by their ids.
 */
import { accountsOf, pageOfAccounts, type AccountListRow } from "#features/account/login/server/index.ts";
import {
  loansNamed,
  loanStateTexts,
  unpaidLoansOf,
  productsToday,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { debtsOf, debtPage, type DaysLate, type RepaymentPosition } from "#features/credit/repayment/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import type { CsvColumn } from "#server/list-export/lines.ts";
import { cursorIn, type OrderedInput } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { dateInWib, daysBetween, type BusinessDate } from "#shared/dates.ts";
import { exportBorrowers, listBorrowers, type ListedBorrower, type owingViews } from "../borrowers-contract.ts";
import { borrowerListTexts as texts } from "../texts.ts";

type OwingView = (typeof owingViews)[number];

/** Days past due of each view, both ends within; RUNNING has no bound. */
const daysLate: Readonly<Record<OwingView, DaysLate | null>> = {
  RUNNING: null,
  LATE: { from: 1, to: null },
  LATE_1_7: { from: 1, to: 7 },
  LATE_8_30: { from: 8, to: 30 },
  LATE_31_60: { from: 31, to: 60 },
  LATE_61_90: { from: 61, to: 90 },
  LATE_OVER_90: { from: 91, to: null },
};

interface Filter extends Omit<OrderedInput, "max"> {
  limit: number;
  state?: AccountListRow["view"] | undefined;
  owing?: OwingView | undefined;
  product?: string | undefined;
  brand?: string | undefined;
}
interface Found {
  items: ListedBorrower[];
  nextCursor: string | null;
}

function listed(
  borrowerId: string,
  account: AccountListRow | undefined,
  position: RepaymentPosition | undefined,
  loans: ReadonlyMap<string, LoanRow>,
  today: BusinessDate,
): ListedBorrower {
  const loan = position && loans.get(position.loanId);
  const since = position?.unpaidSince;
  return {
    borrowerId,
    brand: account?.brand ?? null,
    state: account?.view ?? null,
    registeredAt: account?.registeredAt.toISOString() ?? null,
    lastLoginAt: account?.lastLoginAt.toISOString() ?? null,
    loan:
      loan && since
        ? {
            loanId: loan.id,
            loanNumber: loan.number,
            state: loan.state,
            productKey: loan.productKey,
            unpaidPrincipalRupiah: position.unpaidPrincipalRupiah ?? 0,
            nextDueOn: since,
            daysPastDue: Math.max(0, daysBetween(since, today)),
          }
        : null,
  };
}

const byId = (loans: readonly LoanRow[]) => new Map(loans.map((loan) => [loan.id, loan]));

/** Led by accounts, the newest first. */
async function byAccount(
  reader: Reader,
  today: BusinessDate,
  { state, brand, limit, ...page }: Filter,
): Promise<Found> {
  const rows = await pageOfAccounts(reader, { ...page, view: state, brand, max: limit + 1 });
  const found = listPage(rows, limit, ({ registeredAt, borrowerId }) => cursorIn(registeredAt, borrowerId));
  const ids = found.page.map(({ borrowerId }) => borrowerId);
  const [standings, owed] = await Promise.all([debtsOf(reader, ids), unpaidLoansOf(reader, ids)]);
  const loans = byId(owed);
  const items = found.page.map((account) =>
    listed(account.borrowerId, account, standings.get(account.borrowerId), loans, today),
  );
  return { items, nextCursor: found.nextCursor };
}

/** Maximal batches that a page reads: with a filter that few rows pass, a page may end before it is full. */
const batchesAPage = 20;
const rowsOfBatch = 250;

/** Sorted by debts, the oldest unpaid instalment first. */
async function byOwing(reader: Reader, today: BusinessDate, filter: Filter): Promise<Found> {
  const { state, owing = "RUNNING", product, brand, limit, cursor, from, to } = filter;
  const items: ListedBorrower[] = [];
  let place = cursor;
  for (let batch = 0; batch < batchesAPage; batch++) {
    const isNarrowed = state !== undefined || product !== undefined || brand !== undefined;
    const max = isNarrowed ? rowsOfBatch : limit + 1;
    const rows = await debtPage(reader, today, daysLate[owing], { cursor: place, from, to, max });
    const [accounts, loanRows] = await Promise.all([
      accountsOf(
        reader,
        rows.map(({ borrowerId }) => borrowerId),
      ),
      loansNamed(
        reader,
        rows.map(({ loanId }) => loanId),
      ),
    ]);
    const loans = byId(loanRows);
    for (const position of rows) {
      const one = listed(position.borrowerId, accounts.get(position.borrowerId), position, loans, today);
      const fits =
        (state === undefined || one.state === state) &&
        (brand === undefined || one.brand === brand) &&
        (product === undefined || one.loan?.productKey === product);
      if (fits && items.length === limit) return { items, nextCursor: place ?? null };
      if (fits) items.push(one);
      place = cursorIn(position.unpaidSince!, position.loanId);
    }
    if (rows.length < max) return { items, nextCursor: null };
  }
  return { items, nextCursor: place ?? null };
}

const columns: readonly CsvColumn<ListedBorrower>[] = [
  { label: texts.borrower, cell: ({ borrowerId }) => borrowerId },
  { label: texts.brand, cell: ({ brand }) => brand },
  { label: texts.state, cell: ({ state }, { say }) => state && say(texts[state]) },
  { label: texts.loan, cell: ({ loan }) => loan?.loanNumber ?? null },
  { label: texts.loanState, cell: ({ loan }, { say }) => loan && say(loanStateTexts[loan.state]) },
  { label: texts.product, cell: ({ loan }) => loan?.productKey ?? null },
  { label: texts.unpaid, cell: ({ loan }) => loan?.unpaidPrincipalRupiah ?? null },
  { label: texts.nextDue, cell: ({ loan }) => loan?.nextDueOn ?? null },
  { label: texts.daysPastDue, cell: ({ loan }) => loan?.daysPastDue ?? null },
  { label: texts.registered, cell: ({ registeredAt }, { at }) => registeredAt && at(registeredAt) },
  { label: texts.lastLogin, cell: ({ lastLoginAt }, { at }) => lastLoginAt && at(lastLoginAt) },
];

export const borrowerListAnswers: readonly CallAnswer[] = [
  answer(listBorrowers, async (filter, { services, database }) => {
    const today = dateInWib(services.clock.now());
    const isOwing = filter.owing !== undefined || filter.product !== undefined;
    const [found, products] = await Promise.all([
      isOwing ? byOwing(database, today, filter) : byAccount(database, today, filter),
      productsToday(services, database),
    ]);
    return {
      ...found,
      brands: services.brands.map(({ id }) => id),
      products: products.map(({ key }) => key),
    };
  }),
  answerExport(exportBorrowers, listBorrowers, { name: "borrowers", title: texts.title, columns }),
];
