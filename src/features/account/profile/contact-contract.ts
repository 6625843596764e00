/** Emergency contacts: whom to reach, and what each of them says to it by the link of its own. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { fullName } from "#shared/fields/name.ts";
import { phone } from "#shared/fields/phone.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";
import { relationships } from "./contract.ts";

/** The slots of the database hold the same figure. */
export const maxContacts = 3;
export const contactConsents = ["PENDING", "GIVEN", "REFUSED"] as const;
export type ContactConsent = (typeof contactConsents)[number];
export const contact = openShape("EmergencyContact", {
  id: v.string(),
  name: v.string(),
  mobileNumber: v.string(),
  relationship: v.picklist(relationships),
  consent: v.picklist(contactConsents),
});
export type Contact = v.InferOutput<typeof contact>;

export const listContacts = defineCall({
  method: "GET",
  path: "/api/profile/contacts",
  summary: "The borrower's emergency contacts, each with its own consent.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ items: v.array(contact), most: v.number() }),
  problems: {},
});

const contactUnknown = unknown("CONTACT_UNKNOWN", {
  id: "Kontak ini sudah tidak ada.",
  en: "This contact is not there any more.",
  zh: "该联系人已不存在。",
});

export const addContact = defineCall({
  method: "POST",
  path: "/api/profile/contacts",
  summary: "Adds an emergency contact, typed by the borrower, and asks it for its consent by SMS.",
  policy: { who: "borrower" },
  input: v.strictObject({
    name: fullName,
    mobileNumber: phone,
    relationship: v.picklist(relationships, "CHOICE_INVALID"),
  }),
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
    CONTACT_IS_SELF: {
      status: 422,
      field: "mobileNumber",
      text: {
        id: "Ini nomor Anda sendiri. Tulis nomor orang lain.",
        en: "This is your own number. Enter somebody else's.",
        zh: "这是您自己的号码。请填写他人的号码。",
      },
    },
    CONTACT_REFUSES: {
      status: 409,
      field: "mobileNumber",
      text: {
        id: "Orang ini sudah menolak menjadi kontak darurat Anda. Pilih orang lain.",
        en: "This person has refused to be your emergency contact. Choose somebody else.",
        zh: "此人已拒绝成为您的紧急联系人。请选择其他人。",
      },
    },
  },
});
export const removeContact = defineCall({
  method: "POST",
  path: "/api/profile/contacts/{contactId}/remove",
  summary: "Removes an emergency contact.",
  policy: { who: "borrower" },
  input: v.strictObject({ contactId: uuid }),
  output: v.object({ removed: v.literal(true) }),
  problems: contactUnknown,
});
export const askContactAgain = defineCall({
  method: "POST",
  path: "/api/profile/contacts/{contactId}/ask",
  summary: "Sends the question for consent to a contact once more, at most three times in all and once a day.",
  policy: { who: "borrower" },
  input: v.strictObject({ contactId: uuid }),
  output: v.object({ asked: v.literal(true) }),
  problems: {
    ...contactUnknown,
    CONTACT_ASKED_ENOUGH: {
      status: 409,
      text: {
        id: "Pesan sudah dikirim. Kami tidak mengirimnya lagi agar kontak Anda tidak terganggu.",
        en: "The message was sent. We do not send it again, so as not to bother your contact.",
        zh: "消息已发送。为避免打扰您的联系人，我们不再重复发送。",
      },
    },
  },
});

/** Purpose of the signed link in the SMS to a contact. */
export const contactConsentPurpose = "CONTACT_CONSENT";
export const getContactConsent = defineCall({
  method: "GET",
  path: "/api/contact-consent",
  summary: "What an emergency contact is asked for, by whom, and what was answered.",
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
  method: "POST",
  path: "/api/contact-consent",
  summary: "An emergency contact agrees or refuses; it may change its mind as long as the link is valid.",
  policy: { who: "link", purpose: contactConsentPurpose },
  input: v.strictObject({ answer: v.picklist(["GIVEN", "REFUSED"], "CHOICE_INVALID") }),
  output: v.object({ consent: v.picklist(contactConsents) }),
  problems: contactUnknown,
});
