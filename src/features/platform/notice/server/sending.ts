/** Sends a notice: fixes its text, adds it to the inbox, then sends it to browsers, to the phone (WhatsApp, else SMS) and by mail, each once. */
import * as v from "valibot";
import { transact, type Transaction } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { mailHtml } from "#server/outside/mail/frame.ts";
import type { MessageAnswer } from "#server/outside/messaging/port.ts";
import { brandById } from "#server/process/brand.server.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { say } from "#shared/texts.ts";
import { noticeOf, unsubscribePage, type NoticeTexts } from "./definition.ts";
import { showInInbox } from "./inbox-store.ts";
import { retryPush, pushOnceMore, pushToBrowsers } from "./push.ts";
import { hourOf, isMutedFor, receiverOf, type Receiver, type Sending } from "./receiver.ts";
import { sealedWords, sealerOf, type SealedWords } from "./sealed.ts";
import { texts as mailTexts } from "../texts.ts";
import { changeNotice, claimDueNotice, claimNotice, dueNotices, findNotice, type NoticeRow } from "./store.ts";
import { brandOfNotice, linkTokenOf, pathOf, sayNotice, shortLink, noticeTextsOf } from "./words.ts";

/** A mail server that is down for a day loses nothing: the job retries for about two days. */
export const sendNotice = defineJob("notice-send", v.strictObject({ noticeId: v.string() }), {
  retryLimit: 40,
  retryDelayMax: 3600,
});

export function sendingWork(services: Services): void {
  services.jobs.handle(sendNotice, ({ noticeId }) => send(services, noticeId));
  services.jobs.handle(retryPush, (again) => pushOnceMore(services, again));
  services.sweeps.add({
    name: "notice-due",
    everySeconds: 60,
    waits: {
      text: { id: "Pesan yang menunggu jam kirim", en: "Notices that wait for their hour", zh: "等待发送时段的通知" },
      rows: [{ table: "notice", at: "dueAt" }],
    },
    run: sendDue,
  });
}

/** Sends notices whose hour has come. */
async function sendDue(services: Services): Promise<number> {
  const { database, clock, jobs, log } = services;
  return eachDue(
    await dueNotices(database, clock.now(), 100),
    (noticeId) =>
      transact(database, async (trx) => {
        if (!(await claimDueNotice(trx, noticeId, clock.now()))) return false;
        await jobs.send(trx, sendNotice, { noticeId });
        return true;
      }),
    { log, failure: "notice not sent at its hour", idOf: (noticeId) => noticeId },
  );
}

/** @throws so that the job tries again: another process is sending it, or the mail server did not say whether it accepted the mail */
async function send(services: Services, noticeId: string): Promise<void> {
  const { database, clock } = services;
  const row = await claimNotice(database, noticeId, clock.now());
  if (!row) {
    const held = await findNotice(database, noticeId);
    if (held && !held.endedAt && !held.dueAt) throw new Error("Another process sends this notice.");
    return;
  }
  try {
    await sendClaimed(services, row);
  } catch (error) {
    await changeNotice(database, noticeId, { claimedAt: null });
    if (!(error instanceof BorrowerShredded)) throw error;
    // The borrower's data was deleted before sending: there is no receiver any more.
    await changeNotice(database, noticeId, { endedAt: clock.now() });
  }
}

async function sendClaimed(services: Services, row: NoticeRow): Promise<void> {
  const { database, clock } = services;
  const notice = noticeOf(services, row.kind);
  if (!notice) throw new Error(`No domain hands in the notice ${row.kind} any more.`);
  const sealer = await sealerOf(services, database, row.borrowerId);
  const words = sealedWords.open(sealer, row.id, row.valuesSealed);
  const receiver = await receiverOf(services, row, sealer);
  let sending: Sending = { services, row, notice, sealer, words };
  if (!row.shownAt && !notice.prepare) sending = await show(sending, words);
  const opensAt = await hourOf(services, notice, receiver?.zone ?? "WIB");
  if (opensAt) return changeNotice(database, row.id, { dueAt: opensAt, claimedAt: null });
  if (!sending.row.shownAt && notice.prepare) {
    const about = { borrowerId: row.borrowerId, values: words.values };
    const prepared = await notice.prepare(services, about);
    if (!prepared)
      return transact(database, async (trx) => {
        await changeNotice(trx, row.id, { endedAt: clock.now() });
        await notice.notNeeded?.(services, trx, about);
      });
    sending = await show(sending, prepared);
  }
  const isMuted = await isMutedFor(services, notice, row.borrowerId);
  await pushToBrowsers(sending, receiver, isMuted);
  if (await sendToPhone(sending, receiver, isMuted)) return;
  await sendMail(sending, receiver, isMuted);
  await changeNotice(database, row.id, { endedAt: clock.now() });
}

/** Fixes the text and adds the notice to the inbox. */
async function show(sending: Sending, words: SealedWords): Promise<Sending> {
  const { services, row, notice, sealer } = sending;
  const { borrowerId } = row;
  const settled = { valuesSealed: sealedWords.seal(sealer, row.id, words), shownAt: services.clock.now() };
  let number: number | null = null;
  if (borrowerId !== null && notice.channels.includes("INBOX"))
    number = await showInInbox(services.database, { borrowerId, id: row.id }, settled);
  else await changeNotice(services.database, row.id, settled);
  return { ...sending, words, row: { ...row, ...settled, number } };
}

/**
 * WhatsApp, and SMS when that is refused. A channel is tried once: silence does not mean that the message was lost.
 * True when no mail follows, so that recording the result ends the notice.
 */
async function sendToPhone(sending: Sending, receiver: Receiver | null, isMuted: boolean): Promise<boolean> {
  const { services, row, notice, words } = sending;
  const channels = (["WHATSAPP", "SMS"] as const).filter((channel) => notice.channels.includes(channel));
  if (channels.length === 0 || row.phoneStatus !== null) return false;
  const isLast = !notice.channels.includes("MAIL");
  const noted = (status: string) => {
    const now = services.clock.now();
    return { phoneStatus: status, phoneAt: now, ...(isLast ? { endedAt: now } : {}) };
  };
  if (isMuted || !receiver?.mobileNumber) {
    await changeNotice(services.database, row.id, noted(isMuted ? "MUTED" : "NO_ADDRESS"));
    return isLast;
  }
  const texts = noticeTextsOf(notice, words.variant);
  let result: { channel: "WHATSAPP" | "SMS"; answer: MessageAnswer } | undefined;
  for (const channel of channels) {
    result = {
      channel,
      answer: await services.outside.messaging.send(await messageOf(sending, receiver, texts, channel)),
    };
    if (result.answer.status !== "REJECTED") break;
  }
  const { channel, answer } = result!;
  if (answer.status !== "SENT")
    services.log.warn("a notice was not delivered", { rowId: row.id, code: answer.status, port: "messaging" });
  await transact(services.database, async (trx: Transaction) => {
    await changeNotice(trx, row.id, { phoneChannel: channel, ...noted(answer.status) });
    await notice.sent?.(services, trx, {
      messageId: row.id,
      borrowerId: row.borrowerId,
      values: words.values,
      channel,
      status: answer.status,
    });
  });
  return isLast;
}

async function messageOf(sending: Sending, receiver: Receiver, texts: NoticeTexts, channel: "WHATSAPP" | "SMS") {
  const { row, words } = sending;
  const { language, mobileNumber } = receiver;
  const text = channel === "WHATSAPP" ? (texts.whatsapp ?? texts.sms!) : texts.sms!;
  const { brand, link } = await placesOf(sending, receiver, text === texts.sms);
  return {
    messageId: row.id,
    channel,
    to: mobileNumber!,
    text: sayNotice(text, language, words.values, { brand, link: link ?? "" }),
    language,
    ...(link === null ? {} : { link }),
  };
}

/** The brand's name, and the notice's address: short in an SMS. */
async function placesOf(
  { services, row, notice, words }: Sending,
  receiver: Receiver,
  isShort: boolean,
): Promise<{ brand: string; link: string | null }> {
  const { name, origin } = brandOfNotice(services, receiver.brandId);
  const about = { borrowerId: row.borrowerId, values: words.values, since: row.shownAt ?? row.createdAt };
  const path = await pathOf(services, notice, about, services.clock.now());
  if (path === null) return { brand: name, link: null };
  return { brand: name, link: isShort ? shortLink(origin, linkTokenOf(services.keys, row.id)) : origin + path };
}

/** @throws when the mail server did not answer: the message's id is the row's, so it recognises a second copy */
async function sendMail(sending: Sending, receiver: Receiver | null, isMuted: boolean): Promise<void> {
  const { services, row, notice, words } = sending;
  if (!notice.channels.includes("MAIL") || row.mailStatus !== null) return;
  const note = (status: string) =>
    changeNotice(services.database, row.id, { mailStatus: status, mailAt: services.clock.now() });
  if (isMuted) return note("MUTED");
  if (!receiver?.email) return note("NO_ADDRESS");
  const { language, email } = receiver;
  const { borrowerId } = row;
  // A mailing is its reader's choice: without an account there is none.
  if (notice.mailing && borrowerId === null) return note("MUTED");
  const mailing =
    notice.mailing && borrowerId !== null ? { borrowerId, address: email, category: notice.mailing } : undefined;
  const unsubscribePath = mailing && (await services.ask(unsubscribePage)(services, services.database, mailing));
  if (unsubscribePath === null) return note("MUTED");
  const { subject, body } = noticeTextsOf(notice, words.variant).mail!;
  const { brand, link } = await placesOf(sending, receiver, false);
  const filled = { brand, link: link ?? "" };
  const wayOut = unsubscribePath ? brandOfNotice(services, receiver.brandId).origin + unsubscribePath : null;
  const text = sayNotice(body, language, words.values, filled);
  const written = {
    subject: sayNotice(subject, language, words.values, filled),
    // People read the text, mail programs the header: both say how to stop it.
    text: wayOut === null ? text : `${text}\n\n${say(mailTexts.wayOut, language, { wayOut })}`,
    language,
  };
  const answer = await services.outside.mail.send({
    messageId: row.id,
    to: email,
    ...written,
    html: mailHtml(written, brandById(services, receiver.brandId)),
    ...(link === null ? {} : { link }),
    ...(wayOut === null ? {} : { unsubscribeLink: wayOut }),
  });
  if (answer.status === "UNKNOWN")
    throw new Error(`The mail server did not say whether it took the mail: ${answer.detail}`);
  const { status } = answer;
  await transact(services.database, async (trx) => {
    await changeNotice(trx, row.id, { mailStatus: status, mailAt: services.clock.now() });
    await notice.mailed?.(services, trx, { borrowerId: row.borrowerId, values: words.values, status });
  });
}
