/** Decides whether a code needs a captcha, by product decisions 2. It never checks whether a number is registered. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, instantOf } from "#shared/dates.ts";
import type { Asker } from "./asker.ts";
import { numberIndexOf } from "./numbers.ts";
import { blockOf, sharesOf, unansweredMost } from "./rules.ts";

/** Counters of the daily budget: cost of all codes, of those to strangers, and of those to strangers without a captcha. */
export const moneyKeys = { all: "money", strangers: "money:strangers", captchaFree: "money:captcha-free" } as const;

/** 00:00 WIB, when the day's budget starts again. */
export const moneyDayStart = (now: Date): Date => instantOf(dateInWib(now));

export const blockIndexOf = (services: Services, mobileNumber: string): string =>
  services.keys.blindIndex("mobile", `block:${blockOf(mobileNumber)}`);

export interface CaptchaContext {
  /** This device verified this very number before. */
  isKnownDevice: boolean;
  /** It is the logged-in borrower's own number. */
  isOwner: boolean;
  /** The number is not the logged-in borrower's own either: the code is paid from the strangers' share of the budget. */
  isStranger: boolean;
  /** This session sent no code yet, and few wait to be entered from this network and in this block. */
  isQuiet: boolean;
  needsCaptcha: boolean;
}

/**
 * The asker's relation to a number (`08…`; null before one was typed), in one statement that takes the same path for
 * every number. Read after the send's counters, in its transaction, it includes concurrent sends.
 */
export async function captchaContextOf(
  services: Services,
  trx: Reader,
  asker: Asker,
  mobileNumber: string | null,
): Promise<CaptchaContext> {
  const now = services.clock.now();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  // No stored index is empty, so an empty one matches no row.
  const number = mobileNumber === null ? "" : numberIndexOf(services, mobileNumber);
  const block = mobileNumber === null ? "" : blockIndexOf(services, mobileNumber);
  const unanswered = (where: ReturnType<typeof sql>) =>
    sql`(select count(*)::integer from (select 1 from verification_challenge
      where ${where} and proven_at is null and purpose <> 'EMAIL_ADDRESS' and created_at > ${hourAgo} limit ${unansweredMost}) as waiting)`;
  const { rows } = await sql<{
    isKnownDevice: boolean;
    isOwnNumber: boolean;
    hasSent: boolean;
    fromNetwork: number;
    toBlock: number;
    spent: number;
  }>`select
    exists (select 1 from verification_device where number_index = ${number} and device_index = ${asker.deviceIndex}) as is_known_device,
    exists (select 1 from verified_number where borrower_id = ${asker.borrowerId} and number_index = ${number}) as is_own_number,
    exists (select 1 from verification_challenge where session_id = ${asker.sessionId} and purpose <> 'EMAIL_ADDRESS') as has_sent,
    ${unanswered(sql`network_index = ${asker.networkIndex}`)} as from_network,
    ${unanswered(sql`block_index = ${block}`)} as to_block,
    coalesce((select count from verification_counter
      where key = ${moneyKeys.captchaFree} and window_start = ${moneyDayStart(now)}), 0)::bigint as spent`.execute(trx);
  const found = rows[0]!;
  const isStranger = !found.isKnownDevice && !found.isOwnNumber;
  const isQuiet = !found.hasSent && found.fromNetwork < unansweredMost && found.toBlock < unansweredMost;
  const cheapest = Math.min(...Object.values(services.outside.messaging.priceRupiah));
  const isShareSpent = Number(found.spent) + cheapest > sharesOf(services.config.verificationBudgetRupiah).captchaFree;
  return {
    isKnownDevice: found.isKnownDevice,
    isOwner: found.isOwnNumber,
    isStranger,
    isQuiet,
    needsCaptcha: isStranger && (!isQuiet || isShareSpent),
  };
}
