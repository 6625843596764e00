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
import { addChallenge, latestSends, lockNumber, newestChallenge, type Challenge } from "./store.ts";

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
  await addChallenge(trx, {
    id,
    number_index: addressIndex,
    mobile_number_sealed: services.keys.seal(address, mobilePlace(id)),
    purpose: addressPurpose,
    channel: "MAIL",
    session_id: asker.sessionId,
    borrower_id: asker.borrowerId,
    lane: `borrower:${asker.borrowerId}`,
    device_index: asker.deviceIndex,
    network_index: asker.networkIndex,
    block_index: null,
    after_captcha: false,
    is_stranger: !isTheirs,
    language: asker.language,
    brand_name: asker.brandName,
    host: asker.host,
    price_rupiah: 0,
    delivery: "WAITING",
    delivery_at: now,
    created_at: now,
    expires_at: new Date(now.getTime() + codeSeconds * 1000),
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
  return challenge?.number_index === addressIndex ? challenge : undefined;
}
