/**
 * The inbox of partners: what one tells is verified on the raw bytes by its port, kept once per provider and event, and answered
 * after the commit. What it means is done by a job, and by a sweep should the job be lost; by the domain that hands in a handler
 * for its kind. // Security rules 6; threat B5
 */
import { sql } from "kysely";
import * as v from "valibot";
import type { Caller } from "#server/call/caller.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import { defineEvent } from "#server/domain-events.ts";
import {
  bodyOf,
  endPartnerEvents,
  insertPartnerEvent,
  lockPartnerEvents,
  openPartnerEvent,
  openPartnerEvents,
  putEventOff,
  type Kind,
  type OfKind,
  type PartnerEvent,
} from "#server/inbox-store.ts";
import type { BankNotification, PartnerAnswer } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { togetherBy } from "#server/work/together.ts";

/** What became of an event that was handled. */
export type EventOutcome = "APPLIED" | "KNOWN" | "CONTRADICTS" | "UNKNOWN_SUBJECT";
/** Those that need a person: it says the opposite of what is on record, or names nothing that we have. */
const doubts = ["CONTRADICTS", "UNKNOWN_SUBJECT"] as const satisfies readonly EventOutcome[];

/** An outcome with what people need who look at it. */
export interface Judgement {
  outcome: EventOutcome;
  borrowerId?: string | null;
  loanId?: string | null;
  /** People see it in a list of its own, or the partner is being asked: nobody has to be told besides. */
  isPursued?: true;
}
/** What a handler answers. LATER: it cannot be judged yet, and is tried again later each time. */
type Answered = EventOutcome | Judgement | "LATER";

/** A partner told what needs a person; announced once for each time that it was judged so. */
export const reportDoubted = defineEvent(
  "partner.report_doubted",
  v.object({
    outcome: v.picklist(doubts),
    provider: v.string(),
    /** The partner's id of its event; null for one that is too long to be named. */
    reportId: v.nullable(v.string()),
    borrowerId: v.nullable(v.string()),
    loanId: v.nullable(v.string()),
  }),
);

/** Does what events of some kinds mean, once, however often and by however many they are told. */
export interface InboxHandler {
  kinds: readonly Kind[];
  ask?(services: Services, body: BankNotification): Promise<unknown>;
  apply(services: Services, trx: Transaction, event: PartnerEvent, answer: unknown): Promise<Answered>;
  together?: Together<Kind>;
}

/** Events that wait for the same row, done in one transaction. */
interface Together<Wanted extends Kind> {
  /** Those with the same word go together, none of them asked for first; null for one that goes alone. */
  by(body: OfKind<Wanted>): string | null;
  /** What became of each, in their order. */
  apply(
    services: Services,
    trx: Transaction,
    events: readonly PartnerEvent<Wanted>[],
  ): Promise<readonly (EventOutcome | Judgement)[]>;
}

/**
 * Declares what a domain does with events of some kinds. `ask` is for what has to be asked over the network first: nothing waits for
 * it inside a transaction; its answer is handed to `apply`, or it puts the event off.
 */
export const handleEvents = <const Wanted extends Kind, Answer = undefined>(handler: {
  kinds: readonly Wanted[];
  ask?(services: Services, body: OfKind<Wanted>): Promise<Answer | "LATER">;
  apply(services: Services, trx: Transaction, event: PartnerEvent<Wanted>, answer: Answer): Promise<Answered>;
  together?: Together<Wanted>;
}): InboxHandler => handler as unknown as InboxHandler;

const maxIdLength = 100;
// The queue's name stands in its rows: it is from when the inbox lay in that domain.
const eventJob = defineJob(
  "repayment-partner-event",
  v.object({ provider: v.string(), eventId: v.pipe(v.string(), v.maxLength(maxIdLength)) }),
);

/** A job that is this old and has not handled its event is not waited for any more. */
const leftBehindMilliseconds = 60_000;
const sweptAtOnce = 50;
const togetherAtOnce = 20;

/** Works the inbox with the handlers of all domains; once, by the wiring. @throws where two handle the same kind */
export function inboxWork(services: Services): void {
  const handlers = new Map<Kind, InboxHandler>();
  for (const handler of services.domains.flatMap(({ inbox }) => inbox ?? []))
    for (const kind of handler.kinds) {
      if (handlers.has(kind)) throw new Error(`Two domains handle ${kind}.`);
      handlers.set(kind, handler);
    }
  const inbox: Inbox = {
    handlers,
    together: togetherBy(togetherAtOnce, (events) => applyTogether(services, handlers, events)),
  };
  services.jobs.handle(eventJob, async ({ provider, eventId }) => {
    await handle(services, inbox, provider, eventId);
  });
  services.sweeps.add({
    name: "server-inbox",
    everySeconds: 30,
    waits: {
      text: { id: "Kabar mitra yang belum diproses", en: "Partners’ reports not handled", zh: "未处理的合作方通知" },
      rows: [{ table: "partner_event", at: "received_at", where: sql<boolean>`handled_at is null` }],
    },
    run: () => handleLeftBehind(services, inbox),
  });
}

/** Takes a notification, and gives what the partner is answered. */
export async function receiveNotification(services: Services, caller: Caller, path: string): Promise<PartnerAnswer> {
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
interface EventName {
  provider: string;
  eventId: string;
  kind: Kind;
}
interface Inbox {
  handlers: Handlers;
  together(key: string, event: EventName): Promise<boolean>;
}

/** Does what an event means, once, however many try; one that cannot be judged yet is put off. False where it is done already. */
async function handle(
  services: Services,
  { handlers, together }: Inbox,
  provider: string,
  eventId: string,
): Promise<boolean> {
  const { database, clock } = services;
  const told = await openPartnerEvent(database, provider, eventId);
  if (!told) return false;
  const handler = handlers.get(told.kind);
  if (!handler) throw new Error(`No domain handles ${told.kind}.`);
  const key = handler.together?.by(told) ?? null;
  if (key !== null) return together(`${provider}\n${told.kind}\n${key}`, { provider, eventId, kind: told.kind });
  const answer = await handler.ask?.(services, told);
  const outcome =
    answer === "LATER"
      ? "LATER"
      : await transact(database, async (trx) => {
          const [event] = await lockPartnerEvents(trx, provider, [eventId]);
          if (!event) return null;
          const found = await handler.apply(services, trx, event, answer);
          if (found !== "LATER") await judged(services, trx, [{ event, answered: found }]);
          return found;
        });
  if (outcome === "LATER") await putEventOff(database, provider, eventId, clock.now());
  return outcome !== null;
}

/** Events of one provider and kind that belong together. Answers of each whether it was done here. */
async function applyTogether(
  services: Services,
  handlers: Handlers,
  names: readonly EventName[],
): Promise<readonly boolean[]> {
  const { provider, kind } = names[0]!;
  const { together } = handlers.get(kind)!;
  const done = await transact(services.database, async (trx) => {
    const events = await lockPartnerEvents(
      trx,
      provider,
      names.map(({ eventId }) => eventId),
    );
    if (events.length === 0) return [];
    const answers = await together!.apply(services, trx, events);
    await judged(
      services,
      trx,
      events.map((event, index) => ({ event, answered: answers[index]! })),
    );
    return events.map(({ eventId }) => eventId);
  });
  return names.map(({ eventId }) => done.includes(eventId));
}

async function handleLeftBehind(services: Services, inbox: Inbox): Promise<number> {
  const { database, clock, log } = services;
  const before = new Date(clock.now().getTime() - leftBehindMilliseconds);
  let handled = 0;
  for (const { provider, eventId } of await openPartnerEvents(database, before, clock.now(), sweptAtOnce)) {
    try {
      if (await handle(services, inbox, provider, eventId)) handled += 1;
    } catch (error) {
      log.error("partner's event not handled", { reference: eventId, error });
      await putEventOff(database, provider, eventId, clock.now());
      // It is out of the way: the next round goes on behind it.
      handled += 1;
    }
  }
  return handled;
}

interface Judged {
  event: Pick<PartnerEvent, "provider" | "eventId">;
  answered: EventOutcome | Judgement;
}

/** Notes what became of events of one provider, and tells of those that need a person. */
async function judged(services: Services, trx: Transaction, all: readonly Judged[]): Promise<void> {
  const found = all.map(({ event, answered }) => ({
    event,
    ...(typeof answered === "string" ? { outcome: answered } : answered),
  }));
  await endPartnerEvents(
    trx,
    found.map(({ event, outcome }) => ({ ...event, outcome })),
    services.clock.now(),
  );
  for (const { event, ...judgement } of found) await tellOfDoubt(services, trx, event, judgement);
}

async function tellOfDoubt(
  services: Services,
  trx: Transaction,
  { provider, eventId }: Judged["event"],
  { outcome, borrowerId = null, loanId = null, isPursued }: Judgement,
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

/** Has an event judged once more, as if it had just come; false where it is unknown, or is being judged. */
export async function judgeAgain(
  services: Services,
  trx: Transaction,
  { provider, eventId }: Pick<PartnerEvent, "provider" | "eventId">,
): Promise<boolean> {
  const opened = await trx
    .updateTable("partner_event")
    .set({ handled_at: null, outcome: null, failures: 0, try_again_at: null })
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("outcome", "in", [...doubts])
    .returning("event_id")
    .executeTakeFirst();
  if (!opened) return false;
  await services.jobs.send(trx, eventJob, { provider, eventId });
  return true;
}

/** The event behind a `reportDoubted`; null where its id was too long to be named. */
export async function findDoubted(reader: Reader, doubtId: string): Promise<PartnerEvent | null> {
  const row = await reader
    .selectFrom("domain_event as e")
    .innerJoin("partner_event as p", (join) =>
      join
        .on("p.provider", "=", sql<string>`e.data ->> 'provider'`)
        .on("p.event_id", "=", sql<string>`e.data ->> 'reportId'`),
    )
    .select(["p.provider", "p.event_id", "p.body", "p.received_at"])
    .where("e.name", "=", reportDoubted.name)
    .where("e.id", "=", doubtId)
    .executeTakeFirst();
  return row
    ? { provider: row.provider, eventId: row.event_id, body: bodyOf(row.body), receivedAt: row.received_at }
    : null;
}
