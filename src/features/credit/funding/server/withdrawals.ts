/**
 * Withdrawals of lenders: two people agree, the money is held and ordered through the same port as every payout; one that
 * fails or comes back is the lender's again. // Spec credit-support 7
 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { account, availableOf, hold, LedgerRefusal, post, settle, voidHold } from "#server/ledger/index.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { maskAccountNumber } from "#shared/fields/bank.ts";
import { formatRupiah } from "#shared/money.ts";
import { countLateFrom, orderTransfer, type PurposeRules } from "#features/credit/disbursement/server/index.ts";
import { allLenders, lenderById } from "#features/credit/loan/server/index.ts";
import { defineMoneyProposal, proposeMoney, type ProposalPayee } from "#features/credit/treasury/server/index.ts";
import { texts } from "../texts.ts";
import {
  listLenderWithdrawals,
  proposeLenderAccount,
  proposeLenderWithdrawal,
  type LenderWithdrawal,
} from "../withdrawal-contract.ts";
import {
  accountInForce,
  accountsInForce,
  findLenderWithdrawal,
  insertLenderWithdrawal,
  moveWithdrawal,
  pageOfWithdrawals,
  registerAccount,
  type FundingAccountRow,
  type LenderWithdrawalRow,
} from "./withdrawal-store.ts";

const payee = v.object({ bankCode: v.string(), accountNumber: v.string(), accountName: v.string() });
const sealedIn = (row: string) => ({ table: "funding_account", column: "payeeSealed", row }) as const;
const payeeOf = ({ keys }: Pick<Services, "keys">, row: FundingAccountRow): ProposalPayee =>
  v.parse(payee, JSON.parse(keys.open(row.payeeSealed, sealedIn(row.id))));
const shownPayee = ({ bankCode, accountNumber, accountName }: ProposalPayee) => ({
  bankName: bankByCode(bankCode)?.shortName ?? bankCode,
  masked: maskAccountNumber(accountNumber),
  accountName,
});

/** Registers the account of a lender; the subject is the lender's id. */
export const accountKind = defineProposal<{ lenderName: string }, ProposalPayee>({
  kind: "lender.account",
  text: texts.accountKind,
  payload: v.object({ lenderName: v.string() }),
  secret: payee,
  permissions: { read: "money.read", propose: "money.propose", check: "money.check" },
  subject: ({ payload: { lenderName } }) => lenderName,
  subjectTo: () => "/staff/lenders/withdrawals",
  consequences: () => ({ ifConfirmed: texts.accountFollows, ifRefused: texts.accountStays }),
  async show(_services, _reader, { payload: { lenderName }, secret }) {
    const shown = secret && shownPayee(secret);
    return {
      lines: [
        { kind: "TEXT", label: texts.lender, text: lenderName },
        ...(shown
          ? [
              {
                kind: "TEXT" as const,
                label: texts.bankAccount,
                text: `${shown.bankName} ${shown.masked} · ${shown.accountName}`,
              },
            ]
          : []),
      ],
    };
  },
  isStale: async (_services, reader, { subjectId, secret }) =>
    secret === null || (await lenderById(reader, subjectId)) === null,
  async carryOut(services, trx, { subjectId: lenderId, secret }) {
    if (!secret || !(await lenderById(trx, lenderId))) throw new Refusal("PROPOSAL_STALE");
    const id = services.random.uuid();
    const payeeSealed = services.keys.seal(JSON.stringify(secret), sealedIn(id));
    await registerAccount(trx, { id, lenderId, payeeSealed, at: services.clock.now() });
  },
});

const availableTo = (reader: Reader, lenderId: string): Promise<number> =>
  availableOf(reader, account("LENDER_AVAILABLE", lenderId));

export const withdrawalAnswers: readonly CallAnswer[] = [
  answer(listLenderWithdrawals, async ({ cursor, limit }, { services, database }) => {
    const [rows, lenders, accounts] = await Promise.all([
      pageOfWithdrawals(database, { before: placeInTime(cursor), max: limit + 1 }),
      allLenders(database),
      accountsInForce(database),
    ]);
    const available = await Promise.all(lenders.map(({ id }) => availableTo(database, id)));
    const names = new Map(lenders.map(({ id, name }) => [id, name]));
    const registered = new Map(accounts.map((row) => [row.lenderId, shownPayee(payeeOf(services, row))]));
    const { page, nextCursor } = listPage(rows, limit, (row) => cursorInTime(row.orderedAt, row.id));
    return {
      items: page.map((row) => shownWithdrawal(row, names.get(row.lenderId) ?? row.lenderId)),
      nextCursor,
      lenders: lenders.map(({ id, name }, index) => ({
        lenderId: id,
        name,
        availableRupiah: available[index]!,
        account: registered.get(id) ?? null,
      })),
    };
  }),
  answer(
    proposeLenderAccount,
    async ({ lenderId, bankCode, accountNumber, reason }, { services, database, principal, refuse }) => {
      const lender = (await lenderById(database, lenderId)) ?? refuse("LENDER_UNKNOWN");
      // The bank is asked before a transaction is open; the checker compares the holder that it names.
      const found = await services.outside.bank.inquireName({ bankCode, accountNumber });
      if (found.outcome === "NOT_FOUND") return refuse("ACCOUNT_NOT_FOUND");
      if (found.outcome === "UNAVAILABLE") return refuse("BANK_NOT_ANSWERING");
      const proposalId = await transact(database, (trx) =>
        propose(services, trx, accountKind, principal.staff, {
          subjectId: lenderId,
          payload: { lenderName: lender.name },
          secret: { bankCode, accountNumber, accountName: found.accountName },
          reason,
        }),
      );
      return { proposalId };
    },
  ),
  answer(proposeLenderWithdrawal, async ({ lenderId, amountRupiah, reason }, { services, trx, principal, refuse }) => {
    if (!(await lenderById(trx, lenderId))) return refuse("LENDER_UNKNOWN");
    const registered = (await accountInForce(trx, lenderId)) ?? refuse("ACCOUNT_NONE");
    const maximumRupiah = await availableTo(trx, lenderId);
    if (amountRupiah > maximumRupiah)
      return refuse("WITHDRAWAL_OVER", { maximumRupiah, maximumText: formatRupiah(maximumRupiah) });
    return proposeMoney(services, trx, principal.staff, {
      deed: "LENDER_WITHDRAWAL",
      // One at a time waits for its check.
      subjectId: lenderId,
      borrowerId: null,
      amountRupiah,
      facts: { lenderId, accountId: registered.id },
      payee: payeeOf(services, registered),
      countsWith: `lender:${lenderId}`,
      reason,
    });
  }),
];

const shownWithdrawal = (row: LenderWithdrawalRow, lenderName: string): LenderWithdrawal => ({
  withdrawalId: row.id,
  lenderId: row.lenderId,
  lenderName,
  amountRupiah: row.amountRupiah,
  state: row.state,
  failureCode: row.failureCode,
  orderedAt: row.orderedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

const holdOf = (withdrawalId: string): string => `lender_withdrawal_${withdrawalId}`;

export const withdrawalKind = defineMoneyProposal("LENDER_WITHDRAWAL", {
  isStale: async (_services, reader, { subjectId, amountRupiah, facts }) =>
    (await accountInForce(reader, subjectId))?.id !== facts["accountId"] ||
    (await availableTo(reader, subjectId)) < amountRupiah,
  async carryOut(services, trx, { id, subjectId: lenderId, amountRupiah, facts, payee: receiver }) {
    const registered = await accountInForce(trx, lenderId);
    if (!registered || !receiver || registered.id !== facts["accountId"]) throw new Refusal("PROPOSAL_STALE");
    const now = services.clock.now();
    if (!(await insertLenderWithdrawal(trx, { id, lenderId, accountId: registered.id, amountRupiah, at: now })))
      throw new Refusal("PROPOSAL_STALE");
    try {
      await hold(trx, now, {
        id: holdOf(id),
        kind: "LENDER_WITHDRAWAL",
        debit: account("LENDER_AVAILABLE", lenderId),
        credit: account("ESCROW"),
        amount: amountRupiah,
        reference: id,
        valueDate: dateInWib(now),
      });
    } catch (error) {
      if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") throw new Refusal("PROPOSAL_STALE");
      throw error;
    }
    const transferId = await orderTransfer(services, trx, {
      borrowerId: id,
      purpose: "LENDER_WITHDRAWAL",
      subjectId: id,
      bankAccountId: null,
      payee: receiver,
      amountRupiah,
      remark: "Penarikan dana pemberi dana",
    });
    if (!transferId) throw new Refusal("PROPOSAL_STALE");
  },
});

export const withdrawalPurpose: PurposeRules = {
  staffSettles: false,
  // The money was held when the withdrawal was ordered.
  async begin() {},
  async settled(services, trx, { subjectId }, settledAt) {
    await moveWithdrawal(trx, subjectId, ["PENDING"], { to: "PAID", failureCode: null, at: services.clock.now() });
    await settle(trx, services.clock.now(), holdOf(subjectId), dateInWib(settledAt));
  },
  async failed(services, trx, { subjectId }, code) {
    const now = services.clock.now();
    await moveWithdrawal(trx, subjectId, ["PENDING"], { to: "FAILED", failureCode: code.slice(0, 100), at: now });
    await voidHold(trx, now, holdOf(subjectId), dateInWib(now));
  },
  /** The receiving bank sent it back: the money can be lent or withdrawn again. */
  async giveBack(services, trx, { id: reference, subjectId, amountRupiah, failureCode }) {
    const now = services.clock.now();
    const change = { to: "RETURNED", failureCode: failureCode ?? "RETURNED", at: now } as const;
    const moved = await moveWithdrawal(trx, subjectId, ["PAID"], change);
    if (!moved) return false;
    await post(trx, now, [
      {
        id: `returned_given_${reference}`,
        kind: "RETURNED_PAYOUT_ENDED",
        debit: account("RETURNED_PAYOUT", reference),
        credit: account("LENDER_AVAILABLE", moved.lenderId),
        amount: amountRupiah,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
    return true;
  },
  /** The bank refused it first and paid it after all: it counts as the lender's withdrawal if the lender has that amount. */
  async countLate(services, trx, transfer) {
    const row = await findLenderWithdrawal(trx, transfer.subjectId);
    if (!row || row.state !== "FAILED") return false;
    if (!(await countLateFrom(services, trx, transfer, account("LENDER_AVAILABLE", row.lenderId)))) return false;
    const change = { to: "PAID", failureCode: null, at: services.clock.now() } as const;
    return (await moveWithdrawal(trx, transfer.subjectId, ["FAILED"], change)) !== null;
  },
};
