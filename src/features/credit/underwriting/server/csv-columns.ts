/** The queue of cases as a file: what its page shows, without the names of staff. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { CaseSummary } from "../contract.ts";
import { ruleTexts, texts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<CaseSummary>[] = [
  { label: texts.loan, cell: ({ loanNumber }) => loanNumber },
  { label: texts.state, cell: ({ state, outcome }, { say }) => say(texts[outcome ?? state]) },
  { label: texts.amount, cell: ({ principalRupiah }) => principalRupiah },
  { label: texts.tenor, cell: ({ tenorDays }) => tenorDays },
  { label: texts.submitted, cell: ({ submittedAt }, { at }) => at(submittedAt) },
  { label: texts.promised, cell: ({ promisedUntil }, { at }) => at(promisedUntil) },
  {
    label: texts.reviewRules,
    cell: ({ reviewRules }, { say }) => reviewRules.map((rule) => say(ruleTexts[rule])).join("; "),
  },
  { label: texts.proposal, cell: ({ proposal }, { say }) => (proposal === null ? null : say(texts[proposal])) },
];
