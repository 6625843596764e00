/**
 * A loan's timeline as steps: past ones from its events, the current and the coming ones from its state and bill. Pure.
 */
import type { Bill } from "#features/credit/repayment/contract.ts";
import { earlierLoanOwed, type LoanEventRow, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { QuoteAnswer } from "#features/credit/loan/contract.ts";
import { daysBetween, type BusinessDate } from "#shared/dates.ts";
import type { TimelineCode, TimelineStep } from "../contract.ts";

const step = (code: TimelineCode, state: TimelineStep["state"], more: Partial<TimelineStep> = {}): TimelineStep => ({
  code,
  state,
  at: null,
  on: null,
  tookSeconds: null,
  number: null,
  count: null,
  amountRupiah: null,
  daysAhead: null,
  ...more,
});

interface Way {
  loan: LoanRow;
  events: readonly LoanEventRow[];
  /** The agreed or requested terms. */
  quote: QuoteAnswer;
  /** Once the money has gone out. */
  bill: Bill | null;
  /** The money came back from the receiving bank and has not gone out again. */
  isAway: boolean;
  today: BusinessDate;
}

/** Steps from first to last. At most one is `now`. */
export function loanTimelineOf(way: Way): TimelineStep[] {
  return [...way.events.flatMap((event) => happened(way.loan, event)), ...ahead(way)];
}

/** Translates a change of state into steps for the borrower; internal transitions are omitted. */
function happened(loan: LoanRow, event: LoanEventRow): TimelineStep[] {
  if (event.kind === "TRANSFER_PAID_LATE")
    return [step("TRANSFER_PAID_LATE", "done", { at: event.happenedAt.toISOString() })];
  if (event.kind === "PAYOUT_RETURNED")
    return [step("TRANSFER_RETURNED", "done", { at: event.happenedAt.toISOString() })];
  if (event.kind === "PAYOUT_ARRIVED_AGAIN")
    return [step("ARRIVED_AGAIN", "done", { at: event.happenedAt.toISOString() })];
  if (event.kind !== "STATE") return [];
  const code = codeOf(event);
  if (!code) return [];
  const decided = code === "APPROVED" || code === "REJECTED";
  const tookSeconds = decided
    ? Math.max(1, Math.round((event.happenedAt.getTime() - loan.submittedAt.getTime()) / 1000))
    : null;
  const on = code === "DISBURSED" ? loan.disbursedOn : null;
  return [step(code, "done", { at: event.happenedAt.toISOString(), tookSeconds, on })];
}

function codeOf({ fromState, toState, cause }: LoanEventRow): TimelineCode | null {
  switch (toState) {
    case "SUBMITTED":
    case "APPROVED":
    case "REJECTED":
    case "PAID_OFF":
    case "RESTRUCTURED":
    case "WRITTEN_OFF":
      return toState;
    case "SIGNED":
      return fromState === "DISBURSING" ? "TRANSFER_FAILED" : "SIGNED";
    case "ACTIVE":
      return fromState === "PAID_OFF" ? "REOPENED" : "DISBURSED";
    case "CANCELLED":
      return cause === "SIGN_DEADLINE_PASSED" ? "EXPIRED" : cause === earlierLoanOwed ? "STOPPED" : "CANCELLED";
    default:
      return null;
  }
}

function ahead(way: Way): TimelineStep[] {
  const { loan, quote } = way;
  const payBack = (): TimelineStep[] => {
    const last = quote.instalments.at(-1);
    return [
      step("INSTALMENT", "next", { number: 1, count: quote.instalments.length }),
      step("PAID_OFF", "next", { on: null, count: last?.number ?? null }),
    ];
  };
  switch (loan.state) {
    case "SUBMITTED":
    case "IN_REVIEW":
      return [step("REVIEWING", "now"), step("SIGN", "next"), step("SENDING", "next")];
    case "APPROVED":
      return [
        step("SIGN", "now", { at: loan.signDeadline?.toISOString() ?? null }),
        step("SENDING", "next"),
        ...payBack(),
      ];
    case "SIGNED":
      return [step(cameBack(way) ? "SENDING_AGAIN" : "SENDING", "now"), ...payBack()];
    case "DISBURSING":
      return [step("SENDING", "now"), ...payBack()];
    case "ACTIVE":
    case "WRITTEN_OFF":
      return way.isAway ? [step("RESENDING", "now"), ...payBack()] : instalments(way);
    default:
      return [];
  }
}

/** The last transfer failed: people look at it, and no minutes are promised. */
function cameBack({ events }: Way): boolean {
  return events.findLast((event) => event.kind === "STATE")?.fromState === "DISBURSING";
}

/** The instalments of a running loan: paid ones, the one that is to be paid now, those ahead, and the end. */
function instalments({ bill, today }: Way): TimelineStep[] {
  if (!bill) return [];
  const now = bill.rows.find((row) => row.status !== "PAID")?.number;
  const rows = bill.rows.map((row) =>
    step("INSTALMENT", row.status === "PAID" ? "done" : row.number === now ? "now" : "next", {
      on: row.dueOn,
      number: row.number,
      count: bill.rows.length,
      amountRupiah: row.status === "PAID" ? row.totalRupiah : row.unpaidRupiah,
      daysAhead: daysBetween(today, row.dueOn),
    }),
  );
  return [...rows, step("PAID_OFF", "next", { on: bill.rows.at(-1)?.dueOn ?? null })];
}
