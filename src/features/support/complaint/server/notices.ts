/** Notices to the complainant: by mail, and in a borrower's inbox. They contain neither complaint nor answer: those are read behind the link. */
import {
  defineNotice,
  type NoticeDefinition,
  type NoticeTexts,
  type NoticeValues,
} from "#features/platform/notice/server/index.ts";
import type { Text } from "#shared/texts.ts";
import { complaintLinkPurpose, mailKinds, type MailKind } from "../contract.ts";
import { endComplaintMail, findComplaint } from "./store.ts";
import { bodies, frameTexts, subjects } from "./texts.ts";

/** Days for which a mail's link opens the ticket; later the ticket number and the address do. */
const linkDays = 30;

interface AboutComplaint {
  mailId: string;
  complaintId: string;
  language: string;
  number: string;
  dueOn: string;
  closesOn: string;
}
type Values = NoticeValues & AboutComplaint;

const inLetter = (...parts: readonly Text[]): Text => ({
  id: parts.map(({ id }) => id).join("\n\n"),
  en: parts.map(({ en }) => en).join("\n\n"),
  zh: parts.map(({ zh }) => zh).join("\n\n"),
});
const textsOf = (subject: Text, body: Text): NoticeTexts => ({
  title: subject,
  body,
  mail: { subject, body: inLetter(frameTexts.greeting, body, frameTexts.follow, frameTexts.signature) },
});

const noticeOfComplaint = (kind: MailKind): NoticeDefinition<Values> =>
  defineNotice<Values>({
    kind: `complaint.${kind.toLowerCase()}`,
    topic: "ACCOUNT",
    channels: ["INBOX", "MAIL"],
    texts: textsOf(subjects[kind], bodies[kind]),
    variants: { outside: textsOf(subjects.CLOSED, bodies.CLOSED_OUTSIDE) },
    link: ({ borrowerId, values: { complaintId, language } }) => ({
      path: borrowerId ? "/webview/customer-service/complaint" : "/complaint",
      signed: {
        path: `/complaint/ticket?lang=${language}`,
        purpose: complaintLinkPurpose,
        subject: complaintId,
        days: linkDays,
      },
    }),
    async prepare({ database }, { values }) {
      const complaint = await findComplaint(database, values.complaintId);
      // The data was deleted before the mail was sent: there is no receiver any more.
      if (!complaint || complaint.forgottenAt) return null;
      const isOutside = kind === "CLOSED" && complaint.closeCause === "REFUSED_AGAIN";
      return {
        values: { ...values, days: linkDays, dueOn: complaint.dueOn, closesOn: complaint.closesOn ?? "" },
        ...(isOutside ? { variant: "outside" } : {}),
      };
    },
    mailed: ({ clock }, trx, { values: { mailId }, status }) => endComplaintMail(trx, mailId, status, clock.now()),
    notNeeded: ({ clock }, trx, { values: { mailId } }) => endComplaintMail(trx, mailId, "REJECTED", clock.now()),
    example: {
      mailId: "",
      complaintId: "",
      language: "id",
      number: "ADU-261121-22222222",
      days: linkDays,
      dueOn: "2026-12-24",
      closesOn: "2026-12-24",
    },
  });

export const noticeOfMail = Object.fromEntries(mailKinds.map((kind) => [kind, noticeOfComplaint(kind)])) as Record<
  MailKind,
  NoticeDefinition<Values>
>;
export const notices = Object.values(noticeOfMail);
