/** Emergency contacts: typed by the borrower, asked for their consent by SMS, and never dunned. // Field rules: emergency contact */
import * as v from "valibot";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { linkDays } from "#shared/promised-times.ts";
import { say } from "#shared/texts.ts";
import { contactConsentPurpose, type Contact, type ContactConsent, type Relationship } from "../contract.ts";
import { consentMessage } from "./contact-message.ts";
import { addContactRow, claimAsking, listContactRows, writeConsent, type ContactRow } from "./contact-store.ts";

/** A contact is asked three times in all, at most once a day. */
const maxAskings = 3;
const dayMilliseconds = 86_400_000;

/** `messageId` makes a second try the same message; the brand and the origin are those of the page that asked. */
const askConsent = defineJob(
  "profile-ask-contact",
  v.object({
    borrowerId: v.string(),
    contactId: v.string(),
    messageId: v.string(),
    brandName: v.string(),
    origin: v.string(),
  }),
);

/** Where the question is asked from: it stands in the message. */
export interface Asking {
  brandName: string;
  origin: string;
}

/** Adds a contact and sends it the question. @throws Refusal of the call `addContact` */
export async function addPerson(
  services: Services,
  borrowerId: string,
  person: { name: string; mobileNumber: string; relationship: Relationship },
  asking: Asking,
): Promise<Contact> {
  const own = await borrowerContact(services, services.database, borrowerId);
  if (own?.mobileNumber === person.mobileNumber) throw new Refusal("CONTACT_IS_SELF");
  return transact(services.database, async (trx) => {
    const added = await addContactRow(services, trx, borrowerId, person);
    if (added === "FULL") throw new Refusal("CONTACTS_FULL");
    if (added === "KNOWN") throw new Refusal("CONTACT_KNOWN");
    if (added === "REFUSED") throw new Refusal("CONTACT_REFUSES");
    await ask(services, trx, borrowerId, added.id, asking);
    return { id: added.id, ...person, consent: "PENDING" };
  });
}

/** Sends the question once more. @throws Refusal CONTACT_UNKNOWN, CONTACT_ASKED_ENOUGH */
export async function askAgain(
  services: Services,
  borrowerId: string,
  contactId: string,
  asking: Asking,
): Promise<void> {
  await transact(services.database, async (trx) => {
    const known = (await listContactRows(services, trx, borrowerId)).some(({ id }) => id === contactId);
    if (!known) throw new Refusal("CONTACT_UNKNOWN");
    if (!(await ask(services, trx, borrowerId, contactId, asking))) throw new Refusal("CONTACT_ASKED_ENOUGH");
  });
}

async function ask(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  contactId: string,
  asking: Asking,
): Promise<boolean> {
  const now = services.clock.now();
  const claimed = await claimAsking(trx, borrowerId, contactId, {
    now,
    most: maxAskings,
    notAskedSince: new Date(now.getTime() - dayMilliseconds),
  });
  if (claimed)
    await services.jobs.send(trx, askConsent, { borrowerId, contactId, messageId: services.random.uuid(), ...asking });
  return claimed;
}

export function workContacts(services: Services): void {
  services.jobs.handle(askConsent, async ({ borrowerId, contactId, messageId, brandName, origin }) => {
    const { database } = services;
    const contact = (await listContactRows(services, database, borrowerId)).find(({ id }) => id === contactId);
    // Removed or answered meanwhile: nobody is bothered.
    if (!contact || contact.consent !== "PENDING") return;
    const language = (await borrowerContact(services, database, borrowerId))?.language ?? "id";
    const expiresAt = new Date(services.clock.now().getTime() + linkDays * dayMilliseconds);
    const token = services.keys.signLink({
      purpose: contactConsentPurpose,
      subject: `${borrowerId}.${contactId}`,
      ownerId: borrowerId,
      expiresAt,
    });
    const link = `${origin}/webview/contact-consent?t=${token}`;
    const borrowerName = await nameOf(services, borrowerId);
    const text = say(consentMessage(borrowerName !== ""), language, { borrowerName, brandName, link });
    const answer = await services.outside.messaging.send({
      messageId,
      channel: "SMS",
      to: contact.mobileNumber,
      text,
      language,
      link,
    });
    if (answer.status !== "SENT")
      services.log.warn("a contact was not reached", { rowId: contactId, code: answer.status, port: "messaging" });
  });
}

async function nameOf(services: Services, borrowerId: string): Promise<string> {
  return (await identityOf(services, services.database, borrowerId))?.fullName ?? "";
}

/** The subject of a consent's link: the borrower and the contact. */
function readSubject(subject: string): { borrowerId: string; contactId: string } {
  const [borrowerId = "", contactId = ""] = subject.split(".");
  return { borrowerId, contactId };
}

/** What the holder of a link is asked. @throws Refusal CONTACT_UNKNOWN where the borrower has removed the contact */
export async function consentOf(services: Services, subject: string): Promise<ContactRow & { borrowerName: string }> {
  const { borrowerId, contactId } = readSubject(subject);
  const contact = (await listContactRows(services, services.database, borrowerId)).find(({ id }) => id === contactId);
  if (!contact) throw new Refusal("CONTACT_UNKNOWN");
  return { ...contact, borrowerName: await nameOf(services, borrowerId) };
}

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
