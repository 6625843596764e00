/**
 * Codes that prove an e-mail address (purpose EMAIL_ADDRESS): the same challenges, caps and lanes as a number's, counted by the
 * address. The domain that keeps addresses writes the mail and sends it.
 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { codeSeconds, type SentVerification } from "../contract.ts";
import type { Asker } from "./asker.ts";
import { mobilePlace } from "./delivery.ts";
import { addressPurpose, addressWait } from "./address-waits.ts";
import { refuseEarly } from "./sending.ts";
import { addCodeChallenge, latestSends, lockNumber, newestChallenge, type Challenge } from "./store.ts";

export { addressPurpose };

/**
 * Writes a challenge for an address (lower case) within its caps. `isTheirs`: it was proven to be this account's before.
 * @throws Refusal OTP_TOO_MANY, OTP_RESEND_WAIT, OTP_SEND_LIMIT (`sendProblems`)
 */
export async function openAddressCode(
  services: Services,
  trx: Transaction,
  asker: Asker & { sessionId: string; borrowerId: string },
  address: string,
  isTheirs: boolean,
): Promise<SentVerification> {
  const id = services.random.uuid();
  const now = services.clock.now();
  const addressIndex = services.keys.blindIndex("email", address);
  await lockNumber(trx, addressIndex, now);
  const { borrowerId } = asker;
  const wait = await addressWait(trx, addressIndex, { borrowerId, isTheirs }, now);
  refuseEarly(await latestSends(trx, addressIndex, 1, borrowerId), asker, wait);
  await addCodeChallenge(trx, {
    id,
    numberIndex: addressIndex,
    mobileNumberSealed: services.keys.seal(address, mobilePlace(id)),
    purpose: addressPurpose,
    channel: "MAIL",
    sessionId: asker.sessionId,
    borrowerId: asker.borrowerId,
    lane: `borrower:${asker.borrowerId}`,
    deviceIndex: asker.deviceIndex,
    networkIndex: asker.networkIndex,
    blockIndex: null,
    afterCaptcha: false,
    isStranger: !isTheirs,
    language: asker.language,
    brandName: asker.brandName,
    host: asker.host,
    priceRupiah: 0,
    delivery: "WAITING",
    deliveryAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeSeconds * 1000),
  });
  const next = await addressWait(trx, addressIndex, { borrowerId, isTheirs }, now);
  return { verificationId: id, expiresInSeconds: codeSeconds, resendInSeconds: next?.seconds ?? 0 };
}

/** A challenge older than its mail's link is not used any more. */
const openDay = 86_400_000;

/** The newest code of an address that this session requested and has not used; undefined for another address. */
export async function newestAddressCode(
  services: Services,
  trx: Reader,
  sessionId: string,
  addressIndex: string,
): Promise<Challenge | undefined> {
  const since = new Date(services.clock.now().getTime() - openDay);
  const challenge = await newestChallenge(trx, sessionId, addressPurpose, since);
  return challenge?.numberIndex === addressIndex ? challenge : undefined;
}
