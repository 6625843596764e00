/** Exceptions as a file: the same columns as on their page. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { ExceptionSummary } from "../contract.ts";
import { texts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<ExceptionSummary>[] = [
  { label: texts.what, cell: ({ text }) => text },
  { label: texts.why, cell: ({ causeText }) => causeText },
  { label: texts.borrower, cell: ({ borrowerId }) => borrowerId },
  { label: texts.loan, cell: ({ loanId }) => loanId },
  { label: texts.state, cell: ({ state }, { say }) => say(texts[state]) },
  { label: texts.leftAt, cell: ({ leftAt }, { at }) => at(leftAt) },
  { label: texts.trace, cell: ({ traceId }) => traceId },
  { label: texts.times, cell: ({ times }) => times },
  { label: texts.closedAt, cell: ({ closedAt }, { at }) => at(closedAt) },
];
