/** Notices: messages to a person, their topics, and the short link in an SMS. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";

/** The topic of a notice; the inbox is filtered by it. // Credit and support 5 */
export const noticeTopics = ["LOAN", "PAYMENT", "ACCOUNT", "SECURITY", "REWARD", "NEWS"] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** Topics that a person needs neither for a contract nor for safety: only these can be muted. // Credit and support 5 */
export const mutableTopics = ["REWARD", "NEWS"] as const;
export type MutableTopic = (typeof mutableTopics)[number];

/** Mailings that the owner of an address may unsubscribe from, for every account with that address. Mails about a contract, security or a complaint are not mailings. // RFC 8058 */
export const mailingCategories = ["PROMOTION", "SURVEY"] as const;
export type MailingCategory = (typeof mailingCategories)[number];

const pushKey = (length: number) =>
  v.pipe(v.string("PUSH_INVALID"), v.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), "PUSH_INVALID"));

/** Reminders in this browser. */
const pushState = v.strictObject({
  /** The key with which this browser subscribes; null where the installation sends none. */
  publicKey: v.nullable(v.string()),
  /** Whether this login's browser gets reminders. */
  isOn: v.boolean(),
  /** When that ends at the latest, with the login; null when it is off. */
  until: v.nullable(instant),
  /** Browsers of the borrower that get reminders, this one included. */
  browsers: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type PushState = v.InferOutput<typeof pushState>;

export const getPush = defineCall({
  id: "getPush",
  method: "GET",
  path: "/api/push",
  summary: "Whether this login's browser gets reminders by Web Push, and the key with which it subscribes.",
  policy: { who: "borrower" },
  input: noInput,
  output: pushState,
  problems: {},
});

export const startPush = defineCall({
  id: "startPush",
  method: "POST",
  path: "/api/push",
  summary:
    "Sends reminders to this login's browser, by the subscription that its push service gave it, until the login ends.",
  policy: { who: "borrower" },
  input: v.strictObject({
    endpoint: v.pipe(
      v.string("PUSH_INVALID"),
      v.maxLength(1000, "PUSH_INVALID"),
      v.regex(/^https:\/\/[^\s"<>]+$/, "PUSH_INVALID"),
    ),
    p256dh: pushKey(87),
    auth: pushKey(22),
  }),
  output: pushState,
  fieldProblems: {
    PUSH_INVALID: {
      id: "Browser ini tidak memberi alamat notifikasi. Coba lagi dengan JavaScript menyala, atau pakai browser lain.",
      en: "This browser gave no address for notifications. Try again with JavaScript on, or use another browser.",
      zh: "此浏览器未提供通知地址。请启用 JavaScript 后重试，或使用其他浏览器。",
    },
  },
  problems: {
    PUSH_SERVICE_UNKNOWN: {
      status: 422,
      text: {
        id: "Layanan notifikasi browser ini tidak kami kenal. Pakai Chrome, Edge, Firefox, atau Safari.",
        en: "We do not know the push service of this browser. Use Chrome, Edge, Firefox or Safari.",
        zh: "我们不支持此浏览器的推送服务。请使用 Chrome、Edge、Firefox 或 Safari。",
      },
    },
    PUSH_UNAVAILABLE: {
      status: 409,
      text: {
        id: "Pengingat di browser belum tersedia.",
        en: "Reminders in browsers are not available.",
        zh: "暂不提供浏览器提醒。",
      },
    },
  },
});

export const endPush = defineCall({
  id: "endPush",
  method: "POST",
  path: "/api/push/end",
  summary: "Ends reminders in this login's browser, or in all browsers of the borrower with `everywhere`.",
  policy: { who: "borrower" },
  input: v.strictObject({ everywhere: v.optional(v.boolean("INVALID"), false) }),
  output: pushState,
  problems: {},
});

/** The target of a notice's short link. */
export const openNotice = defineCall({
  id: "openNotice",
  method: "GET",
  path: "/api/notice/{token}",
  summary: "The target of a message's short link: a path of ours.",
  policy: { who: "anyone" },
  internal: true,
  input: v.strictObject({
    token: v.pipe(v.string("LINK_INVALID"), v.regex(/^[A-Za-z0-9_-]{1,100}$/, "LINK_INVALID")),
  }),
  output: v.strictObject({ to: v.string() }),
  fieldProblems: {
    LINK_INVALID: { id: "Tautan tidak dikenal.", en: "The link is unknown.", zh: "链接无法识别。" },
  },
  problems: {
    ...unknown("NOTICE_UNKNOWN", {
      id: "Tautan ini tidak dikenal atau sudah tidak berlaku.",
      en: "This link is unknown or no longer valid.",
      zh: "该链接无法识别或已失效。",
    }),
  },
});
