/** Registry of notices to a borrower: in the inbox, by phone and by mail. */
import { sql } from "kysely";
import { leftOut, personalDataOf, type InWords, type PersonalTable } from "#server/personal-data/index.ts";
import { noticeOf, type NoticeValues } from "./definition.ts";
import { brandOfNotice, sayNotice, noticeTextsOf } from "./words.ts";

/** The text in the inbox, in the notice's current wording; null when its domain is gone. */
const saying =
  (part: "title" | "body"): InWords =>
  (services, row, language) => {
    const notice = noticeOf(services, String(row["kind"]));
    // Its values are filled in when it is sent.
    if (!notice || (part === "body" && row["shownAt"] === null)) return null;
    const variant = row["variant"] as string | null;
    const brand = { brand: brandOfNotice(services, row["brandId"] as string | null).name };
    const words = noticeTextsOf(notice, variant ?? undefined)[part];
    const values = (row["values"] ?? {}) as NoticeValues;
    return sayNotice(words, language, values, brand).replace("{link}", "…");
  };
const titleOf = saying("title");
const bodyOf = saying("body");

const tables: readonly PersonalTable[] = [
  {
    table: "notice",
    title: { id: "Pemberitahuan", en: "Notices", zh: "通知" },
    inWords: { kind: titleOf, values: bodyOf, variant: () => null, number: () => null },
    shows: [
      "id",
      "kind",
      "topic",
      "createdAt",
      "shownAt",
      "number",
      "readAt",
      "phoneChannel",
      "phoneStatus",
      "phoneAt",
      "mailStatus",
      "mailAt",
      "pushStatus",
      "pushAt",
      "endedAt",
    ],
    sealed: {
      valuesSealed: { holds: ["values", "variant"] },
      toSealed: { holds: ["mobileNumber", "email", "language", "brandId"] },
    },
    withholds: { SECRET: ["linkHash"], FINDER: ["sourceId"], UPKEEP: ["dueAt", "claimedAt"] },
    keeps: "NOTHING",
    // Notices about a loan belong to its documents.
    retains: { kind: "NOTICE", rule: "CONTRACT", where: sql`topic = 'LOAN' and shown_at is not null` },
  },
  {
    table: "notice_push",
    title: { id: "Browser untuk pengingat", en: "Browsers for reminders", zh: "接收提醒的浏览器" },
    inWords: { endpoint: leftOut },
    shows: ["createdAt"],
    sealed: { subscriptionSealed: { holds: ["endpoint", "p256dh", "auth"] } },
    withholds: { FINDER: ["endpointIndex"], UPKEEP: ["id", "sessionId", "checkAt"] },
    keeps: "NOTHING",
  },
  {
    table: "notice_inbox",
    title: { id: "Kotak pesan", en: "Inbox", zh: "收件箱" },
    shows: ["lastNumber", "mutedTopics"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
