/** Promises to pay: made by the borrower or noted by staff, and judged by the payments that count for them. */
import { sql } from "kysely";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { loanMoved } from "#features/credit/loan/server/index.ts";
import {
  lockHistory,
  paymentBooked,
  paymentReversed,
  stateNow,
  type LoanHistory,
  type LoanName,
} from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import type { PromiseState, promisePayment } from "../contract.ts";
import { promiseLifecycle } from "./lifecycle.ts";
import { promiseNotice } from "./promise-notices.ts";
import {
  findPromise,
  insertPromise,
  notePaid,
  promisesDue,
  repaymentPromisesOf,
  type PromiseRow,
} from "./promise-store.ts";
import { isInRange, judgePromise, lastDayOfPromise, mayPromiseOn, promiseRangeOf } from "./rules/promise.ts";

export interface PromiseInput {
  amountRupiah: number;
  on: string;
  /** Null where the borrower promises. */
  staffId: string | null;
  /** Two people agreed on a later day. */
  isLong: boolean;
}

export const isOwed = ({ loan }: Pick<LoanHistory, "loan">): boolean =>
  loan.state === "ACTIVE" || loan.state === "WRITTEN_OFF";

/**
 * Whether it may be promised now. The caller holds the loan's books.
 * @throws Refusal NOTHING_DUE, PROMISE_OPEN, PROMISE_LIMIT, PROMISE_RANGE
 */
export async function refusePromise(
  services: Services,
  trx: Transaction,
  history: LoanHistory,
  { amountRupiah, on, isLong }: Pick<PromiseInput, "amountRupiah" | "on" | "isLong">,
): Promise<void> {
  const { borrowerId, id: loanId } = history.loan;
  const today = dateInWib(services.clock.now());
  const { dueNowRupiah: dueRupiah, payoffRupiah } = stateNow(services, history);
  const range = isOwed(history) ? promiseRangeOf({ dueRupiah, payoffRupiah }, today, { isLong }) : null;
  if (!range) throw new Refusal("NOTHING_DUE");
  const earlier = await repaymentPromisesOf(trx, { borrowerId, loanId });
  if (earlier.some(({ state }) => state === "OPEN")) throw new Refusal("PROMISE_OPEN");
  const againOn = mayPromiseOn(
    earlier.map(({ madeAt }) => madeAt),
    today,
  );
  if (againOn) throw new Refusal<typeof promisePayment.problems>("PROMISE_LIMIT", { mayPromiseOn: againOn });
  if (!isInRange(range, amountRupiah, on)) throw new Refusal<typeof promisePayment.problems>("PROMISE_RANGE", range);
}

/** Notes a promise for a loan whose books the caller holds. @throws Refusal as `refusePromise` */
export async function makePromise(
  services: Services,
  trx: Transaction,
  history: LoanHistory,
  input: PromiseInput,
): Promise<PromiseRow> {
  await refusePromise(services, trx, history, input);
  const { borrowerId, id: loanId, number } = history.loan;
  const { amountRupiah, on, staffId } = input;
  const [id, madeAt] = [services.random.uuid(), services.clock.now()];
  const row: PromiseRow = {
    borrowerId,
    loanId,
    id,
    state: "OPEN",
    amountRupiah,
    promisedOn: on,
    lastOn: lastDayOfPromise(on, dateInWib(madeAt)),
    paidRupiah: 0,
    madeAt,
    staffId,
  };
  await insertPromise(trx, row);
  const actor = staffId === null ? "BORROWER" : (`STAFF:${staffId}` as const);
  const facts = { amountRupiah, promisedOn: on };
  await promiseLifecycle.begin(trx, { borrowerId, id, actor, cause: "PROMISED", facts, at: madeAt });
  await notify(services, trx, promiseNotice, { id, borrowerId, values: { number, amountRupiah, promisedOn: on } });
  return row;
}

/**
 * The borrower takes an open promise back: calls and messages are possible again. Taken back before, nothing changes.
 * @throws Refusal PROMISE_UNKNOWN, PROMISE_ENDED
 */
export async function cancelPromise(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
): Promise<PromiseRow> {
  const found = await findPromise(trx, borrowerId, id);
  if (!found) throw new Refusal("PROMISE_UNKNOWN");
  // A payment that is being booked may keep it: the loan's books decide which of the two is first.
  await lockHistory(trx, found);
  const at = services.clock.now();
  const said = { borrowerId, id, actor: "BORROWER", cause: "TAKEN_BACK", at, set: { endedAt: at } } as const;
  const isFirst = await promiseLifecycle.move(trx, { ...said, from: ["OPEN"], to: "CANCELLED" });
  const promise = (await findPromise(trx, borrowerId, id))!;
  if (!isFirst && promise.state !== "CANCELLED") throw new Refusal("PROMISE_ENDED");
  return promise;
}

/** An ended promise does not become open again: after a reversed payment it is kept in part, or broken. */
function stateAfter(
  from: PromiseState,
  { state, paidRupiah }: { state: PromiseState; paidRupiah: number },
): PromiseState {
  if (from === "OPEN" || state === "KEPT") return state;
  if (state === "CANCELLED") return from;
  return paidRupiah > 0 ? "PARTLY" : "BROKEN";
}

/** A late report may still change how a promise ended. */
const judgedDays = 60;

/** Judges the promises of a loan again; the caller holds its books. */
export async function judgePromises(services: Services, trx: Transaction, name: LoanName): Promise<void> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const judged = (await repaymentPromisesOf(trx, name)).filter(
    ({ state, promisedOn }) => state !== "CANCELLED" && promisedOn >= addDays(today, -judgedDays),
  );
  if (judged.length === 0) return;
  const history = await lockHistory(trx, name);
  if (!history) return;
  for (const promise of judged) {
    const { borrowerId, id, state: from } = promise;
    const found = judgePromise(promise, history.events, { today, isOwed: isOwed(history) });
    const { paidRupiah } = found;
    const to = stateAfter(from, found);
    if (to === from || to === "OPEN") {
      if (paidRupiah !== promise.paidRupiah) await notePaid(trx, promise, paidRupiah);
      continue;
    }
    const set = { paidRupiah, endedAt: now };
    const said = { borrowerId, id, actor: "SYSTEM", cause: "PAYMENTS", facts: { paidRupiah }, at: now, set } as const;
    if (to === "KEPT") await promiseLifecycle.move(trx, { ...said, from: ["OPEN", "PARTLY", "BROKEN"], to });
    if (to === "PARTLY") await promiseLifecycle.move(trx, { ...said, from: ["OPEN", "KEPT", "BROKEN"], to });
    if (to === "BROKEN") await promiseLifecycle.move(trx, { ...said, from: ["OPEN", "KEPT", "PARTLY"], to });
    if (to === "CANCELLED") await promiseLifecycle.move(trx, { ...said, from: ["OPEN"], to, cause: "LOAN_ENDED" });
  }
}

const judgedAtOnce = 100;

export const repaymentPromiseSweep: Sweep = {
  name: "servicing-promises",
  everySeconds: 60,
  waits: {
    text: { id: "Janji bayar yang dinilai", en: "Promises to be judged", zh: "待判定的付款承诺" },
    rows: [{ table: "servicing_promise", at: "lastOn", due: "AFTER_DAY", where: sql<boolean>`state = 'OPEN'` }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await promisesDue(database, dateInWib(clock.now()), judgedAtOnce);
    return eachDue(
      due,
      (promise) =>
        transact(database, async (trx) => {
          await lockHistory(trx, promise);
          await judgePromises(services, trx, promise);
          return true;
        }),
      { log, failure: "promise not judged", idOf: ({ id }) => id },
    );
  },
};

export const promiseSubscriptions = [
  within(paymentBooked, "servicing-promise", async (services, trx, { borrowerId, loanId }) => {
    await judgePromises(services, trx, { borrowerId, loanId });
    return "DONE";
  }),
  within(paymentReversed, "servicing-promise-back", async (services, trx, { borrowerId, loanId }) => {
    await judgePromises(services, trx, { borrowerId, loanId });
    return "DONE";
  }),
  within(loanMoved, "servicing-loan-ended", async (services, trx, { borrowerId, loanId, from }) => {
    if (from === "ACTIVE" || from === "WRITTEN_OFF") await judgePromises(services, trx, { borrowerId, loanId });
    return "DONE";
  }),
];
