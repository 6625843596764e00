/** Asks borrowers about a complaint once it is closed; not visitors. // Account 10 */
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { complaintClosed } from "./events.ts";

export const complaintQuestionnaires = [
  after(complaintClosed, "questionnaire-of-complaint", async (services, trx, { borrowerId }) => {
    if (borrowerId) await inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_COMPLAINT" });
  }),
];
