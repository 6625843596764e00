/** Emergency contacts: typed by the borrower, asked for their consent by SMS, and never dunned. // Field rules: emergency contact */
import { borrowerContact, lockBorrower } from "#features/account/login/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import { countInWindow } from "#server/call/rate-limit.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { dateInWib, instantOf } from "#shared/dates.ts";
import type { Relationship } from "../contract.ts";
import {
  maxRequestsADay,
  maxRequestsInAll,
  maxRequestsOfNumber,
  type EmergencyContactAnswer,
  type ContactAsking,
  type ContactConsent,
} from "../contact-contract.ts";
import {
  addContactRow,
  claimConsentRequest,
  dueConsentRequests,
  listContactRows,
  recordConsentRequest,
  writeAskAt,
  writeConsent,
  type EmergencyContactRow,
} from "./contact-store.ts";
import { consentRequestNotice } from "./notices.ts";

/** A contact is asked three times in all, at most once a day. */
const maxAskings = 3;
const dayMilliseconds = 86_400_000;
/** Messages to strangers have a daily limit over all borrowers. */
const messagesOfDay = { key: "contact-message", seconds: 86_400 } as const;

/** Adds a contact; it is sent the question once the borrower's face is verified. @throws Refusal of the call `addContact` */
export async function addPerson(
  services: Services,
  borrowerId: string,
  person: { name: string; mobileNumber: string; relationship: Relationship },
  /** Runs first in the transaction that adds the contact, and may refuse. */
  before?: (trx: Transaction) => Promise<void>,
): Promise<EmergencyContactAnswer> {
  const own = await borrowerContact(services, services.database, borrowerId);
  if (own?.mobileNumber === person.mobileNumber) throw new Refusal("CONTACT_IS_SELF");
  const { id } = await transact(services.database, async (trx) => {
    await before?.(trx);
    const added = await addContactRow(services, trx, borrowerId, person);
    if (added === "FULL") throw new Refusal("CONTACTS_FULL");
    if (added === "KNOWN") throw new Refusal("CONTACT_KNOWN");
    if (added === "REFUSED") throw new Refusal("CONTACT_REFUSES");
    return added;
  });
  return { id, ...person, consent: "PENDING", asking: await askFirst(services, borrowerId, id) };
}

/** Sends the question once more. @throws Refusal CONTACT_UNKNOWN, CONTACT_ASKED_ENOUGH, CONTACT_ASK_WAITS */
export async function resendConsentRequest(services: Services, borrowerId: string, contactId: string): Promise<void> {
  const outcome = await ask(services, borrowerId, contactId);
  if (outcome === "GONE") throw new Refusal("CONTACT_UNKNOWN");
  if (outcome === "UNVERIFIED") throw new Refusal("CONTACT_ASK_WAITS");
  if (outcome === "SENT") return;
  const contact = (await listContactRows(services, services.database, borrowerId)).find(({ id }) => id === contactId);
  throw new Refusal(contact && contact.askedAt === null ? "CONTACT_ASK_WAITS" : "CONTACT_ASKED_ENOUGH");
}

/** State of the question to a contact, for the borrower. */
export const askingOf = (
  { consent, askedAt, askAt }: Pick<EmergencyContactRow, "consent" | "askedAt" | "askAt">,
  isVerified: boolean,
): ContactAsking => {
  if (consent !== "PENDING" || askedAt !== null) return "SENT";
  if (!isVerified) return "AFTER_IDENTITY";
  return askAt === null ? "NOT_SENT" : "LATER";
};

/** Sends a contact its first request; one that may not be sent now is tried again each day. */
async function askFirst(services: Services, borrowerId: string, contactId: string): Promise<ContactAsking> {
  const { database, clock } = services;
  const outcome = await ask(services, borrowerId, contactId);
  // Another process has just asked: the identity was verified while the contact was added.
  if (outcome === "SENT" || outcome === "ASKED_ENOUGH") return "SENT";
  if (outcome === "UNVERIFIED") return "AFTER_IDENTITY";
  const isOver = outcome === "SPENT_IN_ALL" || outcome === "GONE";
  const askAt = isOver ? null : new Date(clock.now().getTime() + dayMilliseconds);
  await writeAskAt(database, borrowerId, contactId, askAt);
  return isOver ? "NOT_SENT" : "LATER";
}

/** The face is verified: contacts that waited for it are asked. */
export async function askAllFirst(services: Services, borrowerId: string): Promise<void> {
  for (const { id, consent, askedAt } of await listContactRows(services, services.database, borrowerId))
    if (consent === "PENDING" && askedAt === null) await askFirst(services, borrowerId, id);
}

/** Asks contacts who could not be asked before. */
async function askDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const due = await dueConsentRequests(database, clock.now(), 100);
  const one = async ({ borrowerId, id }: (typeof due)[number]): Promise<boolean> =>
    (await askFirst(services, borrowerId, id)) !== "AFTER_IDENTITY";
  return eachDue(due, one, { log, failure: "an emergency contact was not asked", idOf: ({ id }) => id });
}

export const askingSweep: Sweep = {
  name: "profile-contacts",
  everySeconds: 600,
  waits: {
    text: { id: "Pesan ke kontak darurat", en: "Messages to emergency contacts", zh: "待发给紧急联系人的消息" },
    rows: [{ table: "emergency_contact", at: "askAt" }],
  },
  run: askDue,
};

/** Why nothing was sent: rolls back the counts of the same transaction. */
class NotSent extends Error {
  override readonly cause: "ASKED_ENOUGH" | "SPENT" | "SPENT_IN_ALL";
  constructor(cause: NotSent["cause"]) {
    super(cause);
    this.cause = cause;
  }
}
type AskOutcome = "SENT" | "GONE" | "UNVERIFIED" | NotSent["cause"];

/**
 * Sends the request, if the borrower's identity is verified, and within all limits: of the contact, of the borrower, of
 * the number over all borrowers, and of the day. // Threat I1
 */
async function ask(services: Services, borrowerId: string, contactId: string): Promise<AskOutcome> {
  try {
    return await transact(services.database, (trx) => askWithin(services, trx, borrowerId, contactId));
  } catch (error) {
    if (error instanceof NotSent) return error.cause;
    throw error;
  }
}

async function askWithin(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  contactId: string,
): Promise<AskOutcome> {
  // With two concurrent requests for one borrower, the second counts the first.
  await lockBorrower(trx, borrowerId);
  const now = services.clock.now();
  const contact = (await listContactRows(services, trx, borrowerId)).find(({ id }) => id === contactId);
  if (!contact) return "GONE";
  if (!(await identityOf(services, trx, borrowerId))?.faceVerified) return "UNVERIFIED";
  const { mobileNumber, mobileIndex } = contact;
  const sent = await recordConsentRequest(services, trx, { borrowerId, mobileIndex, since: instantOf(dateInWib(now)) });
  const claimed = await claimConsentRequest(trx, borrowerId, contactId, {
    now,
    most: maxAskings,
    notAskedSince: new Date(now.getTime() - dayMilliseconds),
  });
  if (!claimed) throw new NotSent("ASKED_ENOUGH");
  if (sent.inAll >= maxRequestsInAll) throw new NotSent("SPENT_IN_ALL");
  if (sent.today >= maxRequestsADay || sent.ofNumber >= maxRequestsOfNumber) throw new NotSent("SPENT");
  const { language = "id", brandId = null } = (await borrowerContact(services, trx, borrowerId)) ?? {};
  const most = services.config.contactMessagesADay;
  const count = await countInWindow(services, trx, messagesOfDay.key, messagesOfDay.seconds);
  if (count > most) throw new NotSent("SPENT");
  if (count === most) services.log.error("the day's messages to emergency contacts are all sent");
  await notify(services, trx, consentRequestNotice, {
    id: `${contactId}_${now.toISOString()}`,
    borrowerId,
    to: { mobileNumber, language, brandId },
    values: { contactId, borrowerName: "" },
  });
  return "SENT";
}

async function nameOf(services: Services, borrowerId: string): Promise<string> {
  // A name that no register has confirmed is any text. // Threat I1
  const identity = await identityOf(services, services.database, borrowerId);
  return identity?.faceVerified ? identity.fullName : "";
}

/** The subject of a consent's link: the borrower and the contact. */
function readSubject(subject: string): { borrowerId: string; contactId: string } {
  const [borrowerId = "", contactId = ""] = subject.split(".");
  return { borrowerId, contactId };
}

/** The question to the holder of a link. @throws Refusal CONTACT_UNKNOWN when the borrower has removed the contact */
export async function consentOf(
  services: Services,
  subject: string,
): Promise<EmergencyContactRow & { borrowerName: string }> {
  const { borrowerId, contactId } = readSubject(subject);
  const contact = (await listContactRows(services, services.database, borrowerId)).find(({ id }) => id === contactId);
  if (!contact) throw new Refusal("CONTACT_UNKNOWN");
  return { ...contact, borrowerName: await nameOf(services, borrowerId) };
}

/** Stores a contact's answer from the link that was sent to the contact. @throws Refusal CONTACT_UNKNOWN */
export async function answerConsent(
  services: Services,
  subject: string,
  consent: "GIVEN" | "REFUSED",
): Promise<ContactConsent> {
  const { borrowerId, contactId } = readSubject(subject);
  const written = await transact(services.database, (trx) =>
    writeConsent(trx, borrowerId, contactId, consent, services.clock.now()),
  );
  if (!written) throw new Refusal("CONTACT_UNKNOWN");
  return consent;
}
