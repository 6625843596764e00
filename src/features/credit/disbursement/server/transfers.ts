/**
 * The life of one order to the bank. The row that is written before the network call says that the order may have
 * arrived; from then on an unknown result is asked for. The same order, with the same id, is sent again only if the
 * bank never saw it. Callback, poller and job all end here, and states only move forward. // Security rules 3, 6;
 * threat B4
 */
import { sealedColumn } from "#server/records/rows.ts";
import * as v from "valibot";
import { transact, type Transaction } from "#server/database.server.ts";
import type { PartnerEventOutcome, PartnerEventJudgement } from "#server/events/inbox.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { TransferOrder, TransferState } from "#server/outside/bank/port.ts";
import type { Services } from "#server/services.ts";
import { isFrozenHeld } from "#features/account/login/server/index.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { payeeOf, type TransferPayee } from "./payee.ts";
import { believableSettlement, countsAnyway, holdLatePayout } from "./late.ts";
import { bankSideOf, NoLonger, NotYet } from "./purposes.ts";
import { holdReturnedPayout, paidAfterReturn, rulesFor } from "./returned.ts";
import {
  changeTransfer,
  claimDueTransfers,
  insertTransfer,
  locateTransfer,
  lockTransfer,
  type TransferName,
  type TransferPurpose,
  type TransferRow,
} from "./store.ts";
import { moveTransfer } from "./lifecycle.ts";

/** Time that an order without a result waits for the bank's report before we ask. */
const inquirySeconds = 60;
const claimedAtOnce = 60;
/** Transfers asked for at once from one process: the load that a bank can take. */
const inquiryLanes = 8;
/** Days after the arrival on which the bank is asked whether the money stayed: receiving banks send back within two or three. */
const askedAgainAfterDays = [1, 3];
const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;

export const sendTransfer = defineJob(
  "disbursement-send",
  v.object({ borrowerId: v.string(), transferId: v.string() }),
);

export interface TransferInput {
  /** The transfer's borrower, whose key seals its receiver; for an unknown payer's money an id of its own. */
  borrowerId: string;
  purpose: TransferPurpose;
  /** The loan's, refund's or withdrawal's id. */
  subjectId: string;
  /** An account of the borrower; null where `payee` names the receiver. */
  bankAccountId: string | null;
  payee?: TransferPayee;
  amountRupiah: number;
  /** Shown on the receiver's statement; at most 30 plain characters arrive. */
  remark: string;
  /** The returned transfer whose money this transfer sends again. */
  resendsId?: string | null;
}

/**
 * Orders a transfer in the business transaction; a job sends it after the commit.
 * @returns its id, or null if one for the same subject is under way or settled: then nothing was ordered.
 */
export async function orderTransfer(
  services: Services,
  trx: Transaction,
  input: TransferInput,
): Promise<string | null> {
  const now = services.clock.now();
  const id = services.random.uuid();
  const payeeSealed = input.payee
    ? await payeeColumn.sealOf(services.keys.borrowerKeys, trx, input.borrowerId, id, input.payee)
    : null;
  if (
    !(await insertTransfer(trx, {
      resendsId: null,
      ...input,
      id,
      payeeSealed,
      orderedAt: now,
      nextInquiryAt: later(now),
    }))
  )
    return null;
  await services.jobs.send(trx, sendTransfer, { borrowerId: input.borrowerId, transferId: id });
  return id;
}

const later = (now: Date): Date => new Date(now.getTime() + inquirySeconds * 1000);

/**
 * Moves one transfer on by one step: sends it, or asks for its result. Safe at any time, and concurrently.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function pursueTransfer(services: Services, name: TransferName): Promise<void> {
  const step = await beginStep(services, name);
  if (!step) return;
  if (step.action === "SEND") return send(services, name, step.order);
  const state = await services.outside.bank.inquireTransfer(name.id);
  if (step.transfer.state === "SETTLED") return learnWhetherItStayed(services, name, state);
  if (state.status !== "NOT_FOUND") return learn(services, name, state);
  // The bank has reported that it has the order; if it does not find it now, that is the bank's error, and staff see it in time.
  if (step.transfer.state === "ACCEPTED") return;
  const attempt = await countAttempt(services, name);
  if (attempt !== null && step.order) await send(services, name, { ...step.order, attempt });
}

type Step =
  | { action: "SEND"; order: TransferOrder }
  /** `order`: the order to send again if the bank does not know it; null if the bank knew it before. */
  | { action: "ASK"; order: TransferOrder | null; transfer: TransferRow };

async function beginStep(services: Services, name: TransferName): Promise<Step | null> {
  try {
    return await transact(services.database, async (trx) => {
      const transfer = await lockTransfer(trx, name);
      if (!transfer) return null;
      if (transfer.state === "SENT") return { action: "ASK", order: await orderOf(services, trx, transfer), transfer };
      // The transfer is never sent again. Whether it came back is asked even if its receiver's data was deleted in the meantime.
      if (transfer.state === "ACCEPTED" || (transfer.state === "SETTLED" && transfer.nextInquiryAt))
        return { action: "ASK", order: null, transfer };
      if (transfer.state !== "QUEUED") return null;
      // Either the freeze or the transfer comes first: a transfer that leaves locks the account's row. // Spec account
      // 2
      if (await isFrozenHeld(trx, transfer.borrowerId)) throw new NotYet("ACCOUNT_FROZEN");
      await rulesFor(services, transfer).begin(services, trx, transfer);
      const payee = transfer.payeeSealed
        ? await sealedPayee(services, trx, transfer)
        : await payeeOf(services, trx, transfer.borrowerId, transfer.bankAccountId);
      if (!payee) {
        await fail(services, trx, transfer, "ACCOUNT_GONE");
        return null;
      }
      const now = services.clock.now();
      const payeeSealed = await payeeColumn.sealOf(
        services.keys.borrowerKeys,
        trx,
        transfer.borrowerId,
        transfer.id,
        payee,
      );
      await moveTransfer(trx, transfer, "SENT", {
        payeeSealed,
        attempts: 1,
        sentAt: now,
        waitsFor: null,
        nextInquiryAt: later(now),
      });
      return { action: "SEND", order: orderTo(services, transfer, payee) };
    });
  } catch (error) {
    if (!(error instanceof NotYet || error instanceof NoLonger)) throw error;
    await standStill(services, name, error);
    return null;
  }
}

/** Runs after the changes of `begin` were rolled back; keeps only the reason why the transfer did not leave. */
async function standStill(services: Services, name: TransferName, why: NotYet | NoLonger): Promise<void> {
  await transact(services.database, async (trx) => {
    const transfer = await lockTransfer(trx, name);
    if (transfer?.state !== "QUEUED") return;
    const now = services.clock.now();
    if (why instanceof NotYet) return changeTransfer(trx, name, { waitsFor: why.waitsFor, nextInquiryAt: later(now) });
    await moveTransfer(trx, transfer, "DROPPED", { endedAt: now, nextInquiryAt: null });
    await rulesFor(services, transfer).dropped?.(services, trx, transfer);
  });
}

const payeeColumn = sealedColumn<TransferPayee>("bank_transfer", "payeeSealed");

async function sealedPayee(services: Services, trx: Transaction, transfer: TransferRow): Promise<TransferPayee> {
  if (!transfer.payeeSealed) throw new Error(`The transfer ${transfer.id} was sent without a receiver.`);
  const { borrowerKeys } = services.keys;
  return payeeColumn.openOf(borrowerKeys, trx, transfer.borrowerId, transfer.id, transfer.payeeSealed);
}

const orderOf = async (services: Services, trx: Transaction, transfer: TransferRow): Promise<TransferOrder> =>
  orderTo(services, transfer, await sealedPayee(services, trx, transfer));

const orderTo = (services: Services, transfer: TransferRow, payee: TransferPayee): TransferOrder => ({
  transferId: transfer.id,
  source: bankSideOf(services, transfer.purpose),
  ...payee,
  amountRupiah: transfer.amountRupiah,
  remark: transfer.remark,
});

/** Notes another sending before it happens, and returns its number; null if the transfer has moved on in the meantime. */
async function countAttempt(services: Services, name: TransferName): Promise<number | null> {
  return transact(services.database, async (trx) => {
    const transfer = await lockTransfer(trx, name);
    if (transfer?.state !== "SENT" || (await isFrozenHeld(trx, transfer.borrowerId))) return null;
    const attempts = transfer.attempts + 1;
    await changeTransfer(trx, name, { attempts });
    return attempts;
  });
}

async function send(services: Services, name: TransferName, order: TransferOrder): Promise<void> {
  const answer = await services.outside.bank.transfer(order);
  if (answer.status === "UNKNOWN") return;
  if (answer.status === "ACCEPTED") return learn(services, name, { status: "PENDING" }, answer.providerReference);
  if (await refuseFirst(services, name, answer.code)) return;
  // An earlier sending may have arrived although this one was refused: only the bank's books show it.
  const state = await services.outside.bank.inquireTransfer(name.id);
  await learn(
    services,
    name,
    state.status === "NOT_FOUND" ? { status: "FAILED", code: answer.code, detail: answer.detail } : state,
  );
}

/** Ends a transfer that was refused when it was sent the first time; false when it was sent more than once. */
async function refuseFirst(services: Services, name: TransferName, code: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const transfer = await lockTransfer(trx, name);
    if (transfer?.state !== "SENT") return true;
    if (transfer.attempts > 1) return false;
    await fail(services, trx, transfer, code);
    return true;
  });
}

async function learn(
  services: Services,
  name: TransferName,
  state: TransferState,
  providerReference?: string,
): Promise<void> {
  await transact(services.database, (trx) => applyState(services, trx, name, state, providerReference));
}

/** The bank is asked about an arrived transfer again on some later days, and at once when there is doubt. */
async function learnWhetherItStayed(services: Services, name: TransferName, state: TransferState): Promise<void> {
  await transact(services.database, async (trx) => {
    const transfer = await lockTransfer(trx, name);
    if (transfer?.state !== "SETTLED" || !transfer.endedAt) return;
    if (state.status === "FAILED" && (await holdReturnedPayout(services, trx, transfer, state.code))) return;
    const now = services.clock.now();
    const isUnanswered = state.status === "UNKNOWN" || state.status === "PENDING";
    await changeTransfer(trx, transfer, {
      nextInquiryAt: isUnanswered ? new Date(now.getTime() + hourMilliseconds) : nextDoubt(transfer.endedAt, now),
    });
  });
}

const nextDoubt = (settledAt: Date, now: Date): Date | null =>
  askedAgainAfterDays.map((days) => new Date(settledAt.getTime() + days * dayMilliseconds)).find((at) => at > now) ??
  null;

/**
 * Applies the bank's callback about a transfer of any borrower. CONTRADICTS: the bank reported another end before;
 * staff must look at it.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function applyNews(
  services: Services,
  trx: Transaction,
  transferId: string,
  state: TransferState,
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const borrowerId = await locateTransfer(trx, transferId);
  if (!borrowerId) return "UNKNOWN_SUBJECT";
  return applyState(services, trx, { borrowerId, id: transferId }, state);
}

async function applyState(
  services: Services,
  trx: Transaction,
  name: TransferName,
  state: TransferState,
  providerReference?: string,
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const transfer = await lockTransfer(trx, name);
  if (!transfer) return "UNKNOWN_SUBJECT";
  const isUnderWay = transfer.state === "SENT" || transfer.state === "ACCEPTED";
  switch (state.status) {
    case "PENDING":
      if (transfer.state !== "SENT") return "KNOWN";
      await moveTransfer(trx, transfer, "ACCEPTED", providerReference ? { providerReference } : {});
      return "APPLIED";
    case "SETTLED":
      if (transfer.state === "SETTLED") return "KNOWN";
      if (transfer.state === "RETURNED") return toldPaidAfterReturn(services, trx, transfer, state);
      // A failed transfer that staff have not settled yet may turn out to be paid after all: better to know than to pay twice.
      if (!isUnderWay && transfer.state !== "FAILED") return contradiction(services, transfer, state.status);
      if (transfer.state === "FAILED" && !transfer.needsStaff && !(await countsAnyway(services, trx, transfer)))
        return toldLate(services, trx, transfer, state);
      await succeed(services, trx, transfer, state);
      return "APPLIED";
    case "FAILED":
      if (transfer.state === "FAILED" || transfer.state === "RETURNED") return "KNOWN";
      if (transfer.state === "SETTLED") return doubt(services, trx, transfer);
      if (!isUnderWay) return contradiction(services, transfer, state.status);
      await fail(services, trx, transfer, state.code);
      return "APPLIED";
    default:
      return "KNOWN";
  }
}

/**
 * A report that an arrived transfer has failed: the receiving bank sent the money back, or the report is old and
 * overtaken. Only the bank's books show which, so the bank is asked before anything is booked.
 */
async function doubt(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const now = services.clock.now();
  const isAsked =
    transfer.nextInquiryAt !== null && transfer.nextInquiryAt.getTime() <= now.getTime() + inquirySeconds * 1000;
  if (isAsked) return "KNOWN";
  await changeTransfer(trx, transfer, { nextInquiryAt: now });
  await services.jobs.send(trx, sendTransfer, { borrowerId: transfer.borrowerId, transferId: transfer.id });
  return pursued(contradiction(services, transfer, "FAILED"));
}

/** A given-up transfer is reported as paid: its money is kept, and shown in a separate list. */
async function toldLate(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  state: TransferState & { status: "SETTLED" },
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  if (!(await holdLatePayout(services, trx, transfer, state))) return "KNOWN";
  return pursued(contradiction(services, transfer, state.status));
}

const pursued = (judgement: PartnerEventJudgement): PartnerEventJudgement => ({ ...judgement, isPursued: true });

/** A transfer that came back is reported as paid after that. Before a decision staff see the contradiction; after it the money is lost. */
async function toldPaidAfterReturn(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  state: TransferState & { status: "SETTLED" },
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const outcome = await paidAfterReturn(trx, transfer, state.settledAt);
  if (outcome === "KNOWN") return "KNOWN";
  return outcome === "ENDED"
    ? toldLate(services, trx, transfer, state)
    : contradiction(services, transfer, state.status);
}

function contradiction(services: Services, transfer: TransferRow, reported: string): PartnerEventJudgement {
  services.log.error("the bank contradicts itself about a transfer", {
    reference: transfer.id,
    code: `${transfer.state}_${reported}`,
  });
  const { borrowerId, purpose, subjectId } = transfer;
  return { outcome: "CONTRADICTS", borrowerId, loanId: purpose === "LOAN" ? subjectId : null };
}

async function succeed(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  state: { providerReference: string; settledAt: Date },
): Promise<void> {
  const now = services.clock.now();
  const settledAt = believableSettlement(now, transfer, state.settledAt);
  // The bank may have reported paid and failed in the wrong order: then it is asked soon.
  const nextInquiryAt = transfer.state === "FAILED" ? later(now) : nextDoubt(settledAt, now);
  await moveTransfer(trx, transfer, "SETTLED", {
    providerReference: state.providerReference,
    failureCode: null,
    needsStaff: false,
    endedAt: settledAt,
    nextInquiryAt,
  });
  await rulesFor(services, transfer).settled(services, trx, transfer, settledAt);
}

async function fail(services: Services, trx: Transaction, transfer: TransferRow, code: string): Promise<void> {
  const rules = rulesFor(services, transfer);
  await moveTransfer(trx, transfer, "FAILED", {
    failureCode: code.slice(0, 100),
    needsStaff: rules.staffSettles,
    waitsFor: null,
    endedAt: services.clock.now(),
    nextInquiryAt: null,
  });
  await rules.failed(services, trx, transfer, code);
}

/** Asks for every transfer that is due; returns the count. Settles transfers whose callbacks were lost. // Threat B6 */
export async function inquireDue(services: Services): Promise<number> {
  const now = services.clock.now();
  const claimed = await transact(services.database, (trx) => claimDueTransfers(trx, now, later(now), claimedAtOnce));
  const pursued = (name: TransferName) => pursueTransfer(services, name).then(() => true);
  await eachDue(claimed, pursued, {
    log: services.log,
    failure: "transfer not pursued",
    idOf: ({ id }) => id,
    lanes: inquiryLanes,
  });
  // The claimed transfers are done, also those that threw: the next round continues after them.
  return claimed.length;
}
