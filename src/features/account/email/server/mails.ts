/** The mail that asks an address's owner: a row written with the request, sent by a job after the commit. */
import * as v from "valibot";
import { oneTimeCodeOf } from "#features/account/verification/server/index.ts";
import { codeSeconds } from "#features/account/verification/contract.ts";
import { mailHtml } from "#server/outside/mail/frame.ts";
import { brandById, siteOriginOf } from "#server/process/brand.server.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import { emailLinkPurpose, linkHours } from "../contract.ts";
import { emailRequestStates, failRequest } from "./lifecycle.ts";
import { mailTexts } from "./mail-texts.ts";
import {
  addEmailMail,
  endEmailMail,
  findMail,
  findEmailRequest,
  lockEmailAccount,
  requestAddress,
  type EmailMailRow,
} from "./store.ts";

/** A mail server that is unavailable for a while loses nothing; after a day the link would be over. */
const sendJob = defineJob("email-send", v.strictObject({ mailId: v.string() }), {
  retryLimit: 30,
  retryDelayMax: 3600,
});

/** Writes the mail; it leaves after this transaction has committed. */
export async function mailAddressLater(
  services: Services,
  trx: Transaction,
  mail: Parameters<typeof addEmailMail>[1],
): Promise<void> {
  await addEmailMail(trx, mail);
  await services.jobs.send(trx, sendJob, { mailId: mail.id });
}

export function mailWork(services: Services): void {
  services.jobs.handle(sendJob, ({ mailId }) => send(services, mailId));
}

/** The subject of a link: whose request, and which. */
const subjectOf = (borrowerId: string, requestId: string): string => `${borrowerId}.${requestId}`;
export function requestOfSubject(subject: string): { borrowerId: string; requestId: string } {
  const [borrowerId = "", requestId = ""] = subject.split(".");
  return { borrowerId, requestId };
}

/** Sends once: the message's id is the row's, so that a mail server recognises a second copy. @throws so that the job tries again. */
async function send(services: Services, mailId: string): Promise<void> {
  const { database, clock } = services;
  const mail = await findMail(database, mailId);
  if (mail?.status !== "WAITING") return;
  const request = await findEmailRequest(database, mail.borrowerId, mail.requestId);
  if (!request || request.endedAt !== null) {
    await transact(database, (trx) => endEmailMail(trx, mail, "DROPPED", clock.now()));
    return;
  }
  const to = await requestAddress(services, database, request);
  const answer = await services.outside.mail.send({ messageId: mail.id, to, ...wordsOf(services, mail) });
  if (answer.status === "UNKNOWN")
    throw new Error(`The mail server did not say whether it took the mail: ${answer.detail}`);
  await transact(database, (trx) => noteSent(services, trx, mail, answer.status));
}

/** Updates the request by the mail server's answer; an earlier answer of the owner or report of the relay stays. */
async function noteSent(
  services: Services,
  trx: Transaction,
  mail: EmailMailRow,
  status: "SENT" | "REJECTED",
): Promise<void> {
  const { borrowerId, requestId: id } = mail;
  await lockEmailAccount(trx, borrowerId);
  const at = services.clock.now();
  await endEmailMail(trx, mail, status, at);
  if (status === "REJECTED") {
    await failRequest(services, trx, { borrowerId, id }, "UNDELIVERABLE", "PARTNER");
    return;
  }
  const set = { expiresAt: new Date(at.getTime() + linkHours * 3_600_000) };
  const move = { id, borrowerId, actor: "PARTNER", cause: "MAIL_TAKEN", at } as const;
  const isFirst = await emailRequestStates.move(trx, { ...move, from: ["PENDING_VERIFICATION"], to: "VERIFYING", set });
  if (!isFirst)
    await trx
      .updateTable("email_request")
      .set(set)
      .where("borrowerId", "=", borrowerId)
      .where("id", "=", id)
      .where("state", "=", "VERIFYING")
      .execute();
}

/** Code and link. A mail that was sent late holds only the link, whose time starts now. */
function wordsOf(services: Services, mail: EmailMailRow) {
  const { keys, clock, brands } = services;
  const language = mail.language as Language;
  const now = clock.now();
  const token = keys.signLink({
    purpose: emailLinkPurpose,
    subject: subjectOf(mail.borrowerId, mail.requestId),
    ownerId: mail.borrowerId,
    expiresAt: new Date(now.getTime() + linkHours * 3_600_000),
  });
  const link = `${siteOriginOf(services, mail.brandId)}/webview/email-fast-link?lang=${language}&t=${token}`;
  const isCodeOpen = now.getTime() < mail.writtenAt.getTime() + codeSeconds * 1000;
  const code = isCodeOpen ? oneTimeCodeOf(services, mail.id) : undefined;
  const brand = brands.find(({ id }) => id === mail.brandId)?.name ?? "";
  const values = { brand, link, hours: linkHours, minutes: codeSeconds / 60, code: code ?? "" };
  const parts = [
    say(mailTexts.greeting, language),
    say(mailTexts.why, language, values),
    ...(code === undefined ? [] : [say(mailTexts.code, language, values)]),
    say(mailTexts.link, language, values),
    say(mailTexts.notYours, language, values),
    say(mailTexts.signature, language, values),
  ];
  const words = { subject: say(mailTexts.subject, language, values), text: parts.join("\n\n"), language };
  return {
    ...words,
    html: mailHtml(words, brandById(services, mail.brandId)),
    link,
    ...(code === undefined ? {} : { code }),
  };
}
