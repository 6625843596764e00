/** Registry of data about inviters and friends. Neither learns who the other is. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "invitation_code",
    title: { id: "Kode undangan", en: "Invitation code", zh: "邀请码" },
    shows: ["code", "is_own", "made_at"],
    keeps: "NOTHING",
  },
  {
    table: "invitation",
    title: { id: "Teman yang diundang", en: "Friends invited", zh: "邀请的好友" },
    shows: ["id", "campaign_id", "state", "tail", "reason", "joined_at", "loan_until", "counted_at", "cash_at"],
    withholds: { UPKEEP: ["cash_due_at", "cash_tries", "changed_at"], FRAUD: ["checked_at"] },
    keeps: "NOTHING",
  },
  {
    table: "invitation_guest",
    title: { id: "Diundang teman", en: "Invited by a friend", zh: "受好友邀请" },
    shows: ["invitation_id", "loan_id", "joined_at"],
    // The inviter is another borrower.
    withholds: { FINDER: ["inviter_id"], FRAUD: ["network_index"] },
    keeps: "NOTHING",
  },
]);
