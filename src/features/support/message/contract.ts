/** The inbox: notices to the borrower, read or unread, and the topics that may be sent. // Credit and support 5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cursorLike, listQuery, nextCursor } from "#shared/fields/list.ts";
import { mutableTopics, noticeTopics } from "#features/platform/notice/contract.ts";

const topic = v.picklist(noticeTopics, "TOPIC_INVALID");
const messageId = v.pipe(v.string("MESSAGE_INVALID"), v.uuid("MESSAGE_INVALID"));
/** Unread messages, counted to 99. */
const unread = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99));
const fieldProblems = {
  TOPIC_INVALID: { id: "Pilih topik dari daftar.", en: "Choose a topic of the list.", zh: "请选择列表中的主题。" },
  MESSAGE_INVALID: { id: "Pesan tidak dikenal.", en: "The message is unknown.", zh: "消息无法识别。" },
} as const;
const messageUnknown = {
  status: 404,
  text: { id: "Pesan ini tidak ditemukan.", en: "This message was not found.", zh: "找不到此消息。" },
} as const;

export const messageItem = v.object({
  id: v.string(),
  topic: v.picklist(noticeTopics),
  title: v.string(),
  /** The beginning of the text. */
  excerpt: v.string(),
  createdAt: instant,
  read: v.boolean(),
});

export const listMessages = defineCall({
  id: "listMessages",
  method: "GET",
  path: "/api/message",
  summary: "The borrower's messages, newest first, of one topic or all, and how many are unread.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{1,9}$/),
    topic: v.optional(topic),
  }),
  output: v.strictObject({ items: v.array(messageItem), nextCursor, unread }),
  fieldProblems,
  problems: {},
});

export const getMessage = defineCall({
  id: "getMessage",
  method: "GET",
  path: "/api/message/{messageId}",
  summary: "One message of the borrower; reading it by this call changes nothing.",
  policy: { who: "borrower" },
  input: v.strictObject({ messageId }),
  output: v.object({
    id: v.string(),
    topic: v.picklist(noticeTopics),
    title: v.string(),
    text: v.string(),
    /** One of our own paths for the subject. */
    link: v.nullable(v.string()),
    createdAt: instant,
    read: v.boolean(),
  }),
  fieldProblems,
  problems: { MESSAGE_UNKNOWN: messageUnknown },
});

export const readMessage = defineCall({
  id: "readMessage",
  method: "POST",
  path: "/api/message/{messageId}/read",
  summary: "Marks one message as read; repeating it changes nothing.",
  policy: { who: "borrower" },
  input: v.strictObject({ messageId }),
  output: v.strictObject({ unread }),
  fieldProblems,
  problems: { MESSAGE_UNKNOWN: messageUnknown },
});

export const readAllMessages = defineCall({
  id: "readAllMessages",
  method: "POST",
  path: "/api/message/read-all",
  summary: "Marks the given message and all older ones as read; newer ones stay unread.",
  policy: { who: "borrower" },
  input: v.strictObject({ upToId: messageId }),
  output: v.strictObject({ unread }),
  fieldProblems,
  problems: { MESSAGE_UNKNOWN: messageUnknown },
});

const muted = v.array(v.picklist(mutableTopics, "TOPIC_INVALID"));

export const getNotificationSettings = defineCall({
  id: "getNotificationSettings",
  method: "GET",
  path: "/api/notification-settings",
  summary: "Muted topics, whose messages are not sent outside the inbox.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.strictObject({ muted }),
  problems: {},
});

export const saveNotificationSettings = defineCall({
  id: "saveNotificationSettings",
  method: "POST",
  path: "/api/notification-settings",
  summary: "Mutes exactly these topics: their messages stay in the inbox and are not sent.",
  policy: { who: "borrower" },
  input: v.strictObject({ muted: v.optional(v.pipe(muted, v.maxLength(mutableTopics.length, "TOPIC_INVALID")), []) }),
  output: v.strictObject({ muted }),
  fieldProblems,
  problems: {},
});
