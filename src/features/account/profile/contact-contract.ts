/** Emergency contacts: the people to reach, and their answers by a link of their own. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";
import { contactNumberProblems, contactPerson, relationships } from "./contract.ts";

/** The slots of the database hold the same figure. */
export const maxContacts = 3;
export const contactConsents = ["PENDING", "GIVEN", "REFUSED"] as const;
export type ContactConsent = (typeof contactConsents)[number];
/**
 * State of the request for consent. AFTER_IDENTITY: sent once the borrower's face is verified. LATER: tried again
 * automatically. NOT_SENT: the account has reached its maximum.
 */
export const contactAskings = ["SENT", "AFTER_IDENTITY", "LATER", "NOT_SENT"] as const;
export type ContactAsking = (typeof contactAskings)[number];
/** Requests that one borrower may send, removed contacts included; and that all borrowers may send to one number. // Threat I1 */
export const maxRequestsADay = 5;
export const maxRequestsInAll = 15;
export const maxRequestsOfNumber = 2;
export const askedNumberDays = 30;
export const contact = openShape("EmergencyContact", {
  id: v.string(),
  name: v.string(),
  mobileNumber: v.string(),
  relationship: v.picklist(relationships),
  consent: v.picklist(contactConsents),
  asking: v.picklist(contactAskings),
});
export type EmergencyContactAnswer = v.InferOutput<typeof contact>;

export const listEmergencyContacts = defineCall({
  id: "listContacts",
  method: "GET",
  path: "/api/profile/contacts",
  summary: "The borrower's emergency contacts, each with its own consent.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(contact),
    max: v.number(),
    /** A contact that is added now is asked later: once the borrower's identity is verified. */
    asksAfterIdentity: v.boolean(),
  }),
  problems: {},
});

const contactUnknown = unknown("CONTACT_UNKNOWN", {
  id: "Kontak ini sudah tidak ada.",
  en: "This contact is no longer there.",
  zh: "该联系人已不存在。",
});

export const addContact = defineCall({
  id: "addContact",
  method: "POST",
  path: "/api/profile/contacts",
  summary:
    "Adds an emergency contact, typed by the borrower. The contact is asked for consent by SMS once the borrower's identity is verified, within the limits of messages to strangers; `asking` gives the state.",
  policy: { who: "borrower" },
  limits: [{ counter: "contact-add", by: "borrower", max: 60, seconds: 3_600 }],
  input: contactPerson,
  output: contact,
  problems: {
    CONTACTS_FULL: {
      status: 409,
      text: {
        id: "Anda sudah punya 3 kontak darurat. Hapus satu untuk menambah yang lain.",
        en: "You already have 3 emergency contacts. Remove one to add another.",
        zh: "您已有 3 位紧急联系人。请先删除一位再添加。",
      },
    },
    CONTACT_KNOWN: {
      status: 409,
      field: "mobileNumber",
      text: {
        id: "Nomor ini sudah ada di daftar kontak Anda.",
        en: "This number is already among your contacts.",
        zh: "该号码已在您的联系人中。",
      },
    },
    ...contactNumberProblems,
  },
});
export const removeContact = defineCall({
  id: "removeContact",
  method: "POST",
  path: "/api/profile/contacts/{contactId}/remove",
  summary: "Removes an emergency contact.",
  policy: { who: "borrower" },
  input: v.strictObject({ contactId: uuid }),
  output: v.object({ removed: v.literal(true) }),
  problems: contactUnknown,
});
export const askContactAgain = defineCall({
  id: "askContactAgain",
  method: "POST",
  path: "/api/profile/contacts/{contactId}/ask",
  summary:
    "Sends the consent request to a contact again, at most three times in all and once a day, and to one number at most twice in 30 days.",
  policy: { who: "borrower" },
  input: v.strictObject({ contactId: uuid }),
  output: v.object({ asked: v.literal(true) }),
  problems: {
    ...contactUnknown,
    CONTACT_ASKED_ENOUGH: {
      status: 409,
      text: {
        id: "Pesan sudah dikirim. Kami tidak mengirimnya lagi agar kontak Anda tidak terganggu.",
        en: "The message was sent. We do not send it again, so that we do not bother your contact.",
        zh: "消息已发送。为避免打扰您的联系人，我们不再重复发送。",
      },
    },
    CONTACT_ASK_WAITS: {
      status: 409,
      text: {
        id: "Pesan ini belum bisa dikirim. Keterangannya ada di kontak ini.",
        en: "This message cannot be sent yet. The contact says why.",
        zh: "此消息暂时无法发送，原因见该联系人。",
      },
    },
  },
});

/** Purpose of the signed link in the SMS to a contact. */
export const contactConsentPurpose = "CONTACT_CONSENT";
export const getContactConsent = defineCall({
  id: "getContactConsent",
  method: "GET",
  path: "/api/contact-consent",
  summary: "The question to an emergency contact, the borrower who asks, and the answer.",
  policy: { who: "link", purpose: contactConsentPurpose },
  input: noInput,
  output: v.object({
    contactName: v.string(),
    borrowerName: v.string(),
    relationship: v.picklist(relationships),
    consent: v.picklist(contactConsents),
  }),
  problems: contactUnknown,
});
export const answerContactConsent = defineCall({
  id: "answerContactConsent",
  method: "POST",
  path: "/api/contact-consent",
  summary: "An emergency contact agrees or refuses; it may change its mind as long as the link is valid.",
  policy: { who: "link", purpose: contactConsentPurpose },
  input: v.strictObject({ answer: v.picklist(["GIVEN", "REFUSED"], "CHOICE_INVALID") }),
  output: v.object({ consent: v.picklist(contactConsents) }),
  problems: contactUnknown,
});
