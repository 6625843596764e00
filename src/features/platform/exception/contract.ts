/** Exceptions: events that a subscriber could not handle. Staff retry or close them. // docs/decisions/225 */
import * as v from "valibot";
import { reason, reasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";
import { defineExport } from "#shared/list-export.ts";

/** OPEN: waits for staff. RETRYING: waits for a retry, which reopens or closes it. */
export const exceptionStates = ["OPEN", "RETRYING", "CLOSED"] as const;

const exceptionSummary = v.object({
  exceptionId: v.string(),
  state: v.picklist(exceptionStates),
  /** The subscriber's task, in the reader's language. */
  text: v.string(),
  /** Why the event could not be processed, as a code and in words. */
  cause: v.string(),
  causeText: v.string(),
  /** Borrower and subject, if the event names them. */
  borrowerId: v.nullable(v.string()),
  loanId: v.nullable(v.string()),
  leftAt: instant,
  /** The trace in which the subscriber last failed; its steps are kept 14 days. */
  traceId: v.nullable(v.string()),
  /** How often the subscriber failed. */
  times: v.number(),
  closedAt: v.nullable(instant),
});
export type ExceptionSummary = v.InferOutput<typeof exceptionSummary>;

const partnerReport = v.object({
  /** The provider that sent the report: `sandbox-bank`. */
  provider: v.string(),
  kind: v.picklist([
    "PAYMENT_RECEIVED",
    "PAYMENT_PENDING",
    "PAYMENT_FAILED",
    "TRANSFER_PENDING",
    "TRANSFER_SETTLED",
    "TRANSFER_FAILED",
  ]),
  /** The transfer's id, the virtual account, or our reference of a code or push. */
  reference: v.string(),
  /** The partner's id of the payment. */
  paymentId: v.nullable(v.string()),
  amountRupiah: v.nullable(answeredRupiah),
  /** The partner's code for why it failed. */
  code: v.nullable(v.string()),
  receivedAt: instant,
});
export type PartnerReport = v.InferOutput<typeof partnerReport>;

const exceptionDetail = openShape("ExceptionDetail", {
  ...exceptionSummary.entries,
  /** The event: `loan.activated`, its id, and its time. */
  event: v.string(),
  eventId: v.string(),
  happenedAt: instant,
  /** The subscriber. */
  subscriber: v.string(),
  /** The partner's report, when that needs to be looked at. */
  report: v.nullable(partnerReport),
  /** Whether this release still has the subscriber, so that it can be retried. */
  mayRetry: v.boolean(),
  /** While a retry is pending: number of its failures, and the latest time of the next try. */
  waiting: v.nullable(v.object({ failures: v.number(), nextAt: instant })),
  /** Staff id; null while it is open, and when a retry closed it. */
  closedBy: v.nullable(v.string()),
  /** Why it was closed; null once the borrower's data was deleted. */
  reason: v.nullable(v.string()),
  steps: v.array(
    v.object({
      state: v.picklist(exceptionStates),
      /** Why, in words. */
      causeText: v.string(),
      /** `SYSTEM` or `STAFF:<id>`. */
      actor: v.string(),
      at: instant,
    }),
  ),
});
export type ExceptionDetail = v.InferOutput<typeof exceptionDetail>;

const exceptionUnknown = unknown("EXCEPTION_UNKNOWN", {
  id: "Kendala ini tidak ditemukan.",
  en: "There is no such exception.",
  zh: "找不到此异常。",
});
const notOpen = {
  EXCEPTION_NOT_OPEN: {
    status: 409,
    text: {
      id: "Kendala ini sudah ditangani atau sedang dicoba lagi. Muat ulang untuk melihat statusnya.",
      en: "This exception was handled, or is being tried again. Reload to see its status.",
      zh: "此异常已处理或正在重试。请刷新查看状态。",
    },
  },
} as const;

const ofException = v.strictObject({ exceptionId: uuid });
const reading = { who: "staff", permission: "exception.read" } as const;
const settling = { who: "staff", permission: "exception.settle", idempotent: true } as const;
const settled = v.object({ exceptionId: v.string(), state: v.picklist(exceptionStates) });

export const listExceptions = defineCall({
  id: "listExceptions",
  method: "GET",
  path: "/api/staff/exceptions",
  summary:
    "Exceptions that are open or being retried, oldest first; with state=CLOSED the closed ones, latest first. `from` and `to` filter by the day of creation, or of closing.",
  policy: { ...reading, trail: { id: "Melihat daftar kendala", en: "Viewed the exceptions", zh: "查看异常列表" } },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    state: v.optional(v.picklist(["OPEN", "CLOSED"], "CHOICE_INVALID"), "OPEN"),
  }),
  output: listOf(exceptionSummary),
  problems: {},
});

export const exportExceptions = defineExport(listExceptions, {
  id: "exportExceptions",
  summary: "The list of exceptions as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar kendala", en: "Downloaded the exceptions", zh: "下载异常列表" },
});

export const getException = defineCall({
  id: "getException",
  method: "GET",
  path: "/api/staff/exceptions/{exceptionId}",
  summary: "One exception: the task, the reason of the failure, and the action of staff.",
  policy: { ...reading, trail: { id: "Melihat kendala", en: "Viewed an exception", zh: "查看异常" } },
  input: ofException,
  output: exceptionDetail,
  problems: exceptionUnknown,
});

export const retryException = defineCall({
  id: "retryException",
  method: "POST",
  path: "/api/staff/exceptions/{exceptionId}/retry",
  summary: "Retries an exception, at once and then after growing delays; a failure reopens it, success closes it.",
  policy: { ...settling, trail: { id: "Mencoba lagi kendala", en: "Retried an exception", zh: "重试异常" } },
  input: ofException,
  output: settled,
  problems: {
    ...exceptionUnknown,
    ...notOpen,
    EXCEPTION_ORPHANED: {
      status: 409,
      text: {
        id: "Bagian yang menanganinya sudah tidak ada, jadi tidak bisa dicoba lagi. Tutup dengan alasannya.",
        en: "The part that handles it no longer exists, so it cannot be tried again. Close it with the reason.",
        zh: "负责处理的部分已不存在，无法重试。请填写原因后关闭。",
      },
    },
  },
});

export const closeException = defineCall({
  id: "closeException",
  method: "POST",
  path: "/api/staff/exceptions/{exceptionId}/closure",
  summary: "Closes an exception with a reason: it was handled in another way, or needs no action. It is not retried.",
  policy: { ...settling, trail: { id: "Menutup kendala", en: "Closed an exception", zh: "关闭异常" } },
  input: v.strictObject({ exceptionId: uuid, reason }),
  output: settled,
  fieldProblems: reasonProblems,
  problems: { ...exceptionUnknown, ...notOpen },
});
