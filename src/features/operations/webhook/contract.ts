/** Events for the lender's backend: one body for each type of event. Ids, states, days and rupiah; nothing personal. // Spec credit-support 8 */
import * as v from "valibot";
import { overdueDays } from "#features/credit/repayment/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";

/** A loan as it is described outside, at that moment. */
export const loanEntries = {
  loanId: v.string(),
  /** As people read it out: `PJ-2026-11-000001`. */
  loanNumber: v.string(),
  /** A pseudonym of the borrower within this brand; it identifies no person. */
  borrowerRef: v.string(),
  state: v.string(),
  productKey: v.string(),
  principalRupiah: answeredRupiah,
  tenorDays: v.number(),
};
const onlyLoan = v.strictObject(loanEntries);
const payment = v.strictObject({
  ...loanEntries,
  paymentId: v.string(),
  amountRupiah: answeredRupiah,
  /** OTHER_LOAN: the loan that replaces this one settles it. */
  from: v.picklist(["BANK", "BALANCE", "OTHER_LOAN"]),
  /** The day as of which it counts. */
  valueDate: answeredDate,
});

interface EventKind {
  /** One sentence for the published API. */
  summary: string;
  data: v.GenericSchema<Record<string, unknown>>;
}

export const webhookEvents = {
  "loan.submitted": { summary: "A borrower sent in an application.", data: onlyLoan },
  "loan.approved": { summary: "An application was approved and can be signed.", data: onlyLoan },
  "loan.rejected": { summary: "An application was rejected. The reason is not sent.", data: onlyLoan },
  "loan.cancelled": { summary: "An application or a loan without money ended.", data: onlyLoan },
  "loan.signed": { summary: "The borrower signed the agreement; the payout begins.", data: onlyLoan },
  "loan.disbursed": {
    summary: "The money arrived and the loan runs.",
    data: v.strictObject({ ...loanEntries, disbursedOn: v.nullable(answeredDate) }),
  },
  "loan.overdue": {
    summary: `A loan is past due for ${overdueDays.join(", ")} days. After an outage only the highest of them is sent.`,
    data: v.strictObject({
      ...loanEntries,
      daysPastDue: v.picklist(overdueDays),
      /** The due date of the first instalment that is not paid. */
      unpaidSince: answeredDate,
    }),
  },
  "loan.restructured": {
    summary: "A loan ended because another one replaces it.",
    data: v.strictObject({ ...loanEntries, successorLoanId: v.nullable(v.string()) }),
  },
  "loan.paid_off": { summary: "Nothing is owed on the loan any more.", data: onlyLoan },
  "loan.reopened": { summary: "A bank reversed a payment: a loan that was paid off is owed again.", data: onlyLoan },
  "loan.written_off": { summary: "The loan was written off; it is still owed.", data: onlyLoan },
  "payment.received": { summary: "A payment counts for a loan.", data: payment },
  "payment.reversed": { summary: "A payment does not count any more, because its bank reversed it.", data: payment },
  "limit.changed": {
    summary: "A borrower's credit limit or temporary limit changed.",
    data: v.strictObject({
      borrowerRef: v.string(),
      changeId: v.string(),
      kind: v.picklist(["CREDIT", "TEMPORARY"]),
      cause: v.string(),
      fromRupiah: answeredRupiah,
      toRupiah: answeredRupiah,
    }),
  },
  "offer.opened": {
    summary: "A borrower was offered other terms for a running loan (restructuring).",
    data: v.strictObject({
      ...loanEntries,
      programme: v.string(),
      /** Tenors that the borrower can choose from. */
      tenorsDays: v.array(v.number()),
      expiresAt: instant,
    }),
  },
} as const satisfies Record<string, EventKind>;

export type WebhookType = keyof typeof webhookEvents;
export const webhookTypes = Object.keys(webhookEvents) as [WebhookType, ...WebhookType[]];

export type DataOf<Type extends WebhookType> = v.InferInput<(typeof webhookEvents)[Type]["data"]>;

/** The body of a webhook, and one entry of the pull. */
export const eventBody = <Data extends v.GenericSchema>(type: v.GenericSchema<string>, data: Data) =>
  v.strictObject({
    /** The same at each try and replay: a receiver that has seen it ignores it. */
    id: v.string(),
    type,
    occurredAt: instant,
    /** Counts the events of one loan from 1 on; of a limit those of its borrower. */
    sequence: v.number(),
    brand: v.string(),
    data,
  });

/** The whole body of one type. */
export const webhookBodyOf = (type: WebhookType) => eventBody(v.literal(type), webhookEvents[type].data);
const bodies = webhookTypes.map(webhookBodyOf);
/** Any of them. */
export const webhookEvent = v.variant("type", bodies as [(typeof bodies)[number], ...(typeof bodies)[number][]]);
