/** What borrowers are told of their repayment: reminders, money that arrived, the loan paid off. Each is written to the loan's own history as well. */
import {
  defineNotice,
  notify,
  type Notice,
  type NoticeLink,
  type NoticeSent,
  type NoticeValues,
  type Prepared,
} from "#features/platform/notice/server/index.ts";
import type { NoticeTopic } from "#features/platform/notice/contract.ts";
import { findLoan, recordLoanEvent, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { linkDays } from "#shared/promised-times.ts";
import { billsLinkPurpose, type Bill } from "../contract.ts";
import { billOfLoan, stateOfLoan } from "./bill.ts";
import { coveredByBalance } from "./cover.ts";
import { noticeTexts } from "./notice-texts.ts";
import { endReminder, type ReminderKind } from "./reminder-store.ts";

/** `about`: the due date of a reminder, the id of a payment or of the loan that is owed again; empty for the others. */
type About = { loanId: string; about: string };
type Values = NoticeValues & About;
type Words = Omit<Prepared, "values"> & { values: NoticeValues };

interface Repayment {
  topic: NoticeTopic;
  link(about: { borrowerId: string; loanId: string }): NoticeLink;
  /** Null when there is nothing (any more) to say. */
  words(services: Services, loan: LoanRow, about: string): Promise<Words | null>;
}

/** The bill that needs no login, for 7 days (product decisions 2). */
const toBill: Repayment["link"] = ({ borrowerId }) => ({
  path: "/webview/bills",
  signed: {
    path: "/webview/no-login-bills",
    purpose: billsLinkPurpose,
    subject: borrowerId,
    ownerId: borrowerId,
    days: linkDays,
    endsWithNumber: true,
  },
});
/** The balance stands on the page that needs a login. */
const toBalance: Repayment["link"] = () => ({ path: "/webview/bills" });
const toLoan: Repayment["link"] = ({ loanId }) => ({ path: `/webview/loan-history/${loanId}` });
const toHome: Repayment["link"] = () => ({ path: "/webview/home" });

const reminder = (kind: ReminderKind): Repayment => ({
  topic: "PAYMENT",
  link: toBill,
  async words(services, loan, dueOn) {
    const bill = await billOfLoan(services, services.database, loan);
    return (
      bill && wordsOfReminder(bill, kind, dueOn, loan, await coveredByBalance(services, services.database, loan, dueOn))
    );
  },
});

/** Of a payment that stands in the loan's books. */
const payment = (link: Repayment["link"], fits: (loan: LoanRow) => boolean = () => true): Repayment => ({
  topic: "PAYMENT",
  link,
  async words(services, loan, about) {
    const found = await stateOfLoan(services, services.database, loan);
    const event = found?.events.find((one) => one.id === about);
    if (!found || event?.kind !== "PAYMENT" || !fits(loan)) return null;
    const restRupiah = Math.max(0, found.state.payoffRupiah);
    return { values: { number: loan.number, amountRupiah: event.amountRupiah, restRupiah, dayOn: found.today } };
  },
});

/** Of a loan that is paid off, and is so still. */
const paidOff: Repayment = {
  topic: "LOAN",
  link: toLoan,
  async words(services, loan) {
    const bill = await billOfLoan(services, services.database, loan);
    return bill?.state === "PAID_OFF" ? { values: { number: loan.number } } : null;
  },
};

/** What was sent to the borrower's account: what pays an earlier loan off stays here. */
const sentRupiah = (loan: LoanRow): number => loan.principalRupiah - (loan.replacesRupiah ?? 0);

/** Money of ours that did not stay with the borrower. The amount of a refund stands on the page behind the link. */
const moneyBack = (topic: NoticeTopic, link: Repayment["link"]): Repayment => ({
  topic,
  link,
  words: async (_services, loan) => ({ values: { number: loan.number, amountRupiah: sentRupiah(loan) } }),
});

const repayments = {
  BEFORE: reminder("BEFORE"),
  DUE: reminder("DUE"),
  AFTER: reminder("AFTER"),
  // The message that the loan is paid off says it better.
  RECEIVED: payment(toBill, ({ state }) => state !== "PAID_OFF"),
  KEPT: payment(toBalance),
  FROM_BALANCE: payment(toBalance),
  TAKEN_BACK: payment(toBill),
  PAID_OFF: paidOff,
  LETTER_REPLACED: paidOff,
  DISBURSED: {
    topic: "LOAN",
    link: toLoan,
    async words(services, loan) {
      const bill = await billOfLoan(services, services.database, loan);
      if (!bill) return null;
      const values = { number: loan.number, amountRupiah: sentRupiah(loan) };
      if (bill.state === "PAID_OFF") return { values, variant: "DISBURSED_PAID" };
      return { values: { ...values, dueOn: bill.rows[0]?.dueOn ?? bill.today } };
    },
  },
  APPLICATION_STOPPED: {
    topic: "LOAN",
    link: toLoan,
    async words({ database }, { borrowerId, number }, reopenedId) {
      const other = await findLoan(database, borrowerId, reopenedId);
      return { values: { number, other: other?.number ?? "" } };
    },
  },
  PAYOUT_RETURNED: moneyBack("LOAN", toHome),
  REFUND_RETURNED: moneyBack("PAYMENT", toBalance),
  UNDONE: moneyBack("LOAN", toHome),
} satisfies Record<string, Repayment>;
type RepaymentKind = keyof typeof repayments;

const reminderKinds = ["BEFORE", "DUE", "AFTER"] as const satisfies readonly ReminderKind[];
const reminderOf = (kind: RepaymentKind): ReminderKind | undefined => reminderKinds.find((one) => one === kind);

/** The longest that come. */
const example: Values = {
  loanId: "",
  about: "",
  number: "PJ-2026-11-000001",
  other: "PJ-2026-11-000002",
  amountRupiah: 99_999_999,
  restRupiah: 99_999_999,
  overdueRupiah: 99_999_999,
  coveredRupiah: 99_999_999,
  dueOn: "2026-12-24",
  dayOn: "2026-12-24",
};

function noticeOfRepayment(kind: RepaymentKind): Notice<Values> {
  const { topic, link, words }: Repayment = repayments[kind];
  return defineNotice<Values>({
    kind: `repayment.${kind.toLowerCase()}`,
    topic,
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts: noticeTexts[kind],
    variants: noticeTexts,
    isReminder: reminderOf(kind) !== undefined,
    link: ({ borrowerId, values }) => link({ borrowerId: borrowerId!, loanId: values.loanId }),
    async prepare(services, { borrowerId, values: { loanId, about } }) {
      const loan = await findLoan(services.database, borrowerId!, loanId);
      const found = loan && (await words(services, loan, about));
      return found && { ...found, values: { ...found.values, loanId, about } };
    },
    sent: (services, trx, about) => recordTold(services, trx, kind, about),
    notNeeded: (services, trx, { borrowerId, values }) =>
      noteReminder(services, trx, kind, { borrowerId: borrowerId!, ...values }, "NOT_NEEDED"),
    example,
  });
}

const byKind = Object.fromEntries(
  Object.keys(repayments).map((kind) => [kind, noticeOfRepayment(kind as RepaymentKind)]),
) as Record<RepaymentKind, Notice<Values>>;
export const notices = Object.values(byKind);

/** Tells it once, after this transaction has committed. What is `about` nothing is told each time. */
export async function notifyLater(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId, kind, about }: About & { borrowerId: string; kind: RepaymentKind },
): Promise<void> {
  await notify(services, trx, byKind[kind], {
    id: `${loanId}_${about || services.random.uuid()}`,
    borrowerId,
    values: { loanId, about },
  });
}

/** The loan's own history tells it too. */
async function recordTold(
  services: Services,
  trx: Transaction,
  kind: RepaymentKind,
  { borrowerId, values: { loanId, about }, messageId, channel, status }: NoticeSent<Values>,
): Promise<void> {
  const loan = await findLoan(trx, borrowerId!, loanId);
  if (!loan) return;
  await recordLoanEvent(services, trx, {
    borrowerId: borrowerId!,
    loanId,
    kind: "MESSAGE",
    state: loan.state,
    actor: "SYSTEM",
    cause: `REPAYMENT_${kind}`,
    facts: { messageId, channel, status, about },
  });
  await noteReminder(services, trx, kind, { borrowerId: borrowerId!, loanId, about }, status);
}

async function noteReminder(
  { clock }: Services,
  trx: Transaction | Database,
  kind: RepaymentKind,
  { borrowerId, loanId, about }: About & { borrowerId: string },
  outcome: string,
): Promise<void> {
  const reminded = reminderOf(kind);
  if (reminded) await endReminder(trx, { borrowerId, loanId }, about, reminded, outcome, clock.now());
}

/** Null when the instalment was paid meanwhile. What the balance is going to pay is not asked for. Only what is overdue is asked for as a sum; the instalment of the day keeps its own amount. */
function wordsOfReminder(
  bill: Bill,
  kind: ReminderKind,
  dueOn: string,
  { number }: LoanRow,
  coveredRupiah: number,
): Words | null {
  const row = bill.rows.find((one) => one.dueOn === dueOn);
  if (!row || row.unpaidRupiah === 0) return null;
  const overdueRupiah = bill.dueTodayRupiah - (row.dueOn <= bill.today ? row.unpaidRupiah : 0);
  const values = {
    number,
    amountRupiah: kind === "AFTER" ? bill.dueTodayRupiah : row.unpaidRupiah,
    overdueRupiah,
    coveredRupiah,
    restRupiah: row.unpaidRupiah - coveredRupiah,
    dueOn: row.dueOn,
    // Late fees grow: a reader of tomorrow sees which day the amount belongs to.
    dayOn: bill.today,
  };
  if (kind === "DUE" && overdueRupiah > 0) return { values, variant: "DUE_BESIDE_OVERDUE" };
  if (kind === "AFTER" || coveredRupiah === 0) return { values };
  return { values, variant: coveredRupiah === row.unpaidRupiah ? "COVERED" : `${kind}_PARTLY` };
}
