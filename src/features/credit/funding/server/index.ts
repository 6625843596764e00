/** Lenders' money: monthly statements, and the lenders' part of interest. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Reader } from "#server/database.server.ts";
import { consoleWorkLists } from "#server/console/questions.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { bookChecks } from "#server/ledger/book-checks.ts";
import { ledgerFoldSweep, ledgerDaysCheck } from "#server/ledger/index.ts";
import { listPage } from "#server/records/list-page.ts";
import { transferPurposes } from "#features/credit/disbursement/server/index.ts";
import { allLenders, lenderById } from "#features/credit/loan/server/index.ts";
import type { BusinessDate } from "#shared/dates.ts";
import {
  getLenderStatement,
  getLenderStatementCsv,
  getLenderStatementPdf,
  listLenderStatements,
  type LenderStatement,
} from "../contract.ts";
import { texts } from "../texts.ts";
import { closeSweep, fundingMonthsCheck } from "./closing.ts";
import { incomeAnswers, incomeKind, newestShareable } from "./income.ts";
import { statementCsv } from "./statement-csv.ts";
import { lenderStatementPdf } from "./statement-pdf.ts";
import { findIncome, findMonth, pageOfMonths, toShare } from "./store.ts";
import { statementHeadOf, lenderStatementOf } from "./views.ts";
import { accountKind, withdrawalAnswers, withdrawalKind, withdrawalPurpose } from "./withdrawals.ts";

/** A statement; null where its month is not closed, or the lender is unknown. */
async function findStatement(reader: Reader, lenderId: string, month: string): Promise<LenderStatement | null> {
  const first: BusinessDate = `${month}-01`;
  const [row, income, lender] = await Promise.all([
    findMonth(reader, lenderId, first),
    findIncome(reader, first),
    lenderById(reader, lenderId),
  ]);
  return row && income && lenderStatementOf(row, lender?.name ?? lenderId, income.sharePpm);
}

const attached = ({ lenderId, month }: LenderStatement, ending: "csv" | "pdf") => ({
  "Content-Disposition": `attachment; filename="lender-${lenderId.replaceAll(/[^A-Za-z0-9-]/g, "_")}-${month}.${ending}"`,
});

const answers: readonly CallAnswer[] = [
  answer(listLenderStatements, async ({ cursor, limit }, { database }) => {
    const [month = "", lenderId = ""] = cursor?.split("~") ?? [];
    const after = cursor === undefined ? undefined : { month, lenderId };
    const [rows, lenders] = await Promise.all([
      pageOfMonths(database, { after, max: limit + 1 }),
      allLenders(database),
    ]);
    const { page, nextCursor } = listPage(rows, limit, (row) => `${row.month}~${row.lenderId}`);
    const names = new Map(lenders.map(({ id, name }) => [id, name]));
    return { items: page.map((row) => statementHeadOf(row, names.get(row.lenderId) ?? row.lenderId)), nextCursor };
  }),
  answer(getLenderStatement, async ({ lenderId, month }, { database, refuse }) => {
    return (await findStatement(database, lenderId, month)) ?? refuse("STATEMENT_UNKNOWN");
  }),
  answer(getLenderStatementCsv, async ({ lenderId, month, language }, context) => {
    const statement = (await findStatement(context.database, lenderId, month)) ?? context.refuse("STATEMENT_UNKNOWN");
    const csv = statementCsv(statement, language ?? context.language);
    return new Binary(new TextEncoder().encode(csv), "text/csv; charset=utf-8", attached(statement, "csv"));
  }),
  answer(getLenderStatementPdf, async ({ lenderId, month, language }, context) => {
    const statement = (await findStatement(context.database, lenderId, month)) ?? context.refuse("STATEMENT_UNKNOWN");
    const paper = { statement, language: language ?? context.language, brandName: context.caller.brand.name };
    return new Binary(await lenderStatementPdf(paper), "application/pdf", attached(statement, "pdf"));
  }),
  ...incomeAnswers,
  ...withdrawalAnswers,
];

export const domain: Domain = {
  answers,
  work({ sweeps }) {
    // Runs before the sweep that closes months, which waits for the days.
    sweeps.add(ledgerFoldSweep);
    sweeps.add(closeSweep);
  },
  answersTo: [
    proposals.by([incomeKind, withdrawalKind, accountKind]),
    transferPurposes.by({ LENDER_WITHDRAWAL: withdrawalPurpose }),
    bookChecks.by([ledgerDaysCheck, fundingMonthsCheck]),
    consoleWorkLists.by([
      {
        key: "LENDER_INCOME",
        text: texts.incomeToShare,
        permission: "money.propose",
        to: "/staff/lenders/income",
        count: (services) => toShare(services.database, newestShareable(services)),
      },
    ]),
  ],
};
