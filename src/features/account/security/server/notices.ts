/** A notice for each thing that an owner must be able to object to. All say what, when and on which device, and carry the way to object. */
import {
  defineNotice,
  type NoticeDefinition,
  type NoticeLink,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { Language, Text } from "#shared/texts.ts";
import { contestDays, contestPurpose, securityEventKinds, type SecurityEventKind } from "../contract.ts";
import { eventTexts } from "../texts.ts";

/** `about`: the link's borrower and event. */
export type SecurityValues = {
  borrowerId: string;
  eventId: string;
  happenedAt: string;
  device: string;
  /** When the request takes effect, if that is still to come. */
  effectAt?: string;
};

/** The subject of a link: borrower and event. */
export const securitySubjectOf = (borrowerId: string, eventId: string): string => `${borrowerId}.${eventId}`;
export function eventOfSubject(subject: string): { borrowerId: string; eventId: string } {
  const [borrowerId = "", eventId = ""] = subject.split(".");
  return { borrowerId, eventId };
}

/**
 * The link for objecting to an event, valid 14 days and without a login; afterwards the page behind the login. The link
 * has no owner: blocking the account does not end it, so that the owner before a theft can still object. // Spec
 * account 2
 */
export const contestLink = (about: { borrowerId: string; eventId: string }): NoticeLink => ({
  path: "/webview/security",
  signed: {
    path: "/not-me",
    purpose: contestPurpose,
    subject: securitySubjectOf(about.borrowerId, about.eventId),
    days: contestDays,
  },
});

const example: SecurityValues = {
  borrowerId: "00000000-0000-4000-8000-000000000000",
  eventId: "00000000-0000-4000-8000-000000000000",
  happenedAt: "2026-12-28T16:59:00Z",
  device: "Samsung Internet 100, Android 100",
  effectAt: "2026-12-28T16:59:00Z",
};

const filled = (pattern: Text, what: Text): Text => {
  const fill = (language: Language) => pattern[language].replace("{what}", what[language]);
  return { id: fill("id"), en: fill("en"), zh: fill("zh") };
};

const patterns = {
  body: {
    id: "{what}: {happenedAt}, perangkat {device}. Jika ini Anda, abaikan saja pesan ini. Bukan Anda? Bekukan akun sekarang juga.",
    en: "{what}: {happenedAt}, device {device}. If it was you, there is nothing to do. Was it not you? Freeze the account right away.",
    zh: "{what}：{happenedAt}，设备 {device}。若是您本人操作，无需处理。若非本人，请立即冻结账户。",
  },
  sms: {
    id: "{brand}: {what}, {happenedAt}. Bukan Anda? {link}",
    en: "{brand}: {what}, {happenedAt}. Not you? {link}",
    zh: "{brand}：{what} {link}",
  },
  whatsapp: {
    id: "{brand}: {what}, {happenedAt}, perangkat {device}. Bukan Anda? Bekukan akun di {link}",
    en: "{brand}: {what}, {happenedAt}, device {device}. Not you? Freeze the account at {link}",
    zh: "{brand}：{what}，{happenedAt}，设备 {device}。若非本人，请冻结账户：{link}",
  },
  subject: { id: "{what} – {brand}", en: "{what} – {brand}", zh: "{what} – {brand}" },
  mail: {
    id: "{what} di akun {brand} Anda.\n\nWaktu: {happenedAt}\nPerangkat: {device}\n\nJika ini Anda, abaikan saja pesan ini. Bukan Anda? Buka {link} dan bekukan akun: uang tidak bisa keluar sampai kami memeriksanya bersama Anda.",
    en: "{what}: your {brand} account.\n\nWhen: {happenedAt}\nDevice: {device}\n\nIf it was you, there is nothing to do. Was it not you? Open {link} and freeze the account: no money leaves it until we have looked into it with you.",
    zh: "您的 {brand} 账户：{what}。\n\n时间：{happenedAt}\n设备：{device}\n\n若是您本人操作，无需处理。若非本人，请打开 {link} 冻结账户，在我们与您核实之前资金不会转出。",
  },
} as const satisfies Record<string, Text>;

/** The part of each text about the device; removed when no person acted. */
const ofDevice =
  /[,，] (?:perangkat|device|设备) \{device\}|，设备 \{device\}|\n(?:Perangkat|Device): \{device\}|\n设备：\{device\}/;
const withoutDevice = (text: Text): Text => ({
  id: text.id.replace(ofDevice, ""),
  en: text.en.replace(ofDevice, ""),
  zh: text.zh.replace(ofDevice, ""),
});

const textsOf = (what: Text, format: (text: Text) => Text = (text) => text): NoticeTexts => ({
  title: what,
  body: format(filled(patterns.body, what)),
  sms: filled(patterns.sms, what),
  whatsapp: format(filled(patterns.whatsapp, what)),
  mail: { subject: filled(patterns.subject, what), body: format(filled(patterns.mail, what)) },
});

/** Texts of an event that can still be stopped: when it was requested, and until when. */
const coming = {
  body: {
    id: "{what}: diminta {happenedAt}, berlaku {effectAt}. Jika ini Anda, abaikan saja pesan ini. Bukan Anda? Bekukan akun sebelum itu.",
    en: "{what}: requested {happenedAt}, takes effect {effectAt}. If it was you, there is nothing to do. Was it not you? Freeze the account before then.",
    zh: "{what}：{happenedAt} 申请，{effectAt} 生效。若是您本人操作，无需处理。若非本人，请在此之前冻结账户。",
  },
  sms: {
    id: "{brand}: ganti nomor {effectAt}, diminta {happenedAt}. Bukan Anda? {link}",
    en: "{brand}: number changes {effectAt}, requested {happenedAt}. Not you? {link}",
    zh: "{brand}：{what} {link}",
  },
  whatsapp: {
    id: "{brand}: {what}, diminta {happenedAt}, berlaku {effectAt}. Bukan Anda? Bekukan akun di {link}",
    en: "{brand}: {what}, requested {happenedAt}, takes effect {effectAt}. Not you? Freeze the account at {link}",
    zh: "{brand}：{what}，{happenedAt} 申请，{effectAt} 生效。若非本人，请冻结账户：{link}",
  },
  mail: {
    id: "{what} di akun {brand} Anda.\n\nDiminta: {happenedAt}\nBerlaku: {effectAt}\n\nJika ini Anda, abaikan saja pesan ini. Bukan Anda? Buka {link} dan bekukan akun sebelum itu: nomor tidak jadi diganti.",
    en: "{what}: your {brand} account.\n\nRequested: {happenedAt}\nTakes effect: {effectAt}\n\nIf it was you, there is nothing to do. Was it not you? Open {link} and freeze the account before then: the number stays as it is.",
    zh: "您的 {brand} 账户：{what}。\n\n申请时间：{happenedAt}\n生效时间：{effectAt}\n\n若是您本人操作，无需处理。若非本人，请在此之前打开 {link} 冻结账户，号码将不会更换。",
  },
} as const satisfies Record<string, Text>;
const comingTexts = (what: Text): NoticeTexts => ({
  title: what,
  body: filled(coming.body, what),
  sms: filled(coming.sms, what),
  whatsapp: filled(coming.whatsapp, what),
  mail: { subject: filled(patterns.subject, what), body: filled(coming.mail, what) },
});

const codeOf = (kind: SecurityEventKind): string => kind.toLowerCase();

const common = {
  topic: "SECURITY",
  example,
  prepare: async (_services: unknown, { values }: { values: SecurityValues }) => {
    if (values.effectAt !== undefined) return { values, variant: "coming" };
    return values.device === "" ? { values, variant: "noDevice" } : { values };
  },
  link: ({ values }: { values: SecurityValues }) => contestLink(values),
} as const;
const everywhere = (kind: SecurityEventKind): NoticeDefinition<SecurityValues> =>
  defineNotice<SecurityValues>({
    ...common,
    kind: `security.${codeOf(kind)}`,
    // The person who claims the number holds it: notices about that avoid the number.
    channels: kind === "NUMBER_DISOWNED" ? ["INBOX", "MAIL"] : ["INBOX", "WHATSAPP", "SMS", "MAIL"],
    texts: textsOf(eventTexts[kind]),
    variants: { noDevice: textsOf(eventTexts[kind], withoutDevice), coming: comingTexts(eventTexts[kind]) },
  });
/** Sends the same notice to the address that the event replaced; the inbox gets it only once. */
const outside = (kind: SecurityEventKind): NoticeDefinition<SecurityValues> =>
  defineNotice<SecurityValues>({
    ...common,
    kind: `security.${codeOf(kind)}_before`,
    channels: ["MAIL"],
    texts: textsOf(eventTexts[kind]),
    variants: { noDevice: textsOf(eventTexts[kind], withoutDevice), coming: comingTexts(eventTexts[kind]) },
  });

export const toOwner = Object.fromEntries(securityEventKinds.map((kind) => [kind, everywhere(kind)])) as Record<
  SecurityEventKind,
  NoticeDefinition<SecurityValues>
>;
export const toFormerAddress = Object.fromEntries(securityEventKinds.map((kind) => [kind, outside(kind)])) as Record<
  SecurityEventKind,
  NoticeDefinition<SecurityValues>
>;

export const notices = [
  ...Object.values(toOwner),
  ...Object.values(toFormerAddress),
] as unknown as readonly NoticeDefinition<never>[];
