/** The postings of one account of the ledger. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { balanceOf, chart, findLedgerAccount, postingsOf, type AccountPosting } from "#server/ledger/index.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import type { CsvColumn } from "#server/list-export/lines.ts";
import { listPage } from "#server/records/list-page.ts";
import { skippedBy } from "#server/records/list-order.ts";
import { dateInWib } from "#shared/dates.ts";
import { exportLedgerPostings, listLedgerPostings, type JournalPosting } from "../contract.ts";
import { texts } from "../texts.ts";

const postingOf = (row: AccountPosting, account: string): JournalPosting => {
  const isDebit = row.debit === account;
  return {
    transferId: row.id,
    postedAt: row.postedAt.toISOString(),
    valueDate: row.valueDate,
    kind: row.kind,
    counterAccount: isDebit ? row.credit : row.debit,
    debitRupiah: isDebit ? row.amount : null,
    creditRupiah: isDebit ? null : row.amount,
    reference: row.reference,
  };
};

const columns: readonly CsvColumn<JournalPosting>[] = [
  { label: texts.transfer, cell: ({ transferId }) => transferId },
  { label: texts.postedAt, cell: ({ postedAt }, { at }) => at(postedAt) },
  { label: texts.valueDate, cell: ({ valueDate }) => valueDate },
  { label: texts.kind, cell: ({ kind }) => kind },
  { label: texts.counterAccount, cell: ({ counterAccount }) => counterAccount },
  { label: texts.debit, cell: ({ debitRupiah }) => debitRupiah },
  { label: texts.credit, cell: ({ creditRupiah }) => creditRupiah },
  { label: texts.reference, cell: ({ reference }) => reference },
];

export const postingAnswers: readonly CallAnswer[] = [
  answer(listLedgerPostings, async ({ account: id, from, to, cursor, limit }, { services, database, refuse }) => {
    const account = (await findLedgerAccount(database, id)) ?? refuse("ACCOUNT_UNKNOWN");
    const today = dateInWib(services.clock.now());
    const skip = skippedBy(cursor);
    const place = cursor === undefined || skip > 0 ? { skip } : { before: Number(cursor) };
    const [rows, balanceRupiah] = await Promise.all([
      postingsOf(database, { account: id, from, to, ...place, max: limit + 1 }, today),
      balanceOf(database, account),
    ]);
    const { page, nextCursor } = listPage(rows, limit, ({ position }) => String(position));
    const { normal } = chart[account.kind];
    return { items: page.map((row) => postingOf(row, id)), nextCursor, account: id, normal, balanceRupiah };
  }),
  answerExport(exportLedgerPostings, listLedgerPostings, {
    name: "ledger-account",
    title: texts.accountTitle,
    columns,
  }),
];
