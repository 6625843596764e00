/**
 * Sends a notice to the browsers that its borrower chose. It goes with the message to the phone, as one contact: the
 * same check (`prepare`) lets both go. A push service that is busy is asked again, after that check. // RFC 8030
 */
import * as v from "valibot";
import { transact, type Transaction } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { PushAnswer, PushUrgency } from "#server/outside/push/port.ts";
import { loginsInForce } from "#server/call/live-sessions.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { contactHours, localTime } from "#shared/dates.ts";
import { keepsContactHours, noticeOf, type NoticeDefinition } from "./definition.ts";
import { browsersOf, endBrowsers, findBrowser, type PushRow } from "./push-store.ts";
import { hourOf, isMutedFor, receiverOf, type Receiver, type Sending } from "./receiver.ts";
import { sealedBrowser, sealedWords, sealerOf } from "./sealed.ts";
import { changeNotice, findNotice } from "./store.ts";
import { brandOfNotice, linkTokenOf, sayNotice, noticeTextsOf } from "./words.ts";

/** One browser whose push service was busy or silent. */
export const retryPush = defineJob(
  "notice-push-again",
  v.strictObject({ noticeId: v.string(), browserId: v.string(), attempt: v.number() }),
  { retryLimit: 3 },
);
type Again = v.InferOutput<typeof retryPush.data>;

const hourSeconds = 3600;
/** A later one is of no use: the inbox has it. */
const maxSeconds = 24 * hourSeconds;
const reminderSeconds = 6 * hourSeconds;
const lastAttempt = 6;
const firstWaitSeconds = 30;

/** Sends to all browsers at once; records one result for the notice. Without a browser nothing is recorded. */
export async function pushToBrowsers(sending: Sending, receiver: Receiver | null, isMuted: boolean): Promise<void> {
  const { services, row, notice } = sending;
  if (!notice.channels.includes("PUSH") || row.borrowerId === null || !receiver || row.pushStatus !== null) return;
  const browsers = await browsersInUse(services, await browsersOf(services.database, row.borrowerId));
  if (browsers.length === 0) return;
  const answers = isMuted
    ? []
    : await Promise.all(browsers.map(async (one) => ({ one, answer: await pushTo(sending, receiver, one) })));
  await transact(services.database, async (trx) => {
    for (const { one, answer } of answers) await follow(services, trx, row.id, one, answer, 1);
    const status = isMuted ? "MUTED" : statusOf(answers.map(({ answer }) => answer));
    await changeNotice(trx, row.id, { pushStatus: status, pushAt: services.clock.now() });
  });
}

/** Asks a push service again; only while the notice is unread and everything that let it go still holds. */
export async function pushOnceMore(services: Services, { noticeId, browserId, attempt }: Again): Promise<void> {
  const { database, clock } = services;
  const row = await findNotice(database, noticeId);
  if (!row?.borrowerId || !row.shownAt || row.readAt !== null || row.pushStatus === "SENT") return;
  if (clock.now().getTime() - row.shownAt.getTime() > reminderSeconds * 1000) return;
  const notice = noticeOf(services, row.kind);
  const browser = await findBrowser(database, row.borrowerId, browserId);
  if (!notice || !browser || (await browsersInUse(services, [browser])).length === 0) return;
  try {
    const sealer = await sealerOf(services, database, row.borrowerId);
    const receiver = await receiverOf(services, row, sealer);
    if (!receiver || (await hourOf(services, notice, receiver.zone))) return;
    if (await isMutedFor(services, notice, row.borrowerId)) return;
    const settled = sealedWords.open(sealer, row.id, row.valuesSealed);
    const about = { borrowerId: row.borrowerId, values: settled.values };
    const words = notice.prepare ? await notice.prepare(services, about) : settled;
    if (!words) return;
    const answer = await pushTo({ services, row, notice, sealer, words }, receiver, browser);
    await transact(database, async (trx) => {
      await follow(services, trx, row.id, browser, answer, attempt + 1);
      if (answer.status === "SENT") await changeNotice(trx, row.id, { pushStatus: "SENT", pushAt: clock.now() });
    });
  } catch (error) {
    // The borrower's data was deleted before sending.
    if (!(error instanceof BorrowerShredded)) throw error;
  }
}

/** Browsers whose login is valid: after a logout another person may use the browser. */
export async function browsersInUse(services: Services, rows: readonly PushRow[]): Promise<PushRow[]> {
  const ids = rows.map(({ sessionId }) => sessionId);
  const validLogins = await loginsInForce(services, services.database, ids);
  return rows.filter(({ sessionId }) => validLogins.has(sessionId));
}

async function pushTo({ services, row, notice, sealer, words }: Sending, receiver: Receiver, browser: PushRow) {
  const { language } = receiver;
  const brand = brandOfNotice(services, receiver.brandId).name;
  const text = noticeTextsOf(notice, words.variant).push!;
  const payload = {
    title: brand,
    body: sayNotice(text, language, words.values, { brand }),
    // The short link leads to the notice's page, and says nothing of it.
    url: notice.link ? `/n/${linkTokenOf(services.keys, row.id)}` : `/webview/message/${row.id}`,
    tag: topicOf(services, row.id, notice, row.borrowerId!),
    lang: language,
  };
  const answer = await services.outside.push.send({
    subscription: sealedBrowser.open(sealer, browser.id, browser.subscriptionSealed),
    payload: JSON.stringify(payload),
    ttlSeconds: secondsFor(services, notice, receiver),
    urgency: urgencyOf(notice),
    topic: payload.tag,
  });
  if (answer.status !== "SENT" && answer.status !== "GONE")
    services.log.warn("a notice was not pushed", { rowId: row.id, code: answer.status, port: "push" });
  return answer;
}

/** A browser that is gone is deleted; one whose push service is busy or silent is tried again. */
async function follow(
  services: Services,
  trx: Transaction,
  noticeId: string,
  browser: PushRow,
  answer: PushAnswer,
  attempt: number,
): Promise<void> {
  if (answer.status === "GONE") await endBrowsers(trx, browser.borrowerId, { id: browser.id });
  if ((answer.status !== "BUSY" && answer.status !== "UNKNOWN") || attempt >= lastAttempt) return;
  const retryAfter = answer.status === "BUSY" ? answer.retryAfterSeconds : null;
  const startAfterSeconds = Math.min(retryAfter ?? firstWaitSeconds * 2 ** attempt, reminderSeconds);
  await services.jobs.send(trx, retryPush, { noticeId, browserId: browser.id, attempt }, { startAfterSeconds });
}

function statusOf(answers: readonly PushAnswer[]): "SENT" | "UNKNOWN" | "REJECTED" {
  if (answers.some(({ status }) => status === "SENT")) return "SENT";
  return answers.some(({ status }) => status === "BUSY" || status === "UNKNOWN") ? "UNKNOWN" : "REJECTED";
}

/** A newer reminder of its kind replaces one that the browser has not seen; other notices are each their own. */
const topicOf = ({ keys }: Services, noticeId: string, notice: NoticeDefinition, borrowerId: string): string =>
  keys.mac("push-topic", ...(notice.isReminder ? [borrowerId, notice.kind] : [noticeId])).slice(0, 32);

const urgencyOf = ({ topic }: NoticeDefinition): PushUrgency =>
  topic === "SECURITY" ? "high" : topic === "REWARD" || topic === "NEWS" ? "low" : "normal";

/** A browser that is switched on at night shows no reminder: the push service drops it at the end of the contact hours. */
function secondsFor({ clock }: Services, notice: NoticeDefinition, { zone }: Receiver): number {
  if (!keepsContactHours(notice)) return maxSeconds;
  const { hour, minute } = localTime(clock.now(), zone);
  const secondsLeft = (contactHours.toHour - hour) * hourSeconds - minute * 60;
  return Math.max(0, Math.min(reminderSeconds, secondsLeft));
}
