/** Freezings by the owner: for the console's page about the borrower. */
import type { Standing, StandingSource } from "#server/console/questions.ts";
import { labels, stateTexts } from "./case-texts.ts";
import { newestContests } from "./contest-store.ts";

const max = 5;

export const standing: StandingSource = async (_services, reader, borrowerId) =>
  (await newestContests(reader, borrowerId, max)).map(({ id, state, openedAt, promisedUntil }): Standing => {
    const isOpen = state === "FROZEN" || state === "PROVEN";
    const until = isOpen ? promisedUntil : null;
    return { group: "CONTESTS", id, what: labels.case, state: stateTexts[state], isOpen, at: openedAt, until };
  });
