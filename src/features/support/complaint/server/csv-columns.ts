/** The queue of complaints as a file: the columns of its page, without staff names. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { QueuedComplaint } from "../staff-contract.ts";
import { queueTexts, complaintReasonLabels, complaintStateTexts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<QueuedComplaint>[] = [
  { label: queueTexts.number, cell: ({ number }) => number },
  { label: queueTexts.received, cell: ({ receivedAt }, { at }) => at(receivedAt) },
  { label: queueTexts.due, cell: ({ dueOn }) => dueOn },
  { label: queueTexts.states, cell: ({ state }, { say }) => say(complaintStateTexts[state]) },
  { label: queueTexts.about, cell: ({ reason }, { say }) => say(complaintReasonLabels[reason]) },
  { label: queueTexts.overdue, cell: ({ isOverdue }, { say }) => say(isOverdue ? queueTexts.yes : queueTexts.no) },
  {
    label: queueTexts.escalated,
    cell: ({ isEscalated }, { say }) => say(isEscalated ? queueTexts.yes : queueTexts.no),
  },
];
