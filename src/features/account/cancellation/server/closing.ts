/** Requesting an account's closing, cancelling the request, and the steps after 72 hours. // Spec account 6, docs/decisions/262 */
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { lockBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { eraseBorrower, isHeldByLaw } from "#features/account/privacy/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { limitSessionsOf, revokeSessionsOf } from "#server/call/live-sessions.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { coolingHours, type askClosure, type BalanceChoice, type DeleteReason } from "../contract.ts";
import type { Blocker } from "#server/account-questions.ts";
import { blockersOf, closingPath, closingBalance, accountsMergedInto } from "./blockers.ts";
import { accountClosed, accountErased, closureAsked } from "./events.ts";
import { closureLife } from "./lifecycle.ts";
import {
  notifyClosureRequested,
  notifyAccountClosed,
  notifyClosureStopped,
  notifyClosureUndone,
  notifyClosureWithdrawn,
} from "./notices.ts";
import { findClosureInForce, insertClosure, insertFeedback, isTombstoned, type ClosureRow } from "./store.ts";
import { addresseeOf } from "#features/platform/notice/server/index.ts";

type Named = Pick<ClosureRow, "borrowerId" | "id">;

export interface ClosureRequest {
  borrowerId: string;
  /** The requesting session: it stays, for the remaining actions. */
  sessionId: string;
  reasons: readonly DeleteReason[];
  description: string;
  /** One of the borrower's bank accounts for remaining reward money, or GIVE_UP; null without a choice. */
  balanceTo: string | null;
  /** Named on the certificate. */
  brandId: string;
  language: Language;
  /** The name of the browser or app. */
  device: string;
}

/**
 * Starts the 72 hours: other sessions end, this one may only withdraw the closing, export and read. Pays the reward
 * money out.
 * @throws Refusal CLOSURE_OPEN, SECURITY_HOLD, CLOSURE_BLOCKED, BANK_ACCOUNT_UNKNOWN
 */
export async function requestClosure(services: Services, trx: Transaction, input: ClosureRequest): Promise<ClosureRow> {
  const { clock, random, events } = services;
  const { borrowerId, sessionId } = input;
  // From here on, no concurrent loan application can start.
  await lockBorrower(trx, borrowerId);
  if (await findClosureInForce(trx, borrowerId)) throw new Refusal("CLOSURE_OPEN");
  // The page shows the hold among the blockers; a request during a hold is refused like every other action. // Spec account 2
  await refuseOnHold(services, trx, borrowerId, input.language);
  const balanceChoice = await settleBalance(services, trx, input);
  const at = clock.now();
  const row = {
    borrowerId,
    id: random.uuid(),
    brandId: input.brandId,
    language: input.language,
    askedAt: at,
    coolingUntil: new Date(at.getTime() + coolingHours * 3_600_000),
    balanceChoice,
  };
  if (!(await insertClosure(trx, row))) throw new Refusal("CLOSURE_OPEN");
  await closureLife.begin(trx, { id: row.id, borrowerId, actor: "BORROWER", cause: "ASKED", at });
  await revokeSessionsOf(services, trx, "borrower", borrowerId, sessionId);
  await limitSessionsOf(services, trx, borrowerId, "CLOSING");
  await keepFeedback(services, trx, input);
  await events.announce(trx, closureAsked, { id: row.id, at, borrowerId, closureId: row.id });
  await notifyClosureRequested(services, trx, row, { closesOn: dateInWib(row.coolingUntil), device: input.device });
  return (await findClosureInForce(trx, borrowerId))!;
}

const blocked = (blockers: Blocker[]) => new Refusal<typeof askClosure.problems>("CLOSURE_BLOCKED", { blockers });

/**
 * Checks the blockers and treats the balance as its owner chose. Given-up money is lost only when the account closes:
 * an owner who withdraws the closing keeps it. Returns null when there was nothing to choose.
 * @throws Refusal CLOSURE_BLOCKED, BANK_ACCOUNT_UNKNOWN
 */
async function settleBalance(
  services: Services,
  trx: Transaction,
  { borrowerId, balanceTo }: ClosureRequest,
): Promise<BalanceChoice | null> {
  const blockers = await blockersOf(services, trx, borrowerId);
  const balance = blockers.find(({ path }) => path === closingPath);
  const isChosen = balanceTo !== null;
  const others = blockers.filter((one) => one !== balance || !isChosen);
  if (others.length > 0) throw blocked(others);
  if (!balance || !isChosen) return null;
  if (balanceTo === "GIVE_UP") return "GIVE_UP";
  const accounts = await bankAccountsOf(services, trx, borrowerId);
  if (!accounts.some(({ id }) => id === balanceTo)) throw new Refusal("BANK_ACCOUNT_UNKNOWN");
  try {
    const { payOut } = services.ask(closingBalance);
    await payOut(services, trx, { borrowerId, bankAccountId: balanceTo });
  } catch (error) {
    // A withdrawal that was ordered at the same moment was first.
    if (error instanceof Refusal && error.code === "WITHDRAWAL_OPEN")
      throw blocked([{ code: "WITHDRAWAL_PENDING", path: closingPath }]);
    throw error;
  }
  return "PAY_OUT";
}

/** Stored with the day, not the hour, and under an id of its own: it does not lead back to its writer. */
async function keepFeedback(services: Services, trx: Transaction, input: ClosureRequest): Promise<void> {
  const { clock, random, keys } = services;
  const id = random.uuid();
  const place = { table: "closure_feedback", column: "descriptionSealed", row: id };
  await insertFeedback(trx, {
    id,
    toldOn: dateInWib(clock.now()),
    reasons: input.reasons,
    descriptionSealed: input.description === "" ? null : keys.seal(input.description, place),
  });
}

/** Cancels the closing within its time. @throws Refusal CLOSURE_NOT_OPEN */
export async function cancelClosure(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await lockBorrower(trx, borrowerId);
  const row = await findClosureInForce(trx, borrowerId);
  const at = services.clock.now();
  if (!row || row.coolingUntil <= at) throw new Refusal("CLOSURE_NOT_OPEN");
  const isTaken = await closureLife.move(trx, {
    id: row.id,
    borrowerId,
    from: ["COOLING"],
    to: "WITHDRAWN",
    actor: "BORROWER",
    cause: "TAKEN_BACK",
    at,
    set: { endedAt: at },
  });
  if (!isTaken) throw new Refusal("CLOSURE_NOT_OPEN");
  await limitSessionsOf(services, trx, borrowerId, null);
  await notifyClosureWithdrawn(services, trx, row);
}

/** Withdraws a running closing because the holder froze the account, so another person may have requested it. False when there is none. */
export async function stopClosure(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  await lockBorrower(trx, borrowerId);
  const row = await findClosureInForce(trx, borrowerId);
  return row !== null && undo(services, trx, row, { cause: "SECURITY_HOLD", tell: notifyClosureStopped });
}

async function undo(
  services: Services,
  trx: Transaction,
  row: Named,
  { cause, tell }: { cause: string; tell: typeof notifyClosureUndone },
): Promise<boolean> {
  const at = services.clock.now();
  const { id, borrowerId } = row;
  const isUndone = await closureLife.move(trx, {
    id,
    borrowerId,
    from: ["COOLING"],
    to: "UNDONE",
    actor: "SYSTEM",
    cause,
    at,
    set: { endedAt: at, cause },
  });
  if (!isUndone) return false;
  await limitSessionsOf(services, trx, borrowerId, null);
  await tell(services, trx, row);
  return true;
}

/**
 * Ends the 72 hours: closes the account, or withdraws the closing when a blocker appeared. The number becomes free, and
 * the holder is notified at the former addresses. Waits for money on its way to the holder. False while it waits, or
 * when another change came first.
 */
export const closeAccount = (services: Services, { borrowerId, id }: Named): Promise<boolean> =>
  transact(services.database, async (trx) => {
    await lockBorrower(trx, borrowerId);
    const row = await findClosureInForce(trx, borrowerId);
    const at = services.clock.now();
    if (row?.id !== id || row.state !== "COOLING" || row.coolingUntil > at) return false;
    // A borrower who was deleted before a restore is deleted again, even if the backup's copy shows open items.
    if (isTombstoned(row)) return closeNow(services, trx, row, at);
    const blockers = await blockersOf(services, trx, borrowerId);
    // No new loan can begin in this time, and a slow bank is no reason to keep an account.
    if (isWaitedFor(blockers)) return false;
    const [blocker] = blockers;
    return blocker
      ? undo(services, trx, row, { cause: blocker.code, tell: notifyClosureUndone })
      : closeNow(services, trx, row, at);
  });

/** Only a withdrawal that is under way, and its own transfer. */
const isWaitedFor = (blockers: readonly Blocker[]): boolean =>
  blockers.some(({ code }) => code === "WITHDRAWAL_PENDING") &&
  blockers.every(({ code }) => code === "WITHDRAWAL_PENDING" || code === "PAYMENT_IN_FLIGHT");

async function closeNow(services: Services, trx: Transaction, row: ClosureRow, at: Date): Promise<boolean> {
  const { id, borrowerId } = row;
  // Read before the number is released: the last notice goes to the holder's present address. After a restore it was sent before.
  const to = isTombstoned(row) ? null : await services.ask(addresseeOf)(services, trx, borrowerId);
  const isClosed = await closureLife.move(trx, {
    id,
    borrowerId,
    from: ["COOLING"],
    to: "CLOSED",
    actor: "SYSTEM",
    cause: "COOLING_OVER",
    at,
    set: { closedAt: at },
  });
  if (!isClosed) return false;
  await setBorrowerStatus(services, trx, borrowerId, "CLOSED");
  await services.events.announce(trx, accountClosed, { id, at, borrowerId, closureId: id });
  if (to) {
    const { mobileNumber, email, language, brandId } = to;
    await notifyAccountClosed(services, trx, row, { mobileNumber, ...(email ? { email } : {}), language, brandId });
  }
  return true;
}

/** Deletes the data of a closed account's holder. After an interruption it continues where it stopped. */
export async function forgetClosedAccount(services: Services, { borrowerId, id }: Named): Promise<boolean> {
  const { database, clock } = services;
  // Accounts merged into this one belong to the same person: the last one goes first, because it leads to no other.
  const also = await Promise.all(services.ask(accountsMergedInto).map((merged) => merged(database, borrowerId)));
  const all = [...also.flat().toReversed(), borrowerId];
  // A legal hold was set after the request: the closing continues when the hold is lifted.
  for (const one of all) if (await isHeldByLaw(database, one)) return false;
  const step = { id, borrowerId, actor: "SYSTEM" } as const;
  await transact(database, (trx) =>
    closureLife.move(trx, { ...step, from: ["CLOSED"], to: "RETAINING", cause: "ERASURE_BEGUN", at: clock.now() }),
  );
  for (const one of all) await eraseBorrower(services, one);
  return transact(database, async (trx) => {
    const at = clock.now();
    const [cause, set] = ["ERASURE_DONE", { endedAt: at }];
    if (!(await closureLife.move(trx, { ...step, from: ["RETAINING"], to: "ERASED", cause, at, set }))) return false;
    await services.events.announce(trx, accountErased, { id: `erased_${id}`, at, closureId: id });
    return true;
  });
}
