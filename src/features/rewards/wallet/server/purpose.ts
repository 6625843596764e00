/** The rail of withdrawals: the effect of a transfer's start and end on a wallet. // Product decisions, rewards 3 */
import type { Transaction, Reader } from "#server/database.server.ts";
import { account, balanceOf, lockLedgerAccount, post, settle, voidHold } from "#server/ledger/index.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  NotYet,
  sumOnTheWay,
  countLateFrom,
  type PurposeRules,
  type TransferRow,
} from "#features/credit/disbursement/server/index.ts";
import { withdrawalBlockOf } from "./blocks.ts";
import { prolongBalance } from "./giving.ts";
import { walletWithdrawal } from "./records.ts";
import { notifyWithdrawalArrived, notifyWithdrawalFailed, notifyWithdrawalReturned } from "./notices.ts";
import { monthCapRupiah } from "./rules.ts";
import {
  countInMonth,
  findRewardWithdrawal,
  insertRecord,
  insertRewardWithdrawal,
  lockWallet,
  uncountInMonth,
} from "./store.ts";
import type { RewardWithdrawalRow } from "./records.ts";
import { recordTitles } from "./titles.ts";
import { holdOf } from "./withdrawals.ts";

export const walletPurpose: PurposeRules = {
  bankSide: "OPERATING_CASH",
  staffSettles: false,

  async begin(services, trx, { borrowerId, amountRupiah }) {
    if (await withdrawalBlockOf(services, trx, borrowerId)) throw new NotYet("SECURITY_HOLD");
    // One at a time checks the cover, so that two never spend the same rupiah.
    const cash = account("OPERATING_CASH");
    await lockLedgerAccount(trx, services.clock.now(), cash);
    const free = (await balanceOf(trx, cash)) - (await sumOnTheWay(trx, "WALLET"));
    if (free < amountRupiah) throw new NotYet("HOUSE_FUNDS");
  },

  async settled(services, trx, transfer, settledAt) {
    const row = await moved(services, trx, transfer, {
      from: "PENDING",
      to: "SUCCEEDED",
      cause: "ARRIVED",
      at: settledAt,
    });
    if (!row) throw new Error(`The withdrawal ${transfer.subjectId} was paid and does not wait.`);
    await settle(trx, services.clock.now(), holdOf(row.id), dateInWib(settledAt));
    await notifyWithdrawalArrived(services, trx, aboutOf(row, transfer.id));
  },

  async failed(services, trx, transfer, code) {
    const now = services.clock.now();
    const row = await moved(services, trx, transfer, {
      from: "PENDING",
      to: "FAILED",
      cause: "TRANSFER_FAILED",
      code,
      at: now,
    });
    if (!row) throw new Error(`The withdrawal ${transfer.subjectId} failed and does not wait.`);
    await voidHold(trx, now, holdOf(row.id), dateInWib(now));
    await noteGivenBack(services, trx, row, `${holdOf(row.id)}_failed`);
    await notifyWithdrawalFailed(services, trx, aboutOf(row, transfer.id));
  },

  /** A transfer marked as failed was paid after all: the wallet, to which the money was returned, pays for it if it covers all of it. */
  async countLate(services, trx, transfer, settledAt) {
    await lockWallet(trx, transfer.borrowerId);
    if (!(await countLateFrom(services, trx, transfer, account("WALLET", transfer.borrowerId)))) return false;
    await noteLate(services, trx, transfer, settledAt);
    return true;
  },

  async cameBack(services, trx, transfer) {
    const row = await withdrawalOf(trx, transfer);
    if (row) await notifyWithdrawalReturned(services, trx, aboutOf(row, transfer.id));
  },

  async mayResend(reader, transfer) {
    return transfer.bankAccountId !== null && (await withdrawalOf(reader, transfer))?.state === "SUCCEEDED";
  },

  async arrivedAgain(services, trx, transfer) {
    const row = await withdrawalOf(trx, transfer);
    if (row) await notifyWithdrawalArrived(services, trx, aboutOf(row, transfer.id));
  },

  async giveBack(services, trx, transfer, actor) {
    const now = services.clock.now();
    const cause = "PAYOUT_RETURNED";
    const row = await moved(services, trx, transfer, { from: "SUCCEEDED", to: "FAILED", cause, at: now, actor });
    if (!row) return false;
    const reference = transfer.id;
    await post(trx, now, [
      {
        id: `returned_given_${reference}`,
        kind: "RETURNED_PAYOUT_ENDED",
        debit: account("RETURNED_PAYOUT", reference),
        credit: account("WALLET", row.borrowerId),
        amount: row.amountRupiah,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
    await noteGivenBack(services, trx, row, `withdrawal_returned_${reference}`);
    await notifyWithdrawalFailed(services, trx, aboutOf(row, transfer.id));
    return true;
  },
};

interface Step {
  from: "PENDING" | "SUCCEEDED";
  to: "SUCCEEDED" | "FAILED";
  cause: string;
  code?: string;
  at: Date;
  actor?: Actor;
}

/** The withdrawal of a transfer: one that was paid late has the transfer's own id. */
const withdrawalOf = async (
  reader: Reader,
  { borrowerId, id, subjectId }: TransferRow,
): Promise<RewardWithdrawalRow | null> =>
  (await findRewardWithdrawal(reader, borrowerId, id)) ?? findRewardWithdrawal(reader, borrowerId, subjectId);

/** Moves the transfer's withdrawal to another state under the wallet's lock; null when it is in a different state. */
async function moved(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  { from, to, cause, code, at, actor = "BANK" }: Step,
): Promise<RewardWithdrawalRow | null> {
  const { borrowerId, id: transferId } = transfer;
  await lockWallet(trx, borrowerId);
  const row = await withdrawalOf(trx, transfer);
  if (!row) return null;
  const facts = { transferId, ...(code ? { code: code.slice(0, 100) } : {}) };
  const move = { id: row.id, borrowerId, actor, cause, facts, at: services.clock.now(), set: { endedAt: at } };
  const isMoved =
    to === "SUCCEEDED"
      ? await walletWithdrawal.move(trx, { ...move, from: ["PENDING"], to })
      : await walletWithdrawal.move(trx, { ...move, from: [from], to });
  return isMoved ? row : null;
}

/** Records a payment that had failed. It counts in the month of its request if that has room, otherwise in none. */
async function noteLate(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<void> {
  const { borrowerId, id, subjectId, amountRupiah } = transfer;
  const at = services.clock.now();
  const failed = await findRewardWithdrawal(trx, borrowerId, subjectId);
  if (!failed) throw new Error(`The withdrawal ${subjectId} that was paid late is gone.`);
  const { month } = failed;
  const isCounted =
    month !== null &&
    (await countInMonth(trx, borrowerId, month, { rupiah: amountRupiah, maxRupiah: monthCapRupiah(month) }));
  const row = { ...failed, id, month: isCounted ? month : null, endedAt: settledAt };
  await insertRewardWithdrawal(trx, { ...row, state: "SUCCEEDED" });
  const facts = { transferId: id, amountRupiah };
  await walletWithdrawal.begin(trx, { id, borrowerId, to: "SUCCEEDED", actor: "BANK", cause: "PAID_LATE", facts, at });
  await insertRecord(trx, {
    borrowerId,
    id: services.random.uuid(),
    kind: "WITHDRAWAL",
    amountRupiah,
    title: recordTitles.LATE,
    source: `withdrawal_late_${id}`,
    withdrawalId: id,
    happenedAt: at,
  });
}

/** The wallet gets it back, and so does the limit of the month in which it was requested. */
async function noteGivenBack(
  services: Services,
  trx: Transaction,
  row: RewardWithdrawalRow,
  source: string,
): Promise<void> {
  const { borrowerId, id, amountRupiah, month } = row;
  const now = services.clock.now();
  if (month) await uncountInMonth(trx, borrowerId, month, amountRupiah);
  await insertRecord(trx, {
    borrowerId,
    id: services.random.uuid(),
    kind: "GIVEN_BACK",
    amountRupiah,
    title: recordTitles.GIVEN_BACK,
    source,
    withdrawalId: id,
    happenedAt: now,
  });
  // The wallet may have expired before the money came back.
  await prolongBalance(trx, borrowerId, now);
}

const aboutOf = ({ borrowerId, id, amountRupiah }: RewardWithdrawalRow, transferId: string) => ({
  borrowerId,
  withdrawalId: id,
  amountRupiah,
  transferId,
});
