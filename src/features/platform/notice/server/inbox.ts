/** A borrower's inbox: functions for other domains. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { BorrowerShredded, type Sealer } from "#server/keys/keys.server.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import { listPage } from "#server/records/list-page.ts";
import type { NoticeTopic } from "../contract.ts";
import { noticeOf, type NoticeValues } from "./definition.ts";
import { countUnread, findInInbox, listInbox, listInboxKinds } from "./inbox-store.ts";
import { sealedWords, sealerOf } from "./sealed.ts";
import type { NoticeRow } from "./store.ts";
import { brandOfNotice, pathOf, sayNotice, noticeTextsOf } from "./words.ts";

/** Counted no further: the mark on the page has room for two digits. // Credit and support 5 */
export const maxUnread = 99;

export interface InboxMessage {
  id: string;
  topic: NoticeTopic;
  title: string;
  /** The whole text. */
  body: string;
  /** One of our own paths for the subject; null without one. */
  link: string | null;
  createdAt: Date;
  read: boolean;
}

const texts = defineTexts({
  goneTitle: { id: "Pesan lama", en: "An old message", zh: "旧消息" },
  goneBody: {
    id: "Isi pesan ini tidak tersedia lagi.",
    en: "The content of this message is no longer available.",
    zh: "此消息的内容已不可用。",
  },
});

interface Reader {
  borrowerId: string;
  language: Language;
  /** The brand whose pages show it. */
  brandId: string;
}

/** One page, newest first. `cursor` is the `nextCursor` of the page before. */
export async function inboxOf(
  services: Services,
  database: Database,
  reader: Reader,
  page: { topic?: NoticeTopic | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: InboxMessage[]; nextCursor: string | null }> {
  const { topic, cursor, limit } = page;
  const [rows, sealer] = await Promise.all([
    listInbox(database, reader.borrowerId, {
      topic,
      below: cursor === undefined ? undefined : Number(cursor),
      max: limit + 1,
    }),
    services.keys.borrowerKeys.cipher(database, reader.borrowerId),
  ]);
  const { page: shown, nextCursor } = listPage(rows, limit, ({ number }) => String(number));
  return { items: shown.map((row) => messageOf(services, row, sealer, reader)), nextCursor };
}

/** One message of this borrower; null for any other. */
export async function messageInInbox(
  services: Services,
  database: Database,
  reader: Reader,
  id: string,
): Promise<InboxMessage | null> {
  const row = await findInInbox(database, reader.borrowerId, id);
  if (!row) return null;
  return messageOf(services, row, await services.keys.borrowerKeys.cipher(database, reader.borrowerId), reader);
}

/** A message with the figures that were in its text when it was sent. */
export interface KeptMessage extends InboxMessage {
  values: NoticeValues;
}

/**
 * The newest messages of these kinds that are still kept, all of one topic; none of a borrower whose data was deleted.
 * @returns their words in a reader's language, which may be read at the same time
 */
export async function messagesOfKinds(
  services: Services,
  database: Database | Transaction,
  borrowerId: string,
  { topic, kinds, max }: { topic: NoticeTopic; kinds: readonly string[]; max: number },
): Promise<(reader: Omit<Reader, "borrowerId">) => KeptMessage[]> {
  const rows = await listInboxKinds(database, borrowerId, { topic, kinds, max });
  if (rows.length === 0) return () => [];
  const sealer = await sealerOf(services, database, borrowerId).catch((error: unknown) => {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  });
  if (!sealer) return () => [];
  return (reader) =>
    rows.map((row) => ({
      ...messageOf(services, row, sealer, reader),
      values: sealedWords.open(sealer, row.id, row.valuesSealed).values,
    }));
}

/** How many messages a borrower has not read, counted to 99. */
export const unreadMessages = (reader: Database | Transaction, borrowerId: string): Promise<number> =>
  countUnread(reader, borrowerId, maxUnread);

function messageOf(
  services: Services,
  row: NoticeRow,
  sealer: Sealer,
  reader: Omit<Reader, "borrowerId">,
): InboxMessage {
  const { language, brandId } = reader;
  const head = {
    id: row.id,
    topic: row.topic as NoticeTopic,
    createdAt: row.shownAt ?? row.createdAt,
    read: row.readAt !== null,
  };
  const notice = noticeOf(services, row.kind);
  // The message's domain no longer exists.
  if (!notice)
    return { ...head, title: say(texts.goneTitle, language), body: say(texts.goneBody, language), link: null };
  const { values, variant } = sealedWords.open(sealer, row.id, row.valuesSealed);
  const words = noticeTextsOf(notice, variant);
  const brand = { brand: brandOfNotice(services, brandId).name };
  const link = notice.link?.({ borrowerId: row.borrowerId, values })?.path ?? null;
  return {
    ...head,
    title: sayNotice(words.title, language, values, brand),
    body: sayNotice(words.body, language, values, brand),
    link,
  };
}

/** The current target of a notice's short link; null for an unknown one. */
export async function openedPath(services: Services, row: NoticeRow, sealer: Sealer): Promise<string | null> {
  const notice = noticeOf(services, row.kind);
  if (!notice) return null;
  const { values } = sealedWords.open(sealer, row.id, row.valuesSealed);
  const about = { borrowerId: row.borrowerId, values, since: row.shownAt ?? row.createdAt };
  return await pathOf(services, notice, about, services.clock.now());
}
