/**
 * Domain events: published by lower layers, received by higher ones. A domain announces in its business transaction what has
 * happened; those that must know subscribe, and the announcing domain does not know them. // docs/decisions/225
 */
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import { deliverEvent, deliverLater, deliveryJobOf, resend } from "#server/events/event-deliveries.ts";
import { recordException, type Fitted } from "#server/events/event-exceptions.ts";
import type { Subscription } from "#server/events/event-subscription.ts";
import type { DomainEvent, EventsOf, ExceptionTexts, Occurrence } from "#server/events/event-types.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";

export type { Subscription } from "#server/events/event-subscription.ts";
export type { DomainEvent, Occurrence } from "#server/events/event-types.ts";

/** Data of an event: ids, codes, dates, flags and counts. No personal data and no amounts: subscribers that need more read the rows it names. */
type EventEntries = Record<string, v.GenericSchema<string | number | boolean | null>>;

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

type Handler<Data extends object, Answer> = (
  services: Services,
  trx: Transaction,
  occurrence: Occurrence<Data>,
) => Promise<Answer>;
/** Throws to be retried; exceptions for staff are returned as the answer. */
type AfterHandler<Data extends object, Cause extends string> = Handler<Data, void | Fitted<Cause>>;
/** Must not throw, because the event has already happened; failures are returned as the answer. */
type FittingHandler<Data extends object, Cause extends string> = Handler<Data, Fitted<Cause>>;
/** May refuse with a code declared by the announcing call; then the transaction is rolled back. */
type RefusingHandler<Data extends object> = (
  services: Services,
  trx: Transaction,
  occurrence: Occurrence<Data>,
  refuse: (code: string) => never,
) => Promise<void>;

/**
 * Subscribes to the event after its commit: at least once, retried until it succeeds, independent of other subscribers.
 * The handler runs in a transaction that also records that it is done, so its writes through `trx` happen once.
 */
export function after<Data extends object, Cause extends string = never>(
  event: DomainEvent<Data>,
  key: string,
  handler: AfterHandler<Data, NoInfer<Cause>>,
  ...words: WordsOf<Cause>
): Subscription {
  return { event: event as unknown as DomainEvent, key, when: "AFTER", run: handler as never, ...exceptionsOf(words) };
}

/** A subscriber that may create an exception for staff must give the texts and reasons for it. */
type WordsOf<Cause extends string> = [Cause] extends [never] ? [] : [exceptions: ExceptionTexts<Cause>];
const exceptionsOf = ([exceptions]: readonly ExceptionTexts[]): Pick<Subscription, "exceptions"> =>
  exceptions ? { exceptions } : {};

/**
 * Subscribes to the event inside its transaction, in the order of registration: only where money, limits or rights must
 * agree at every instant. Each is listed in docs/decisions/225.
 */
export function within<Data extends object, Refusable extends boolean, Cause extends string = never>(
  event: DomainEvent<Data, Refusable>,
  key: string,
  handler: Refusable extends true ? RefusingHandler<Data> : FittingHandler<Data, NoInfer<Cause>>,
  ...words: WordsOf<Cause>
): Subscription {
  const run = async (services: Services, trx: Transaction, occurrence: Occurrence): Promise<unknown> => {
    try {
      return await (handler as unknown as RefusingHandler<object>)(services, trx, occurrence, refuse);
    } catch (error) {
      if (event.refusable || !(error instanceof Refusal)) throw error;
      throw new Error(`${key} refuses ${event.name} with ${error.code}, which has happened already.`);
    }
  };
  return { event: event as unknown as DomainEvent, key, when: "WITHIN", run, ...exceptionsOf(words) };
}

function refuse(code: string): never {
  throw new Refusal(code);
}

interface Opened {
  services: Services;
  byKey: Map<string, Subscription>;
  within: Map<string, Subscription[]>;
  after: Map<string, Subscription[]>;
  jobs: Map<string, ReturnType<typeof deliveryJobOf>>;
}

export function createEvents(): EventsOf<Services> {
  let opened: Opened | undefined;
  return {
    open(services, subscriptions) {
      opened = openedWith(services, subscriptions);
      for (const [key, job] of opened.jobs) {
        const subscription = opened.byKey.get(key)!;
        services.jobs.handle(job, (delivery) => deliverEvent(services, subscription, delivery));
      }
      const { jobs } = opened;
      services.sweeps.add({
        name: "server-events",
        everySeconds: 15,
        waits: {
          text: { id: "Kabar antarbagian", en: "Domain events", zh: "领域事件" },
          rows: [{ table: "domain_event_delivery", at: "dueAt" }],
        },
        run: () => resend(services, jobs),
      });
    },
    subscription: (key) => opened?.byKey.get(key),
    async tryAgain(trx, { subscriber, ...heard }) {
      if (!opened?.jobs.has(subscriber)) return false;
      await deliverLater(opened.services, trx, opened.jobs, heard, [subscriber]);
      return true;
    },
    async announce(trx, event, { id, at, ...data }) {
      if (!opened) throw new Error(`${event.name} is announced before the subscriptions are open.`);
      return write(opened, trx, event as unknown as DomainEvent, { ...v.parse(event.data, data), id, at });
    },
  };
}

function openedWith(services: Services, subscriptions: readonly Subscription[]): Opened {
  const opened: Opened = { services, byKey: new Map(), within: new Map(), after: new Map(), jobs: new Map() };
  for (const subscription of subscriptions) {
    const { key, event, when, exceptions } = subscription;
    if (opened.byKey.has(key)) throw new Error(`There are two subscribers named ${key}.`);
    opened.byKey.set(key, subscription);
    const byEvent = when === "WITHIN" ? opened.within : opened.after;
    byEvent.set(event.name, [...(byEvent.get(event.name) ?? []), subscription]);
    // An exception from a `within` subscriber is retried later, outside the event's transaction.
    if (when === "AFTER" || exceptions) opened.jobs.set(key, deliveryJobOf(key));
  }
  return opened;
}

async function write(opened: Opened, trx: Transaction, event: DomainEvent, occurrence: Occurrence): Promise<boolean> {
  const { services } = opened;
  const { id, at, ...data } = occurrence;
  for (const value of [id, ...Object.values(data)])
    if (typeof value === "string" && value.length > maxTextLength)
      throw new Error(`${event.name} holds a long text; events carry ids, codes, dates and flags only.`);
  // Waits for another transaction that announces the same event: only one of them is the first.
  const { numInsertedOrUpdatedRows: isFirst } = await trx
    .insertInto("domain_event")
    .values({
      name: event.name,
      id,
      happenedAt: at,
      data: JSON.stringify(data),
      writtenAt: services.clock.realNow(),
    })
    .onConflict((conflict) => conflict.columns(["name", "id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!isFirst) return false;
  const later = opened.after.get(event.name) ?? [];
  const keys = later.map(({ key }) => key);
  await deliverLater(services, trx, opened.jobs, { name: event.name, eventId: id }, keys);
  for (const subscription of opened.within.get(event.name) ?? []) {
    const answer = await subscription.run(services, trx, occurrence);
    await recordException(services, trx, subscription, occurrence, answer);
  }
  return true;
}
