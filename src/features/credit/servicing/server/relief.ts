/** Waivers and write-offs: one person proposes, another confirms, and the books follow in that transaction. // Spec credit-support 6; decision 022 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { locateLoan, transition, type LoanEvent, type LoanView } from "#features/credit/loan/server/index.ts";
import {
  findBooks,
  lockHistory,
  recordEvent,
  stateNow,
  type LoanHistory,
} from "#features/credit/repayment/server/index.ts";
import { defineMoneyProposal, openProposalsAbout, proposeMoney } from "#features/credit/treasury/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { getLoanRelief, noteLenderNotified, proposeWaiver, proposeWriteOff } from "../staff-contract.ts";
import { waivable, type Waivable, type WriteOffObstacle } from "../desk-contract.ts";
import { lenderDays, writeOffDays } from "../contract.ts";
import { contactAttemptsOf, lenderNotifiedAt, noteLender } from "./contact-store.ts";
import { holdLoan, openServicingCase } from "./contacts.ts";
import { writtenOff } from "./promise-notices.ts";
import { isOwed } from "./promises.ts";
import { planOn, reminderPlansOf, stepsTaken } from "./step-store.ts";

/** As data: a figure changes by adding a row, never by editing one. // Spec credit-support 6 */
const writeOffRule = { from: "2026-01-01", source: "Own policy", daysLate: writeOffDays, tries: 3, lenderDays };
const maxContacts = 100;

/** Unpaid amounts today, by kind (rupiah). */
const unpaidOf = ({ unpaid, lateFee }: LoanView): Record<Waivable, number> => ({
  LATE_FEE: lateFee.unpaidRupiah,
  FEE: unpaid.feeRupiah,
  INTEREST: unpaid.interestRupiah,
  PRINCIPAL: unpaid.principalRupiah,
});

async function obstaclesOf(services: Services, reader: Reader, history: LoanHistory): Promise<WriteOffObstacle[]> {
  const { loan } = history;
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  const state = stateNow(services, history);
  if (loan.state !== "ACTIVE" || state.nextDueOn === null) return ["LOAN_ENDED"];
  const [plans, taken, contacts, toldAt] = await Promise.all([
    reminderPlansOf(reader),
    stepsTaken(reader, name),
    contactAttemptsOf(reader, name, { max: maxContacts }),
    lenderNotifiedAt(reader, loan.id),
  ]);
  const letters = planOn(plans)(state.nextDueOn).filter(({ action }) => action === "LETTER");
  const wasSent = (step: string): boolean =>
    taken.some((one) => one.step === step && one.outcome !== "SKIPPED" && one.outcome !== "NOT_NEEDED");
  const told = toldAt !== null && services.clock.now().getTime() - toldAt.getTime() >= writeOffRule.lenderDays * day;
  const last = state.rows.at(-1);
  return [
    ...(state.daysPastDue < writeOffRule.daysLate ? ["NOT_LATE" as const] : []),
    ...(last && last.dueOn >= state.on ? ["NOT_ALL_DUE" as const] : []),
    ...(letters.every(({ step }) => wasSent(step)) ? [] : ["LETTERS" as const]),
    ...(contacts.filter(({ channel }) => channel === "CALL").length < writeOffRule.tries ? ["TRIES" as const] : []),
    ...(told ? [] : ["LENDER" as const]),
  ];
}
const day = 86_400_000;

/** Records an event of a loan whose books are held. @throws Refusal PROPOSAL_STALE */
async function record(
  services: Services,
  trx: Transaction,
  { loan }: LoanHistory,
  event: LoanEvent,
  checkerId: string,
) {
  const facts = { rail: null, bankCode: null, paidAt: null, actor: `STAFF:${checkerId}` } as const;
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  if ((await recordEvent(services, trx, name, event, facts)) !== "RECORDED") throw new Refusal("PROPOSAL_STALE");
}

async function booksAbout(reader: Reader, loanId: string): Promise<LoanHistory | null> {
  const borrowerId = await locateLoan(reader, loanId);
  return borrowerId === null ? null : findBooks(reader, { borrowerId, loanId });
}

const isWaivable = (services: Services, history: LoanHistory | null, component: string, rupiah: number): boolean =>
  history !== null && isOwed(history) && unpaidOf(stateNow(services, history))[component as Waivable] >= rupiah;

export const waiverKind = defineMoneyProposal("WAIVER", {
  async carryOut(services, trx, { id, borrowerId, amountRupiah, facts }, checkerId) {
    const component = String(facts["component"]) as Waivable;
    const name = { borrowerId: borrowerId ?? "", loanId: String(facts["loanId"]) };
    const history = await lockHistory(trx, name);
    if (!history || !isWaivable(services, history, component, amountRupiah)) throw new Refusal("PROPOSAL_STALE");
    const valueDate = dateInWib(services.clock.now());
    const event = { kind: "WAIVER", id: `waiver_${id}`, of: component, amountRupiah, valueDate } as const;
    await record(services, trx, history, event, checkerId);
  },
  isStale: async (services, reader, { amountRupiah, facts }) =>
    !isWaivable(services, await booksAbout(reader, String(facts["loanId"])), String(facts["component"]), amountRupiah),
});

export const writeOffKind = defineMoneyProposal("LOAN_WRITE_OFF", {
  async carryOut(services, trx, { id, borrowerId, facts }, checkerId) {
    const name = { borrowerId: borrowerId ?? "", loanId: String(facts["loanId"]) };
    const history = await lockHistory(trx, name);
    if (!history || (await obstaclesOf(services, trx, history)).length > 0) throw new Refusal("PROPOSAL_STALE");
    const valueDate = dateInWib(services.clock.now());
    await record(services, trx, history, { kind: "WRITE_OFF", id: `writeoff_${id}`, valueDate }, checkerId);
    await transition(services, trx, {
      ...name,
      from: ["ACTIVE"],
      to: "WRITTEN_OFF",
      actor: `STAFF:${checkerId}`,
      cause: "WRITTEN_OFF",
      facts: { owesRupiah: stateNow(services, history).payoffRupiah },
    });
    const { number } = history.loan;
    await notify(services, trx, writtenOff, { id: name.loanId, borrowerId: name.borrowerId, values: { number } });
  },
  async isStale(services, reader, { facts }) {
    const history = await booksAbout(reader, String(facts["loanId"]));
    return !history || (await obstaclesOf(services, reader, history)).length > 0;
  },
});

const subjectOfWaiver = (loanId: string, component: Waivable): string => `${loanId}:${component}`;

export const reliefAnswers: readonly CallAnswer[] = [
  answer(getLoanRelief, async ({ loanId }, { services, database, principal, refuse }) => {
    const history = (await booksAbout(database, loanId)) ?? refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: history.loan.borrowerId });
    const unpaid = unpaidOf(stateNow(services, history));
    const [obstacles, toldAt, waivers, writeOffs] = await Promise.all([
      obstaclesOf(services, database, history),
      lenderNotifiedAt(database, loanId),
      openProposalsAbout(
        database,
        "WAIVER",
        waivable.map((component) => subjectOfWaiver(loanId, component)),
      ),
      openProposalsAbout(database, "LOAN_WRITE_OFF", [loanId]),
    ]);
    return {
      unpaid: waivable.map((component) => ({ component, rupiah: isOwed(history) ? unpaid[component] : 0 })),
      obstacles,
      lenderToldAt: toldAt?.toISOString() ?? null,
      waiverId: [...waivers.values()][0] ?? null,
      writeOffId: writeOffs.get(loanId) ?? null,
    };
  }),
  answer(proposeWaiver, async ({ loanId, component, amountRupiah, reason }, { services, trx, principal }) => {
    const history = await holdLoan(trx, loanId);
    const { borrowerId, number: loanNumber } = history.loan;
    principal.trail?.note({ borrowerId });
    const maxRupiah = isOwed(history) ? unpaidOf(stateNow(services, history))[component] : 0;
    if (amountRupiah > maxRupiah) throw new Refusal<typeof proposeWaiver.problems>("WAIVER_RANGE", { maxRupiah });
    return proposeMoney(services, trx, principal.staff, {
      deed: "WAIVER",
      subjectId: subjectOfWaiver(loanId, component),
      borrowerId,
      amountRupiah,
      facts: { loanId, loanNumber, component, reference: component },
      countsWith: `loan:${loanId}`,
      reason,
    });
  }),
  answer(noteLenderNotified, async ({ loanId }, { services, trx, principal }) => {
    const { loan } = await holdLoan(trx, loanId);
    const { borrowerId } = loan;
    principal.trail?.note({ borrowerId });
    await openServicingCase(services, trx, { borrowerId, loanId });
    await noteLender(trx, { borrowerId, loanId }, services.clock.now());
    return { lenderToldAt: (await lenderNotifiedAt(trx, loanId))!.toISOString() };
  }),
  answer(proposeWriteOff, async ({ loanId, reason }, { services, trx, principal }) => {
    const history = await holdLoan(trx, loanId);
    const { borrowerId, number: loanNumber } = history.loan;
    principal.trail?.note({ borrowerId });
    const obstacles = await obstaclesOf(services, trx, history);
    if (obstacles.length > 0) throw new Refusal<typeof proposeWriteOff.problems>("WRITE_OFF_REFUSED", { obstacles });
    return proposeMoney(services, trx, principal.staff, {
      deed: "LOAN_WRITE_OFF",
      subjectId: loanId,
      borrowerId,
      amountRupiah: Math.max(1, stateNow(services, history).payoffRupiah),
      facts: { loanId, loanNumber, reference: loanNumber },
      countsWith: `loan:${loanId}`,
      reason,
    });
  }),
];
