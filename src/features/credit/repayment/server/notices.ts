/** Notices about repayment: money that arrived, the loan paid off. Each is written to the loan's history as well. */
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeLink,
  type NoticeSent,
  type NoticeValues,
  type Prepared,
} from "#features/platform/notice/server/index.ts";
import type { NoticeTopic } from "#features/platform/notice/contract.ts";
import { findLoan, recordLoanEvent, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { linkDays } from "#shared/promised-times.ts";
import { billsLinkPurpose } from "../contract.ts";
import { billOfLoan, historyOfLoan } from "./bill.ts";
import { noticeTexts } from "./notice-texts.ts";

/** `about`: the id of a payment or of the loan that is owed again; empty for the others. */
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
export const toBill: Repayment["link"] = ({ borrowerId }) => ({
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
/** The balance is shown on the page that needs a login. */
const toBalance: Repayment["link"] = () => ({ path: "/webview/bills" });
const toLoan: Repayment["link"] = ({ loanId }) => ({ path: `/webview/loan-history/${loanId}` });
const toHome: Repayment["link"] = () => ({ path: "/webview/home" });

/** A notice about a payment that is booked. */
const payment = (link: Repayment["link"], fits: (loan: LoanRow) => boolean = () => true): Repayment => ({
  topic: "PAYMENT",
  link,
  async words(services, loan, about) {
    const found = await historyOfLoan(services, services.database, loan);
    const event = found?.events.find((one) => one.id === about);
    if (!found || event?.kind !== "PAYMENT" || !fits(loan)) return null;
    const restRupiah = Math.max(0, found.state.payoffRupiah);
    return { values: { number: loan.number, amountRupiah: event.amountRupiah, restRupiah, dayOn: found.today } };
  },
});

/** Notice about a loan that is paid off, if it still is. */
const paidOff: Repayment = {
  topic: "LOAN",
  link: toLoan,
  async words(services, loan) {
    const bill = await billOfLoan(services, services.database, loan);
    return bill?.state === "PAID_OFF" ? { values: { number: loan.number } } : null;
  },
};

/** The amount sent to the borrower's account: the part that pays off an earlier loan is not sent. */
const sentRupiah = (loan: LoanRow): number => loan.principalRupiah - (loan.replacesRupiah ?? 0);

/** Money of ours that did not stay with the borrower. The amount of a refund is on the page behind the link. */
const moneyBack = (topic: NoticeTopic, link: Repayment["link"]): Repayment => ({
  topic,
  link,
  words: async (_services, loan) => ({ values: { number: loan.number, amountRupiah: sentRupiah(loan) } }),
});

const repayments = {
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

function noticeOfRepayment(kind: RepaymentKind): NoticeDefinition<Values> {
  const { topic, link, words }: Repayment = repayments[kind];
  return defineNotice<Values>({
    kind: `repayment.${kind.toLowerCase()}`,
    topic,
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts: noticeTexts[kind],
    variants: noticeTexts,
    link: ({ borrowerId, values }) => link({ borrowerId: borrowerId!, loanId: values.loanId }),
    async prepare(services, { borrowerId, values: { loanId, about } }) {
      const loan = await findLoan(services.database, borrowerId!, loanId);
      const found = loan && (await words(services, loan, about));
      return found && { ...found, values: { ...found.values, loanId, about } };
    },
    sent: (services, trx, about) => recordTold(services, trx, kind, about),
    example,
  });
}

const byKind = Object.fromEntries(
  Object.keys(repayments).map((kind) => [kind, noticeOfRepayment(kind as RepaymentKind)]),
) as Record<RepaymentKind, NoticeDefinition<Values>>;
export const notices = Object.values(byKind);

/** Sends the notice once, after this transaction has committed. An empty `about` sends it each time. */
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

/** It is written to the loan's own history too. */
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
}
