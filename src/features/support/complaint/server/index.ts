/** Complaints: answers to the person's calls, and what other domains may ask of it. */
import { complaintTermsOn } from "#server/business-calendar.ts";
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import { apart, type Transaction } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/list-page.ts";
import { networkIndexOf } from "#server/http/network.ts";
import { clearRate, limitRate } from "#server/call/rate-limit.ts";
import type { Services } from "#server/services.ts";
import { checkCaptcha } from "#features/account/verification/server/index.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  acceptAnswer,
  addEvidence,
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
import { keepPhoto, showPhoto } from "./photos.ts";
import { questionnaireInvitations } from "./questionnaires.ts";
import { staffAnswers } from "./staff.ts";
import { complaintsOfBorrower, findByNumber, findComplaint, hasOpenComplaint, statistics } from "./store.ts";
import { complaintLifecycle } from "./lifecycle.ts";
import { clockSweep, forget, forgetSweep } from "./sweeps.ts";
import { accept, refuse, open, writeMessage } from "./tickets.ts";
import { inBrief, ticketOf } from "./views.ts";
import { workLists } from "./work-lists.ts";
import { digest } from "./digest.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { report } from "./report.ts";
import { search } from "./search.ts";

/** How long an opened ticket stays open. Product decisions 2: short-lived. */
const openMinutes = 30;

function answers(api: Api): void {
  handingIn(api);
  following(api);
  staffAnswers(api);

  answer(
    api,
    getComplaintTerms,
  )((_input, { database, services }) => complaintTermsOn(database, dateInWib(services.clock.now())));
  answer(api, getComplaintStatistics)(async (_input, { database }) => ({ items: await statistics(database) }));
}

function handingIn(api: Api): void {
  const { services } = api;
  answerOnce(
    api,
    submitComplaint,
  )(async ({ captchaKey, captcha, ...handed }, { trx, caller, language, principal, refuse: refuseCall }) => {
    const session = principal.session;
    if (!session.borrowerId) {
      if (!captchaKey || !captcha) return refuseCall("CAPTCHA_NEEDED");
      // Beside the transaction: a wrong answer is spent although the rest is undone.
      await checkCaptcha(
        services,
        caller,
        { captchaKey, answer: captcha, sessionId: session.id },
        apart(services.database),
      );
    }
    await limitRate(services, trx, complaintsOfNetwork, networkIndexOf(services, caller));
    await limitRate(services, trx, complaintsOfMailbox, services.keys.blindIndex("email", handed.email));
    const complaint = await open(services, trx, {
      ...handed,
      borrowerId: session.borrowerId,
      language,
      brand: caller.brand,
    });
    return { number: complaint.number, receivedAt: complaint.received_at.toISOString(), dueOn: complaint.due_on };
  });

  answer(
    api,
    openTicket,
  )(async ({ number, email }, { database, caller, refuse: refuseCall }) => {
    // A number that cannot be one is looked up too: mistyped, unknown and another's address take the same way and time.
    const wanted = readTicketNumber(number) ?? "";
    const asked = services.keys.mac("complaint-number", wanted || number);
    await limitRate(services, database, openingsOfNumber, asked);
    const complaintId = await findByNumber(database, wanted, services.keys.blindIndex("email", email));
    if (!complaintId) return refuseCall("TICKET_NOT_FOUND");
    await clearRate(database, openingsOfNumber, asked);
    caller.setCookie("link", ticketToken(services, complaintId, openMinutes), { maxAgeSeconds: openMinutes * 60 });
    return { opened: true } as const;
  });

  answer(
    api,
    listOwnComplaints,
  )(async ({ cursor, limit }, { database, borrowerId }) => {
    const { page, nextCursor } = listPage(
      await complaintsOfBorrower(database, borrowerId, cursor, limit + 1),
      limit,
      ({ id }) => id,
    );
    const items = page.map((row) => ({
      ...inBrief(row),
      path: `/webview/customer-service/complaint/ticket?t=${ticketToken(services, row.id, openMinutes)}`,
    }));
    return { items, nextCursor };
  });
}

/** Calls of whoever holds a ticket's link: its subject is the complaint. */
function following(api: Api): void {
  const { services } = api;
  answer(api, getTicket)((_input, { principal }) => ticketOf(services, principal.link.subject));

  answerOnce(
    api,
    writeToTicket,
  )(async ({ text }, { trx, principal }) => {
    await writeMessage(services, trx, principal.link.subject, text);
    return { done: true } as const;
  });

  answerOnce(
    api,
    acceptAnswer,
  )(async (_input, { trx, principal }) => {
    await accept(services, trx, principal.link.subject);
    return { done: true } as const;
  });

  answerOnce(
    api,
    refuseAnswer,
  )(async ({ text }, { trx, principal }) => {
    await refuse(services, trx, principal.link.subject, text);
    return { done: true } as const;
  });

  answer(
    api,
    addEvidence,
  )(async ({ photo }, { principal }) => {
    const { subject } = principal.link;
    await keepPhoto(services, subject, new Uint8Array(await photo.arrayBuffer()));
    return ticketOf(services, subject);
  });

  answer(
    api,
    getEvidence,
  )(({ photoId, size }, { principal }) => showPhoto(services, principal.link.subject, photoId, size));
}

function work(services: Services): void {
  services.sweeps.add(clockSweep);
  services.sweeps.add(forgetSweep);
}

/** Forgets a borrower's complaints before the borrower's key is shredded: addresses, photos and texts go, dates and states stay. */
export async function forgetComplaints(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  for (let after: string | undefined; ;) {
    const rows = await complaintsOfBorrower(trx, borrowerId, after, 100);
    for (const row of rows) if (!row.forgotten_at) await forget(services, trx, row);
    if (rows.length < 100) return;
    after = rows.at(-1)?.id;
  }
}

export const domain: Domain = {
  borrowerOf: { complaints: async (_services, reader, id) => (await findComplaint(reader, id))?.borrower_id ?? null },
  notices,
  report,
  personalData,
  search,
  figures: async ({ services, today }) => {
    const { answerWorkingDays, extensionWorkingDays } = await complaintTermsOn(services.database, today);
    return {
      complaintWorkingDays: { text: String(answerWorkingDays) },
      complaintExtensionDays: { text: String(extensionWorkingDays) },
    };
  },
  // Whoever complains of the number or of codes may be losing the account. // Product decisions account 4
  riskFacts: async (_services, reader, borrowerId) =>
    (await hasOpenComplaint(reader, borrowerId, ["mobile", "otp"])) ? ["COMPLAINT_OPEN"] : [],
  digests: [digest],
  timeline,
  words,
  workLists,
  answers,
  work,
  lifecycles: [complaintLifecycle],
  subscribes: questionnaireInvitations,
  objects: [{ table: "complaint_photo", columns: ["object_key"] }],
};
