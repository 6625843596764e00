/** Transfers that wait for staff as a file: what their page shows, without receivers and without the names of staff. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { FailedTransfer } from "../contract.ts";
import { texts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<FailedTransfer>[] = [
  { label: texts.subject, cell: ({ purpose }, { say }) => say(texts[purpose]) },
  { label: texts.LOAN, cell: ({ loanNumber }) => loanNumber },
  { label: texts.amount, cell: ({ amountRupiah }) => amountRupiah },
  { label: texts.state, cell: ({ state }, { say }) => say(texts[state]) },
  { label: texts.code, cell: ({ code }) => code },
  { label: texts.ordered, cell: ({ orderedAt }, { at }) => at(orderedAt) },
  { label: texts.borrower, cell: ({ borrowerId }) => borrowerId },
  { label: texts.proposal, cell: ({ proposal }, { say }) => say(proposal ? texts[proposal.deed] : texts.noProposal) },
];
