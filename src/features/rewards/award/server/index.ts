/** Awards in the console: answers to the staff's calls. The engine and its rows are the campaign's. */
import { answer } from "#server/call/pipeline.ts";
import { answerDesk } from "#server/console/desk.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import {
  anyAward,
  settleHeldAward,
  everyAwardOf,
  heldAwards,
  listHeld,
} from "#features/rewards/campaign/server/index.ts";
import { decideHeldAward, getBorrowerRewards, getHeldAward, heldAwardDesk, listHeldAwards } from "../staff-contract.ts";
import { revokeKind, revokingAnswers } from "./revoking.ts";
import { awardOf, heldOf, rewardsOf, tiedAccountsOf } from "./views.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { borrowerPages, borrowerOfPage, consoleWorkLists, consoleWords } from "#server/console/questions.ts";

const otherAwards = 20;

export const domain: Domain = {
  answers: [
    answer(listHeldAwards, async ({ cursor, limit }, { database, language }) => {
      const rows = await listHeld(database, { after: placeInTime(cursor), max: limit + 1 });
      const { page, nextCursor } = listPage(rows, limit, ({ dueAt, id }) => cursorInTime(dueAt!, id));
      return { items: page.map((row) => heldOf(row, language)), nextCursor };
    }),
    answer(getHeldAward, async ({ awardId }, { services, database, language, principal, refuse }) => {
      const row = (await anyAward(database, awardId)) ?? refuse("AWARD_UNKNOWN");
      principal.trail?.note({ borrowerId: row.borrowerId });
      const [all, tied] = await Promise.all([
        everyAwardOf(database, row.borrowerId, otherAwards + 1),
        tiedAccountsOf(services, database, row),
      ]);
      const others = all.filter(({ id }) => id !== awardId).slice(0, otherAwards);
      return { held: heldOf(row, language), others: others.map(awardOf), tied };
    }),
    answer(getBorrowerRewards, async ({ borrowerId }, { services, database, language, principal, refuse }) => {
      if (!(await borrowerContact(services, database, borrowerId))) return refuse("BORROWER_UNKNOWN");
      principal.trail?.note({ borrowerId });
      return rewardsOf(services, database, borrowerId, language);
    }),
    ...answerDesk(heldAwardDesk, { queue: heldAwards, find: anyAward }),
    answer(
      decideHeldAward,
      async ({ awardId, decision, reasonCode }, { services, trx, language, principal, refuse }) => {
        const { staffId } = principal.staff;
        try {
          const row = await settleHeldAward(services, trx, {
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
      },
    ),
    ...revokingAnswers,
  ],
  answersTo: [
    proposals.by([revokeKind]),
    borrowerPages.by([
      { path: "rewards", text: { id: "Hadiah", en: "Rewards", zh: "奖励" }, permissions: ["borrower.read"] },
    ]),
    borrowerOfPage.by({
      awards: async (_services, reader, awardId) => (await anyAward(reader, awardId))?.borrowerId ?? null,
    }),
    consoleWorkLists.by(workLists),
    consoleWords.by(words),
  ],
};
