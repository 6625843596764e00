/**
 * Extends deadlines when we refuse to send a code: none of our deadlines may end while its code cannot be sent. // Spec
 * account 14.2, threat I2
 */
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import type { sendProblems } from "../contract.ts";
import type { Asker } from "./asker.ts";
import { defineQuestion } from "#server/questions.ts";

/** Hours left for an action that needs a code once codes are sent again, and the maximal extension of a deadline for that reason. */
const hoursLeft = 2;
export const maxMovedHours = 24;

export interface RefusedCode {
  /** Null if not logged in. */
  borrowerId: string | null;
  sessionId: string;
  purpose: MobilePurpose;
  /** No deadline that needs this code may end before this time. */
  notBefore: Date;
}

/** Called when a code was refused: moves the deadlines that need it, each by `maxMovedHours` in all. */
export const codeRefusals = defineQuestion<
  (services: Services, trx: Transaction, refused: RefusedCode) => Promise<void>
>("code-refusals", "MANY");

/** Refusals that a later request does not meet; after OTP_TOO_MANY a code is there to be entered. */
const waits: ReadonlySet<string> = new Set<keyof typeof sendProblems>([
  "OTP_SEND_LIMIT",
  "OTP_SEND_PAUSED",
  "OTP_RESEND_WAIT",
]);

/** Extends deadlines that need the refused code. In a separate transaction: that of the send was rolled back. */
export async function moveDeadlines(
  services: Services,
  { borrowerId, sessionId }: Pick<Asker, "borrowerId"> & { sessionId: string },
  purpose: MobilePurpose,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal) || !waits.has(error.code)) return;
  const seconds = Number(error.data?.["retryInSeconds"] ?? 0);
  const notBefore = new Date(services.clock.now().getTime() + (seconds + hoursLeft * 3_600) * 1000);
  await transact(services.database, async (trx) => {
    for (const moveDeadline of services.ask(codeRefusals))
      await moveDeadline(services, trx, { borrowerId, sessionId, purpose, notBefore });
  });
}
