/** The queue of reviews as a file: the columns of its page, without staff names. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { ReviewSummary } from "../contract.ts";
import { texts } from "../texts.ts";

export const csvColumns: readonly CsvColumn<ReviewSummary>[] = [
  { label: texts.number, cell: ({ number }) => number },
  { label: texts.kind, cell: ({ kindText }) => kindText },
  { label: texts.state, cell: ({ state, outcome }, { say }) => say(texts[outcome ?? state]) },
  { label: texts.openedAt, cell: ({ openedAt }, { at }) => at(openedAt) },
  { label: texts.promisedUntil, cell: ({ promisedUntil }, { at }) => at(promisedUntil) },
  {
    label: texts.people,
    cell: ({ needsTwoPeople }, { say }) => say(needsTwoPeople ? texts.twoPeople : texts.onePerson),
  },
];
