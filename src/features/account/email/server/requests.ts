/** Addresses that a borrower names, until their owner has answered. Each function works under the lock of the borrower's row. */
import {
  addressPurpose,
  consumeProof,
  openAddressCode,
  proveCode,
  type Asker,
} from "#features/account/verification/server/index.ts";
import { resendSeconds, type proofProblems, type SentVerification } from "#features/account/verification/contract.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { linkHours, maxAddressesADay, type addEmail, type EmailLink } from "../contract.ts";
import { emailVerified } from "./events.ts";
import { emailRequestStates, failRequest } from "./lifecycle.ts";
import { mailAddressLater } from "./mails.ts";
import { notifyEmailRequested, notifyEmailChanged } from "./notices.ts";
import {
  addRequest,
  emailAddressOf,
  addressesSince,
  barEmailAddress,
  borrowerEmailIndexOf,
  findEmailRequest,
  isBarred,
  lockEmailAccount,
  openEmailRequest,
  requestAddress,
  wasProven,
  writeAddress,
  type EmailAccountRow,
  type EmailRequestRow,
} from "./store.ts";

export type EmailAsker = Asker & { sessionId: string; borrowerId: string; brandId: string; device: string };
/** The person who changes the address in force: language for refusals, and the device named in notices to the owner. */
export type Changer = Pick<EmailAsker, "language" | "device">;
const dayMilliseconds = 86_400_000;

/**
 * Adds an address: it replaces the pending one, and its mail is written. Adding it again sends another mail.
 * @throws Refusal SECURITY_HOLD, EMAIL_SAME, EMAIL_BARRED, EMAIL_SEND_LIMIT, and those of the address's caps
 */
export async function nameAddress(services: Services, asker: EmailAsker, address: string): Promise<SentVerification> {
  const { borrowerId } = asker;
  const addressIndex = borrowerEmailIndexOf(services, address);
  return transact(services.database, async (trx) => {
    await refuseOnHold(services, trx, borrowerId, asker.language);
    const account = await lockEmailAccount(trx, borrowerId);
    if (account.addressIndex === addressIndex) throw new Refusal("EMAIL_SAME");
    if (await isBarred(trx, borrowerId, addressIndex)) throw new Refusal("EMAIL_BARRED");
    const open = await openEmailRequest(trx, borrowerId);
    if (open?.addressIndex === addressIndex) return mailRequest(services, trx, asker, open, address);
    await spendAddress(services, trx, borrowerId, addressIndex);
    if (open) await failRequest(services, trx, open, "REPLACED", "BORROWER");
    const request = await beginRequest(services, trx, borrowerId, address);
    if (account.addressIndex !== null)
      await notifyEmailRequested(services, trx, borrowerId, { requestId: request.id, address, device: asker.device });
    return mailRequest(services, trx, asker, request, address);
  });
}

/** @throws Refusal EMAIL_NOT_PENDING, and those of the address's caps */
export async function resendVerification(services: Services, asker: EmailAsker): Promise<SentVerification> {
  return transact(services.database, async (trx) => {
    await lockEmailAccount(trx, asker.borrowerId);
    const open = await openEmailRequest(trx, asker.borrowerId);
    if (!open) throw new Refusal("EMAIL_NOT_PENDING");
    return mailRequest(services, trx, asker, open, await requestAddress(services, trx, open));
  });
}

/** Other people's mailboxes are not written to by trying: few addresses in any 24 hours. */
async function spendAddress(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  addressIndex: string,
): Promise<void> {
  const now = services.clock.now();
  const named = await addressesSince(trx, borrowerId, new Date(now.getTime() - dayMilliseconds));
  if (named.some((one) => one.addressIndex === addressIndex) || named.length < maxAddressesADay) return;
  const free = named[named.length - maxAddressesADay] as (typeof named)[number];
  const retryInSeconds = Math.max(1, Math.ceil((free.at.getTime() + dayMilliseconds - now.getTime()) / 1000));
  throw new Refusal<typeof addEmail.problems>("EMAIL_SEND_LIMIT", {
    max: maxAddressesADay,
    retryInSeconds,
    retryInHours: Math.ceil(retryInSeconds / 3600),
  });
}

async function beginRequest(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  address: string,
): Promise<EmailRequestRow> {
  const at = services.clock.now();
  const id = services.random.uuid();
  const expiresAt = new Date(at.getTime() + linkHours * 3_600_000);
  const request = await addRequest(services, trx, { borrowerId, id, address, at, expiresAt });
  await emailRequestStates.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "NAMED", at });
  return request;
}

async function mailRequest(
  services: Services,
  trx: Transaction,
  asker: EmailAsker,
  request: EmailRequestRow,
  address: string,
): Promise<SentVerification> {
  const isTheirs = await wasProven(trx, asker.borrowerId, request.addressIndex);
  const sent = await openAddressCode(services, trx, asker, address, isTheirs);
  await mailAddressLater(services, trx, {
    borrowerId: asker.borrowerId,
    id: sent.verificationId,
    requestId: request.id,
    language: asker.language,
    brandId: asker.brandId,
    at: services.clock.now(),
  });
  return sent;
}

/**
 * Proves the address by its code. A wrong try stays counted; for an expired code, the answer says that the next one was
 * mailed.
 * @throws Refusal of `proofProblems`, SECURITY_HOLD
 */
export async function proveByCode(
  services: Services,
  asker: EmailAsker,
  { verificationId, code }: { verificationId: string; code: string },
): Promise<void> {
  const { sessionId, borrowerId } = asker;
  try {
    await proveCode(services, { verificationId, code, sessionId, purpose: addressPurpose });
  } catch (error) {
    throw await withNextCode(services, asker, error);
  }
  await transact(services.database, async (trx) => {
    const account = await lockEmailAccount(trx, borrowerId);
    const proof = { verificationId, purpose: addressPurpose, sessionId } as const;
    const { mobileNumber: address } = await consumeProof(services, trx, proof);
    const open = await openEmailRequest(trx, borrowerId);
    if (open?.addressIndex !== borrowerEmailIndexOf(services, address)) throw new Refusal("VERIFICATION_NEEDED");
    await takeOver(services, trx, account, open, { by: "CODE", ...asker });
  });
}

/** An expired code is replaced by the next one, as everywhere (product decisions 2); when none may be sent yet, the answer gives the wait. */
async function withNextCode(services: Services, asker: EmailAsker, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== "OTP_EXPIRED_UNSENT") return error;
  try {
    return new Refusal<typeof proofProblems>("OTP_EXPIRED", { ...(await resendVerification(services, asker)) });
  } catch (refused) {
    if (!(refused instanceof Refusal)) return refused;
    if (refused.code === "EMAIL_NOT_PENDING") return new Refusal("VERIFICATION_NEEDED");
    const wait = refused.data?.["retryInSeconds"];
    return new Refusal<typeof proofProblems>("OTP_EXPIRED_UNSENT", {
      resendInSeconds: typeof wait === "number" ? wait : resendSeconds,
    });
  }
}

/** Replaces the former address with the proven one. */
async function takeOver(
  services: Services,
  trx: Transaction,
  account: EmailAccountRow,
  request: EmailRequestRow,
  proven: Changer & { by: "CODE" | "LINK" },
): Promise<void> {
  const { borrowerId, id } = request;
  const { by: provenBy, device } = proven;
  await refuseOnHold(services, trx, borrowerId, proven.language);
  const at = services.clock.now();
  const move = { id, borrowerId, actor: "BORROWER", cause: provenBy, at } as const;
  // An opened link proves that the mail arrived, whatever its server reported.
  await emailRequestStates.move(trx, { ...move, from: ["PENDING_VERIFICATION"], to: "VERIFYING", cause: "MAIL_READ" });
  const set = { provenBy, endedAt: at };
  if (!(await emailRequestStates.move(trx, { ...move, from: ["VERIFYING"], to: "VERIFIED", set })))
    throw new Error("A request that is locked and open was not there to be verified.");
  const address = await requestAddress(services, trx, request);
  const before = await emailAddressOf(services, trx, account);
  await writeAddress(services, trx, borrowerId, { address, requestId: id, at });
  await notifyEmailChanged(services, trx, borrowerId, { id, now: address, before, device });
  await services.events.announce(trx, emailVerified, { id: `email_${borrowerId}`, at, borrowerId });
}

/**
 * The owner of the mailbox says that it is not this borrower's: the request fails, an address that it activated by a
 * code is removed again, and this account may not add it any more. False when the link had been answered.
 */
export async function disownEmail(
  services: Services,
  trx: Transaction,
  account: EmailAccountRow,
  request: EmailRequestRow,
  by: { actor: Actor; device: string },
): Promise<boolean> {
  const { actor, device } = by;
  const { borrowerId, id, addressIndex } = request;
  const at = services.clock.now();
  const isInForce = account.requestId === id && request.provenBy === "CODE";
  const set = { cause: "NOT_MINE" as const, endedAt: at };
  const moved =
    (await failRequest(services, trx, request, "NOT_MINE", actor)) ||
    (isInForce &&
      (await emailRequestStates.move(trx, {
        id,
        borrowerId,
        from: ["VERIFIED"],
        to: "FAILED",
        actor,
        cause: "NOT_MINE",
        at,
        set,
      })));
  if (!moved) return false;
  if (isInForce) await takeAway(services, trx, account, device);
  await barEmailAddress(trx, borrowerId, addressIndex, at);
  return true;
}

/** Removes the address in force; false where there is none. */
export async function takeAway(
  services: Services,
  trx: Transaction,
  account: EmailAccountRow,
  device: string,
): Promise<boolean> {
  const { borrowerId, requestId } = account;
  const before = await emailAddressOf(services, trx, account);
  if (before === null) return false;
  await writeAddress(services, trx, borrowerId, null);
  await notifyEmailChanged(services, trx, borrowerId, { id: `${requestId}_away`, now: null, before, device });
  return true;
}

/** The open actions of a request's link, or its answer; null when it is over. */
export function linkState(account: EmailAccountRow | undefined, request: EmailRequestRow): EmailLink["state"] | null {
  if (request.state === "FAILED") return request.cause === "NOT_MINE" ? "NOT_MINE" : null;
  if (request.state !== "VERIFIED") return "OPEN";
  if (account?.requestId !== request.id) return null;
  return request.provenBy === "LINK" ? "CONFIRMED" : "OPEN";
}

/** Stores the answer of the mail's reader. The same answer again succeeds; a different one finds the link used. @throws Refusal EMAIL_LINK_OVER, SECURITY_HOLD */
export async function answerLink(
  services: Services,
  about: { borrowerId: string; requestId: string },
  answer: "CONFIRM" | "NOT_MINE",
  by: Changer,
): Promise<"CONFIRMED" | "NOT_MINE"> {
  const { borrowerId, requestId } = about;
  return transact(services.database, async (trx) => {
    const account = await lockEmailAccount(trx, borrowerId);
    const request = await findEmailRequest(trx, borrowerId, requestId);
    const state = request ? linkState(account, request) : null;
    const nextState = answer === "CONFIRM" ? "CONFIRMED" : "NOT_MINE";
    if (!request || state === null || (state !== "OPEN" && state !== nextState)) throw new Refusal("EMAIL_LINK_OVER");
    if (state === nextState) return nextState;
    if (answer === "NOT_MINE")
      await disownEmail(services, trx, account, request, { actor: "SYSTEM", device: by.device });
    // When the code has proven the address first, the owner's answer stays.
    else if (request.state !== "VERIFIED") await takeOver(services, trx, account, request, { by: "LINK", ...by });
    return nextState;
  });
}
