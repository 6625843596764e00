/** Complaints: answers to the person's calls, and functions for other domains. */
import { complaintTermsOn } from "#server/calendar/business-calendar.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { secondPool, type Transaction } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/records/list-page.ts";
import { networkIndexOf } from "#server/http/network.ts";
import { clearRate, limitRate } from "#server/call/rate-limit.ts";
import type { Services } from "#server/services.ts";
import { verifiedEmailOf } from "#features/account/email/server/index.ts";
import { checkCaptcha } from "#features/account/verification/server/index.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  acceptAnswer,
  addComplaintPhoto,
  borrowersComplaintsOfMailbox,
  limitOfBorrower,
  complaintsOfMailbox,
  complaintsOfNetwork,
  getComplaintStatistics,
  getComplaintTerms,
  getEvidence,
  getTicket,
  listOwnComplaints,
  openingsOfNumber,
  openTicket,
  refuseAnswer,
  submitComplaint,
  writeToTicket,
} from "../contract.ts";
import { ticketToken } from "./mails.ts";
import { notices } from "./notices.ts";
import { readTicketNumber } from "./number.ts";
import { storeComplaintPhoto, showPhoto } from "./photos.ts";
import { complaintQuestionnaires } from "./questionnaires.ts";
import { staffAnswers } from "./staff.ts";
import { complaintsOfBorrower, findByNumber, findComplaint, hasOpenComplaint, complaintStatistics } from "./store.ts";
import { complaintLifecycle } from "./lifecycle.ts";
import { clockSweep, forgetComplaint, complaintForgetSweep } from "./sweeps.ts";
import { acceptComplaintAnswer, rejectComplaintAnswer, receiveComplaint, writeMessage } from "./tickets.ts";
import { complaintBriefOf, ticketOf } from "./views.ts";
import { workLists } from "./work-lists.ts";
import { digest } from "./digest.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { report } from "./report.ts";
import { search } from "./search.ts";
import {
  borrowerOfPage,
  searchSources,
  staffDigests,
  timelineSources,
  consoleWords,
  consoleWorkLists,
} from "#server/console/questions.ts";
import { complaintsOpen } from "#features/credit/servicing/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { reportParts } from "#server/console/report.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { textFigures } from "#features/platform/content/server/index.ts";
import { takeoverRisks } from "#features/account/change-request/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { objectColumns } from "#server/media/stored-objects.ts";

/** How long an opened ticket stays open. Product decisions 2: short-lived. */
const openMinutes = 30;

const answers: readonly CallAnswer[] = [
  answer(
    submitComplaint,
    async ({ captchaKey, captcha, ...handed }, { services, trx, caller, language, principal, refuse: refuseCall }) => {
      const session = principal.session;
      if (!session.borrowerId) {
        if (!captchaKey || !captcha) return refuseCall("CAPTCHA_NEEDED");
        // Outside the transaction: a wrong answer is used up even if the rest is rolled back.
        await checkCaptcha(
          services,
          caller,
          { captchaKey, answer: captcha, sessionId: session.id },
          secondPool(services.database),
        );
      }
      const mailbox = services.keys.blindIndex("email", handed.email);
      if (session.borrowerId) {
        await limitRate(services, trx, limitOfBorrower, session.borrowerId);
        if ((await verifiedEmailOf(services, trx, session.borrowerId)) !== handed.email)
          await limitRate(services, trx, borrowersComplaintsOfMailbox, mailbox);
      } else {
        await limitRate(services, trx, complaintsOfNetwork, networkIndexOf(services, caller));
        await limitRate(services, trx, complaintsOfMailbox, mailbox);
      }
      const complaint = await receiveComplaint(services, trx, {
        ...handed,
        borrowerId: session.borrowerId,
        language,
        brand: caller.brand,
      });
      return { number: complaint.number, receivedAt: complaint.receivedAt.toISOString(), dueOn: complaint.dueOn };
    },
  ),
  answer(openTicket, async ({ number, email }, { services, database, caller, refuse: refuseCall }) => {
    // An impossible number is looked up too: mistyped numbers, unknown numbers and wrong addresses take the same path and time.
    const ticketNumber = readTicketNumber(number) ?? "";
    const ticketMac = services.keys.mac("complaint-number", ticketNumber || number);
    await limitRate(services, database, openingsOfNumber, ticketMac);
    const complaintId = await findByNumber(database, ticketNumber, services.keys.blindIndex("email", email));
    if (!complaintId) return refuseCall("TICKET_NOT_FOUND");
    await clearRate(database, openingsOfNumber, ticketMac);
    caller.setCookie("link", ticketToken(services, complaintId, openMinutes), { maxAgeSeconds: openMinutes * 60 });
    return { opened: true } as const;
  }),
  answer(listOwnComplaints, async ({ cursor, limit }, { services, database, borrowerId }) => {
    const { page, nextCursor } = listPage(
      await complaintsOfBorrower(database, borrowerId, cursor, limit + 1),
      limit,
      ({ id }) => id,
    );
    const items = page.map((row) => ({
      ...complaintBriefOf(row),
      path: `/webview/customer-service/complaint/ticket?t=${ticketToken(services, row.id, openMinutes)}`,
    }));
    return { items, nextCursor };
  }),
  /** Calls with a ticket's link: its subject is the complaint. */
  answer(getTicket, (_input, { services, principal }) => ticketOf(services, principal.link.subject)),
  answer(writeToTicket, async ({ text }, { services, trx, principal }) => {
    await writeMessage(services, trx, principal.link.subject, text);
    return { done: true } as const;
  }),
  answer(acceptAnswer, async (_input, { services, trx, principal }) => {
    await acceptComplaintAnswer(services, trx, principal.link.subject);
    return { done: true } as const;
  }),
  answer(refuseAnswer, async ({ text }, { services, trx, principal }) => {
    await rejectComplaintAnswer(services, trx, principal.link.subject, text);
    return { done: true } as const;
  }),
  answer(addComplaintPhoto, async ({ photo }, { services, principal }) => {
    const { subject } = principal.link;
    await storeComplaintPhoto(services, subject, new Uint8Array(await photo.arrayBuffer()));
    return ticketOf(services, subject);
  }),
  answer(getEvidence, ({ photoId, size }, { services, principal }) =>
    showPhoto(services, principal.link.subject, photoId, size),
  ),
  ...staffAnswers,
  answer(getComplaintTerms, (_input, { database, services }) =>
    complaintTermsOn(database, dateInWib(services.clock.now())),
  ),
  answer(getComplaintStatistics, async (_input, { database }) => ({ items: await complaintStatistics(database) })),
];

function work(services: Services): void {
  services.sweeps.add(clockSweep);
  services.sweeps.add(complaintForgetSweep);
}

/**
 * Erases a borrower's complaints before the borrower's key is shredded: addresses, photos and texts go, dates and
 * states stay.
 */
export async function forgetComplaints(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  for (let after: string | undefined; ;) {
    const rows = await complaintsOfBorrower(trx, borrowerId, after, 100);
    for (const row of rows) if (!row.forgottenAt) await forgetComplaint(services, trx, row);
    if (rows.length < 100) return;
    after = rows.at(-1)?.id;
  }
}

export const domain: Domain = {
  answers,
  work,
  subscribes: complaintQuestionnaires,
  answersTo: [
    borrowerOfPage.by({
      complaints: async (_services, reader, id) => (await findComplaint(reader, id))?.borrowerId ?? null,
    }),
    noticeKinds.by(notices),
    reportParts.by(report),
    personalDataHeld.by(personalData),
    searchSources.by(search),
    textFigures.by(async ({ services, today }) => {
      const { answerWorkingDays, extensionWorkingDays } = await complaintTermsOn(services.database, today);
      return {
        complaintWorkingDays: { text: String(answerWorkingDays) },
        complaintExtensionDays: { text: String(extensionWorkingDays) },
      };
    }),
    // A person who complains about the number or codes may be losing the account. // Product decisions account 4
    takeoverRisks.by(async (_services, reader, borrowerId) =>
      (await hasOpenComplaint(reader, borrowerId, ["mobile", "otp"])) ? ["COMPLAINT_OPEN"] : [],
    ),
    // Spec credit-support 6: no money is asked for while such a complaint is open.
    complaintsOpen.by((reader, borrowerId) =>
      hasOpenComplaint(reader, borrowerId, ["loan", "collection", "repayment"]),
    ),
    staffDigests.by([digest]),
    timelineSources.by(timeline),
    consoleWords.by(words),
    consoleWorkLists.by(workLists),
    lifecycles.by([complaintLifecycle]),
    objectColumns.by([{ table: "complaint_photo", columns: ["objectKey"] }]),
  ],
};
