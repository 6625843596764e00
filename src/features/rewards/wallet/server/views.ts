/** A borrower's view of the wallet. */
import type { Database, Reader } from "#server/database.server.ts";
import { account, availableOf, balanceOf } from "#server/ledger/index.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { addMonths, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { findBankAccount } from "#features/account/bank-account/server/index.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import type { RecordKind, Wallet, WalletRecord, WalletRecordWay, WayCode } from "../contract.ts";
import { withdrawalBlockOf } from "./blocks.ts";
import { walletWithdrawal } from "./records.ts";
import { minWithdrawalRupiah, monthCapRupiah } from "./rules.ts";
import {
  findRewardWithdrawal,
  pendingWithdrawal,
  recordsBetween,
  recordsOf,
  rewardedBetween,
  sumBefore,
  usedInMonth,
  validUntilOf,
  withdrawalsOf,
  walletYearsOf,
} from "./store.ts";
import type { RewardWithdrawalRow } from "./records.ts";
import type { RecordRow } from "./records.ts";
import { recordTitles } from "./titles.ts";
import { withdrawalMonthOf, newAccountsOf, nextMonthOf } from "./withdrawals.ts";

export async function walletOf(services: Services, reader: Reader, borrowerId: string): Promise<Wallet> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const month = withdrawalMonthOf(now);
  const own = account("WALLET", borrowerId);
  const [balanceRupiah, availableRupiah, validUntil, used, block, years, newAccounts, pending] = await Promise.all([
    balanceOf(reader, own),
    availableOf(reader, own),
    validUntilOf(reader, borrowerId),
    usedInMonth(reader, borrowerId, month),
    withdrawalBlockOf(services, reader, borrowerId),
    walletYearsOf(reader, borrowerId),
    newAccountsOf(services, reader, borrowerId),
    pendingWithdrawal(reader, borrowerId),
  ]);
  return {
    balanceRupiah,
    availableRupiah,
    heldRupiah: balanceRupiah - availableRupiah,
    validUntil: balanceRupiah > 0 ? (validUntil?.toISOString() ?? null) : null,
    minimumRupiah: minWithdrawalRupiah(today),
    monthCapRupiah: monthCapRupiah(today),
    monthLeftRupiah: Math.max(0, monthCapRupiah(today) - used),
    nextMonth: nextMonthOf(month),
    blockedUntil: block?.until?.toISOString() ?? null,
    isBlocked: block !== null,
    newAccounts: newAccounts.map(({ until, ...account }) => ({ ...account, until: until.toISOString() })),
    years,
    pending: pending && {
      withdrawalId: pending.id,
      amountRupiah: pending.amountRupiah,
      arrivesBy: pending.arrivesBy.toISOString(),
    },
  };
}

export async function walletRecordsPage(
  reader: Database,
  borrowerId: string,
  { kind, cursor, limit }: { kind?: RecordKind | undefined; cursor?: string | undefined; limit: number },
  language: Language,
): Promise<{ items: WalletRecord[]; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = await recordsOf(reader, borrowerId, { kind, before, max: limit + 1 });
  const { page, nextCursor } = listPage(rows, limit, ({ position }) => String(position));
  const ids = page.flatMap(({ withdrawalId }) => (withdrawalId ? [withdrawalId] : []));
  const withdrawals = await withdrawalsOf(reader, borrowerId, ids);
  return {
    items: page.map((row) => shown(row, withdrawals.get(row.withdrawalId ?? "") ?? null, language)),
    nextCursor,
  };
}

/** A borrower's newest movements, for the console; grants by staff are marked. */
export async function walletRecordsOf(reader: Database, borrowerId: string, max: number, language: Language) {
  const rows = await recordsOf(reader, borrowerId, { max });
  return rows.map((row) => ({
    recordId: row.id,
    kind: row.kind,
    title: titleOf(row, language),
    amountRupiah: row.amountRupiah,
    isGrant: row.source.startsWith("award_grant_"),
    at: row.happenedAt.toISOString(),
  }));
}

function shown(row: RecordRow, withdrawal: RewardWithdrawalRow | null, language: Language): WalletRecord {
  return {
    recordId: row.id,
    kind: row.kind,
    amountRupiah: row.amountRupiah,
    at: row.happenedAt.toISOString(),
    state: row.kind === "WITHDRAWAL" ? (withdrawal?.state ?? "SUCCEEDED") : "SUCCEEDED",
    title: titleOf(row, language),
  };
}

const titleOf = ({ title, kind }: RecordRow, language: Language): string => say(title ?? recordTitles[kind], language);

/** One record; of a withdrawal and of its money that came back, the whole way. */
export async function recordWay(
  services: Services,
  reader: Database,
  row: RecordRow,
  language: Language,
): Promise<WalletRecordWay> {
  const { borrowerId, withdrawalId } = row;
  const withdrawal = withdrawalId ? await findRewardWithdrawal(reader, borrowerId, withdrawalId) : null;
  const record = shown(row, withdrawal, language);
  if (!withdrawal) return { record, withdrawal: null, way: [] };
  const [bank, way] = await Promise.all([
    findBankAccount(services, reader, borrowerId, withdrawal.bankAccountId),
    wayOf(reader, withdrawal),
  ]);
  const { id, state, arrivesBy } = withdrawal;
  return {
    record,
    withdrawal: {
      withdrawalId: id,
      state,
      bankName: bank?.bankName ?? "",
      masked: bank?.masked ?? "",
      arrivesBy: arrivesBy.toISOString(),
      isLate: state === "PENDING" && arrivesBy < services.clock.now(),
    },
    way,
  };
}

async function wayOf(
  reader: Database,
  { borrowerId, id, state, arrivesBy }: RewardWithdrawalRow,
): Promise<WalletRecordWay["way"]> {
  const [events, returned] = await Promise.all([
    walletWithdrawal.events(reader, id),
    state === "SUCCEEDED" ? returnInForce(reader, borrowerId, "WALLET", id) : null,
  ]);
  const done = events.flatMap(({ to, cause, at }) =>
    codesOf(to, cause).map((code) => ({ code, at: at.toISOString(), state: "done" as const })),
  );
  if (state === "PENDING")
    return [
      ...done,
      { code: "SENT", at: null, state: "now" },
      { code: "ARRIVED", at: arrivesBy.toISOString(), state: "next" },
    ];
  return returned ? [...done, { code: "RETURNED", at: returned.foundAt.toISOString(), state: "now" }] : done;
}

function codesOf(to: string, cause: string): WayCode[] {
  if (to === "PENDING") return ["ORDERED"];
  if (to === "SUCCEEDED") return [cause === "PAID_LATE" ? "ARRIVED_LATE" : "ARRIVED"];
  return cause === "PAYOUT_RETURNED" ? ["RETURNED", "GIVEN_BACK"] : ["FAILED", "GIVEN_BACK"];
}

/** A month or a year in WIB. Opening and lines add up to closing. */
export async function walletStatementOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  input: { month?: string | undefined; year?: string | undefined; cursor?: string | undefined; limit: number },
  language: Language,
) {
  const { year = null, month } = input;
  const first: BusinessDate = year ? `${year}-01-01` : month ? `${month}-01` : withdrawalMonthOf(services.clock.now());
  const span = {
    from: instantOf(first, "WIB"),
    to: instantOf(addMonths(first, year ? 12 : 1), "WIB"),
    after: Number(input.cursor ?? 0),
  };
  const [openingRupiah, rewardedRupiah, rows] = await Promise.all([
    sumBefore(reader, borrowerId, span),
    rewardedBetween(reader, borrowerId, span),
    recordsBetween(reader, borrowerId, { ...span, max: input.limit + 1 }),
  ]);
  const { page, nextCursor } = listPage(rows, input.limit, ({ position }) => String(position));
  let balanceRupiah = openingRupiah;
  const items = page.map((row) => {
    const amountRupiah = signOf(row.kind) * row.amountRupiah;
    balanceRupiah += amountRupiah;
    return {
      recordId: row.id,
      kind: row.kind,
      amountRupiah,
      balanceRupiah,
      at: row.happenedAt.toISOString(),
      title: titleOf(row, language),
    };
  });
  return {
    month: first.slice(0, 7),
    year,
    rewardedRupiah,
    openingRupiah,
    items,
    closingRupiah: balanceRupiah,
    nextCursor,
  };
}

/** 1 for money into the wallet, -1 for money out of it. */
export const signOf = (kind: RecordKind): 1 | -1 => (kind === "REWARD" || kind === "GIVEN_BACK" ? 1 : -1);
