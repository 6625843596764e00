/**
 * The inbox of partners: a port verifies each report on its raw bytes, the inbox stores it once per provider and
 * event, and the partner gets its answer after the commit. A job handles the event afterwards, or a sweep if the job
 * is lost; the handler comes from the domain that registered the event's kind. // Security rules 6; threat B5
 */
import { sql } from "kysely";
import * as v from "valibot";
import type { Caller } from "#server/call/caller.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import { defineEvent } from "#server/events/domain-events.ts";
import {
  bankNotificationOf,
  endPartnerEvent,
  insertPartnerEvent,
  lockPartnerEvent,
  openPartnerEvent,
  openPartnerEvents,
  postponeEvent,
  type Kind,
  type OfKind,
  type PartnerEvent,
} from "#server/events/inbox-store.ts";
import type { BankNotification, BillQuestion, BillReply, PartnerAnswer } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";

/** The outcome of a handled event. */
export type PartnerEventOutcome = "APPLIED" | "KNOWN" | "CONTRADICTS" | "UNKNOWN_SUBJECT";
/** Failed at every try: staff must look at it. // Threat I7 */
const unprocessable = "UNPROCESSABLE";
/** Outcomes that need a person: the report contradicts our records, matches nothing, or cannot be processed. */
const doubts = ["CONTRADICTS", "UNKNOWN_SUBJECT", unprocessable] as const;

/** An outcome with the facts that staff need. */
export interface PartnerEventJudgement {
  outcome: PartnerEventOutcome;
  borrowerId?: string | null;
  loanId?: string | null;
  /** Staff see it in another list, or the partner is being asked: no further alert is needed. */
  isPursued?: true;
}
/** A handler's answer. LATER: cannot be judged yet, tried again after a growing delay. */
type Answered = PartnerEventOutcome | PartnerEventJudgement | "LATER";

/** A partner's report needs a person; announced once for each such verdict. */
export const reportDoubted = defineEvent(
  "partner.report_doubted",
  v.object({
    outcome: v.picklist(doubts),
    provider: v.string(),
    /** The partner's id of its event; null when it is too long for an event's id. */
    reportId: v.nullable(v.string()),
    borrowerId: v.nullable(v.string()),
    loanId: v.nullable(v.string()),
  }),
);

/** Handles events of some kinds: once, however often and by how many partners they are reported. */
export interface InboxHandler {
  kinds: readonly Kind[];
  ask?(services: Services, body: BankNotification): Promise<unknown>;
  apply(services: Services, trx: Transaction, event: PartnerEvent, answer: unknown): Promise<Answered>;
}

/**
 * Declares how a domain handles events of some kinds. `ask` makes network requests before the transaction; its result
 * goes to `apply`, or it postpones the event.
 */
export const handleEvents = <const Wanted extends Kind, Answer = undefined>(handler: {
  kinds: readonly Wanted[];
  ask?(services: Services, body: OfKind<Wanted>): Promise<Answer | "LATER">;
  apply(services: Services, trx: Transaction, event: PartnerEvent<Wanted>, answer: Answer): Promise<Answered>;
}): InboxHandler => handler as unknown as InboxHandler;

const maxIdLength = 100;
// The queue's name is stored in its rows: it is from the time when the inbox was in that domain.
const eventJob = defineJob(
  "repayment-partner-event",
  v.object({ provider: v.string(), eventId: v.pipe(v.string(), v.maxLength(maxIdLength)) }),
);

/** A job that is this old and has not handled its event is not waited for any more. */
const leftBehindMilliseconds = 60_000;
const sweptAtOnce = 50;
/** A report that failed this often goes to staff, an hour and a half after it came, because it may be about money. */
const maxTries = 10;
const maxSecondsBetweenTries = 15 * 60;

/** Runs the inbox with the handlers of all domains; called once, by the wiring. @throws when two handle the same kind */
export function inboxWork(services: Services, all: readonly InboxHandler[]): void {
  const handlers = new Map<Kind, InboxHandler>();
  for (const handler of all)
    for (const kind of handler.kinds) {
      if (handlers.has(kind)) throw new Error(`Two domains handle ${kind}.`);
      handlers.set(kind, handler);
    }
  services.jobs.handle(eventJob, async ({ provider, eventId }) => {
    try {
      await handle(services, handlers, provider, eventId);
    } catch (error) {
      // The sweep tries it again. If even this cannot be recorded, the database is unreachable, and the job comes again.
      await noteFailure(services, { provider, eventId }, error);
    }
  });
  services.sweeps.add({
    name: "server-inbox",
    everySeconds: 30,
    waits: {
      text: { id: "Kabar mitra yang belum diproses", en: "Partners’ reports not handled", zh: "未处理的合作方通知" },
      rows: [{ table: "partner_event", at: "receivedAt", where: sql<boolean>`handled_at is null` }],
    },
    run: () => handleLeftBehind(services, handlers),
  });
}

/** Receives a notification, and returns the answer to the partner. `bill` gives the amount due on a virtual account. */
export async function receiveNotification(
  services: Services,
  caller: Caller,
  path: string,
  bill: (question: BillQuestion) => Promise<BillReply>,
): Promise<PartnerAnswer> {
  const { raw } = caller;
  if (!raw) throw new Error("A notification came without its bytes.");
  const headers = Object.fromEntries([...raw.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const reading = await services.outside.collection.readNotification({
    method: "POST",
    path,
    headers,
    rawBody: raw.body,
  });
  if (reading.outcome === "REFUSED")
    services.log.warn("notification refused", { reason: reading.reason, traceId: caller.traceId });
  if (reading.outcome === "INQUIRY") return reading.answerFor(await bill(reading.question));
  if (reading.outcome !== "EVENT") return reading.answer;
  const { provider, event } = reading;
  await transact(services.database, async (trx) => {
    if (!(await insertPartnerEvent(trx, provider, event, services.clock.now()))) return;
    // An id too long for a job's payload is left to the sweep.
    if (event.eventId.length <= maxIdLength)
      await services.jobs.send(trx, eventJob, { provider, eventId: event.eventId });
  });
  return reading.answer;
}

type Handlers = ReadonlyMap<Kind, InboxHandler>;

/** Handles an event once, even with concurrent tries; one that cannot be judged yet is postponed. False when it is done already. */
async function handle(services: Services, handlers: Handlers, provider: string, eventId: string): Promise<boolean> {
  const { database, clock } = services;
  const openEvent = await openPartnerEvent(database, provider, eventId);
  if (!openEvent) return false;
  const handler = handlers.get(openEvent.kind);
  if (!handler) throw new Error(`No domain handles ${openEvent.kind}.`);
  const answer = await handler.ask?.(services, openEvent);
  const outcome =
    answer === "LATER"
      ? "LATER"
      : await transact(database, async (trx) => {
          const event = await lockPartnerEvent(trx, provider, eventId);
          if (!event) return null;
          const found = await handler.apply(services, trx, event, answer);
          if (found !== "LATER") await judged(services, trx, event, found);
          return found;
        });
  if (outcome === "LATER") await transact(database, (trx) => postponeEvent(trx, { provider, eventId }, clock.now()));
  return outcome !== null;
}

async function handleLeftBehind(services: Services, handlers: Handlers): Promise<number> {
  const { database, clock } = services;
  const before = new Date(clock.now().getTime() - leftBehindMilliseconds);
  let handled = 0;
  for (const { provider, eventId } of await openPartnerEvents(database, before, clock.now(), sweptAtOnce)) {
    try {
      if (await handle(services, handlers, provider, eventId)) handled += 1;
    } catch (error) {
      await noteFailure(services, { provider, eventId }, error);
      // The row is postponed: the next round continues after it.
      handled += 1;
    }
  }
  return handled;
}

/** Postpones after a failed try; the last one leaves the event to staff. Logged at the first and the last failure only. */
async function noteFailure(services: Services, event: EventName, error: unknown): Promise<void> {
  const { database, clock, log } = services;
  const failures = await transact(database, async (trx) => {
    const count = await postponeEvent(trx, event, clock.now(), maxSecondsBetweenTries);
    if (count !== null && count >= maxTries) await judged(services, trx, event, unprocessable);
    return count;
  });
  if (failures === null) return;
  const fields = { reference: event.eventId, attempt: failures, error };
  if (failures === 1 || failures >= maxTries) log.error("partner's event not handled", fields);
  else log.info("partner's event not handled, to be tried again", fields);
}

type EventName = Pick<PartnerEvent, "provider" | "eventId">;

/** Records the outcome of an event, and reports one that needs a person. */
async function judged(
  services: Services,
  trx: Transaction,
  event: EventName,
  answered: PartnerEventOutcome | typeof unprocessable | PartnerEventJudgement,
): Promise<void> {
  const { outcome, ...judgement } = typeof answered === "string" ? { outcome: answered } : answered;
  await endPartnerEvent(trx, event, outcome, services.clock.now());
  await tellOfDoubt(services, trx, event, { outcome, ...judgement });
}

async function tellOfDoubt(
  services: Services,
  trx: Transaction,
  { provider, eventId }: EventName,
  {
    outcome,
    borrowerId = null,
    loanId = null,
    isPursued,
  }: Omit<PartnerEventJudgement, "outcome"> & { outcome: string },
): Promise<void> {
  const doubt = doubts.find((one) => one === outcome);
  if (!doubt || isPursued) return;
  const reportId = eventId.length <= maxIdLength ? eventId : null;
  const id = `doubted_${services.random.uuid()}`;
  const at = services.clock.now();
  await services.events.announce(trx, reportDoubted, {
    id,
    at,
    outcome: doubt,
    provider,
    reportId,
    borrowerId,
    loanId,
  });
}

/** Judges an event again as if it had just arrived; false when it is unknown, or being judged. */
export async function rejudgePartnerEvent(
  services: Services,
  trx: Transaction,
  { provider, eventId }: Pick<PartnerEvent, "provider" | "eventId">,
): Promise<boolean> {
  const opened = await trx
    .updateTable("partner_event")
    .set({ handledAt: null, outcome: null, failures: 0, tryAgainAt: null })
    .where("provider", "=", provider)
    .where("eventId", "=", eventId)
    .where("outcome", "in", [...doubts])
    .returning("eventId")
    .executeTakeFirst();
  if (!opened) return false;
  await services.jobs.send(trx, eventJob, { provider, eventId });
  return true;
}

/** The event of a `reportDoubted`; null when its id was too long. */
export async function findDoubted(reader: Reader, doubtId: string): Promise<PartnerEvent | null> {
  const row = await reader
    .selectFrom("domain_event as e")
    .innerJoin("partner_event as p", (join) =>
      join
        .on("p.provider", "=", sql<string>`e.data ->> 'provider'`)
        .on("p.eventId", "=", sql<string>`e.data ->> 'reportId'`),
    )
    .select(["p.provider", "p.eventId", "p.body", "p.receivedAt"])
    .where("e.name", "=", reportDoubted.name)
    .where("e.id", "=", doubtId)
    .executeTakeFirst();
  return row
    ? { provider: row.provider, eventId: row.eventId, body: bankNotificationOf(row.body), receivedAt: row.receivedAt }
    : null;
}
