/** A borrower asks for help with the running loan. */
import { Refusal } from "#server/call/refusal.ts";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { addWorkingDays } from "#server/calendar/working-days.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { borrowerDocumentsOf } from "#features/account/document/server/index.ts";
import { loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { lockHistory, restCollection } from "#features/credit/repayment/server/index.ts";
import { openReview } from "#features/platform/review/server/index.ts";
import { restWorkingDays, type HardshipReason, type askRestructure } from "../contract.ts";
import { hardshipReview } from "./hardship.ts";
import { askObstacle, loanInQuestion, offerPlans } from "./offering.ts";
import { programmeFor } from "./rules/programmes.ts";
import { asksOf, insertHelpRequest, offersOfPerson, sealedHardshipNote } from "./store.ts";

interface HelpRequest {
  borrowerId: string;
  reason: HardshipReason;
  note: string;
  documentIds: readonly string[];
}

/**
 * The borrower asks for help: collection is paused, what fits is offered at once, and two people look at hardship, also
 * where nothing fits by rule. @throws Refusal NOT_RESTRUCTURABLE, DOCUMENT_UNKNOWN
 */
export async function requestHardshipHelp(
  services: Services,
  trx: Transaction,
  { borrowerId, reason, note, documentIds }: HelpRequest,
): Promise<void> {
  const now = services.clock.now();
  const ownLoan = await loanInQuestion(trx, borrowerId);
  const history = ownLoan && (await lockHistory(trx, { borrowerId, loanId: ownLoan.id }));
  const loan = history?.loan.state === "ACTIVE" ? history.loan : null;
  const [asks, offers] = [await asksOf(trx, borrowerId), await offersOfPerson(trx, borrowerId)];
  const obstacle = askObstacle(loan, { asks, offers }, now);
  if (obstacle || !history || !loan)
    throw new Refusal<typeof askRestructure.problems>("NOT_RESTRUCTURABLE", { obstacle: obstacle ?? "NO_LOAN" });
  const own = new Set((await borrowerDocumentsOf(trx, borrowerId)).flatMap(({ ids }) => ids));
  if (documentIds.some((documentId) => !own.has(documentId))) throw new Refusal("DOCUMENT_UNKNOWN");
  const today = dateInWib(now);
  const lastDay = addWorkingDays(today, restWorkingDays, await daysOffAround(trx, today));
  const restsUntil = instantOf(addDays(lastDay, 1));
  const id = services.random.uuid();
  await insertHelpRequest(trx, {
    borrowerId,
    id,
    loanId: loan.id,
    origin: "BORROWER",
    reason,
    noteSealed:
      note === "" ? null : await sealedHardshipNote.sealOf(services.keys.borrowerKeys, trx, borrowerId, id, note),
    documentIds: [...new Set(documentIds)],
    askedAt: now,
    restsUntil,
  });
  await restCollection(services, trx, { borrowerId, loanId: loan.id }, restsUntil);
  const state = stateOf(loanTerms(loan), history.events, today);
  const programme = programmeFor(state.daysPastDue, today);
  const made = programme ? await offerPlans(services, trx, { history, askId: id, programme, actor: "BORROWER" }) : 0;
  if (reason !== "OTHER" || made === 0)
    await openReview(services, trx, hardshipReview, { borrowerId, subjectId: id, facts: { loanId: loan.id, reason } });
}
