/** Registry of data about inviters and friends. Neither learns who the other is. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "invitation_code",
    title: { id: "Kode undangan", en: "Invitation code", zh: "邀请码" },
    shows: ["code", "isOwn", "madeAt"],
    keeps: "NOTHING",
  },
  {
    table: "invitation",
    title: { id: "Teman yang diundang", en: "Friends invited", zh: "邀请的好友" },
    shows: ["id", "campaignId", "state", "tail", "reason", "joinedAt", "loanUntil", "countedAt", "cashAt"],
    withholds: { UPKEEP: ["cashDueAt", "cashTries", "changedAt"], FRAUD: ["checkedAt"] },
    keeps: "NOTHING",
  },
  {
    table: "invitation_guest",
    title: { id: "Diundang teman", en: "Invited by a friend", zh: "受好友邀请" },
    shows: ["invitationId", "loanId", "joinedAt"],
    // The inviter is another borrower.
    withholds: { FINDER: ["inviterId"], FRAUD: ["networkIndex"] },
    keeps: "NOTHING",
  },
]);
