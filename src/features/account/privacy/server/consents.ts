/**
 * Giving and withdrawing consents. A withdrawal is one transaction: the consent ends, every domain that processes by it
 * stops, and the consent's key is destroyed, so that data sealed under it is unreadable everywhere, backups included. A
 * job stops processing outside within 72 hours. // Spec account 11, docs/decisions/245
 */
import { sql } from "kysely";
import { createHash } from "node:crypto";
import * as v from "valibot";
import { contentTextOf as readContent } from "#features/platform/content/server/index.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Sealer } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import type { Language } from "#shared/texts.ts";
import { consentRuleOf, stopHours, type ConsentKind, type Stopped } from "../contract.ts";
import {
  addBorrowerConsent,
  consentsOf,
  endConsent,
  findBorrowerConsent,
  findConsentInForce,
  idsOfKind,
  locateConsent,
  lockConsentInForce,
  lockSwitch,
  noteAlarm,
  noteFinished,
  noteStopped,
  overdueConsents,
  unfinishedConsents,
  type Consent,
} from "./consent-store.ts";
import { defineQuestion } from "#server/questions.ts";

/** Asked of every domain that processes by a consent when it ends: stop, and return what was stopped. */
export const consentHolders = defineQuestion<readonly ConsentHolder[]>("consent-holders", "MANY");

/** A domain that processes data by consents of these kinds. */
export interface ConsentHolder {
  kinds: readonly ConsentKind[];
  /**
   * Runs in the transaction that ends the consent: after its commit no data is processed by it. Data sealed with the
   * consent's own cipher only needs to be counted: its key is destroyed. Inputs of past decisions stay.
   */
  stop(services: Services, trx: Transaction, consent: Consent): Promise<Stopped[]>;
  /** After the commit, retried until it returns true: partners have stopped and deleted. */
  finish?(services: Services, consent: Consent): Promise<boolean>;
}

const dayMilliseconds = 86_400_000;

export interface GivenConsent {
  borrowerId: string;
  kind: ConsentKind;
  /** Distinguishes several consents of one kind: the key of a questionnaire. */
  subject?: string;
  /** The language in which the person read the text. */
  language: Language;
  /** `deviceNameOf(caller.userAgent)`. */
  device: string;
  /** End of the consent, where it differs from the kind's own days. */
  until?: Date;
}

/**
 * Records that a borrower agreed to the text in force, with a receipt. A second time counts once; agreement to a newer
 * version makes the earlier consent REPLACED.
 * @throws Error when the contents hold no text of the kind, because then no one can have agreed to it.
 */
export async function giveConsent(services: Services, trx: Transaction, given: GivenConsent): Promise<Consent> {
  const { borrowerId, kind, subject = "" } = given;
  const { collection, key } = consentRuleOf(kind).text;
  const text = await readContent(services, collection, key, given.language, trx);
  if (!text) throw new Error(`The text ${collection}/${key} of the consent ${kind} is not in force.`);
  const hash = hashOfConsentText(text);
  const now = services.clock.now();
  const { days } = consentRuleOf(kind);
  const until = given.until ?? (days === undefined ? null : new Date(now.getTime() + days * dayMilliseconds));
  const stored = { hash, key, version: text.version, language: text.language };
  // Inserts first and reads only on a conflict, because most consents are given once. A concurrent identical consent counts instead.
  for (let attempt = 0; attempt < 5; attempt++) {
    const id = services.random.uuid();
    const consent = { id, borrowerId, kind, subject, givenAt: now, device: given.device, until, text: stored };
    if (await addBorrowerConsent(trx, consent, text)) return { ...consent, ...unended };
    const current = await lockConsentInForce(trx, borrowerId, kind, subject);
    if (current?.text.hash === hash && !isOver(current, now)) return current;
    if (current && isOver(current, now)) await stopConsent(services, trx, current, "ENDED");
    else if (current) await endConsent(trx, borrowerId, current.id, { state: "REPLACED", at: now, dueAt: null });
  }
  throw new Error(`The consent ${kind} was given by too many at once.`);
}

const unended = {
  state: "STANDING" as const,
  endedAt: null,
  dueAt: null,
  finishedAt: null,
  stopped: [],
} satisfies Partial<Consent>;

const isOver = ({ until }: Consent, now: Date): boolean => until !== null && until <= now;
const dueAfter = (at: Date): Date => new Date(at.getTime() + stopHours * 3_600_000);

/** SHA-256 of the text that was read: title, an empty line, the text. */
export const hashOfConsentText = ({ title, markdown }: { title: string; markdown: string }): string =>
  createHash("sha256").update(`${title}\n\n${markdown}`, "utf8").digest("hex");

/** The consent in force, or null: then no data may be processed by it. */
export async function consentInForce(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: ConsentKind,
  subject = "",
): Promise<Consent | null> {
  const current = await findConsentInForce(reader, borrowerId, kind, subject);
  return current && !isOver(current, services.clock.now()) ? current : null;
}

/** The consents of a kind that are in force, whatever they are about; the newest first. */
export async function consentsInForce(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: ConsentKind,
): Promise<Consent[]> {
  const now = services.clock.now();
  const inForce = await consentsOf(reader, borrowerId, { kind, states: ["STANDING"] });
  return inForce.filter((one) => !isOver(one, now));
}

/** Whether a kind that is on by default (measuring) was switched off. */
export async function isSwitchedOff(reader: Reader, borrowerId: string, kind: ConsentKind): Promise<boolean> {
  return (await consentsOf(reader, borrowerId, { kind, states: ["STANDING", "WITHDRAWN"] }))[0]?.state === "WITHDRAWN";
}

/**
 * Encrypts and decrypts data given with a consent; its key is destroyed with the consent.
 * @throws BorrowerShredded once it was withdrawn or has ended
 */
export const consentCipher = (services: Services, reader: Reader, consentId: string): Promise<Sealer> =>
  services.keys.borrowerKeys.cipher(reader, consentId);

const finishStopping = defineJob("privacy-consent-stop", v.object({ consentId: v.string() }));

/**
 * Withdraws a borrower's consent in this transaction; repeating it returns the same receipt. Null when the borrower has
 * no such consent. The caller checks whether the kind can be withdrawn at all (`isWithdrawable`).
 */
export async function withdrawConsent(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  consentId: string,
): Promise<Consent | null> {
  const known = await findBorrowerConsent(trx, borrowerId, consentId);
  if (!known) return null;
  await stopConsent(services, trx, known, "WITHDRAWN");
  return findBorrowerConsent(trx, borrowerId, consentId);
}

/**
 * Switches off a kind without a subject. A consent in force ends; one that is off already keeps its receipt. Analytics
 * needs no consent to run, so an objection gets a row that ended as it began. Concurrent calls share one receipt.
 * @returns null when there was never a consent, so there is nothing to end
 */
export async function switchOff(services: Services, trx: Transaction, given: GivenConsent): Promise<Consent | null> {
  const { borrowerId, kind } = given;
  await lockSwitch(trx, borrowerId, kind);
  const current = await findConsentInForce(trx, borrowerId, kind, "");
  const [before] = current ? [] : await consentsOf(trx, borrowerId, { kind, states: ["WITHDRAWN"] });
  if (before) return before;
  if (!current && consentRuleOf(kind).basis === "CONSENT") return null;
  const { id } = current ?? (await giveConsent(services, trx, given));
  return (await withdrawConsent(services, trx, borrowerId, id))!;
}

/**
 * Ends a consent before its days, because its purpose has ended: it allows nothing any more. The caller has ended its
 * own part before, in this transaction. False when it has ended already.
 */
export async function endSpentConsent(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  consentId: string,
): Promise<boolean> {
  const known = await findBorrowerConsent(trx, borrowerId, consentId);
  return known?.state === "STANDING" && stopConsent(services, trx, known, "ENDED");
}

/** Ends it, stops its processing, destroys its keys. False when another change came first. */
async function stopConsent(
  services: Services,
  trx: Transaction,
  consent: Consent,
  state: "WITHDRAWN" | "ENDED",
): Promise<boolean> {
  const now = services.clock.now();
  const { borrowerId, id, kind, subject } = consent;
  if (!(await endConsent(trx, borrowerId, id, { state, at: now, dueAt: dueAfter(now) }))) return false;
  const stopped: Stopped[] = [];
  for (const holder of holdersOf(services, kind)) stopped.push(...(await holder.stop(services, trx, consent)));
  // Replaced versions have keys too, with data given for the same purpose.
  for (const one of await idsOfKind(trx, borrowerId, kind, subject))
    await services.keys.borrowerKeys.shred(trx, one, now);
  await noteStopped(trx, borrowerId, id, stopped);
  await services.jobs.send(trx, finishStopping, { consentId: id });
  return true;
}

const holdersOf = ({ ask }: Services, kind: ConsentKind): ConsentHolder[] =>
  ask(consentHolders)
    .flat()
    .filter(({ kinds }) => kinds.includes(kind));

/** Stops processing outside. True once it has stopped. */
async function finish(services: Services, consent: Consent): Promise<boolean> {
  if (consent.finishedAt !== null || consent.dueAt === null) return true;
  for (const holder of holdersOf(services, consent.kind))
    if (holder.finish && !(await holder.finish(services, consent))) return false;
  await noteFinished(services.database, consent.borrowerId, consent.id, services.clock.now());
  return true;
}

/** Ends consents whose days are over, completes lost jobs, and raises an alarm when 72 hours were not enough. */
export const consentSweep: Sweep = {
  name: "privacy-consents",
  everySeconds: 60,
  waits: {
    text: { id: "Persetujuan yang berakhir", en: "Consents that end", zh: "到期的授权" },
    rows: [
      { table: "consent", at: "until", where: sql<boolean>`state = 'STANDING'` },
      { table: "consent", at: "dueAt", where: sql<boolean>`finished_at is null` },
    ],
  },
  // The consequences of a withdrawal are due at once, not only at the deadline.
  finds: [
    { table: "consent", at: "until", where: sql<boolean>`state = 'STANDING'` },
    { table: "consent", at: "dueAt", afterSeconds: -365 * 86_400, where: sql<boolean>`finished_at is null` },
  ],
  async run(services) {
    const { database, clock, log } = services;
    const over = await overdueConsents(database, clock.now(), 100);
    const ended = await eachDue(
      over,
      (consent) => transact(database, (trx) => stopConsent(services, trx, consent, "ENDED")),
      {
        log,
        failure: "a consent whose days are over was not ended",
        idOf: ({ id }) => id,
      },
    );
    const finished = await eachDue(
      await unfinishedConsents(database, 100),
      (consent) => finishOrAlarm(services, consent),
      {
        log,
        failure: "a consent that ended still has something going on",
        idOf: ({ id }) => id,
      },
    );
    return ended + finished;
  },
};

async function finishOrAlarm(services: Services, consent: Consent): Promise<boolean> {
  try {
    if (await finish(services, consent)) return true;
  } finally {
    if (await noteAlarm(services.database, consent.borrowerId, consent.id, services.clock.now()))
      services.log.error("a withdrawn consent was not stopped in time", { rowId: consent.id, code: consent.kind });
  }
  return false;
}

export function workConsents(services: Services): void {
  services.jobs.handle(finishStopping, async ({ consentId }) => {
    const consent = await locateConsent(services.database, consentId);
    if (consent && !(await finish(services, consent))) throw new Error("What a consent allowed still goes on outside.");
  });
  services.sweeps.add(consentSweep);
}
