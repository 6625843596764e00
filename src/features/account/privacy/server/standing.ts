/** Consents, the last requested copy and a legal hold, for the console's page about the borrower. */
import type { Standing, StandingSource } from "#server/console/questions.ts";
import { kindTexts, texts } from "../texts.ts";
import { consentsOf, type Consent } from "./consent-store.ts";
import { exportsOf } from "./export-store.ts";
import { exportOf } from "./exports.ts";
import { holdWords } from "./legal-words.ts";
import { findHold } from "./retention-store.ts";

export const standing: StandingSource = async ({ clock }, reader, borrowerId) => {
  const [consents, [copy], hold] = await Promise.all([
    consentsOf(reader, borrowerId),
    exportsOf(reader, borrowerId, 1),
    findHold(reader, borrowerId),
  ]);
  const made = copy && exportOf(copy, clock.now());
  return [
    ...newestOfEach(consents).map(({ id, kind, state, givenAt, until }): Standing => ({
      group: "CONSENTS",
      id,
      what: kindTexts[kind],
      state: texts[state],
      isOpen: state === "STANDING",
      at: givenAt,
      until: state === "STANDING" ? until : null,
    })),
    ...(copy && made
      ? [
          {
            group: "REQUESTS" as const,
            id: made.id,
            what: texts.copyAsked,
            state: texts[made.state],
            isOpen: made.state === "ASKED",
            at: copy.askedAt,
            until: made.state === "ASKED" ? copy.dueAt : copy.endsAt,
          },
        ]
      : []),
    ...(hold
      ? [
          {
            group: "HOLDS" as const,
            id: hold.id,
            what: holdWords.kind,
            state: texts.STANDING,
            isOpen: true,
            at: hold.setAt,
            until: null,
          },
        ]
      : []),
  ];
};

/** Consents in force come first, then the newest: the current one of each kind and subject. */
function newestOfEach(consents: readonly Consent[]): Consent[] {
  const newest = new Map<string, Consent>();
  for (const consent of consents) {
    const key = `${consent.kind} ${consent.subject}`;
    if (!newest.has(key)) newest.set(key, consent);
  }
  return [...newest.values()];
}
