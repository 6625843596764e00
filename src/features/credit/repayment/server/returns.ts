/**
 * Unmatched money goes back to its payer: two members of staff agree on the account, whose holder the bank has named;
 * the money is reserved and ordered; a return that does not arrive makes it unmatched again. // docs/decisions/102
 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import { account, hold, post, settle, voidHold } from "#server/ledger/index.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib } from "#shared/dates.ts";
import { countLateFrom, orderTransfer, type PurposeRules } from "#features/credit/disbursement/server/index.ts";
import { defineMoneyProposal, proposeMoney, type CarryOut } from "#features/credit/treasury/server/index.ts";
import { proposeReturn } from "../staff-contract.ts";
import { findReceipt, markReceipt } from "./collection-store.ts";
import { isChargeback } from "./chargeback-store.ts";

export const returnAnswers: readonly CallAnswer[] = [
  answer(
    proposeReturn,
    async ({ receiptId, bankCode, accountNumber, reason }, { services, database, principal, refuse }) => {
      if ((await findReceipt(database, receiptId))?.state !== "UNMATCHED") return refuse("RECEIPT_NOT_UNMATCHED");
      if (!bankByCode(bankCode)) return refuse("RETURN_BANK_NOT_SERVED");
      // The bank is asked before a transaction is open; the checker compares the holder that it names.
      const found = await services.outside.bank.inquireName({ bankCode, accountNumber });
      if (found.outcome === "NOT_FOUND") return refuse("RETURN_ACCOUNT_NOT_FOUND");
      if (found.outcome === "UNAVAILABLE") return refuse("RETURN_BANK_NOT_ANSWERING");
      return transact(database, async (trx) => {
        const receipt = await findReceipt(trx, receiptId, { lock: true });
        if (receipt?.state !== "UNMATCHED" || (await isChargeback(trx, receiptId)))
          return refuse("RECEIPT_NOT_UNMATCHED");
        if (receipt.borrowerId) principal.trail?.note({ borrowerId: receipt.borrowerId });
        const facts = { reference: receipt.reference, rail: receipt.rail };
        const payee = { bankCode, accountNumber, accountName: found.accountName };
        return proposeMoney(services, trx, principal.staff, {
          deed: "RETURN_UNMATCHED",
          subjectId: receiptId,
          borrowerId: receipt.borrowerId,
          amountRupiah: receipt.amountRupiah,
          facts,
          payee,
          reason,
        });
      });
    },
  ),
];

const holdOf = (transferId: string): string => `return_${transferId}`;

/** Two agreed: the money leaves suspense and the order goes out. @throws Refusal PROPOSAL_STALE */
const orderReturn: CarryOut = async (services, trx, { id, subjectId: receiptId, payee, amountRupiah }) => {
  const receipt = await findReceipt(trx, receiptId, { lock: true });
  // Money that its rail reversed cannot be returned.
  if (
    !receipt ||
    !payee ||
    (await isChargeback(trx, receiptId)) ||
    !(await markReceipt(trx, receiptId, "UNMATCHED", { state: "RETURNING", returnFailure: null }))
  )
    throw new Refusal("PROPOSAL_STALE");
  // Money of an unknown payer has its own id, so that no borrower's key opens another payer's data.
  const input = {
    borrowerId: receipt.borrowerId ?? id,
    purpose: "UNMATCHED_RETURN",
    subjectId: receiptId,
    bankAccountId: null,
    payee,
    amountRupiah,
    remark: "Pengembalian dana",
  } as const;
  const transferId = await orderTransfer(services, trx, input);
  if (!transferId) throw new Refusal("PROPOSAL_STALE");
  const now = services.clock.now();
  await hold(trx, now, {
    id: holdOf(transferId),
    kind: "UNMATCHED_RETURNED",
    debit: account("UNMATCHED", receiptId),
    credit: account("ESCROW"),
    amount: amountRupiah,
    reference: receiptId,
    valueDate: dateInWib(now),
  });
};

export const returnKind = defineMoneyProposal("RETURN_UNMATCHED", {
  carryOut: orderReturn,
  isStale: async (_services, reader, { subjectId, payee }) =>
    payee === null ||
    (await findReceipt(reader, subjectId))?.state !== "UNMATCHED" ||
    (await isChargeback(reader, subjectId)),
});

export const returnPurpose: PurposeRules = {
  staffSettles: false,
  // The money was reserved when the return was ordered.
  async begin() {},
  async settled(services, trx, transfer, settledAt) {
    await markReceipt(trx, transfer.subjectId, "RETURNING", { state: "RETURNED" });
    await settle(trx, services.clock.now(), holdOf(transfer.id), dateInWib(settledAt));
  },
  async failed(services, trx, transfer, code) {
    const now = services.clock.now();
    await markReceipt(trx, transfer.subjectId, "RETURNING", { state: "UNMATCHED", returnFailure: code.slice(0, 100) });
    await voidHold(trx, now, holdOf(transfer.id), dateInWib(now));
  },
  /** The receiving bank sent it back: the money is unmatched again, and another account can be proposed. */
  async giveBack(services, trx, { id: reference, subjectId: receiptId, amountRupiah, failureCode }) {
    if (
      !(await markReceipt(trx, receiptId, "RETURNED", { state: "UNMATCHED", returnFailure: failureCode ?? "RETURNED" }))
    )
      return false;
    const now = services.clock.now();
    const [debit, credit] = [account("RETURNED_PAYOUT", reference), account("UNMATCHED", receiptId)];
    await post(trx, now, [
      {
        id: `returned_given_${reference}`,
        kind: "RETURNED_PAYOUT_ENDED",
        debit,
        credit,
        amount: amountRupiah,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
    return true;
  },
  /** The bank refused it first and paid it after all: the money, unmatched again since, is its payer's. */
  async countLate(services, trx, transfer) {
    if (!(await markReceipt(trx, transfer.subjectId, "UNMATCHED", { state: "RETURNED", returnFailure: null })))
      return false;
    return countLateFrom(services, trx, transfer, account("UNMATCHED", transfer.subjectId));
  },
};
