/** Freezings by the owner, and the hours in which nothing of value leaves: for the console's page about the borrower. */
import type { Domain, Standing } from "#server/domain.ts";
import type { Text } from "#shared/texts.ts";
import type { HoldCause } from "./hold.ts";
import { holdTexts, labels, stateTexts } from "./case-texts.ts";
import { newestContests } from "./contest-store.ts";
import { newestHolds } from "./store.ts";

const most = 5;

export const standing: NonNullable<Domain["standing"]> = async ({ clock }, reader, borrowerId) => {
  const [contests, holds] = await Promise.all([
    newestContests(reader, borrowerId, most),
    newestHolds(reader, borrowerId, most),
  ]);
  const now = clock.now();
  return [
    ...contests.map(({ id, state, openedAt, promisedUntil }): Standing => {
      const isOpen = state === "FROZEN" || state === "PROVEN";
      const until = isOpen ? promisedUntil : null;
      return { group: "CONTESTS", id, what: labels.case, state: stateTexts[state], isOpen, at: openedAt, until };
    }),
    ...holds.map(({ id, cause, placedAt, until }): Standing => {
      const isOpen = until > now;
      const what: Text = holdTexts[cause as HoldCause];
      return {
        group: "HOLDS",
        id,
        what,
        state: isOpen ? holdTexts.stands : holdTexts.over,
        isOpen,
        at: placedAt,
        until,
      };
    }),
  ];
};
