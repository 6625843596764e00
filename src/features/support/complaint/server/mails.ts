/** Mails to whoever complained: each is a row written with what it tells of, sent by a job after the commit. */
import * as v from "valibot";
import { siteOriginOf } from "#server/brand.server.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { Services } from "#server/services.ts";
import { formatDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { complaintLinkPurpose, type MailKind } from "../contract.ts";
import { emailOf } from "./sealed.ts";
import { addMail, endMail, findComplaint, findMail, type ComplaintRow } from "./store.ts";
import { bodies, frameTexts, subjects } from "./texts.ts";

/** A mail server that is away for a day loses nothing: the job tries for about two days. */
const sendJob = defineJob("complaint-mail", v.strictObject({ mailId: v.string() }), {
  retryLimit: 40,
  retryDelayMax: 3600,
});

/** A link in a mail opens the ticket for so long; later the ticket number and the address do. */
const linkDays = 30;

/** Writes the mail; it leaves after this transaction has committed. */
export async function mailLater(
  services: Services,
  trx: Transaction,
  complaintId: string,
  kind: MailKind,
): Promise<void> {
  const id = services.random.uuid();
  await addMail(trx, { id, complaintId, kind, writtenAt: services.clock.now() });
  await services.jobs.send(trx, sendJob, { mailId: id });
}

export function mailWork(services: Services): void {
  services.jobs.handle(sendJob, ({ mailId }) => send(services, mailId));
}

/** `t=` of one complaint, until an instant. */
export function ticketToken(services: Services, complaintId: string, minutes: number): string {
  return services.keys.signLink({
    purpose: complaintLinkPurpose,
    subject: complaintId,
    expiresAt: new Date(services.clock.now().getTime() + minutes * 60_000),
  });
}

/** Sends once: the message's id is the row's, so that a mail server recognises a second copy. @throws so that the job tries again. */
async function send(services: Services, mailId: string): Promise<void> {
  const { database } = services;
  const mail = await findMail(database, mailId);
  const complaint = mail?.status === "WAITING" ? await findComplaint(database, mail.complaint_id) : null;
  if (!mail || !complaint) return;
  const to = await emailOf(services, database, complaint);
  // Forgotten before the mail left: there is nobody to tell any more.
  const end = (status: "SENT" | "REJECTED") =>
    transact(database, (trx) => endMail(trx, mailId, status, services.clock.now()));
  if (to === null) return end("REJECTED");
  const kind = mail.kind as MailKind;
  const language = complaint.language as Language;
  const link = `${siteOriginOf(services, complaint.brand_id)}/complaint/ticket?lang=${language}&t=${ticketToken(services, complaint.id, linkDays * 1440)}`;
  const words = wordsOf(kind, complaint, language, link);
  const answer = await services.outside.mail.send({ messageId: mailId, to, ...words, language, link });
  if (answer.status === "UNKNOWN")
    throw new Error(`The mail server did not say whether it took the mail: ${answer.detail}`);
  await end(answer.status);
}

/** Nothing of what was complained about or answered stands in a mail: it is read behind the link. */
function wordsOf(
  kind: MailKind,
  complaint: ComplaintRow,
  language: Language,
  link: string,
): { subject: string; text: string } {
  const values = {
    number: complaint.number,
    date: formatDate(complaint.due_on, language),
    closesOn: complaint.closes_on ? formatDate(complaint.closes_on, language) : "",
    brand: complaint.brand_name,
    link,
    days: linkDays,
  };
  const body = kind === "CLOSED" && complaint.close_cause === "REFUSED_AGAIN" ? bodies.CLOSED_OUTSIDE : bodies[kind];
  const parts = [
    say(frameTexts.greeting, language),
    say(body, language, values),
    say(frameTexts.follow, language, values),
    say(frameTexts.signature, language, values),
  ];
  return { subject: say(subjects[kind], language, values), text: parts.join("\n\n") };
}
