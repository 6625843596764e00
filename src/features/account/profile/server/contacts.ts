/** Emergency contacts: typed by the borrower, asked for their consent by SMS, and never dunned. // Field rules: emergency contact */
import { borrowerContact } from "#features/account/login/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Relationship } from "../contract.ts";
import type { Contact, ContactConsent } from "../contact-contract.ts";
import { addContactRow, claimAsking, listContactRows, writeConsent, type ContactRow } from "./contact-store.ts";
import { consentAsked } from "./notices.ts";

/** A contact is asked three times in all, at most once a day. */
const maxAskings = 3;
const dayMilliseconds = 86_400_000;

/** By whose page the question is asked: the message leads to the same brand. */
export interface Asking {
  brandId: string;
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
  { brandId }: Asking,
): Promise<boolean> {
  const now = services.clock.now();
  const claimed = await claimAsking(trx, borrowerId, contactId, {
    now,
    most: maxAskings,
    notAskedSince: new Date(now.getTime() - dayMilliseconds),
  });
  if (!claimed) return false;
  const contact = (await listContactRows(services, trx, borrowerId)).find(({ id }) => id === contactId)!;
  const language = (await borrowerContact(services, trx, borrowerId))?.language ?? "id";
  await notify(services, trx, consentAsked, {
    id: `${contactId}_${now.toISOString()}`,
    borrowerId,
    to: { mobileNumber: contact.mobileNumber, language, brandId },
    values: { contactId, borrowerName: "" },
  });
  return true;
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
