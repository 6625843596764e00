/** Holds, in force and over: for the console's page about the borrower. */
import type { Standing, StandingSource } from "#server/console/questions.ts";
import type { HoldCause } from "../contract.ts";
import { holdTexts } from "../texts.ts";
import { newestHolds } from "./store.ts";

const max = 5;

export const standing: StandingSource = async ({ clock }, reader, borrowerId) => {
  const holds = await newestHolds(reader, borrowerId, max);
  const now = clock.now();
  return holds.map(({ id, cause, placedAt, until }): Standing => {
    const isOpen = until > now;
    const state = isOpen ? holdTexts.stands : holdTexts.over;
    return { group: "HOLDS", id, what: holdTexts[cause as HoldCause], state, isOpen, at: placedAt, until };
  });
};
