/** The inbox: answers to its calls. The rows are those of platform/notice. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import {
  findInInbox,
  inboxOf,
  messageInInbox,
  noteRead,
  noteReadUpTo,
  readMuted,
  unreadMessages,
  writeMuted,
} from "#features/platform/notice/server/index.ts";
import { mutableTopics } from "#features/platform/notice/contract.ts";
import {
  getMessage,
  getNotificationSettings,
  listMessages,
  readAllMessages,
  readMessage,
  saveNotificationSettings,
} from "../contract.ts";

/** Characters of the text that the list shows. */
const excerptLength = 120;

/** The beginning of a text on one line, up to a nearby word boundary; a line without a full stop is separated from the next. */
export function messageExcerptOf(lines: string): string {
  const text = lines.replaceAll(/([^\s.!?:。！？：])\s*\n\s*/g, "$1 · ").replaceAll(/\s*\n\s*/g, " ");
  if (text.length <= excerptLength) return text;
  const cut = text.slice(0, excerptLength - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > excerptLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

const unreadOf = async (reader: Reader, borrowerId: string) => ({ unread: await unreadMessages(reader, borrowerId) });

const answers: readonly CallAnswer[] = [
  answer(listMessages, async (page, { services, database, borrowerId, language, caller }) => {
    const [{ items, nextCursor }, { unread }] = await Promise.all([
      inboxOf(services, database, { borrowerId, language, brandId: caller.brand.id }, page),
      unreadOf(database, borrowerId),
    ]);
    return {
      items: items.map(({ id, topic, title, body, createdAt, read }) => ({
        id,
        topic,
        title,
        excerpt: messageExcerptOf(body),
        createdAt: createdAt.toISOString(),
        read,
      })),
      nextCursor,
      unread,
    };
  }),
  answer(getMessage, async ({ messageId }, { services, database, borrowerId, language, caller, refuse }) => {
    const reader = { borrowerId, language, brandId: caller.brand.id };
    const found = (await messageInInbox(services, database, reader, messageId)) ?? refuse("MESSAGE_UNKNOWN");
    const { body, createdAt, ...rest } = found;
    return { ...rest, text: body, createdAt: createdAt.toISOString() };
  }),
  answer(readMessage, async ({ messageId }, { services, borrowerId, refuse }) => {
    if (!(await findInInbox(services.database, borrowerId, messageId))) refuse("MESSAGE_UNKNOWN");
    return transact(services.database, async (trx) => {
      await noteRead(trx, borrowerId, messageId, services.clock.now());
      return unreadOf(trx, borrowerId);
    });
  }),
  answer(readAllMessages, async ({ upToId }, { services, borrowerId, refuse }) => {
    const upTo = (await findInInbox(services.database, borrowerId, upToId)) ?? refuse("MESSAGE_UNKNOWN");
    return transact(services.database, async (trx) => {
      await noteReadUpTo(trx, borrowerId, upTo.number!, services.clock.now());
      return unreadOf(trx, borrowerId);
    });
  }),
  answer(getNotificationSettings, async (_input, { database, borrowerId }) => ({
    muted: await readMuted(database, borrowerId),
  })),
  answer(saveNotificationSettings, (input, { services, borrowerId }) =>
    transact(services.database, async (trx) => {
      const muted = mutableTopics.filter((topic) => input.muted.includes(topic));
      await writeMuted(trx, borrowerId, muted);
      return { muted };
    }),
  ),
];

export const domain: Domain = { answers };
