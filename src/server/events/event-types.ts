/** Shapes of domain events and their subscribers. The services that a subscriber is handed are a parameter: they hold the events themselves. */
import type * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import type { Text } from "#shared/texts.ts";

export interface DomainEvent<Data extends object = object, Refusable extends boolean = boolean> {
  /** `<domain>.<past tense>`: `loan.paid_off`. */
  name: string;
  data: v.GenericSchema<unknown, Data>;
  /** Whether a `within` subscriber may refuse it: only when a person's call announces it. */
  refusable: Refusable;
}

/** The event as a subscriber receives it. */
export type Occurrence<Data extends object = object> = Readonly<Data> & {
  /** Derived from the cause (`paid_off_<loan>`); unique among the events with its name. */
  readonly id: string;
  /** When it happened, by business time. */
  readonly at: Date;
};

/** The texts of a subscriber that may create exceptions. */
export interface ExceptionTexts<Cause extends string = string> {
  /** The subscriber's task, for staff: "Opening the books of a loan". */
  text: Text;
  /** The possible causes, by the codes of its answers. */
  causes: Readonly<Record<Cause, Text>>;
}

export interface SubscriptionOf<Services> {
  event: DomainEvent;
  /** Unique in the house: `limit-assessment`. */
  key: string;
  when: "AFTER" | "WITHIN";
  run(services: Services, trx: Transaction, occurrence: Occurrence): Promise<unknown>;
  /** For subscribers that may create exceptions for staff. */
  exceptions?: ExceptionTexts;
}

/** An event and one of its subscribers. */
export interface SubscribedEvent {
  name: string;
  eventId: string;
  subscriber: string;
}

export interface EventsOf<Services> {
  /**
   * Announces an event and runs its `within` subscribers in this transaction. False when this id of the event was
   * announced before: then nothing is done.
   * @throws the refusal of a `within` subscriber of a refusable event
   */
  announce<Data extends object>(
    trx: Transaction,
    event: DomainEvent<Data>,
    occurrence: NoInfer<Occurrence<Data>>,
  ): Promise<boolean>;
  /** Runs one subscriber again, after the commit, for an event that it left to staff. False when this process does not know the subscriber. */
  tryAgain(trx: Transaction, subscribed: SubscribedEvent): Promise<boolean>;
  /** Takes the subscriptions of all domains; once, by the wiring, before jobs are worked. */
  open(services: Services, subscriptions: readonly SubscriptionOf<Services>[]): void;
  /** The subscription for a key; undefined when this release has none (any more). */
  subscription(key: string): SubscriptionOf<Services> | undefined;
}
