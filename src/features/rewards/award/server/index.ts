/** Awards in the console: answers to the staff's calls. The engine and its rows are the campaign's. */
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import { claimCase, claimNextCase, isClaimedByOther, releaseCase } from "#server/claims.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { anyAward, decideHeld, everyAwardOf, heldAwards, listHeld } from "#features/rewards/campaign/server/index.ts";
import {
  claimHeldAward,
  claimNextAward,
  decideHeldAward,
  getBorrowerRewards,
  getHeldAward,
  listHeldAwards,
  releaseHeldAward,
} from "../staff-contract.ts";
import { revokeKind, revokingAnswers } from "./revoking.ts";
import { awardOf, heldOf, rewardsOf } from "./views.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";

const otherAwards = 20;

function readingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listHeldAwards,
  )(async ({ cursor, limit }, { database, language }) => {
    const rows = await listHeld(database, { after: placeInTime(cursor), max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ dueAt, id }) => cursorInTime(dueAt!, id));
    return { items: page.map((row) => heldOf(row, language)), nextCursor };
  });
  answer(
    api,
    getHeldAward,
  )(async ({ awardId }, { database, language, principal, refuse }) => {
    const row = (await anyAward(database, awardId)) ?? refuse("AWARD_UNKNOWN");
    principal.trail?.note({ borrowerId: row.borrowerId });
    const others = (await everyAwardOf(database, row.borrowerId, otherAwards + 1)).filter(({ id }) => id !== awardId);
    return { held: heldOf(row, language), others: others.slice(0, otherAwards).map(awardOf) };
  });
  answer(
    api,
    getBorrowerRewards,
  )(async ({ borrowerId }, { database, language, principal, refuse }) => {
    if (!(await borrowerContact(services, database, borrowerId))) return refuse("BORROWER_UNKNOWN");
    principal.trail?.note({ borrowerId });
    return rewardsOf(services, database, borrowerId, language);
  });
}

function workingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    claimHeldAward,
  )(async ({ awardId }, { principal, refuse }) => {
    const { staffId } = principal.staff;
    const now = services.clock.now();
    const isTaken = await transact(services.database, (trx) => claimCase(trx, heldAwards, awardId, staffId, now));
    const row = (await anyAward(services.database, awardId)) ?? refuse("AWARD_UNKNOWN");
    principal.trail?.note({ borrowerId: row.borrowerId });
    if (!isTaken) return refuse(isClaimedByOther(row, staffId, now) ? "AWARD_CLAIMED" : "AWARD_NOT_HELD");
    return { awardId, claimedUntil: row.claimedUntil!.toISOString() };
  });
  answer(
    api,
    releaseHeldAward,
  )(async ({ awardId }, { principal }) => ({
    released: await transact(services.database, (trx) =>
      releaseCase(trx, heldAwards, awardId, principal.staff.staffId),
    ),
  }));
  answer(
    api,
    claimNextAward,
  )(async ({ after }, { principal }) => {
    const { staffId } = principal.staff;
    const awardId = await transact(services.database, (trx) =>
      claimNextCase(trx, heldAwards, staffId, services.clock.now(), after),
    );
    if (awardId) principal.trail?.note({ facts: { awardId } });
    return { awardId };
  });
  answerOnce(
    api,
    decideHeldAward,
  )(async ({ awardId, decision, reasonCode }, { trx, language, principal, refuse }) => {
    const { staffId } = principal.staff;
    try {
      const row = await decideHeld(services, trx, {
        awardId,
        staffId,
        ...(decision === "GIVE" ? { decision } : { decision, reason: reasonCode! }),
      });
      principal.trail?.note({ borrowerId: row.borrowerId, facts: { decision, reasonCode: reasonCode ?? null } });
      return heldOf(row, language);
    } catch (error) {
      if (error instanceof Refusal && (error.code === "BUDGET_OUT" || error.code === "OUT_OF_STOCK"))
        return refuse("AWARD_UNCOVERED");
      throw error;
    }
  });
}

export const domain: Domain = {
  answers(api) {
    readingAnswers(api);
    workingAnswers(api);
    revokingAnswers(api);
  },
  proposals: [revokeKind],
  borrowerTabs: [
    { path: "rewards", text: { id: "Hadiah", en: "Rewards", zh: "奖励" }, permissions: ["borrower.read"] },
  ],
  borrowerOf: { awards: async (_services, reader, awardId) => (await anyAward(reader, awardId))?.borrowerId ?? null },
  workLists,
  words,
};
