/** Sent codes, for support: time, number, and delivery. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import { numberIndexOf } from "./numbers.ts";
import { challengesTo } from "./store.ts";

export interface CodeDelivery {
  /** Names the message in providers' reports. */
  messageId: string;
  purpose: MobilePurpose;
  channel: VerificationChannel;
  delivery: "WAITING" | "SENDING" | "SENT" | "REJECTED" | "UNKNOWN";
  sentAt: Date;
  provenAt: Date | null;
  wrongTries: number;
}

/** The codes sent to a number in the last 30 days, newest first: for support. No code is ever among it. */
export async function deliveriesTo(
  services: Services,
  trx: Reader,
  mobileNumber: string,
  limit: number,
): Promise<CodeDelivery[]> {
  const rows = await challengesTo(trx, numberIndexOf(services, mobileNumber), limit);
  return rows.map((row) => ({
    messageId: row.id,
    purpose: row.purpose as MobilePurpose,
    channel: row.channel as VerificationChannel,
    delivery: row.delivery as CodeDelivery["delivery"],
    sentAt: row.createdAt,
    provenAt: row.provenAt,
    wrongTries: row.provenAt ? Math.max(0, row.tries - 1) : row.tries,
  }));
}
