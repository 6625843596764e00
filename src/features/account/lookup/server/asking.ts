/**
 * Asks a register: stores the row first, then asks the register, then stores the result. The credential is passed on
 * once and not kept beyond the request; an unanswered request is polled without it. // Spec account 7,
 * docs/decisions/248
 */
import { sql } from "kysely";
import { sealedColumn } from "#server/records/rows.ts";
import { matchHolder } from "#features/account/bank-account/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { consentCipher, endSpentConsent, giveConsent } from "#features/account/privacy/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { LookupAnswer } from "#server/outside/lookup/port.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { lookupFacts } from "#shared/outside-reads.ts";
import type { Secret } from "#shared/secret.ts";
import type { Language } from "#shared/texts.ts";
import {
  askMinutes,
  foundDays,
  maxLookupsADay,
  maxLookupRefusalsADay,
  type answerLookupCode,
  type LookupKind,
  type startLookup,
  type LookupFact,
} from "../contract.ts";
import { lookupFound } from "./events.ts";
import { endLookup } from "./ending.ts";
import { lookupLife } from "./lifecycle.ts";
import { lookupDayOf, findLookup, insertLookup, type LookupRow } from "./store.ts";

const second = 1000;
const day = 86_400_000;
/** A request lasts 20 s at most; after that no client waits for the register, and its result is polled. */
export const firstAskMilliseconds = 30 * second;
export const lookupPollMilliseconds = 10 * second;
/** Then it is unavailable. */
const askForMilliseconds = askMinutes * 60 * second;
/** Time in which a register's code may be entered; the same as for our own codes. */
const codeMilliseconds = 300 * second;
/** Time in which a mistyped password may be typed again under its consent. */
const retryMilliseconds = 600 * second;
const maxFactLength = 100;

export interface RegisterOrder {
  kind: LookupKind;
  account: string | undefined;
  credential: Secret<string> | null;
  institution: string | undefined;
  year: number | undefined;
  /** Made by the form, so that a form sent twice asks the register once. */
  requestId: string;
}
/** The language in which the consent was read, and the device on which it was given. */
export interface Consenting {
  language: Language;
  device: string;
}

/** How many refused passwords and codes of this kind are left today. */
async function lookupAttemptsLeftOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: LookupKind,
): Promise<number> {
  const { refusals } = await lookupDayOf(reader, borrowerId, dateInWib(services.clock.now()));
  return Math.max(0, maxLookupRefusalsADay - (refusals.get(kind) ?? 0));
}

/**
 * Asks the register about the borrower. A look-up that exists, or was sent before with this `requestId`, is returned as
 * it is.
 * @throws Refusal of the call `startLookup`
 */
export async function askRegister(
  services: Services,
  borrowerId: string,
  order: RegisterOrder,
  consenting: Consenting,
): Promise<LookupRow> {
  const { database, random, outside } = services;
  const [identity, contact, profile] = await Promise.all([
    identityOf(services, database, borrowerId),
    borrowerContact(services, database, borrowerId),
    profileOf(services, database, borrowerId),
  ]);
  if (!identity || !contact) throw new Refusal("IDENTITY_NEEDED");
  const { kind, credential, institution, year } = order;
  if (kind === "OPERATOR" && (order.account ?? contact.mobileNumber) !== contact.mobileNumber)
    throw new Refusal("NUMBER_NOT_OWN");
  const lookupId = random.uuid();
  const known = await transact(database, (trx) => begin(services, trx, borrowerId, lookupId, order, consenting));
  if (known.isAsked) return endOf(services, known.row);
  const { row } = known;
  const answer = await outside.lookup.look({
    lookupId: lookupOrderIdOf(row),
    kind,
    account: order.account ?? contact.mobileNumber,
    credential,
    ...(institution === undefined ? {} : { institution }),
    ...(year === undefined ? {} : { year }),
    fullName: identity.fullName,
    birthDate: identity.birthDate,
    statedIncomeRupiah: profile?.monthlyIncomeRupiah ?? null,
  });
  await settleAnswer(services, row, answer, "PARTNER");
  return endOf(services, await rowOf(services, borrowerId, row.id));
}

/** The id that the register knows for our last request. */
export const lookupOrderIdOf = ({ id, orderId }: Pick<LookupRow, "id" | "orderId">): string => orderId ?? id;

/** Waits under its consent for another try of a password that was mistyped. */
export const isLookupRetry = ({ state, refusals }: Pick<LookupRow, "state" | "refusals">): boolean =>
  state === "CONSENTED" && refusals > 0;

/** Writes the row and the consent. `isAsked`: the row existed already, so this request must not ask the register. */
async function begin(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  id: string,
  { kind, requestId }: RegisterOrder,
  consenting: Consenting,
): Promise<{ row: LookupRow; isAsked: boolean }> {
  const now = services.clock.now();
  const askedOn = dateInWib(now);
  const known = await insertLookup(trx, borrowerId, { id, kind, requestId, askedOn, askedAt: now });
  if (typeof known === "object") return tryAgain(services, trx, known, { kind, requestId }, consenting);
  if ((await lookupAttemptsLeftOf(services, trx, borrowerId, kind)) === 0)
    throw new Refusal<typeof startLookup.problems>("LOOKUP_REFUSED", { attemptsLeft: 0 });
  if (known === "FULL") throw new Refusal<typeof startLookup.problems>("LOOKUP_LIMIT", { max: maxLookupsADay });
  const consent = await giveConsent(services, trx, { borrowerId, kind: `LOOKUP_${kind}`, ...consenting });
  await lookupLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "CONSENT_GIVEN", facts: { kind }, at: now });
  await lookupLife.move(trx, {
    id,
    borrowerId,
    from: ["CONSENTED"],
    to: "ASKING",
    actor: "BORROWER",
    cause: "ASKED",
    facts: { kind },
    at: now,
    set: { ...asking(now), consentId: consent.id, endsAt: consent.until ?? endOfFound(now), changedAt: now },
  });
  return { row: (await findLookup(trx, borrowerId, id))!, isAsked: false };
}

/** Another try of a mistyped password, in the same look-up and under its consent; other rows make no request. */
async function tryAgain(
  services: Services,
  trx: Transaction,
  known: LookupRow,
  { kind, requestId }: Pick<RegisterOrder, "kind" | "requestId">,
  consenting: Consenting,
): Promise<{ row: LookupRow; isAsked: boolean }> {
  if (!isLookupRetry(known) || known.requestId === requestId) return { row: known, isAsked: true };
  const { borrowerId, id } = known;
  const now = services.clock.now();
  // Agreed to once more; if the text has changed since, the newer one counts.
  const consent = await giveConsent(services, trx, { borrowerId, kind: `LOOKUP_${kind}`, ...consenting });
  const isMine = await lookupLife.move(trx, {
    id,
    borrowerId,
    from: ["CONSENTED"],
    to: "ASKING",
    actor: "BORROWER",
    cause: "ASKED_AGAIN",
    facts: { kind },
    at: now,
    set: {
      ...asking(now),
      consentId: consent.id,
      requestId,
      orderId: services.random.uuid(),
      retryUntil: null,
      changedAt: now,
    },
    // The same form sent many times counts as one try.
    where: sql<boolean>`refusals = ${known.refusals} and request_id <> ${requestId}`,
  });
  return { row: (await findLookup(trx, borrowerId, id))!, isAsked: !isMine };
}

const endOfFound = (now: Date): Date => new Date(now.getTime() + foundDays * day);

/** Where no answer of the register arrives, its result is asked for. */
const asking = (now: Date) => ({
  nextAskAt: new Date(now.getTime() + firstAskMilliseconds),
  askUntil: new Date(now.getTime() + askForMilliseconds),
});

/**
 * Passes the code on. Sending twice counts once: a pending or found look-up is returned as it is.
 * @throws Refusal of the call `answerLookupCode`
 */
export async function passLookupCode(
  services: Services,
  borrowerId: string,
  { kind, lookupId, code }: { kind: LookupKind; lookupId: string; code: Secret<string> },
): Promise<LookupRow> {
  const row = await findLookup(services.database, borrowerId, lookupId);
  if (!row || row.kind !== kind) throw new Refusal("LOOKUP_UNKNOWN");
  const now = services.clock.now();
  const isMine =
    row.state === "CODE_NEEDED" &&
    row.codeUntil !== null &&
    row.codeUntil > now &&
    (await transact(services.database, (trx) =>
      lookupLife.move(trx, {
        id: lookupId,
        borrowerId,
        from: ["CODE_NEEDED"],
        to: "ASKING",
        actor: "BORROWER",
        cause: "CODE_TYPED",
        facts: { kind },
        at: now,
        set: { ...asking(now), changedAt: now },
      }),
    ));
  if (!isMine) {
    const lookup = await rowOf(services, borrowerId, lookupId);
    // Too late: refused now, without waiting for the sweep.
    if (lookup.state === "CODE_NEEDED" && lookup.codeUntil !== null && lookup.codeUntil <= now)
      await transact(services.database, (trx) => endLookup(services, trx, borrowerId, lookupId, "TIME_OVER"));
    if (lookup.state !== "ASKING" && lookup.state !== "FOUND") throw new Refusal("LOOKUP_OVER");
    return lookup;
  }
  const answer = await services.outside.lookup.answerCode({
    lookupId: lookupOrderIdOf(row),
    kind,
    providerReference: row.providerReference ?? "",
    code,
  });
  // The code did not arrive: the same one may be sent again.
  const reply: LookupAnswer =
    answer.outcome === "UNAVAILABLE"
      ? { outcome: "CODE_NEEDED", providerReference: row.providerReference ?? "" }
      : answer;
  await settleAnswer(services, { borrowerId, id: lookupId }, reply, "PARTNER");
  if (answer.outcome === "UNAVAILABLE") throw new Refusal("LOOKUP_UNAVAILABLE");
  if (answer.outcome === "CREDENTIAL_REFUSED")
    throw new Refusal<typeof answerLookupCode.problems>("LOOKUP_REFUSED", {
      attemptsLeft: await lookupAttemptsLeftOf(services, services.database, borrowerId, kind),
    });
  return rowOf(services, borrowerId, lookupId);
}

async function rowOf({ database }: Services, borrowerId: string, id: string): Promise<LookupRow> {
  const row = await findLookup(database, borrowerId, id);
  if (!row) throw new Error("The look-up that was just asked for is not there.");
  return row;
}

/** The refusal for a look-up that has ended; others are returned as they are. */
async function endOf(services: Services, row: LookupRow): Promise<LookupRow> {
  if (row.state === "UNAVAILABLE") throw new Refusal("LOOKUP_UNAVAILABLE");
  if (row.state === "REFUSED" || isLookupRetry(row))
    throw new Refusal<typeof startLookup.problems>("LOOKUP_REFUSED", {
      attemptsLeft: await lookupAttemptsLeftOf(services, services.database, row.borrowerId, row.kind),
    });
  return row;
}

/** Stores a register's answer once, when several processes ask. False when nothing changed: still running, or settled before. */
export async function settleAnswer(
  services: Services,
  { borrowerId, id }: Pick<LookupRow, "borrowerId" | "id">,
  answer: LookupAnswer,
  actor: Actor,
): Promise<boolean> {
  if (answer.outcome === "PENDING") return false;
  return transact(services.database, async (trx) => {
    const row = await findLookup(trx, borrowerId, id);
    if (row?.state !== "ASKING") return false;
    if (answer.outcome === "FOUND") return found(services, trx, row, answer);
    const now = services.clock.now();
    const { kind } = row;
    const base = { id, borrowerId, from: ["ASKING"] as const, actor, cause: answer.outcome, facts: { kind }, at: now };
    const over = { changedAt: now };
    const end = async (to: "REFUSED" | "NOT_FOUND" | "UNAVAILABLE", set: object = over): Promise<boolean> =>
      (await lookupLife.move(trx, { ...base, to, set })) && endSpent(services, trx, row);
    switch (answer.outcome) {
      case "CODE_NEEDED": {
        const codeUntil = row.codeUntil ?? new Date(now.getTime() + codeMilliseconds);
        const set = { ...over, codeUntil, providerReference: answer.providerReference };
        return lookupLife.move(trx, { ...base, to: "CODE_NEEDED", set });
      }
      case "CREDENTIAL_REFUSED": {
        const set = { ...over, refusals: row.refusals + 1 };
        // The register's own code may be typed again while tries are left and it is valid.
        const isCode = row.codeUntil !== null && row.codeUntil > now;
        const ofDay = (await lookupAttemptsLeftOf(services, trx, borrowerId, kind)) - 1;
        const attemptsLeft = Math.min(ofDay, maxLookupRefusalsADay - set.refusals);
        if (attemptsLeft <= 0) return end("REFUSED", set);
        if (isCode) return lookupLife.move(trx, { ...base, to: "CODE_NEEDED", set });
        if (row.codeUntil !== null) return end("REFUSED", set);
        const retry = {
          ...set,
          nextAskAt: null,
          askUntil: null,
          retryUntil: new Date(now.getTime() + retryMilliseconds),
        };
        return lookupLife.move(trx, { ...base, to: "CONSENTED", set: retry });
      }
      default:
        return end(answer.outcome);
    }
  });
}

/** Nothing was read, so the consent has no use any more; the next try asks for a new one. Returns true always. */
async function endSpent(
  services: Services,
  trx: Transaction,
  { borrowerId, consentId }: Pick<LookupRow, "borrowerId" | "consentId">,
): Promise<true> {
  if (consentId !== null) await endSpentConsent(services, trx, borrowerId, consentId);
  return true;
}

/** Drops another person's record and notes only that; of the borrower's own record keeps the declared facts, sealed. */
async function found(
  services: Services,
  trx: Transaction,
  row: LookupRow,
  answer: Extract<LookupAnswer, { outcome: "FOUND" }>,
): Promise<boolean> {
  const { borrowerId, id, kind } = row;
  const now = services.clock.now();
  const base = { id, borrowerId, from: ["ASKING"] as const, actor: "PARTNER" as const, facts: { kind }, at: now };
  const identity = await identityOf(services, trx, borrowerId);
  const owner = identity && { borrowerId, fullName: identity.fullName };
  if (!owner || (await matchHolder(services, trx, owner, answer.holderName)) === "DIFFERENT") {
    const move = { ...base, to: "NOT_YOURS" as const, cause: "OTHER_HOLDER", set: { changedAt: now } };
    return (await lookupLife.move(trx, move)) && endSpent(services, trx, row);
  }
  const cipher = await consentCipher(services, trx, row.consentId!);
  const facts = lookupFacts[kind].flatMap((name) => {
    const value = answer.facts[name]?.trim().slice(0, maxFactLength);
    return value ? [[name, value]] : [];
  });
  const set = {
    factsSealed: sealedLookupFacts.seal(cipher, id, Object.fromEntries(facts)),
    foundAt: now,
    changedAt: now,
  };
  if (!(await lookupLife.move(trx, { ...base, to: "FOUND", cause: "FOUND", set }))) return false;
  await services.events.announce(trx, lookupFound, { id: `found_${id}`, at: now, borrowerId, lookupId: id, kind });
  return true;
}

export const sealedLookupFacts = sealedColumn<Partial<Record<LookupFact, string>>>("lookup", "factsSealed");
