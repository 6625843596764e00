/** Books a lender's money once it is on the escrow account's statement: proposed, checked, booked once. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { account, balanceOf, historyOfReference, post } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { allLenders, lenderById } from "#features/credit/loan/server/index.ts";
import { listLenderFunds, proposeDeposit } from "../contract.ts";
import { defineMoneyProposal, proposeMoney } from "./proposals.ts";

export const depositAnswers: readonly CallAnswer[] = [
  answer(listLenderFunds, async (_input, { database }) => {
    const lenders = await allLenders(database);
    const items = await Promise.all(
      lenders.map(async ({ id, name, active }) => {
        const [availableRupiah, investedRupiah] = await Promise.all([
          balanceOf(database, account("LENDER_AVAILABLE", id)),
          balanceOf(database, account("LENDER_INVESTED", id)),
        ]);
        return { lenderId: id, name, active, availableRupiah, investedRupiah };
      }),
    );
    return { items };
  }),
  answer(
    proposeDeposit,
    async ({ lenderId, amountRupiah, bankReference, receivedOn, reason }, { services, trx, principal, refuse }) => {
      if (!(await lenderById(trx, lenderId))) return refuse("LENDER_UNKNOWN");
      if (receivedOn > dateInWib(services.clock.now())) return refuse("DEPOSIT_DATE");
      if (await isBooked(trx, bankReference)) return refuse("DEPOSIT_BOOKED");
      return proposeMoney(services, trx, principal.staff, {
        deed: "LENDER_DEPOSIT",
        subjectId: bankReference,
        borrowerId: null,
        amountRupiah,
        facts: { lenderId, receivedOn },
        countsWith: `lender:${lenderId}`,
        reason,
      });
    },
  ),
];

/** The transfer's id contains the bank's reference: two proposals of one statement line book one deposit. */
const transferId = (bankReference: string): string => `lender_deposit_${bankReference}`;

async function isBooked(reader: Reader, bankReference: string): Promise<boolean> {
  return (await historyOfReference(reader, transferId(bankReference))).length > 0;
}

export const depositKind = defineMoneyProposal("LENDER_DEPOSIT", {
  isStale: (_services, reader, { subjectId }) => isBooked(reader, subjectId),
  async carryOut(services, trx, { subjectId, amountRupiah, facts }) {
    const id = transferId(subjectId);
    if (await isBooked(trx, subjectId)) throw new Refusal("PROPOSAL_STALE");
    await post(trx, services.clock.now(), [
      {
        id,
        kind: "LENDER_DEPOSIT",
        debit: account("ESCROW"),
        credit: account("LENDER_AVAILABLE", String(facts["lenderId"])),
        amount: amountRupiah,
        reference: id,
        valueDate: String(facts["receivedOn"]) as BusinessDate,
      },
    ]);
  },
});
