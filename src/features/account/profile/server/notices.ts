/** The SMS to an emergency contact. It promises consent first, and no bill. */
import { identityOf } from "#features/account/identity/server/index.ts";
import { defineNotice } from "#features/platform/notice/server/index.ts";
import { linkDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { contactConsentPurpose } from "../contact-contract.ts";
import { listContactRows } from "./contact-store.ts";

/** Characters of a name that fit into one SMS with the rest. */
const maxNameLength = 24;

const words = defineTexts({
  title: { id: "Kontak darurat", en: "Emergency contact", zh: "紧急联系人" },
  named: {
    id: `{borrowerName} memilih Anda sbg kontak darurat di {brand}. Jawab (${linkDays} hari): {link} Anda tak akan ditagih.`,
    en: `{borrowerName} named you as emergency contact at {brand}. Answer (${linkDays} days): {link} You never have to pay.`,
    zh: "您被列为紧急联系人（不会向您催款）：{link}",
  },
  unnamed: {
    id: `Seseorang memilih Anda sbg kontak darurat di {brand}. Jawab (${linkDays} hari): {link} Anda tak akan ditagih.`,
    en: `Someone named you as emergency contact at {brand}. Answer (${linkDays} days): {link} You never have to pay.`,
    zh: "您被列为紧急联系人（不会向您催款）：{link}",
  },
});

/** Asks a contact for consent, by the contact's own number; with the name that the borrower's face was verified with. */
export const consentRequestNotice = defineNotice<{ contactId: string; borrowerName: string }>({
  kind: "profile.consent_asked",
  topic: "ACCOUNT",
  channels: ["SMS"],
  texts: { title: words.title, body: words.unnamed, sms: words.unnamed },
  variants: { named: { title: words.title, body: words.named, sms: words.named } },
  link: ({ borrowerId, values }) => ({
    path: "/webview/contact-consent",
    signed: {
      path: "/webview/contact-consent",
      purpose: contactConsentPurpose,
      subject: `${borrowerId}.${values.contactId}`,
      ownerId: borrowerId!,
      days: linkDays,
    },
  }),
  async prepare(services, { borrowerId, values: { contactId } }) {
    const contacts = await listContactRows(services, services.database, borrowerId!);
    // The contact was removed or has answered: no message is sent.
    if (contacts.find(({ id }) => id === contactId)?.consent !== "PENDING") return null;
    // An unconfirmed name could be any text, sent to a stranger under our name. // Threat I1
    const identity = await identityOf(services, services.database, borrowerId!);
    const borrowerName = identity?.faceVerified ? shortName(identity.fullName) : "";
    return { values: { contactId, borrowerName }, ...(borrowerName === "" ? {} : { variant: "named" }) };
  },
  example: { contactId: "", borrowerName: "Yohanes Fransiskus Adi W" },
});

/** As many whole words of a name as fit; letters that a plain SMS cannot hold are omitted. */
function shortName(fullName: string): string {
  let name = "";
  for (const word of fullName.trim().split(/\s+/)) {
    const longer = name === "" ? word : `${name} ${word}`;
    if (longer.length > maxNameLength || !/^[\x20-\x5a\x61-\x7a]*$/.test(longer)) break;
    name = longer;
  }
  return name;
}
