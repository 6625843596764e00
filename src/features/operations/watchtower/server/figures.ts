/** Figures of a borrower from all domains, by group. */
import { borrowerFigures } from "#server/console/questions.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { figureGroups } from "#shared/borrower-figures.ts";
import { say, type Language } from "#shared/texts.ts";
import type { FigureLine } from "../staff-contract.ts";
import { unlessShredded } from "./shredded.ts";

export async function figuresOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  language: Language,
): Promise<FigureLine[]> {
  const handed = await Promise.all(
    services.ask(borrowerFigures).map((figures) => unlessShredded(figures(services, reader, borrowerId), [])),
  );
  return handed
    .flat()
    .toSorted((a, b) => figureGroups.indexOf(a.group) - figureGroups.indexOf(b.group))
    .map((one) => ({
      group: one.group,
      key: one.key,
      text: say(one.text, language),
      rupiah: one.rupiah ?? null,
      count: one.count ?? null,
      words: one.words ? say(one.words, language) : null,
      at: one.at?.toISOString() ?? null,
      note: one.note ? say(one.note, language) : null,
      on: one.on ?? null,
      tone: one.tone ?? null,
      to: one.to ?? null,
    }));
}
