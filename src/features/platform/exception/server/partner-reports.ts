/** Reports that contradict our records or match nothing, and reports that cannot be processed, go to the exception queue. */
import { after } from "#server/events/domain-events.ts";
import { findExceptionOf } from "#server/events/event-exception-store.ts";
import { leftToStaff } from "#server/events/event-exceptions.ts";
import { findDoubted, rejudgePartnerEvent, reportDoubted } from "#server/events/inbox.ts";
import type { Reader } from "#server/database.server.ts";
import type { PartnerReport } from "../contract.ts";
import { reportTexts } from "../texts.ts";

const subscriber = "exception-partner-report";

/** A retry judges the report again as if it had just arrived; if it is still doubtful, a new exception is created. */
export const partnerReports = after(
  reportDoubted,
  subscriber,
  async (services, trx, { id, outcome, provider, reportId }) => {
    const isTriedAgain = await findExceptionOf(trx, { name: reportDoubted.name, eventId: id, subscriber });
    if (!isTriedAgain || reportId === null) return leftToStaff(outcome);
    return (await rejudgePartnerEvent(services, trx, { provider, eventId: reportId })) ? "DONE" : leftToStaff(outcome);
  },
  {
    text: reportTexts.REPORT,
    causes: {
      CONTRADICTS: reportTexts.CONTRADICTS,
      UNKNOWN_SUBJECT: reportTexts.UNKNOWN_SUBJECT,
      UNPROCESSABLE: reportTexts.UNPROCESSABLE,
    },
  },
);

/** The partner's report without its free text; null for an exception of another kind. */
export async function partnerReportOf(
  reader: Reader,
  { name, eventId }: { name: string; eventId: string },
): Promise<PartnerReport | null> {
  if (name !== reportDoubted.name) return null;
  const event = await findDoubted(reader, eventId);
  if (!event) return null;
  const { provider, receivedAt, body } = event;
  return {
    provider,
    kind: body.kind,
    reference: "transferId" in body ? body.transferId : body.reference,
    paymentId: ("paymentId" in body ? body.paymentId : null) ?? null,
    amountRupiah: "amountRupiah" in body ? body.amountRupiah : null,
    code: "code" in body ? body.code : null,
    receivedAt: receivedAt.toISOString(),
  };
}
