/** Notices: what is told to a person, by which topic, and the short link that stands in an SMS. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";

/** What a notice is about; the inbox is filtered by it. // Credit and support 5 */
export const noticeTopics = ["LOAN", "PAYMENT", "ACCOUNT", "SECURITY", "REWARD", "NEWS"] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The topics that nobody needs for their contract or their safety: these alone can be muted. // Credit and support 5 */
export const mutableTopics = ["REWARD", "NEWS"] as const;
export type MutableTopic = (typeof mutableTopics)[number];

/** Mailings that the owner of an address may refuse, whatever account it stands in. What is about a contract, security or a complaint is none. // RFC 8058 */
export const mailingCategories = ["PROMOTION", "SURVEY"] as const;
export type MailingCategory = (typeof mailingCategories)[number];

/** Where the short link of a notice leads. */
export const openNotice = defineCall({
  id: "openNotice",
  method: "GET",
  path: "/api/notice/{token}",
  summary: "Where the short link of a message leads: a path of ours.",
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
