/** The outlet's code of four digits: 5 tries a person and day, 20 an hour and network. // Product decisions, rewards 1 */
import { Refusal } from "#server/call/refusal.ts";
import { secondPool, transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { claimPrize } from "../play-contract.ts";
import type { CampaignRules } from "../rules-contract.ts";
import { takeCaps, usedOf } from "./counters.ts";
import { midnightAfter } from "./running.ts";
import { visibleCampaigns } from "./store.ts";

export const triesADay = 5;
const triesAnHour = 20;

/** The code of a day at the outlets: it follows from the installation's key, and changes every day. */
export function entryCodeOf({ keys }: Pick<Services, "keys">, activityId: string, day: string): string {
  const digest = Buffer.from(keys.mac("campaign-entry-code", activityId, day), "base64url");
  return String(digest.readUInt32BE(0) % 10_000).padStart(4, "0");
}

/** The codes of today and tomorrow: staff who print them for an outlet need the next day's before midnight. */
export function entryCodesNow(services: Pick<Services, "keys" | "clock">, activityId: string) {
  const today = dateInWib(services.clock.now());
  return [today, addDays(today, 1)].map((day) => ({ day, code: entryCodeOf(services, activityId, day) }));
}

/** Whether a claim by these rules asks the outlet's code. */
export const asksEntryCode = (rules: CampaignRules): boolean => rules.mechanic === "CLAIM" && rules.asksCode;

/** Campaigns that are shown and ask a code, each with those of today and tomorrow: for the sandbox, which has no outlets. */
export async function sandboxEntryCodes(services: Services) {
  const rows = await visibleCampaigns(services.database, services.clock.now());
  return rows
    .filter(({ rules }) => asksEntryCode(rules))
    .flatMap(({ activityId }) => entryCodesNow(services, activityId).map((one) => ({ activityId, ...one })));
}

type ClaimProblems = (typeof claimPrize)["problems"];
const hourMilliseconds = 3_600_000;
const nextHour = (now: Date): Date => new Date((Math.floor(now.getTime() / hourMilliseconds) + 1) * hourMilliseconds);

/**
 * Uses one try, whether the rest succeeds or not, and compares.
 * @throws Refusal CODE_TRIES, CODE_TRIES_NETWORK {nextAt}, CODE_WRONG {attemptsLeft}
 */
export async function checkEntryCode(
  services: Services,
  input: { activityId: string; borrowerId: string; address: string; entryCode: string | undefined },
): Promise<void> {
  const { activityId, borrowerId, address, entryCode } = input;
  const now = services.clock.now();
  const today = dateInWib(now);
  const own = `${activityId}:tries:${borrowerId}:${today}`;
  const hour = now.toISOString().slice(0, 13);
  const network = `${activityId}:network:${services.keys.blindIndex("address", address)}:${hour}`;
  // The transaction around it is undone by a wrong code; the try stays counted.
  const attemptsLeft = await transact(secondPool(services.database), async (trx) => {
    const caps = [
      { key: own, borrowerId, max: triesADay },
      { key: network, borrowerId: null, max: triesAnHour },
    ];
    const usedUp = await takeCaps(trx, caps);
    if (usedUp === own) throw new Refusal<ClaimProblems>("CODE_TRIES", { nextAt: midnightAfter(now).toISOString() });
    if (usedUp === network)
      throw new Refusal<ClaimProblems>("CODE_TRIES_NETWORK", { nextAt: nextHour(now).toISOString() });
    return triesADay - (await usedOf(trx, own));
  });
  if (entryCode !== entryCodeOf(services, activityId, today))
    throw new Refusal<ClaimProblems>("CODE_WRONG", { attemptsLeft: attemptsLeft });
}
