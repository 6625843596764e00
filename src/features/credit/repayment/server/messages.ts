/** Messages about repayment: reminders, money that arrived, the loan paid off. Sent once each, by a job, WhatsApp first. */
import * as v from "valibot";
import { siteOriginOf } from "#server/brand.server.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { MessageAnswer, MessageChannel } from "#server/outside/messaging/port.ts";
import type { Services } from "#server/services.ts";
import { formatDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { linkDays } from "#shared/promised-times.ts";
import { say, type Text } from "#shared/texts.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { findLoan, loanTimeline, recordLoanEvent, type LoanRow } from "#features/credit/loan/server/index.ts";
import { billsLinkPurpose, type Bill } from "../contract.ts";
import { messageTexts } from "../texts.ts";
import { billOfLoan } from "./bill.ts";
import { coveredByBalance } from "./cover.ts";
import { endReminder, eventsOf, type ReminderKind } from "./store.ts";

const kinds = [
  "BEFORE",
  "DUE",
  "AFTER",
  "RECEIVED",
  "KEPT",
  "FROM_BALANCE",
  "PAID_OFF",
  "LETTER_REPLACED",
  "DISBURSED",
  "TAKEN_BACK",
  "APPLICATION_STOPPED",
  "PAYOUT_RETURNED",
  "REFUND_RETURNED",
  "UNDONE",
] as const;

/** `about`: the due date of a reminder, the id of a payment or of the loan that is owed again; empty for the others. */
const tellJob = defineJob(
  "repayment-tell",
  v.object({
    borrowerId: v.string(),
    loanId: v.string(),
    kind: v.picklist(kinds),
    about: v.string(),
    messageId: v.string(),
  }),
);
type Telling = v.InferOutput<(typeof tellJob)["data"]>;

/** Sends a message after this transaction has committed. */
export async function notifyLater(
  services: Services,
  trx: Transaction,
  about: Omit<Telling, "messageId">,
): Promise<void> {
  await services.jobs.send(trx, tellJob, { ...about, messageId: services.random.uuid() });
}

export function messagesWork(services: Services): void {
  services.jobs.handle(tellJob, (telling) => tell(services, telling));
}

/** A link to the bill that needs no login, below the origin of the borrower's brand, for 7 days (product decisions 2). */
export function billsLink(services: Services, borrowerId: string, origin: string): string {
  const expiresAt = new Date(services.clock.now().getTime() + linkDays * 86_400_000);
  const token = services.keys.signLink({
    purpose: billsLinkPurpose,
    subject: borrowerId,
    ownerId: borrowerId,
    expiresAt,
  });
  return `${origin}/webview/no-login-bills?t=${token}`;
}

async function tell(services: Services, telling: Telling): Promise<void> {
  const { borrowerId, loanId, kind, about, messageId } = telling;
  const { database } = services;
  const loan = await findLoan(database, borrowerId, loanId);
  // What was tried once is not tried again: a second reminder would press, and silence says nothing about arrival.
  const told = await loanTimeline(database, borrowerId, loanId);
  if (!loan || told.some((event) => event.facts["messageId"] === messageId)) return;
  const contact = await borrowerContact(services, database, borrowerId);
  const words = contact && (await wordsOf(services, loan, telling, siteOriginOf(services, contact.brandId)));
  if (!contact || !words) return noteReminder(services, telling, "NOT_NEEDED");
  const text = say(
    words.text,
    contact.language,
    typeof words.values === "function" ? words.values(contact.language) : words.values,
  );
  const send = (channel: MessageChannel): Promise<MessageAnswer> =>
    services.outside.messaging.send({
      messageId,
      channel,
      to: contact.mobileNumber,
      text,
      language: contact.language,
      link: words.link,
    });
  let channel: MessageChannel = "WHATSAPP";
  let answer = await send(channel);
  if (answer.status === "REJECTED") answer = await send((channel = "SMS"));
  await transact(database, (trx) =>
    recordLoanEvent(services, trx, {
      borrowerId,
      loanId,
      kind: "MESSAGE",
      state: loan.state,
      actor: "SYSTEM",
      cause: `REPAYMENT_${kind}`,
      facts: { messageId, channel, status: answer.status, about },
    }),
  );
  await noteReminder(services, telling, answer.status);
}

async function noteReminder(
  services: Services,
  { borrowerId, loanId, kind, about }: Telling,
  outcome: string,
): Promise<void> {
  if (kind !== "BEFORE" && kind !== "DUE" && kind !== "AFTER") return;
  await endReminder(
    services.database,
    { borrowerId, loanId },
    about,
    kind satisfies ReminderKind,
    outcome,
    services.clock.now(),
  );
}

type Values = Record<string, string | number>;
interface Words {
  text: Text;
  values: Values | ((language: keyof Text) => Values);
  link: string;
}

/** Money of ours that did not stay with the borrower. The amount of a refund stands on the page behind the link. */
function wordsOfReturn(loan: LoanRow, kind: "PAYOUT_RETURNED" | "REFUND_RETURNED" | "UNDONE", origin: string): Words {
  const link = `${origin}/webview/${kind === "REFUND_RETURNED" ? "bills" : "home"}`;
  return {
    text: messageTexts[kind],
    link,
    values: { number: loan.number, amount: formatRupiah(loan.principalRupiah), link },
  };
}

/** Null when the instalment was paid meanwhile. What the balance is going to pay is not asked for. Only what is overdue is asked for as a sum; the instalment of the day keeps its own amount. */
function wordsOfReminder(
  bill: Bill,
  kind: ReminderKind,
  dueOn: string,
  values: { number: string; link: string },
  coveredRupiah: number,
): Words | null {
  const row = bill.rows.find((one) => one.dueOn === dueOn);
  if (!row || row.unpaidRupiah === 0) return null;
  const overdueRupiah = bill.dueTodayRupiah - (row.dueOn <= bill.today ? row.unpaidRupiah : 0);
  const text =
    kind === "DUE" && overdueRupiah > 0
      ? messageTexts.DUE_BESIDE_OVERDUE
      : textOfReminder(kind, row.unpaidRupiah, coveredRupiah);
  const amount = formatRupiah(kind === "AFTER" ? bill.dueTodayRupiah : row.unpaidRupiah);
  return {
    text,
    link: values.link,
    values: (language) => ({
      ...values,
      amount,
      overdue: formatRupiah(overdueRupiah),
      covered: formatRupiah(coveredRupiah),
      rest: formatRupiah(row.unpaidRupiah - coveredRupiah),
      date: formatDate(row.dueOn, language),
    }),
  };
}

function textOfReminder(kind: ReminderKind, unpaidRupiah: number, coveredRupiah: number): Text {
  if (kind === "AFTER" || coveredRupiah === 0) return messageTexts[kind];
  return coveredRupiah === unpaidRupiah ? messageTexts.COVERED : messageTexts[`${kind}_PARTLY`];
}

/** Null when there is nothing (any more) to say. */
async function wordsOf(
  services: Services,
  loan: LoanRow,
  { borrowerId, kind, about }: Telling,
  origin: string,
): Promise<Words | null> {
  if (kind === "PAYOUT_RETURNED" || kind === "REFUND_RETURNED" || kind === "UNDONE")
    return wordsOfReturn(loan, kind, origin);
  if (kind === "APPLICATION_STOPPED") {
    const other = await findLoan(services.database, borrowerId, about);
    const link = `${origin}/webview/loan-history/${loan.id}`;
    return {
      text: messageTexts.APPLICATION_STOPPED,
      link,
      values: { number: loan.number, other: other?.number ?? "", link },
    };
  }
  const bill = await billOfLoan(services, services.database, loan);
  if (!bill) return null;
  const link = billsLink(services, borrowerId, origin);
  const number = loan.number;
  if (kind === "BEFORE" || kind === "DUE" || kind === "AFTER") {
    return wordsOfReminder(
      bill,
      kind,
      about,
      { number, link },
      await coveredByBalance(services, services.database, loan, about),
    );
  }
  if (kind === "KEPT" || kind === "FROM_BALANCE") {
    const event = (await eventsOf(services.database, { borrowerId, loanId: loan.id })).find((one) => one.id === about);
    // The balance stands on the page that needs a login.
    const page = `${origin}/webview/bills`;
    return event?.kind === "PAYMENT"
      ? {
          text: messageTexts[kind],
          link: page,
          values: { number, amount: formatRupiah(event.amountRupiah), link: page },
        }
      : null;
  }
  if (kind === "RECEIVED") {
    const event = (await eventsOf(services.database, { borrowerId, loanId: loan.id })).find((one) => one.id === about);
    // The message that the loan is paid off says it better.
    if (event?.kind !== "PAYMENT" || bill.state === "PAID_OFF") return null;
    return {
      text: messageTexts.RECEIVED,
      link,
      values: { number, amount: formatRupiah(event.amountRupiah), rest: formatRupiah(bill.payoffRupiah), link },
    };
  }
  if (kind === "TAKEN_BACK") {
    const event = (await eventsOf(services.database, { borrowerId, loanId: loan.id })).find((one) => one.id === about);
    if (event?.kind !== "PAYMENT") return null;
    return {
      text: messageTexts.TAKEN_BACK,
      link,
      values: { number, amount: formatRupiah(event.amountRupiah), rest: formatRupiah(bill.payoffRupiah), link },
    };
  }
  const isOver = bill.state === "PAID_OFF";
  if ((kind === "PAID_OFF" || kind === "LETTER_REPLACED") && !isOver) return null;
  const home = `${origin}/webview/loan-history/${loan.id}`;
  const first = bill.rows[0];
  if (kind === "DISBURSED")
    return {
      text: isOver ? messageTexts.DISBURSED_PAID : messageTexts.DISBURSED,
      link: home,
      values: (language) => ({
        number,
        amount: formatRupiah(loan.principalRupiah),
        date: formatDate(first?.dueOn ?? bill.today, language),
        link: home,
      }),
    };
  return { text: messageTexts[kind], link: home, values: { number, link: home } };
}
