/**
 * The company's own bank account by its statement: proposed, checked, booked once. // Product decisions, rewards 2, 10
 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { account, balanceOf, isPosted, lockLedgerAccount, movedByKind, post } from "#server/ledger/index.ts";
import type { AccountRef, TransferKindName } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { getHouseMoney, houseActions, proposeHouseMoney, type HouseAction } from "../house-contract.ts";
import { defineMoneyProposal, proposeMoney } from "./proposals.ts";

const cash = account("OPERATING_CASH");

interface HouseMove {
  kind: TransferKindName;
  debit: AccountRef;
  credit: AccountRef;
  /** Upper limit in rupiah; null if there is none. */
  max(reader: Reader): Promise<number | null>;
}

/**
 * Discounts by coupons minus the company's payments into escrow: lenders received their interest in full from escrow.
 */
async function escrowOwed(reader: Reader): Promise<number> {
  const [discounted, toppedUp] = await Promise.all([
    movedByKind(reader, account("DISCOUNT_COST"), "DISCOUNT"),
    movedByKind(reader, account("ESCROW"), "ESCROW_TOPPED_UP"),
  ]);
  return Math.max(0, discounted - toppedUp);
}

const moves: Readonly<Record<HouseAction, HouseMove>> = {
  OPERATING_DEPOSIT: { kind: "OPERATING_DEPOSIT", debit: cash, credit: account("HOUSE_FUNDS"), max: async () => null },
  ESCROW_TOP_UP: {
    kind: "ESCROW_TOPPED_UP",
    debit: account("ESCROW"),
    credit: cash,
    max: (reader) => balanceOf(reader, cash),
  },
  VOUCHER_PAID: {
    kind: "VOUCHER_PAID",
    debit: account("VOUCHER_PAYABLE"),
    credit: cash,
    max: async (reader) => lesser(await balanceOf(reader, account("VOUCHER_PAYABLE")), await balanceOf(reader, cash)),
  },
  PRIZE_TAX_PAID: {
    kind: "PRIZE_TAX_PAID",
    debit: account("PRIZE_TAX_PAYABLE"),
    credit: cash,
    max: async (reader) => lesser(await balanceOf(reader, account("PRIZE_TAX_PAYABLE")), await balanceOf(reader, cash)),
  },
};

const lesser = (a: number, b: number): number => Math.max(0, Math.min(a, b));

/** The bank's reference makes the transfer's id: two proposals of one statement line book it once. */
const transferId = (deed: HouseAction, bankReference: string): string => `house_${deed.toLowerCase()}_${bankReference}`;

export const houseAnswers: readonly CallAnswer[] = [
  answer(getHouseMoney, async (_input, { database }) => {
    const [operatingCashRupiah, voucherPayableRupiah, prizeTaxPayableRupiah, escrowOwedRupiah] = await Promise.all([
      balanceOf(database, cash),
      balanceOf(database, account("VOUCHER_PAYABLE")),
      balanceOf(database, account("PRIZE_TAX_PAYABLE")),
      escrowOwed(database),
    ]);
    return { operatingCashRupiah, voucherPayableRupiah, prizeTaxPayableRupiah, escrowOwedRupiah };
  }),
  answer(
    proposeHouseMoney,
    async ({ deed, amountRupiah, bankReference, receivedOn, reason }, { services, trx, principal, refuse }) => {
      if (receivedOn > dateInWib(services.clock.now())) return refuse("HOUSE_MONEY_DATE");
      if (await isPosted(trx, transferId(deed, bankReference))) return refuse("HOUSE_MONEY_BOOKED");
      const maximumRupiah = await moves[deed].max(trx);
      if (maximumRupiah !== null && amountRupiah > maximumRupiah)
        return refuse("HOUSE_MONEY_SHORT", { maximumRupiah, maximumText: formatRupiah(maximumRupiah) });
      return proposeMoney(services, trx, principal.staff, {
        deed,
        subjectId: bankReference,
        borrowerId: null,
        amountRupiah,
        facts: { receivedOn },
        countsWith: `house:${deed}`,
        reason,
      });
    },
  ),
];

export const houseKinds = houseActions.map((deed) =>
  defineMoneyProposal(deed, {
    isStale: async (_services, reader, { subjectId }) => isPosted(reader, transferId(deed, subjectId)),
    async carryOut(services, trx, { subjectId, amountRupiah, facts }) {
      const { kind, debit, credit, max } = moves[deed];
      const id = transferId(deed, subjectId);
      const now = services.clock.now();
      // The lock keeps the checked figures valid until the end: other payments from the company's account wait here.
      await lockLedgerAccount(trx, now, cash);
      const maximumRupiah = await max(trx);
      if ((await isPosted(trx, id)) || (maximumRupiah !== null && amountRupiah > maximumRupiah))
        throw new Refusal("PROPOSAL_STALE");
      const valueDate = String(facts["receivedOn"]) as BusinessDate;
      await post(trx, now, [{ id, kind, debit, credit, amount: amountRupiah, reference: id, valueDate }]);
    },
  }),
);
