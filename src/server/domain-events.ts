/**
 * Domain events: announced below, heard above. A domain announces in its business transaction what has happened; those that
 * must know subscribe, and the announcing domain does not know them. // docs/decisions/225
 */
import { sql } from "kysely";
import * as v from "valibot";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { defineJob, type JobKind } from "#server/work/jobs.ts";
import { nextTry } from "#server/work/next-try.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";

/** What an event may say: ids, codes, dates, flags and counts. Nothing personal, no amounts: whoever needs more reads the rows that it names. */
type EventEntries = Record<string, v.GenericSchema<string | number | boolean | null>>;

export interface DomainEvent<Data extends object = object, Refusable extends boolean = boolean> {
  /** `<domain>.<past tense>`: `loan.paid_off`. */
  name: string;
  data: v.GenericSchema<unknown, Data>;
  /** Whether a `within` subscriber may refuse it: only where a person's call announces it. */
  refusable: Refusable;
}

/** What a subscriber hears. */
export type Occurrence<Data extends object = object> = Readonly<Data> & {
  /** Derived from what happened (`paid_off_<loan>`); unique among the events of its name. */
  readonly id: string;
  /** When it happened, by business time. */
  readonly at: Date;
};

const eventName = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/;
const maxTextLength = 100;

/**
 * Declares an event by its name and the shape of its data; in the announcing domain's `server/events.ts`.
 * @throws RangeError for another form of name, or data that name an amount
 */
export function defineEvent<Entries extends EventEntries, Refusable extends boolean = false>(
  name: string,
  data: v.ObjectSchema<Entries, undefined>,
  options: { refusable?: Refusable } = {},
): DomainEvent<v.InferOutput<v.ObjectSchema<Entries, undefined>>, Refusable> {
  if (!eventName.test(name)) throw new RangeError(`${name} is no name of an event: <domain>.<past tense>.`);
  const strange = Object.keys(data.entries).filter(
    (field) => field === "id" || field === "at" || /(?:Rupiah|Amount|amount|Name|Number|Text)$/.test(field),
  );
  if (strange.length > 0)
    throw new RangeError(`${name} may hold ids, codes, dates and flags only: ${strange.join(", ")}.`);
  return {
    name,
    data,
    refusable: (options.refusable ?? false) as Refusable,
  };
}

/** What a subscriber did in the transaction of something that cannot be undone: all of it, or a row for staff where it did not fit. */
export type Fitted = "DONE" | "LEFT_TO_STAFF";

type AfterHandler<Data extends object> = (
  services: Services,
  trx: Transaction,
  occurrence: Occurrence<Data>,
) => Promise<void>;
/** Must not throw: what it hears has happened already. It says so by its answer. */
type FittingHandler<Data extends object> = (
  services: Services,
  trx: Transaction,
  occurrence: Occurrence<Data>,
) => Promise<Fitted>;
/** May refuse with a code that the announcing call declares; then nothing of the transaction stays. */
type RefusingHandler<Data extends object> = (
  services: Services,
  trx: Transaction,
  occurrence: Occurrence<Data>,
  refuse: (code: string) => never,
) => Promise<void>;

export interface Subscription {
  event: DomainEvent;
  /** Unique in the house: `limit-assessment`. */
  key: string;
  when: "AFTER" | "WITHIN";
  run(services: Services, trx: Transaction, occurrence: Occurrence): Promise<unknown>;
}

/**
 * Hears the event after its commit: at least once, tried again until it succeeds, whatever becomes of others. The handler runs in a
 * transaction that also notes that it is done, so what it writes by `trx` is written once.
 */
export function after<Data extends object>(
  event: DomainEvent<Data>,
  key: string,
  handler: AfterHandler<Data>,
): Subscription {
  return { event: event as unknown as DomainEvent, key, when: "AFTER", run: handler as never };
}

/**
 * Hears the event in its transaction, in the order of registration: only where money, limits or rights must agree at every instant.
 * Each is listed in docs/architecture.md.
 */
export function within<Data extends object, Refusable extends boolean>(
  event: DomainEvent<Data, Refusable>,
  key: string,
  handler: Refusable extends true ? RefusingHandler<Data> : FittingHandler<Data>,
): Subscription {
  const run = async (services: Services, trx: Transaction, occurrence: Occurrence): Promise<unknown> => {
    try {
      return await (handler as unknown as RefusingHandler<object>)(services, trx, occurrence, refuse);
    } catch (error) {
      if (event.refusable || !(error instanceof Refusal)) throw error;
      throw new Error(`${key} refuses ${event.name} with ${error.code}, which has happened already.`);
    }
  };
  return { event: event as unknown as DomainEvent, key, when: "WITHIN", run };
}

function refuse(code: string): never {
  throw new Refusal(code);
}

export interface Events {
  /**
   * Writes that something has happened, and lets those hear it that must in this transaction. False where this id of the event was
   * announced before: then nothing is done.
   * @throws what a `within` subscriber of a refusable event refuses with
   */
  announce<Data extends object>(
    trx: Transaction,
    event: DomainEvent<Data>,
    occurrence: NoInfer<Occurrence<Data>>,
  ): Promise<boolean>;
  /** Takes the subscriptions of all domains; once, by the wiring, before jobs are worked. */
  open(services: Services): void;
}

// A job's payload: an interface would not fit its record.
type Delivery = { name: string; eventId: string };
interface Opened {
  services: Services;
  within: Map<string, Subscription[]>;
  after: Map<string, Subscription[]>;
  jobs: Map<string, JobKind<Delivery>>;
}

/** A job has done its work by then; after it the sweep sends it again. */
const jobMilliseconds = 120_000;
/** A job takes many of one subscriber at a time, few of them side by side: each holds a connection. */
const batch = { size: 50, sideBySide: 4 };
const resentAtOnce = 500;
/** So many failures are somebody's business. */
const failuresUntilError = 3;

export function createEvents(): Events {
  let opened: Opened | undefined;
  return {
    open(services) {
      opened = openedWith(services);
      for (const [key, job] of opened.jobs) {
        const subscription = services.domains
          .flatMap(({ subscribes }) => subscribes ?? [])
          .find((one) => one.key === key)!;
        services.jobs.handle(job, (delivery) => deliver(services, subscription, delivery));
      }
      const { jobs } = opened;
      services.sweeps.add({
        name: "server-events",
        everySeconds: 15,
        waits: {
          text: { id: "Kabar antarbagian", en: "Domain events", zh: "领域事件" },
          rows: [{ table: "domain_event_delivery", at: "due_at" }],
        },
        run: () => resend(services, jobs),
      });
    },
    async announce(trx, event, { id, at, ...data }) {
      if (!opened) throw new Error(`${event.name} is announced before the subscriptions are open.`);
      return write(opened, trx, event as unknown as DomainEvent, { ...v.parse(event.data, data), id, at });
    },
  };
}

function openedWith(services: Services): Opened {
  const opened: Opened = { services, within: new Map(), after: new Map(), jobs: new Map() };
  const keys = new Set<string>();
  for (const subscription of services.domains.flatMap(({ subscribes }) => subscribes ?? [])) {
    const { key, event, when } = subscription;
    if (keys.has(key)) throw new Error(`There are two subscribers named ${key}.`);
    keys.add(key);
    const byEvent = when === "WITHIN" ? opened.within : opened.after;
    byEvent.set(event.name, [...(byEvent.get(event.name) ?? []), subscription]);
    if (when === "AFTER") opened.jobs.set(key, jobOf(key));
  }
  return opened;
}

/** A queue for each subscriber, so that one that is slow keeps no other waiting. */
const jobOf = (key: string): JobKind<Delivery> =>
  defineJob(`event-${key}`, v.strictObject({ name: v.string(), eventId: v.string() }), { retryLimit: 3 }, batch);

async function write(opened: Opened, trx: Transaction, event: DomainEvent, occurrence: Occurrence): Promise<boolean> {
  const { services } = opened;
  const { id, at, ...data } = occurrence;
  for (const value of [id, ...Object.values(data)])
    if (typeof value === "string" && value.length > maxTextLength)
      throw new Error(`${event.name} holds a long text; events carry ids, codes, dates and flags only.`);
  // Waits for another transaction that announces the same: only one of them is the first.
  const { numInsertedOrUpdatedRows: isFirst } = await trx
    .insertInto("domain_event")
    .values({
      name: event.name,
      id,
      happened_at: at,
      data: JSON.stringify(data),
      written_at: services.clock.realNow(),
    })
    .onConflict((conflict) => conflict.columns(["name", "id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!isFirst) return false;
  const later = opened.after.get(event.name) ?? [];
  if (later.length > 0) {
    const dueAt = new Date(services.clock.now().getTime() + jobMilliseconds);
    await trx
      .insertInto("domain_event_delivery")
      .values(later.map(({ key }) => ({ name: event.name, event_id: id, subscriber: key, due_at: dueAt })))
      .execute();
    for (const { key } of later)
      await services.jobs.send(trx, opened.jobs.get(key)!, { name: event.name, eventId: id });
  }
  for (const subscription of opened.within.get(event.name) ?? []) await subscription.run(services, trx, occurrence);
  return true;
}

/** Deliveries that still wait for their subscriber, and for how many whole seconds the oldest of those that are due is. */
export async function deliveriesWaiting(
  reader: Reader,
  now: Date,
): Promise<{ waiting: number; oldestDueSeconds: number }> {
  const { count, oldest } = await reader
    .selectFrom("domain_event_delivery")
    .select(({ fn }) => [fn.countAll<string>().as("count"), fn.min("due_at").as("oldest")])
    .executeTakeFirstOrThrow();
  const late = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { waiting: Number(count), oldestDueSeconds: Math.max(0, late) };
}

/** Of these occurrences of an event, by id, those that somebody still has to hear `after`. */
export async function unheardOf(
  reader: Reader,
  { name }: Pick<DomainEvent, "name">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await reader
    .selectFrom("domain_event_delivery")
    .select("event_id")
    .where("name", "=", name)
    .where("event_id", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** Takes the delivery and does what it is for, in one transaction. Nothing happens where it is done already, or being done. */
async function deliver(services: Services, subscription: Subscription, { name, eventId }: Delivery): Promise<void> {
  const { key, event } = subscription;
  try {
    await transact(services.database, async (trx) => {
      const { rows } = await sql<{ happened_at: Date; data: unknown }>`
        with mine as (delete from domain_event_delivery where (name, event_id, subscriber) in (
          select name, event_id, subscriber from domain_event_delivery
          where name = ${name} and event_id = ${eventId} and subscriber = ${key} for update skip locked) returning name, event_id)
        select e.happened_at, e.data from domain_event e join mine on mine.name = e.name and mine.event_id = e.id`.execute(
        trx,
      );
      const [row] = rows;
      if (row)
        await subscription.run(services, trx, { ...v.parse(event.data, row.data), id: eventId, at: row.happened_at });
    });
  } catch (error) {
    await noteFailure(services, key, { name, eventId }, error);
  }
}

/** The job is done with it: the sweep sends it again, later each time. */
async function noteFailure(
  { database, clock, log }: Services,
  subscriber: string,
  { name, eventId }: Delivery,
  error: unknown,
): Promise<void> {
  const failures = await transact(database, async (trx) => {
    const waiting = await trx
      .selectFrom("domain_event_delivery")
      .select("failures")
      .where("name", "=", name)
      .where("event_id", "=", eventId)
      .where("subscriber", "=", subscriber)
      .forUpdate()
      .executeTakeFirst();
    const before = waiting?.failures ?? 0;
    await putOff(trx, subscriber, { name, eventId }, { failures: before + 1, due_at: nextTry(clock.now(), before) });
    return before + 1;
  });
  const fields = { job: `event-${subscriber}`, reference: `${name} ${eventId}`, attempt: failures, error };
  if (failures > failuresUntilError) log.error("event not delivered", fields);
  else log.warn("event not delivered, to be tried again", fields);
}

async function putOff(
  trx: Transaction,
  subscriber: string,
  { name, eventId }: Delivery,
  set: { due_at: Date; failures?: number },
): Promise<void> {
  await trx
    .updateTable("domain_event_delivery")
    .set(set)
    .where("name", "=", name)
    .where("event_id", "=", eventId)
    .where("subscriber", "=", subscriber)
    .execute();
}

/** Finds what a job lost, or failed at, and sends it again. Of subscribers that this process knows: a newer release may have more. */
async function resend(services: Services, jobs: Opened["jobs"]): Promise<number> {
  if (jobs.size === 0) return 0;
  const now = services.clock.now();
  return transact(services.database, async (trx) => {
    const { rows } = await sql<{ name: string; event_id: string; subscriber: string; failures: number }>`
      select name, event_id, subscriber, failures from domain_event_delivery
      where subscriber = any(${[...jobs.keys()]}::text[]) and due_at <= ${now}
      order by due_at limit ${resentAtOnce} for update skip locked`.execute(trx);
    for (const { name, event_id: eventId, subscriber, failures } of rows) {
      const dueAt = nextTry(new Date(now.getTime() + jobMilliseconds), failures);
      await putOff(trx, subscriber, { name, eventId }, { due_at: dueAt });
      await services.jobs.send(trx, jobs.get(subscriber)!, { name, eventId });
    }
    return rows.length;
  });
}
