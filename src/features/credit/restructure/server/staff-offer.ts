/** Help that staff offer to a running loan: one proposes a programme, another confirms, and its borrower decides. // Product decisions, credit and support 3 and 6 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import { defineProposal, type ShownLine } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Language, type Text, type TextParameters } from "#shared/texts.ts";
import { findLoan, locateLoan, type LoanRow, type LoanState } from "#features/credit/loan/server/index.ts";
import { lockHistory, historyOfLoan } from "#features/credit/repayment/server/index.ts";
import { programmeNames, type ProgrammeName } from "../contract.ts";
import {
  getStaffRestructure,
  proposeRestructure,
  type StaffObstacle,
  type StaffRestructure,
} from "../staff-contract.ts";
import { programmeTexts, staffOfferTexts as texts } from "../texts.ts";
import { incomeOf, hardshipObstacleOf, offerUnasked } from "./offering.ts";
import { restructurePlansOf, type Plan } from "./rules/plan.ts";
import { programmeOn } from "./rules/programmes.ts";
import { asksOf, offersOfPerson, type AskRow, type RestructureOfferRow } from "./store.ts";
import { hardshipOf, planShown } from "./views.ts";

const page = (loanId: string) => `/staff/loans/${loanId}/restructure` as const;

interface Judged {
  loan: LoanRow;
  state: LoanState | null;
  offers: RestructureOfferRow[];
  hardship: StaffRestructure["hardship"];
  programmes: { programme: ProgrammeName; obstacle: StaffObstacle | null; plans: Plan[] }[];
}

/** The newest request for help with the loan and the result of its review; an approved request is preferred. */
async function hardshipShown(reader: Reader, asks: readonly AskRow[]): Promise<StaffRestructure["hardship"]> {
  const found = await Promise.all(
    asks
      .filter(({ origin }) => origin === "BORROWER")
      .map(async ({ id, reason, askedAt }) => ({
        reason,
        askedAt: askedAt.toISOString(),
        review: (await hardshipOf(reader, id)).review,
      })),
  );
  return found.find(({ review }) => review === "APPROVED") ?? found[0] ?? null;
}

/** Each programme applied to the loan today, or the reason why it cannot be offered. */
async function judge(services: Services, reader: Reader, loan: LoanRow): Promise<Judged> {
  const { borrowerId, id: loanId } = loan;
  const now = services.clock.now();
  const [found, offers, asks, monthlyIncomeRupiah] = await Promise.all([
    historyOfLoan(services, reader, loan),
    offersOfPerson(reader, borrowerId),
    asksOf(reader, borrowerId),
    incomeOf(services, reader, borrowerId),
  ]);
  const hardship = await hardshipShown(
    reader,
    asks.filter((ask) => ask.loanId === loanId),
  );
  const state = loan.state === "ACTIVE" ? (found?.state ?? null) : null;
  const isOpen = offers.some((offer) => offer.loanId === loanId && offer.state === "OFFERED" && offer.expiresAt > now);
  const general = hardshipObstacleOf(loan, offers, now);
  const programmes = programmeNames.map((programme): Judged["programmes"][number] => {
    const row = programmeOn(programme, dateInWib(now));
    if (!state || !row) return { programme, obstacle: "LOAN_ENDED", plans: [] };
    const plans = restructurePlansOf({ state, programme: row, monthlyIncomeRupiah });
    const { least = 0, most = Infinity } = row.daysLate ?? {};
    const isForThem = least <= state.daysPastDue && state.daysPastDue <= most;
    const obstacle: StaffObstacle | null =
      (general === "NO_LOAN" ? "LOAN_ENDED" : general) ??
      (isOpen ? "OFFER_OPEN" : null) ??
      (isForThem ? null : "NOT_FOR_DAYS_LATE") ??
      (row.daysLate === null && hardship?.review !== "APPROVED" ? "HARDSHIP_NOT_SHOWN" : null) ??
      (plans.length === 0 ? "NO_PLAN" : null);
    return { programme, obstacle, plans: isForThem ? plans : [] };
  });
  return { loan, state, offers: offers.filter((offer) => offer.loanId === loanId), hardship, programmes };
}

async function loanById(reader: Reader, loanId: string): Promise<LoanRow | null> {
  const borrowerId = await locateLoan(reader, loanId);
  return borrowerId === null ? null : findLoan(reader, borrowerId, loanId);
}

const oldRows = (state: LoanState | null): StaffRestructure["rows"] =>
  (state?.rows ?? []).flatMap(({ number, dueOn, unpaidRupiah }) =>
    unpaidRupiah > 0 ? [{ number, dueOn, unpaidRupiah }] : [],
  );

async function shownOf(services: Services, reader: Reader, loan: LoanRow): Promise<StaffRestructure> {
  const [{ state, offers, hardship, programmes }, proposals] = await Promise.all([
    judge(services, reader, loan),
    openProposalsBySubject(reader, offerKind.kind, [loan.id]),
  ]);
  return {
    loanId: loan.id,
    loanNumber: loan.number,
    daysPastDue: state?.daysPastDue ?? 0,
    payoffRupiah: Math.max(0, state?.payoffRupiah ?? 0),
    rows: oldRows(state),
    programmes: programmes.map(({ plans, ...one }) => ({
      ...one,
      plans: plans.map((plan) => ({ tenorDays: plan.terms.tenorDays, plan: planShown(plan) })),
    })),
    offers: offers.map(({ id, programme, tenorDays, state: of, offeredAt, expiresAt }) => ({
      offerId: id,
      programme,
      tenorDays,
      state: of,
      offeredAt: offeredAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    hardship,
    proposalId: proposals.get(loan.id) ?? null,
  };
}

const filled = (text: Text, values: TextParameters): Text => ({
  id: say(text, "id", values),
  en: say(text, "en", values),
  zh: say(text, "zh", values),
});

const payload = v.object({ loanNumber: v.string(), programme: v.picklist(programmeNames) });

/** Both schedules in the same lines, each tenor by itself, as the borrower will see them; by today's figures. */
function scheduleLines(state: LoanState, plans: readonly Plan[], language: Language): ShownLine[] {
  const row = ({ dueOn, rupiah }: { dueOn: string; rupiah: number }): string =>
    `${formatDate(dueOn, language)} · ${formatRupiah(rupiah)}`;
  const before = oldRows(state).map(({ dueOn, unpaidRupiah }) => row({ dueOn, rupiah: unpaidRupiah }));
  return plans.flatMap((plan) => {
    const days = { days: plan.terms.tenorDays };
    const after = plan.quote.instalments.map(({ dueOn, totalRupiah }) => row({ dueOn, rupiah: totalRupiah }));
    const count = Math.max(before.length, after.length);
    return [
      ...Array.from({ length: count }, (_, index): ShownLine => ({
        kind: "TEXT",
        label: filled(texts.instalment, { ...days, number: index + 1 }),
        text: after[index] ?? "–",
        before: before[index] ?? "–",
      })),
      {
        kind: "TEXT" as const,
        label: filled(texts.totalOf, days),
        text: formatRupiah(plan.quote.totalRupiah),
        before: formatRupiah(plan.oldScheduleRupiah),
      },
      { kind: "RUPIAH" as const, label: filled(texts.carriedOf, days), rupiah: plan.carriedRupiah },
      {
        kind: "RUPIAH" as const,
        label: filled(texts.waivedOf, days),
        rupiah: plan.waived.lateFeeRupiah + plan.waived.interestRupiah + plan.waived.feeRupiah,
      },
    ];
  });
}

export const offerKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "restructure.offer",
  text: texts.kind,
  payload,
  permissions: { read: "borrower.read", propose: "restructure.offer", check: "restructure.check" },
  subject: ({ payload: { loanNumber } }) => loanNumber,
  consequences: () => ({ ifConfirmed: texts.ifConfirmed, ifRefused: texts.ifRefused }),
  subjectTo: ({ subjectId }) => page(subjectId),
  async show(services, reader, { subjectId, payload: { loanNumber, programme } }, language) {
    const loan = await loanById(reader, subjectId);
    const judged = loan && (await judge(services, reader, loan));
    const { obstacle = null, plans = [] } = judged?.programmes.find((one) => one.programme === programme) ?? {};
    return {
      lines: [
        { kind: "ID", label: texts.loan, id: loanNumber, to: `/staff/loans/${subjectId}` },
        { kind: "TEXT", label: texts.programme, text: programmeTexts[programme] },
        { kind: "TEXT", label: texts.daysLate, text: String(judged?.state?.daysPastDue ?? 0) },
        ...(obstacle ? [{ kind: "TEXT" as const, label: texts.obstacle, text: texts[obstacle], isFlag: true }] : []),
        ...(judged?.state ? scheduleLines(judged.state, plans, language) : []),
      ],
      to: page(subjectId),
    };
  },
  isStale: async (services, reader, { subjectId, payload: { programme } }) => {
    const loan = await loanById(reader, subjectId);
    const judged = loan && (await judge(services, reader, loan));
    return judged?.programmes.find((one) => one.programme === programme)?.obstacle !== null;
  },
  async carryOut(services, trx, { subjectId: loanId, makerId, payload: { programme } }) {
    const borrowerId = await locateLoan(trx, loanId);
    const history = borrowerId === null ? null : await lockHistory(trx, { borrowerId, loanId });
    if (!history) throw new Refusal("PROPOSAL_STALE");
    // Checked again with the loan locked: a payment, another offer and this one happen one after the other.
    const judged = await judge(services, trx, history.loan);
    const row = programmeOn(programme, dateInWib(services.clock.now()));
    if (!row || judged.programmes.find((one) => one.programme === programme)?.obstacle !== null)
      throw new Refusal("PROPOSAL_STALE");
    const actor = `STAFF:${makerId}` as const;
    if (!(await offerUnasked(services, trx, history, { origin: "STAFF", programme: row, actor })))
      throw new Refusal("PROPOSAL_STALE");
  },
});

export const offerStaffAnswers: readonly CallAnswer[] = [
  answer(getStaffRestructure, async ({ loanId }, { services, database, principal, refuse }) => {
    const loan = (await loanById(database, loanId)) ?? refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: loan.borrowerId });
    return shownOf(services, database, loan);
  }),
  answer(proposeRestructure, async ({ loanId, programme, reason }, { services, trx, principal, refuse }) => {
    const loan = (await loanById(trx, loanId)) ?? refuse("LOAN_UNKNOWN");
    const { borrowerId, number: loanNumber } = loan;
    principal.trail?.note({ borrowerId });
    const { programmes } = await judge(services, trx, loan);
    const obstacle = programmes.find((one) => one.programme === programme)?.obstacle ?? null;
    if (obstacle) throw new Refusal<typeof proposeRestructure.problems>("OFFER_NOT_POSSIBLE", { obstacle });
    const proposalId = await propose(services, trx, offerKind, principal.staff, {
      subjectId: loanId,
      borrowerId,
      payload: { loanNumber, programme },
      reason,
    });
    return { proposalId };
  }),
];
