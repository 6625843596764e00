/** Exceptions as the console reads them: in the texts of the subscriber that raised them. */
import type { Reader } from "#server/database.server.ts";
import { exceptionLifecycle, type EventException } from "#server/events/event-exception-store.ts";
import { openReasons } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import type { ExceptionDetail, ExceptionSummary } from "../contract.ts";
import { exceptionStepTexts } from "../texts.ts";
import { partnerReportOf } from "./partner-reports.ts";

/** An exception whose subscriber this release does not have is shown by its codes. */
export function exceptionTextsOf(
  services: Services,
  { subscriber, cause }: Pick<EventException, "subscriber" | "cause">,
  language: Language,
) {
  const subscriberTexts = services.events.subscription(subscriber)?.exceptions;
  const known: Text | undefined =
    subscriberTexts && Object.hasOwn(subscriberTexts.causes, cause) ? subscriberTexts.causes[cause] : undefined;
  return {
    text: subscriberTexts ? say(subscriberTexts.text, language) : subscriber,
    causeText: known ? say(known, language) : cause,
  };
}

export function exceptionSummaryOf(services: Services, row: EventException, language: Language): ExceptionSummary {
  return {
    exceptionId: row.id,
    state: row.state,
    ...exceptionTextsOf(services, row, language),
    cause: row.cause,
    borrowerId: row.borrowerId,
    loanId: row.loanId,
    leftAt: row.leftAt.toISOString(),
    traceId: row.traceId,
    times: row.times,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

export async function exceptionDetailOf(
  services: Services,
  reader: Reader,
  row: EventException,
  language: Language,
): Promise<ExceptionDetail> {
  const { id, subscriber, borrowerId, reason } = row;
  const [steps, report, reasons] = await Promise.all([
    exceptionLifecycle.events(reader, id),
    partnerReportOf(reader, row),
    openReasons(services.keys, reader, "domain_event_exception", [
      {
        id,
        borrowerId,
        reason: null,
        reasonSealed: reason?.sealed ?? null,
        reasonKey: reason?.key ?? null,
      },
    ]),
  ]);
  const stepText = (cause: string): string =>
    Object.hasOwn(exceptionStepTexts, cause)
      ? say(exceptionStepTexts[cause as keyof typeof exceptionStepTexts], language)
      : exceptionTextsOf(services, { subscriber, cause }, language).causeText;
  return {
    ...exceptionSummaryOf(services, row, language),
    event: row.name,
    eventId: row.eventId,
    happenedAt: row.happenedAt.toISOString(),
    subscriber,
    report,
    mayRetry: services.events.subscription(subscriber)?.exceptions !== undefined,
    waiting: row.waiting && { failures: row.waiting.failures, nextAt: row.waiting.dueAt.toISOString() },
    closedBy: row.closedBy,
    reason: reasons.get(id) ?? null,
    steps: steps.map(({ to, cause, actor, at }) => ({
      state: to,
      causeText: stepText(cause),
      actor,
      at: at.toISOString(),
    })),
  };
}
