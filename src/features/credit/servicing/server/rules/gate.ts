/**
 * The gate: whether a borrower may be contacted about money now, and if not, why and from when on. Pure: the caller reads the facts in
 * the transaction of the contact. // Spec credit-support 0.1 and 6; POJK 22/2023 art. 62(2)
 */
import {
  addDays,
  contactHours,
  dateIn,
  instantOf,
  isInside,
  nextInside,
  type BusinessDate,
  type HourWindow,
  type Zone,
} from "#shared/dates.ts";
import { ownDays, type ClosedReason } from "../../contract.ts";

/** REMINDER announces an amount before its due date and counts for no limit; MESSAGE asks for due money; CALL is a call by a person. */
export type ContactChannel = "REMINDER" | "MESSAGE" | "CALL";

/** How often at most, as data: a figure changes by adding a row, never by editing one. */
export interface ContactLimits {
  /** First day on which it counts. */
  from: BusinessDate;
  source: string;
  messagesADay: number;
  messagesAWeek: number;
  triesADay: number;
  triesAWeek: number;
  reachedADay: number;
  /** The latest day past due on which we contact the borrower ourselves. */
  lastOwnDay: number;
}
export const contactLimits: readonly ContactLimits[] = [
  {
    from: "2026-01-01",
    source: "Own policy; own collection up to 90 days late: AFPI code of conduct",
    messagesADay: 1,
    messagesAWeek: 3,
    triesADay: 2,
    triesAWeek: 5,
    reachedADay: 1,
    lastOwnDay: ownDays,
  },
];

export interface ContactFacts {
  zone: Zone;
  /** National holidays. */
  holidays: ReadonlySet<BusinessDate>;
  /** Other hours that the borrower agreed to, and until when. */
  consent: { window: HourWindow; until: Date } | null;
  /** The loan runs, or is written off and still owed. */
  isOwed: boolean;
  /** Something is due by today. */
  isDue: boolean;
  daysPastDue: number;
  /** A reason that blocks contact without a known end; the first one that applies. */
  matter: Extract<ClosedReason, "COMPLAINT" | "TAKEN_BACK" | "PAYOUT_RETURNED" | "CONTESTED" | "DEATH"> | null;
  /** Until when a promise to pay runs; null without one. */
  promiseUntil: Date | null;
  /** Until when collection rests because the borrower asked for help, or a repeat loan is about to pay this one. */
  restUntil: Date | null;
  /** Messages about owed money, calls that were tried, and those that reached the borrower, of the last eight days. */
  messages: readonly Date[];
  tries: readonly Date[];
  reached: readonly Date[];
}

export type ContactPermission = { may: true } | { may: false; reason: ClosedReason; opensAt: Date | null };

const weekDays = 7;

/** The limits of contacts in force on a day. @throws RangeError before the first row */
export function limitsOn(day: BusinessDate, rows: readonly ContactLimits[] = contactLimits): ContactLimits {
  const row = rows.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
  if (!row) throw new RangeError(`No limits of contacts are in force on ${day}.`);
  return row;
}

/** The reason that closes the gate at any hour; null when there is none. */
export function closureOf(facts: ContactFacts, channel: ContactChannel, at: Date): ClosedReason | null {
  const { promiseUntil, restUntil } = facts;
  if (!facts.isOwed) return "NOT_OWED";
  if (facts.matter) return facts.matter;
  if (facts.daysPastDue > limitsOn(dateIn(at, facts.zone)).lastOwnDay) return "OVER_90_DAYS";
  if (restUntil && restUntil > at) return "HELP_ASKED";
  // A promise stops everything that asks for money; what will be due is still announced.
  if (promiseUntil && promiseUntil > at && channel !== "REMINDER") return "PROMISE";
  if (channel !== "REMINDER" && !facts.isDue) return "PAID_UP";
  return null;
}

/** Whether the borrower may be contacted so at this instant; else why not, and from when on as far as it is known. */
export function mayContact(facts: ContactFacts, channel: ContactChannel, at: Date): ContactPermission {
  const reason = closureOf(facts, channel, at);
  if (reason !== null) return { may: false, reason, opensAt: opensAfter(facts, channel, reason) };
  if (!isOpenHour(facts, at)) return { may: false, reason: "HOURS", opensAt: opening(facts, channel, at) };
  const limit = limitReached(facts, channel, at);
  return limit === null ? { may: true } : { may: false, reason: limit, opensAt: opening(facts, channel, at) };
}

/** The end of a promise or of a pause is known; the other reasons end when people act. */
function opensAfter(facts: ContactFacts, channel: ContactChannel, reason: ClosedReason): Date | null {
  const until = reason === "PROMISE" ? facts.promiseUntil : reason === "HELP_ASKED" ? facts.restUntil : null;
  if (!until) return null;
  const opensAt = opening(facts, channel, until);
  const next = closureOf(facts, channel, opensAt);
  return next === null ? opensAt : next === reason ? null : opensAfter(facts, channel, next);
}

function isOpenHour({ zone, holidays, consent }: ContactFacts, at: Date): boolean {
  return isInside(contactHours, at, zone, holidays) || isConsented({ zone, holidays, consent }, at);
}

const isConsented = ({ zone, consent }: Pick<ContactFacts, "zone" | "holidays" | "consent">, at: Date): boolean =>
  consent !== null && at < consent.until && isInside(consent.window, at, zone, noDays);
const noDays: ReadonlySet<BusinessDate> = new Set();

/** The first instant from `from` on that is within the hours and below each limit, as far as today's facts go. */
function opening(facts: ContactFacts, channel: ContactChannel, from: Date): Date {
  const { zone, holidays, consent } = facts;
  for (let at = from; ;) {
    const usual = nextInside(contactHours, at, zone, holidays);
    const agreed = consent && nextInside(consent.window, at, zone, noDays);
    const open = agreed && consent && agreed < consent.until && agreed < usual ? agreed : usual;
    if (limitReached(facts, channel, open) === null) return open;
    at = instantOf(addDays(dateIn(open, zone), 1), zone);
  }
}

/** Days are the borrower's own; a week is that day and the six before it. */
function limitReached(facts: ContactFacts, channel: ContactChannel, at: Date): ClosedReason | null {
  if (channel === "REMINDER") return null;
  const { zone } = facts;
  const today = dateIn(at, zone);
  const since = addDays(today, 1 - weekDays);
  const limits = limitsOn(today);
  const ofDay = (all: readonly Date[]): number => all.filter((one) => dateIn(one, zone) === today).length;
  const ofWeek = (all: readonly Date[]): number =>
    all.filter((one) => dateIn(one, zone) >= since && dateIn(one, zone) <= today).length;
  if (channel === "MESSAGE") {
    if (ofDay(facts.messages) >= limits.messagesADay) return "LIMIT_DAY";
    return ofWeek(facts.messages) >= limits.messagesAWeek ? "LIMIT_WEEK" : null;
  }
  if (ofDay(facts.tries) >= limits.triesADay || ofDay(facts.reached) >= limits.reachedADay) return "LIMIT_DAY";
  return ofWeek(facts.tries) >= limits.triesAWeek ? "LIMIT_WEEK" : null;
}
