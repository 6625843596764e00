/** Events of a loan after its disbursement. The history is a set: order of arrival and repetition change nothing. */
import { type BusinessDate, assertDate } from "#shared/dates.ts";
import { assertRupiah } from "#shared/money.ts";

/** The parts of a loan's debt. Late fees belong to the loan, the others to its rows. */
export type Component = "PRINCIPAL" | "INTEREST" | "FEE" | "LATE_FEE";

interface Happened {
  /** Derived from the business object; the same id twice is the same event. */
  id: string;
  /** The day it counts from, in WIB; for a payment the day the rail was paid. // Product decisions 4: value date */
  valueDate: BusinessDate;
}

/**
 * Where a payment's money was before: the borrower's balance, a payment that had no known loan at first, or another loan. RESTRUCTURE is
 * the same debt under new terms; REPLACEMENT is a repeat loan that pays this one off, as the borrower's own money would.
 */
export type PaymentSource = "RAIL" | "BALANCE" | `UNMATCHED:${string}` | "RESTRUCTURE" | "REPLACEMENT";

/** Money for this loan. */
export interface PaymentEvent extends Happened {
  kind: "PAYMENT";
  amountRupiah: number;
  /** Used only by the books; RAIL if omitted. */
  from?: PaymentSource;
}
/** A part of the debt is given up: WAIVER by a staff decision, DISCOUNT by a coupon or campaign. An amount above the debt lapses. */
export interface Reduction extends Happened {
  kind: "WAIVER" | "DISCOUNT";
  of: Component;
  amountRupiah: number;
}
/** The claim is given up in the books; late fees end, the debt itself stays. Only after the last due date. */
export interface WriteOff extends Happened {
  kind: "WRITE_OFF";
}
/** Cancels an earlier event: a payment that the bank reversed, a waiver made by mistake. */
export interface Reversal extends Happened {
  kind: "REVERSAL";
  eventId: string;
}
export type LoanEvent = PaymentEvent | Reduction | WriteOff | Reversal;

export class EventRefused extends Error {
  override readonly name = "EventRefused";
  readonly code: "EVENT_BEFORE_DISBURSEMENT" | "EVENT_ID_REUSED" | "WRITE_OFF_TOO_EARLY";
  constructor(code: EventRefused["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws RangeError for a malformed event and EventRefused for one before the loan began */
export function assertEvent(event: LoanEvent, disbursedOn: BusinessDate): void {
  assertDate(event.valueDate, "valueDate");
  if (event.id === "") throw new RangeError("an event needs an id");
  if (event.valueDate < disbursedOn) {
    throw new EventRefused(
      "EVENT_BEFORE_DISBURSEMENT",
      `${event.id} counts from ${event.valueDate}, before the loan began on ${disbursedOn}`,
    );
  }
  if ("amountRupiah" in event && assertRupiah(event.amountRupiah) === 0)
    throw new RangeError(`${event.id} moves nothing`);
}

/** A discount given with a loan counts from the loan's first day, even if that day was moved because the money came back and went out again. */
export function datedWithin(event: LoanEvent, disbursedOn: BusinessDate): LoanEvent {
  return event.kind === "DISCOUNT" && event.valueDate < disbursedOn ? { ...event, valueDate: disbursedOn } : event;
}

// On one day, reductions of the debt come before payments: a coupon used with a payment must not be left over.
const rankOnOneDay = { DISCOUNT: 0, WAIVER: 1, PAYMENT: 2, WRITE_OFF: 3, REVERSAL: 4 } as const satisfies Record<
  LoanEvent["kind"],
  number
>;

/** The only order in which events count: by value date, on one day by kind, then by id. Never zero for different ids. */
export function compareEvents(a: LoanEvent, b: LoanEvent): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  if (a.kind !== b.kind) return rankOnOneDay[a.kind] - rankOnOneDay[b.kind];
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Sorts the events and keeps each id once. Throws EventRefused when two different events have one id. */
export function orderEvents(events: readonly LoanEvent[]): LoanEvent[] {
  const byId = new Map<string, LoanEvent>();
  for (const event of events) {
    const known = byId.get(event.id);
    if (known) assertSameEvent(known, event);
    else byId.set(event.id, event);
  }
  return [...byId.values()].sort(compareEvents);
}

/** Accepts an event that is known under its id. @throws EventRefused EVENT_ID_REUSED when its content differs */
export function assertSameEvent(known: LoanEvent, event: LoanEvent): void {
  if (fingerprint(known) !== fingerprint(event))
    throw new EventRefused("EVENT_ID_REUSED", `${event.id} stands for two different events`);
}

function fingerprint(event: LoanEvent): string {
  const { kind, valueDate } = event;
  return JSON.stringify([
    kind,
    valueDate,
    "amountRupiah" in event ? event.amountRupiah : null,
    "of" in event ? event.of : null,
    "from" in event ? (event.from ?? "RAIL") : "RAIL",
    "eventId" in event ? event.eventId : null,
  ]);
}

/** The events without reversed events and without the reversals themselves. */
export function withoutReversed(ordered: readonly LoanEvent[]): LoanEvent[] {
  const reversed = new Set<string>();
  for (const event of ordered) if (event.kind === "REVERSAL") reversed.add(event.eventId);
  return ordered.filter((event) => event.kind !== "REVERSAL" && !reversed.has(event.id));
}
