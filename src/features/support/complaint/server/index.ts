/** Complaints: answers to the person's calls, and what other domains may ask of it. */
import { answer, answerOnce, type Api } from "#server/answer.ts";
import type { Caller } from "#server/caller.ts";
import { apart, type Database, type Transaction } from "#server/database.server.ts";
import { listPage } from "#server/list-page.ts";
import { clearRate, limitRate } from "#server/rate-limit.ts";
import type { Services } from "#server/services.ts";
import { registerObjects } from "#server/stored-objects.ts";
import { cookie, cookieNames } from "#server/session.server.ts";
import { checkCaptcha, networkOf } from "#features/account/verification/server/index.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import {
  acceptAnswer,
  addEvidence,
  getComplaintStatistics,
  getComplaintTerms,
  getEvidence,
  getTicket,
  listOwnComplaints,
  openTicket,
  refuseAnswer,
  submitComplaint,
  writeToTicket,
} from "../contract.ts";
import { daysOffAround, rulesOn } from "./calendar.ts";
import { mailWork, ticketToken } from "./mails.ts";
import { readTicketNumber } from "./number.ts";
import { keepPhoto, showPhoto } from "./photos.ts";
import { staffAnswers } from "./staff.ts";
import { complaintsOfBorrower, eventsOf, findByNumber, remindable, statistics } from "./store.ts";
import { clockSweep, forget, forgetSweep } from "./sweeps.ts";
import { accept, refuse, takeIn, writeMessage } from "./tickets.ts";
import { inBrief, ticketOf } from "./views.ts";
import { isWorkingDay } from "./working-days.ts";

export { countOpen as countOpenComplaints } from "./store.ts";

const hour = 3600;
/** Complaints by one address a day: one person rarely has more, and the mails go to that address. */
const mostOfAddressADay = 5;
/** Of one network an hour; thousands of people stand behind a carrier's address. */
const mostOfNetworkAnHour = 120;
/** Wrong tries of one ticket number, and tries of one network, an hour. */
const mostOpeningsOfNumber = 10;
const mostOpeningsOfNetwork = 600;
/** Messages of one complaint an hour. */
const mostMessagesAnHour = 20;
/** How long an opened ticket stays open. Product decisions 2: short-lived. */
const openMinutes = 30;

const networkIndex = (services: Services, caller: Caller): string =>
  services.keys.blindIndex("address", networkOf(caller.address) || "unknown");

export function answers(api: Api): void {
  handingIn(api);
  following(api);
  staffAnswers(api);

  answer(api, getComplaintTerms)(() => complaintTerms(api.services));
  answer(api, getComplaintStatistics)(async (_input, { database }) => ({ items: await statistics(database) }));
}

function handingIn(api: Api): void {
  const { services } = api;
  answerOnce(
    api,
    submitComplaint,
  )(async ({ captchaKey, captcha, ...handed }, { trx, caller, language, principal, refuse: refuseCall }) => {
    const session = principal.session!;
    if (!session.borrowerId) {
      if (!captchaKey || !captcha) return refuseCall("CAPTCHA_NEEDED");
      // Beside the transaction: a wrong answer is spent although the rest is undone.
      await checkCaptcha(services, { captchaKey, answer: captcha, sessionId: session.id }, apart(services.database));
    }
    await limitRate(services, trx, {
      key: `complaint-network:${networkIndex(services, caller)}`,
      most: mostOfNetworkAnHour,
      windowSeconds: hour,
    });
    await limitRate(services, trx, {
      key: `complaint-address:${services.keys.blindIndex("email", handed.email)}`,
      most: mostOfAddressADay,
      windowSeconds: 24 * hour,
    });
    const complaint = await takeIn(services, trx, {
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
    await limitRate(services, database, {
      key: `complaint-open-network:${networkIndex(services, caller)}`,
      most: mostOpeningsOfNetwork,
      windowSeconds: hour,
    });
    // A number that cannot be one is looked up too: mistyped, unknown and another's address take the same way and time.
    const wanted = readTicketNumber(number) ?? "";
    const tries = `complaint-open:${services.keys.mac("complaint-number", wanted || number)}`;
    await limitRate(services, database, { key: tries, most: mostOpeningsOfNumber, windowSeconds: hour });
    const complaintId = await findByNumber(database, wanted, services.keys.blindIndex("email", email));
    if (!complaintId) return refuseCall("TICKET_NOT_FOUND");
    await clearRate(database, tries);
    caller.cookies.push(
      cookie(cookieNames.link, ticketToken(services, complaintId, openMinutes), { maxAgeSeconds: openMinutes * 60 }),
    );
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
  answer(api, getTicket)((_input, { principal }) => ticketOf(services, principal.link!.subject));

  answerOnce(
    api,
    writeToTicket,
  )(async ({ text }, { trx, principal }) => {
    const { subject } = principal.link!;
    await limitRate(services, trx, {
      key: `complaint-message:${subject}`,
      most: mostMessagesAnHour,
      windowSeconds: hour,
    });
    await writeMessage(services, trx, subject, text);
    return { done: true } as const;
  });

  answerOnce(
    api,
    acceptAnswer,
  )(async (_input, { trx, principal }) => {
    await accept(services, trx, principal.link!.subject);
    return { done: true } as const;
  });

  answerOnce(
    api,
    refuseAnswer,
  )(async ({ text }, { trx, principal }) => {
    await refuse(services, trx, principal.link!.subject, text);
    return { done: true } as const;
  });

  answer(
    api,
    addEvidence,
  )(async ({ photo }, { principal }) => {
    const { subject } = principal.link!;
    await keepPhoto(services, subject, new Uint8Array(await photo.arrayBuffer()));
    return ticketOf(services, subject);
  });

  answer(
    api,
    getEvidence,
  )(({ photoId, size }, { principal }) => showPhoto(services, principal.link!.subject, photoId, size));
}

export function work(services: Services): void {
  mailWork(services);
  registerObjects(services, "complaint_photo", ["object_key"]);
  services.sweeps.add(clockSweep);
  services.sweeps.add(forgetSweep);
}

/** A borrower's complaints and what happened to them, for the console's timeline and for whoever asks what we hold. */
export async function complaintHappenings(database: Database, borrowerId: string, most: number) {
  const rows = await complaintsOfBorrower(database, borrowerId, undefined, most);
  const events = await eventsOf(
    database,
    rows.map(({ id }) => id),
  );
  return events.map((event) => {
    const complaint = rows.find(({ id }) => id === event.complaint_id);
    return {
      at: event.happened_at,
      cause: event.cause,
      state: event.to_state,
      actor: event.actor,
      staffId: event.staff_id,
      number: complaint?.number ?? "",
      reason: complaint?.reason ?? null,
    };
  });
}

export interface DueComplaint {
  number: string;
  dueOn: string;
  isOverdue: boolean;
  assigneeId: string | null;
}

/** Open complaints of which staff are to be reminded by now, the nearest deadline first. */
export async function complaintsDue(services: Services): Promise<DueComplaint[]> {
  const today = dateInWib(services.clock.now());
  return (await remindable(services.database, today)).map((row) => ({
    number: row.number,
    dueOn: row.due_on,
    isOverdue: row.due_on < today,
    assigneeId: row.assignee_id,
  }));
}

/** Whether today is a working day by the calendar of complaints. */
export async function isComplaintDay(services: Services): Promise<boolean> {
  const today = dateInWib(services.clock.now());
  return isWorkingDay(today, await daysOffAround(services.database, today));
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

/** Working days that an answer may take, and the one extension, by today's figures: for texts. */
export const complaintTerms = (services: Services): Promise<ComplaintTerms> =>
  complaintTermsOn(services.database, dateInWib(services.clock.now()));

interface ComplaintTerms {
  answerWorkingDays: number;
  extensionWorkingDays: number;
}

/** The same by the figures of another day: of a document, when it was issued. */
export async function complaintTermsOn(reader: Database | Transaction, day: BusinessDate): Promise<ComplaintTerms> {
  const rules = await rulesOn(reader, day);
  return { answerWorkingDays: rules.ANSWER_WORKING_DAYS, extensionWorkingDays: rules.EXTENSION_WORKING_DAYS };
}
