/** The books for finance and auditors: trial balance, accounts of the ledger, reconciliation with bank statements. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { consoleWorkLists } from "#server/console/questions.ts";
import type { Domain } from "#server/domain.ts";
import { dateInWib } from "#shared/dates.ts";
import { getTrialBalance, getTrialBalanceCsv } from "../contract.ts";
import { texts } from "../texts.ts";
import { postingAnswers } from "./postings.ts";
import { reconcilingAnswers } from "./reconciling.ts";
import { countOpenStatementLines } from "./store.ts";
import { trialBalanceOf, trialCsv } from "./trial.ts";

const answers: readonly CallAnswer[] = [
  answer(getTrialBalance, (input, { services, database }) =>
    trialBalanceOf(database, input, dateInWib(services.clock.now())),
  ),
  answer(getTrialBalanceCsv, async (input, { services, database, language }) => {
    const balance = await trialBalanceOf(database, input, dateInWib(services.clock.now()));
    return new Binary(new TextEncoder().encode(trialCsv(balance, language)), "text/csv; charset=utf-8", {
      "Content-Disposition": `attachment; filename="trial-balance-${balance.from}-${balance.to}.csv"`,
    });
  }),
  ...postingAnswers,
  ...reconcilingAnswers,
];

export const domain: Domain = {
  answers,
  answersTo: [
    consoleWorkLists.by([
      {
        key: "STATEMENT_LINES",
        text: texts.linesOpen,
        permission: "accounting.reconcile",
        to: "/staff/accounting/reconciliation",
        count: ({ database }) => countOpenStatementLines(database),
      },
    ]),
  ],
};
