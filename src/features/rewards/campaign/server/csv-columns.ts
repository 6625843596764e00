/** The columns of a campaign's awards as a file: the same as on their page. */
import type { CsvColumn } from "#server/list-export/lines.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { awardTexts as texts } from "../texts.ts";
import type { listWinners } from "../staff-contract.ts";

type Winner = ReplyOf<typeof listWinners>["items"][number];

export const csvColumns: readonly CsvColumn<Winner>[] = [
  { label: texts.at, cell: ({ wonAt }, { at }) => at(wonAt) },
  { label: texts.prize, cell: ({ prizeKey }) => prizeKey },
  { label: texts.rupiah, cell: ({ prize }) => ("rupiah" in prize ? prize.rupiah : null) },
  { label: texts.state, cell: ({ state }, { say }) => say(texts[state]) },
  { label: texts.borrower, cell: ({ borrowerId }) => borrowerId },
  { label: texts.draw, cell: ({ drawId }) => drawId },
];
