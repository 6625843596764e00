/** Messages of the plan's steps. Each is looked at again when it leaves, with the loan's books held. */
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { recordLoanEvent, type LoanRow } from "#features/credit/loan/server/index.ts";
import {
  billOfLoan,
  coveredByBalance,
  lockHistory,
  stateNow,
  toBill,
  type LoanName,
} from "#features/credit/repayment/server/index.ts";
import type { Bill } from "#features/credit/repayment/contract.ts";
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeValues,
  type Prepared,
} from "#features/platform/notice/server/index.ts";
import { reminderTextKinds, type StepText } from "../contract.ts";
import { contactFacts } from "./facts.ts";
import { stepNoticeTexts, stepVariants } from "./notice-texts.ts";
import { closureOf } from "./rules/gate.ts";
import type { DatedStep } from "./rules/plan.ts";
import { endStep } from "./step-store.ts";

/** `about`: the due date. `step`: absent in those that were queued before steps had names. */
type Values = NoticeValues & { loanId: string; about: string; step?: string };

/** The longest that come. */
const example: Values = {
  loanId: "",
  about: "",
  step: "LETTER_3",
  number: "PJ-2026-11-000001",
  amountRupiah: 99_999_999,
  restRupiah: 99_999_999,
  overdueRupiah: 99_999_999,
  coveredRupiah: 99_999_999,
  dueOn: "2026-12-24",
  dayOn: "2026-12-24",
  days: 85,
};

/** Names of notices are stored, so those of the first three reminders stay what they were. */
const kindOf = (text: StepText): string =>
  text === "BEFORE" || text === "DUE" || text === "AFTER"
    ? `repayment.${text.toLowerCase()}`
    : `servicing.${letterNames[text]}`;
const letterNames = { LETTER_1: "letter_one", LETTER_2: "letter_two", LETTER_3: "letter_three", DAY_91: "last_days" };
/** The same of causes in the loan's history. */
const causeOf = (text: StepText): string =>
  text === "BEFORE" || text === "DUE" || text === "AFTER" ? `REPAYMENT_${text}` : `SERVICING_${text}`;

const noticeOf = (text: StepText): NoticeDefinition<Values> =>
  defineNotice<Values>({
    kind: kindOf(text),
    topic: "PAYMENT",
    channels: ["INBOX", "WHATSAPP", "SMS", "PUSH"],
    texts: stepNoticeTexts[text],
    variants: stepVariants,
    isReminder: true,
    link: ({ borrowerId, values }) => toBill({ borrowerId: borrowerId!, loanId: values.loanId }),
    prepare: (services, { borrowerId, values }) =>
      transact(services.database, (trx) => prepare(services, trx, text, { borrowerId: borrowerId!, ...values })),
    async sent(services, trx, { borrowerId, values: { loanId, about, step = text }, messageId, channel, status }) {
      const name = { borrowerId: borrowerId!, loanId };
      const history = await lockHistory(trx, name);
      if (!history) return;
      await recordLoanEvent(services, trx, {
        ...name,
        kind: "MESSAGE",
        state: history.loan.state,
        actor: "SYSTEM",
        cause: causeOf(text),
        facts: { messageId, channel, status, about },
      });
      await endStep(trx, name, { dueOn: about, step, outcome: status, at: services.clock.now() });
    },
    notNeeded: (services, trx, { borrowerId, values: { loanId, about, step = text } }) =>
      endStep(
        trx,
        { borrowerId: borrowerId!, loanId },
        {
          dueOn: about,
          step,
          outcome: "NOT_NEEDED",
          at: services.clock.now(),
        },
      ),
    example,
  });

const byText = Object.fromEntries(reminderTextKinds.map((text) => [text, noticeOf(text)])) as Record<
  StepText,
  NoticeDefinition<Values>
>;
export const stepNotices = Object.values(byText);

/** Names of the notices that are letters, the last one before day 91 included. */
export const letterKinds: readonly string[] = (["LETTER_1", "LETTER_2", "LETTER_3", "DAY_91"] as const).map(
  (text) => byText[text].kind,
);

/** Sends a step once, after this transaction has committed. */
export async function sendStep(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  { text, step, dueOn }: DatedStep,
): Promise<void> {
  if (!text) throw new Error(`The step ${step} has no text.`);
  await notify(services, trx, byText[text], {
    id: `${loanId}_${dueOn}_${step}`,
    borrowerId,
    values: { loanId, about: dueOn, step },
  });
}

/** Null when the instalment has been paid, or the gate has closed since. Locks the books: a payment comes before or after it. */
async function prepare(
  services: Services,
  trx: Transaction,
  text: StepText,
  { borrowerId, loanId, about: dueOn, step = text }: Values & { borrowerId: string },
): Promise<Prepared<Values> | null> {
  const history = await lockHistory(trx, { borrowerId, loanId });
  const bill = history && (await billOfLoan(services, trx, history.loan));
  if (!history || !bill) return null;
  const state = stateNow(services, history);
  const facts = await contactFacts(services, trx, { ...history, state });
  const channel = bill.today < dueOn ? "REMINDER" : "MESSAGE";
  if (closureOf(facts, channel, services.clock.now()) !== null) return null;
  const words = wordsOf(bill, text, dueOn, history.loan, await coveredByBalance(services, trx, history.loan, dueOn));
  return words && { ...words, values: { ...words.values, loanId, about: dueOn, step } };
}

/** An amount that the balance will pay is not asked for. Only the overdue part is a sum; the instalment of the day keeps its own amount. */
function wordsOf(
  bill: Bill,
  text: StepText,
  dueOn: string,
  { number }: LoanRow,
  coveredRupiah: number,
): { values: NoticeValues; variant?: string } | null {
  const row = bill.rows.find((one) => one.dueOn === dueOn);
  if (!row || row.unpaidRupiah === 0) return null;
  const overdueRupiah = bill.dueTodayRupiah - (row.dueOn <= bill.today ? row.unpaidRupiah : 0);
  const isAhead = text === "BEFORE" || text === "DUE";
  const values = {
    number,
    amountRupiah: isAhead ? row.unpaidRupiah : bill.dueTodayRupiah,
    overdueRupiah,
    coveredRupiah,
    restRupiah: row.unpaidRupiah - coveredRupiah,
    dueOn: row.dueOn,
    // Late fees grow: a reader of tomorrow sees which day the amount belongs to.
    dayOn: bill.today,
    days: bill.daysPastDue,
  };
  if (text === "DUE" && overdueRupiah > 0) return { values, variant: "DUE_BESIDE_OVERDUE" };
  if (!isAhead || coveredRupiah === 0) return { values };
  return { values, variant: coveredRupiah === row.unpaidRupiah ? "COVERED" : `${text}_PARTLY` };
}
