/** Sends a challenge's code to the phone: at once by the process that wrote the challenge, and by a job if that process dies. */
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { codeSeconds } from "../contract.ts";
import { codeMessage } from "./message-text.ts";
import { claimDelivery, writeDelivery, type Challenge } from "./store.ts";

/** A code is worthless after its five minutes, so it is not tried for longer. */
const deliverCode = defineJob("verification-deliver", v.object({ challengeId: v.string() }), {
  retryLimit: 5,
  retryDelay: 2,
  retryDelayMax: 30,
});
/** After this time the process that claimed a message counts as dead. */
const claimSeconds = 10;

/** Derived from the challenge by a key of the installation: six digits, stored nowhere. // Threat A4 */
export function oneTimeCodeOf(services: Services, challengeId: string): string {
  const bytes = Buffer.from(services.keys.mac("otp", challengeId), "base64url");
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

export const mobilePlace = (challengeId: string) => ({
  table: "verification_challenge",
  column: "mobileNumberSealed",
  row: challengeId,
});

export function workDelivery(services: Services): void {
  services.jobs.handle(deliverCode, async ({ challengeId }) => {
    if ((await deliverChallenge(services, challengeId)) === "UNKNOWN")
      throw new Error("The provider did not say whether it took the message.");
  });
}

/** Written in the transaction of the challenge; it runs only for a message that its writer did not get out. */
export async function promiseDelivery(services: Services, trx: Transaction, challengeId: string): Promise<void> {
  await services.jobs.send(trx, deliverCode, { challengeId }, { startAfterSeconds: claimSeconds });
}

/** Sends the message unless another process does or did. A code may be sent twice: a second copy does no harm. */
export async function deliverChallenge(
  services: Services,
  challengeId: string,
): Promise<"SENT" | "REJECTED" | "UNKNOWN" | "NOTHING"> {
  const now = services.clock.now();
  const challenge = await claimDelivery(
    services.database,
    challengeId,
    now,
    new Date(now.getTime() - claimSeconds * 1000),
  );
  if (!challenge) return "NOTHING";
  const answer = await services.outside.messaging.send(messageOf(services, challenge));
  if (answer.status !== "SENT")
    services.log.warn("a code was not delivered", { rowId: challengeId, code: answer.status, port: "messaging" });
  await writeDelivery(
    services.database,
    challengeId,
    answer.status,
    answer.status === "SENT" ? answer.providerReference : null,
    services.clock.now(),
  );
  return answer.status;
}

function messageOf(services: Services, challenge: Challenge) {
  const code = oneTimeCodeOf(services, challenge.id);
  const channel = challenge.channel as VerificationChannel;
  const language = challenge.language as Language;
  const text = codeMessage({
    language,
    channel,
    code,
    purpose: challenge.purpose as MobilePurpose,
    brandName: challenge.brandName,
    host: challenge.host,
    minutes: codeSeconds / 60,
  });
  return {
    messageId: challenge.id,
    channel,
    to: services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id)),
    text,
    language,
    code,
  };
}
