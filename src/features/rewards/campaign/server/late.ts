/**
 * Claims after the end of a campaign: earned prizes can be claimed until `claimsUntil`. These are prizes for completed
 * tasks, and the fruit of a tree that has enough energy. Tickets and daily presses end with the last day: a day of
 * chance has money for that day alone. // Product decisions, rewards 1; docs/decisions/221
 */
import type { Reader } from "#server/database.server.ts";
import type { CampaignRules, RulesOf } from "../rules-contract.ts";
import type { Entrant } from "./entrant-store.ts";
import type { CampaignRow } from "./store.ts";

/** Whether a prize of these rules may be claimed after the end. An offer without conditions, a shop and an outlet's code end with it. */
export const outlivesEnd = (rules: CampaignRules): boolean =>
  rules.mechanic === "GROW" ||
  (rules.mechanic === "CLAIM" && rules.needs.length > 0 && rules.timesAMonth === 0 && !rules.asksCode);

/** A break stops winning and earning: prizes earned before can be claimed, and points can be exchanged. // Product decisions, rewards 15.1 */
export const staysOpenInRest = (rules: CampaignRules): boolean =>
  outlivesEnd(rules) || (rules.mechanic === "CLAIM" && rules.prizes.every(({ costPoints }) => costPoints > 0));

/** When it ended: its closing, or its early end by two people; null while it runs. */
export async function endOf(reader: Reader, campaign: CampaignRow, now: Date): Promise<Date | null> {
  const { id, state, closesAt } = campaign;
  if (state !== "ENDED") return now >= closesAt ? closesAt : null;
  const stop = await reader
    .selectFrom("campaign_stop")
    .select("stoppedAt")
    .where("campaignId", "=", id)
    .executeTakeFirst();
  return stop && stop.stoppedAt < closesAt ? stop.stoppedAt : closesAt;
}

/** Whether earned prizes may be claimed now, after the end. */
export const isLateTime = ({ rules, claimsUntil }: CampaignRow, endedAt: Date | null, now: Date): boolean =>
  endedAt !== null && now < claimsUntil && outlivesEnd(rules);

/** A tree within its days that has enough energy for its fruit. */
export const isRipe = (
  { fruit }: RulesOf<"GROW">,
  { entrant, energy }: { entrant: Entrant | null; energy: number },
  now: Date,
): boolean =>
  entrant !== null &&
  entrant.growsUntil !== null &&
  now < entrant.growsUntil &&
  entrant.grown < fruit &&
  entrant.grown + energy >= fruit;
