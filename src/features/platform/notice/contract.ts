/** Notices: messages to a person, their topics, and the short link in an SMS. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";

/** The topic of a notice; the inbox is filtered by it. // Credit and support 5 */
export const noticeTopics = ["LOAN", "PAYMENT", "ACCOUNT", "SECURITY", "REWARD", "NEWS"] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** Topics that a person needs neither for a contract nor for safety: only these can be muted. // Credit and support 5 */
export const mutableTopics = ["REWARD", "NEWS"] as const;
export type MutableTopic = (typeof mutableTopics)[number];

/** Mailings that the owner of an address may unsubscribe from, for every account with that address. Mails about a contract, security or a complaint are not mailings. // RFC 8058 */
export const mailingCategories = ["PROMOTION", "SURVEY"] as const;
export type MailingCategory = (typeof mailingCategories)[number];

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
