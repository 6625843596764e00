/**
 * A transfer that had arrived and that the receiving bank sent back: its money is in our bank account again and is
 * booked in suspense, and two members of staff decide about it. // docs/decisions/080
 */
import type { Transaction } from "#server/database.server.ts";
import { account, hold, post, settle, voidHold } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineMoneyProposal, type CarryOut } from "#features/credit/treasury/server/index.ts";
import { returnedActions } from "../contract.ts";
import { payoutReturned } from "./events.ts";
import { bankSideOf, purposeRulesOf, type PurposeRules } from "./purposes.ts";
import { findReturned, insertReturned, lockReturned, moveReturned, type ReturnedRow } from "./returned-store.ts";
import { lockTransfer, type TransferName, type TransferRow } from "./store.ts";
import { moveTransfer } from "./lifecycle.ts";
import { countLateFrom } from "./late-counting.ts";
import { noteInLoan } from "./loan-note.ts";

/**
 * Books the money into suspense, once, and shows it to staff; false if that was done before.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function holdReturnedPayout(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  code: string,
): Promise<boolean> {
  const now = services.clock.now();
  const { borrowerId, id: reference, purpose, subjectId, amountRupiah } = transfer;
  const times = await insertReturned(trx, {
    borrowerId,
    transferId: reference,
    purpose,
    subjectId,
    amountRupiah,
    settledAt: transfer.endedAt ?? now,
    foundAt: now,
    code: code.slice(0, 100),
  });
  if (times === null) return false;
  await moveTransfer(trx, transfer, "RETURNED", { failureCode: code.slice(0, 100), endedAt: now, nextInquiryAt: null });
  await post(trx, now, [
    {
      id: `returned_${reference}_${times}`,
      kind: "RETURNED_PAYOUT",
      debit: account(bankSideOf(services, purpose)),
      credit: account("RETURNED_PAYOUT", reference),
      amount: amountRupiah,
      reference,
      valueDate: dateInWib(now),
    },
  ]);
  await noteInLoan(services, trx, transfer, "BANK", "PAYOUT_RETURNED");
  await purposeRulesOf(services, purpose).cameBack?.(services, trx, transfer);
  await services.events.announce(trx, payoutReturned, {
    id: `returned_${reference}_${times}`,
    at: now,
    borrowerId,
    transferId: reference,
    purpose,
    subjectId,
  });
  services.log.error("a transfer that had arrived was sent back", { reference, code });
  return true;
}

/** How `settleReturned` orders the second transfer: given by the wiring, because orders know returns and not the other way. */
type Resend = Pick<
  TransferRow,
  "borrowerId" | "purpose" | "subjectId" | "bankAccountId" | "amountRupiah" | "remark"
> & { resendsId: string };
type Order = (services: Services, trx: Transaction, input: Resend) => Promise<string | null>;

/** Carries out the decision of two members of staff. @throws Refusal PROPOSAL_STALE, LENDER_SHORT */
const settleReturned =
  (order: Order): CarryOut =>
  async (services, trx, { borrowerId, subjectId, facts }, checkerId) => {
    const name = { borrowerId: borrowerId ?? "", id: subjectId };
    const transfer = await lockTransfer(trx, name);
    const returned = transfer && (await lockReturned(trx, name));
    const deed = returnedActions.find((one) => one === facts["deed"]);
    if (!transfer || returned?.state !== "OPEN" || !deed) throw new Refusal("PROPOSAL_STALE");
    const now = services.clock.now();
    const actor = `STAFF:${checkerId}` as const;
    if (deed === "SEND_AGAIN") {
      await sendAgain(
        services,
        trx,
        transfer,
        typeof facts["bankAccountId"] === "string" ? facts["bankAccountId"] : transfer.bankAccountId,
        order,
      );
      await moveReturned(trx, name, ["OPEN"], "SENDING", { deed, resendCode: null });
    } else {
      // The bank withdrew its report of a return: the money is not in our account, and the transfer has arrived as before.
      if (deed === "STANDS") await leaveSuspense(services, trx, returned);
      else if (!(await purposeRulesOf(services, transfer.purpose).giveBack(services, trx, transfer, actor)))
        throw new Refusal("PROPOSAL_STALE");
      await moveReturned(trx, name, ["OPEN"], "ENDED", { deed, endedAt: now });
      if (deed === "STANDS")
        await moveTransfer(trx, transfer, "SETTLED", { failureCode: null, endedAt: returned.settledAt });
    }
    await noteInLoan(services, trx, transfer, actor, `RETURNED_PAYOUT_${deed}`);
  };

export const returnedKind = (order: Order) =>
  defineMoneyProposal("RETURNED_PAYOUT", {
    carryOut: settleReturned(order),
    isStale: async (_services, reader, { borrowerId, subjectId }) =>
      (await findReturned(reader, { borrowerId: borrowerId ?? "", id: subjectId }))?.state !== "OPEN",
  });

const resendHold = (transferId: string): string => `resend_${transferId}`;

/** The same money once more, to the account that two people agreed on; it stays in suspense until it has arrived. */
async function sendAgain(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  bankAccountId: string | null,
  order: Order,
): Promise<void> {
  if (!(await purposeRulesOf(services, transfer.purpose).mayResend?.(trx, transfer)))
    throw new Refusal("PROPOSAL_STALE");
  const { borrowerId, purpose, subjectId, amountRupiah, remark, id: resendsId } = transfer;
  const transferId = await order(services, trx, {
    borrowerId,
    purpose,
    subjectId,
    bankAccountId,
    amountRupiah,
    remark,
    resendsId,
  });
  if (!transferId) throw new Refusal("PROPOSAL_STALE");
  const now = services.clock.now();
  const [debit, credit] = [account("RETURNED_PAYOUT", resendsId), account(bankSideOf(services, purpose))];
  await hold(trx, now, {
    id: resendHold(transferId),
    kind: "RETURNED_PAYOUT_ENDED",
    debit,
    credit,
    amount: amountRupiah,
    reference: resendsId,
    valueDate: dateInWib(now),
  });
}

/**
 * Books money out of suspense into the bank account that it had left: if the bank says that it did not come back after
 * all, and if a loan is undone.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function leaveSuspense(
  services: Services,
  trx: Transaction,
  { transferId, purpose, times, amountRupiah }: Pick<ReturnedRow, "transferId" | "purpose" | "times" | "amountRupiah">,
): Promise<void> {
  const now = services.clock.now();
  const [debit, credit] = [account("RETURNED_PAYOUT", transferId), account(bankSideOf(services, purpose))];
  await post(trx, now, [
    {
      id: `returned_ended_${transferId}_${times}`,
      kind: "RETURNED_PAYOUT_ENDED",
      debit,
      credit,
      amount: amountRupiah,
      reference: transferId,
      valueDate: dateInWib(now),
    },
  ]);
}

/** The rules of a transfer that sends a returned one again: its money waits in suspense, for every purpose. */
function resendRules(rules: PurposeRules): PurposeRules {
  return {
    staffSettles: false,
    ...(rules.bankSide ? { bankSide: rules.bankSide } : {}),
    giveBack: rules.giveBack,
    ...(rules.cameBack ? { cameBack: rules.cameBack } : {}),
    ...(rules.mayGiveBack ? { mayGiveBack: rules.mayGiveBack } : {}),
    ...(rules.mayResend ? { mayResend: rules.mayResend } : {}),
    async begin() {},
    async settled(services, trx, transfer, settledAt) {
      await settle(trx, services.clock.now(), resendHold(transfer.id), dateInWib(settledAt));
      await arrived(services, trx, rules, transfer, settledAt);
    },
    async failed(services, trx, transfer, code) {
      const now = services.clock.now();
      await voidHold(trx, now, resendHold(transfer.id), dateInWib(now));
      await moveReturned(trx, originalOf(transfer), ["SENDING"], "OPEN", { resendCode: code.slice(0, 100) });
      await noteInLoan(services, trx, transfer, "BANK", "RETURNED_PAYOUT_FAILED");
    },
    /** The transfer was reported as failed, staff have not decided again, and it was paid after all. */
    async countLate(services, trx, transfer, settledAt) {
      const original = originalOf(transfer);
      if ((await lockReturned(trx, original))?.state !== "OPEN") return false;
      if (!(await countLateFrom(services, trx, transfer, account("RETURNED_PAYOUT", original.id)))) return false;
      await arrived(services, trx, rules, transfer, settledAt);
      return true;
    },
  };
}

/** The rules that a transfer follows. */
export function rulesFor(services: Services, transfer: Pick<TransferRow, "purpose" | "resendsId">): PurposeRules {
  const rules = purposeRulesOf(services, transfer.purpose);
  return transfer.resendsId ? resendRules(rules) : rules;
}

function originalOf({ borrowerId, resendsId }: TransferRow): TransferName {
  if (!resendsId) throw new Error("The transfer sends nothing again.");
  return { borrowerId, id: resendsId };
}

async function arrived(
  services: Services,
  trx: Transaction,
  rules: PurposeRules,
  transfer: TransferRow,
  settledAt: Date,
): Promise<void> {
  // The row is OPEN if the bank had reported the sending as failed.
  await moveReturned(trx, originalOf(transfer), ["SENDING", "OPEN"], "ENDED", {
    deed: "SEND_AGAIN",
    endedAt: services.clock.now(),
  });
  await noteInLoan(services, trx, transfer, "BANK", "PAYOUT_ARRIVED_AGAIN");
  await rules.arrivedAgain?.(services, trx, transfer, settledAt);
}

/** The bank reports that a returned transfer was paid: a repeated report of its first arrival is known already. */
export async function paidAfterReturn(
  trx: Transaction,
  transfer: TransferRow,
  settledAt: Date,
): Promise<"KNOWN" | "ENDED" | "OPEN"> {
  const returned = await lockReturned(trx, transfer);
  if (!returned || settledAt <= returned.foundAt) return "KNOWN";
  return returned.state === "ENDED" ? "ENDED" : "OPEN";
}
