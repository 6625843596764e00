/** Calls that a lender's system makes with its access key: the events of its brand in order, and one loan. // Spec credit-support 8, 12 */
import * as v from "valibot";
import { loanEntries, webhookEvent } from "#features/operations/webhook/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { cursor, listQuery, nextCursor } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type CallLimit } from "#shared/contract.ts";

const limits: readonly CallLimit[] = [{ counter: "access-key", max: 600, seconds: 60, by: "partner" }];

export const listPartnerEvents = defineCall({
  id: "listPartnerEvents",
  method: "GET",
  path: "/api/partner/events",
  summary:
    "The events of the key's brand in the order of their commits, for 30 days. Send the answer's `after` with the next request; an empty list means that there are no new events.",
  policy: { who: "partner", scope: "events:read" },
  input: v.strictObject({
    /** `after` of the last answer; when omitted, the list begins with the oldest kept event. */
    after: v.optional(v.pipe(cursor, v.regex(/^\d{1,15}$/, "CURSOR_INVALID"))),
    limit: listQuery.limit,
  }),
  output: v.strictObject({
    /** Each event in the form that is sent to an endpoint. */
    items: v.array(webhookEvent),
    /** The position after the last event: use it in the next request. Null when there were never any events. */
    after: nextCursor,
    /** Whether more events wait behind it already. */
    hasMore: v.boolean(),
  }),
  problems: {},
  limits,
});

export const getPartnerLoan = defineCall({
  id: "getPartnerLoan",
  method: "GET",
  path: "/api/partner/loans/{loanId}",
  summary: "The current state of a loan of the key's brand, without personal data.",
  policy: { who: "partner", scope: "loans:read" },
  input: v.strictObject({ loanId: uuid }),
  output: v.strictObject({
    ...loanEntries,
    submittedAt: instant,
    signedAt: v.nullable(instant),
    /** Null until the money has gone out. */
    disbursedOn: v.nullable(answeredDate),
    endedAt: v.nullable(instant),
    /** As of today in WIB; null until the money is paid out. */
    balance: v.nullable(
      v.strictObject({
        asOf: answeredDate,
        /** Ends the loan today. */
        payoffRupiah: answeredRupiah,
        dueNowRupiah: answeredRupiah,
        unpaidPrincipalRupiah: answeredRupiah,
        daysPastDue: v.number(),
        nextDueOn: v.nullable(answeredDate),
        nextDueRupiah: answeredRupiah,
      }),
    ),
  }),
  problems: unknown("LOAN_UNKNOWN", {
    id: "Pinjaman ini tidak ada di merek Anda.",
    en: "There is no such loan in your brand.",
    zh: "您的品牌下没有此贷款。",
  }),
  limits,
});
