/** Orders a withdrawal: one transaction with the idempotency key, in which two concurrent ones never both succeed. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account, availableOf, hold } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { addMonths, dateInWib, formatDate, formatInstant, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import { refuseFrozen } from "#features/account/login/server/index.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { orderTransfer } from "#features/credit/disbursement/server/index.ts";
import type { withdrawProblems } from "../contract.ts";
import { withdrawalBlockOf } from "./blocks.ts";
import { prolongBalance } from "./giving.ts";
import { walletWithdrawal } from "./records.ts";
import { notifyWithdrawalOrdered } from "./notices.ts";
import { accountAgeHours, arrivalHours, minWithdrawalRupiah, monthCapRupiah } from "./rules.ts";
import {
  countInMonth,
  insertRecord,
  insertRewardWithdrawal,
  lockWallet,
  pendingWithdrawal,
  usedInMonth,
} from "./store.ts";
import { recordTitles } from "./titles.ts";

type Refused = Refusal<typeof withdrawProblems>;
const refusal = (...args: ConstructorParameters<typeof Refusal<typeof withdrawProblems>>): Refused =>
  new Refusal<typeof withdrawProblems>(...args);

/** The first day of an instant's month (WIB), whose limit applies. */
export const withdrawalMonthOf = (at: Date): BusinessDate => `${dateInWib(at).slice(0, 7)}-01`;
export const nextMonthOf = (month: BusinessDate): BusinessDate => addMonths(month, 1);
export const holdOf = (withdrawalId: string): string => `withdrawal_${withdrawalId}`;

const hourMilliseconds = 3_600_000;

export interface Withdrawal {
  borrowerId: string;
  amountRupiah: number;
  bankAccountId: string;
  /** The language of refusals. */
  language: Language;
}
export interface Ordered {
  withdrawalId: string;
  arrivesBy: Date;
}

/**
 * Orders a borrower's withdrawal: checks the minimum, the monthly limit, one at a time, a bank account added at least a
 * day ago, no hold.
 * @throws Refusal of the call `withdrawReward`; NOT_LOGGED_IN when the owner froze the account at the same time
 */
export async function orderWithdrawal(services: Services, trx: Transaction, input: Withdrawal): Promise<Ordered> {
  const { borrowerId, amountRupiah, language } = input;
  const now = services.clock.now();
  const today = dateInWib(now);
  const [minimumRupiah, maxRupiah] = [minWithdrawalRupiah(today), monthCapRupiah(today)];
  if (amountRupiah < minimumRupiah)
    throw refusal("WITHDRAW_BELOW_MINIMUM", { minimumRupiah, minimumText: formatRupiah(minimumRupiah) });
  if (amountRupiah > maxRupiah) throw overLimit(maxRupiah);
  // Locked before the wallet, in the same order as closing and merging the account: of a freeze and an order, one comes first.
  await refuseFrozen(trx, borrowerId);
  await lockWallet(trx, borrowerId);
  await refuseBlocked(services, trx, borrowerId, language);
  if (await pendingWithdrawal(trx, borrowerId)) throw refusal("WITHDRAWAL_OPEN");
  await refuseNewAccount(services, trx, input);
  const month = withdrawalMonthOf(now);
  const availableRupiah = await availableOf(trx, account("WALLET", borrowerId));
  if (amountRupiah > availableRupiah) throw overLimit(availableRupiah);
  if (!(await countInMonth(trx, borrowerId, month, { rupiah: amountRupiah, maxRupiah }))) {
    const leftRupiah = Math.max(0, maxRupiah - (await usedInMonth(trx, borrowerId, month)));
    const nextMonth = nextMonthOf(month);
    const nextMonthText = formatDate(nextMonth, language);
    throw refusal("MONTHLY_LIMIT_REACHED", {
      leftRupiah,
      leftText: formatRupiah(leftRupiah),
      nextMonth,
      nextMonthText,
    });
  }
  return writeWithdrawal(services, trx, { ...input, month });
}

const overLimit = (maximumRupiah: number): Refused =>
  refusal("WITHDRAW_OVER_LIMIT", { maximumRupiah, maximumText: formatRupiah(maximumRupiah) });

const holdTexts = {
  UNTIL: { id: "Bisa lagi mulai {until}.", en: "Possible again from {until} on.", zh: "{until} 起恢复。" },
  OPEN: {
    id: "Kami sedang memeriksanya dan mengabari Anda.",
    en: "We are reviewing it and will notify you.",
    zh: "我们正在核查，完成后会通知您。",
  },
} as const;

/** @throws Refusal SECURITY_HOLD */
async function refuseBlocked(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  language: Language,
): Promise<void> {
  const block = await withdrawalBlockOf(services, trx, borrowerId);
  if (!block) return;
  const { until } = block;
  const untilText = until
    ? say(holdTexts.UNTIL, language, { until: formatInstant(until, language) })
    : say(holdTexts.OPEN, language);
  throw refusal("SECURITY_HOLD", { until: until?.toISOString() ?? null, untilText });
}

const takesMoneyFrom = ({ boundAt }: { boundAt: Date }, now: Date): Date =>
  new Date(boundAt.getTime() + accountAgeHours(dateInWib(now)) * hourMilliseconds);

/** Accounts that take no money yet, and until when. */
export async function newAccountsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ bankAccountId: string; until: Date }[]> {
  const now = services.clock.now();
  return (await bankAccountsOf(services, reader, borrowerId))
    .map((account) => ({ bankAccountId: account.id, until: takesMoneyFrom(account, now) }))
    .filter(({ until }) => until > now);
}

/** @throws Refusal BANK_ACCOUNT_UNKNOWN, BANK_ACCOUNT_NEW */
async function refuseNewAccount(
  services: Services,
  trx: Transaction,
  { borrowerId, bankAccountId, language }: Withdrawal,
): Promise<void> {
  const now = services.clock.now();
  const bound = (await bankAccountsOf(services, trx, borrowerId)).find(({ id }) => id === bankAccountId);
  if (!bound) throw refusal("BANK_ACCOUNT_UNKNOWN");
  const until = takesMoneyFrom(bound, now);
  if (until > now)
    throw refusal("BANK_ACCOUNT_NEW", { until: until.toISOString(), untilText: formatInstant(until, language) });
}

/**
 * Holds the money and orders its transfer, under the wallet's lock and after every check. `month` is null when no
 * monthly limit applies: for a closing account.
 * @throws Refusal WITHDRAWAL_OPEN, WITHDRAW_OVER_LIMIT
 */
export async function writeWithdrawal(
  services: Services,
  trx: Transaction,
  input: Pick<Withdrawal, "borrowerId" | "amountRupiah" | "bankAccountId"> & { month: BusinessDate | null },
): Promise<Ordered> {
  const { borrowerId, amountRupiah, bankAccountId, month } = input;
  const now = services.clock.now();
  const id = services.random.uuid();
  const arrivesBy = new Date(now.getTime() + arrivalHours(dateInWib(now)) * hourMilliseconds);
  const row = { borrowerId, id, amountRupiah, bankAccountId, month, requestedAt: now, arrivesBy, endedAt: null };
  if (!(await insertRewardWithdrawal(trx, { ...row, state: "PENDING" }))) throw refusal("WITHDRAWAL_OPEN");
  await walletWithdrawal.begin(trx, {
    id,
    borrowerId,
    actor: "BORROWER",
    cause: "ORDERED",
    facts: { amountRupiah },
    at: now,
  });
  const wallet = account("WALLET", borrowerId);
  try {
    await hold(trx, now, {
      id: holdOf(id),
      kind: "WALLET_WITHDRAWAL",
      debit: wallet,
      credit: account("OPERATING_CASH"),
      amount: amountRupiah,
      reference: id,
      valueDate: dateInWib(now),
    });
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT")
      throw overLimit(Math.max(0, await availableOf(trx, wallet)));
    throw error;
  }
  await insertRecord(trx, {
    borrowerId,
    id: services.random.uuid(),
    kind: "WITHDRAWAL",
    amountRupiah,
    title: recordTitles.WITHDRAWAL,
    source: holdOf(id),
    withdrawalId: id,
    happenedAt: now,
  });
  await prolongBalance(trx, borrowerId, now);
  await orderTransfer(services, trx, {
    borrowerId,
    purpose: "WALLET",
    subjectId: id,
    bankAccountId,
    amountRupiah,
    remark: "Penarikan hadiah",
  });
  await notifyWithdrawalOrdered(services, trx, { borrowerId, withdrawalId: id, amountRupiah });
  return { withdrawalId: id, arrivesBy };
}
