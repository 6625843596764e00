/** Invites to a questionnaire about the loan afterwards: account/questionnaire owns the questionnaires, the loan decides the moments. // Account 10 */
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import type { EventType } from "#features/account/questionnaire/contract.ts";
import { after } from "#server/events/domain-events.ts";
import type { LoanStateName } from "../contract.ts";
import { loanMoved } from "./events.ts";

const eventTypeOf: Partial<Record<LoanStateName, EventType>> = {
  ACTIVE: "AFTER_PAYOUT",
  PAID_OFF: "AFTER_PAYOFF",
  REJECTED: "AFTER_REJECTION",
};

export const loanQuestionnaires = [
  after(loanMoved, "questionnaire-of-loan", async (services, trx, { borrowerId, to }) => {
    const eventType = eventTypeOf[to];
    if (eventType) await inviteToQuestionnaire(services, trx, { borrowerId, eventType });
  }),
];
