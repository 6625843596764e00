/** Unmatched money as a file: what its page shows, without the reasons and the names of staff. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { UnmatchedPayment } from "../staff-contract.ts";
import { unmatchedTexts as texts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<UnmatchedPayment>[] = [
  { label: texts.reference, cell: ({ reference }) => reference },
  { label: texts.rail, cell: ({ rail }, { say }) => say(texts[rail]) },
  { label: texts.amount, cell: ({ amountRupiah }) => amountRupiah },
  { label: texts.paid, cell: ({ paidAt }, { at }) => at(paidAt) },
  { label: texts.cause, cell: ({ cause }, { say }) => say(texts[cause]) },
  { label: texts.madeFor, cell: ({ loanNumber }) => loanNumber },
  {
    label: texts.proposal,
    cell: ({ proposal, returnProposalId }, { say }) =>
      returnProposalId ? say(texts.returnWaits) : (proposal?.loanNumber ?? say(texts.noProposal)),
  },
];
