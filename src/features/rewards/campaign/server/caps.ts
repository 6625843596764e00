/** The limits of a campaign's rules for its page of rules: generated from the rules in force. Pure. // Product decisions, rewards 1 */
import type { CampaignCap, CampaignRules, RulesOf } from "../rules-contract.ts";
import { triesADay } from "./entry-code.ts";

type Line = readonly [cap: CampaignCap, count: number];

function linesOfClaim({ everyDays, timesAMonth, withinDays, neverLate, asksCode }: RulesOf<"CLAIM">): Line[] {
  return [
    timesAMonth > 0 ? ["TIMES_A_MONTH", timesAMonth] : everyDays > 0 ? ["EVERY_DAYS", everyDays] : ["ONCE", 1],
    ["WITHIN_DAYS", withinDays],
    ["NEVER_LATE", neverLate ? 1 : 0],
    ["CODE_TRIES_A_DAY", asksCode ? triesADay : 0],
  ];
}

function linesOf(rules: CampaignRules): Line[] {
  switch (rules.mechanic) {
    case "CLAIM":
      return linesOfClaim(rules);
    case "CHECK_IN":
      return [["STREAK_DAYS", rules.streakDays]];
    case "INSTANT":
      return [["PLAYS_A_DAY", rules.playsADay]];
    case "GROW":
      return [
        ["ENERGY_OF_FRUIT", rules.fruit],
        ["GROWING_DAYS", rules.days],
        ["ENERGY_A_DAY", rules.energyADay],
      ];
    case "DRAW":
      return [
        ["WINNERS_A_DAY", rules.winners],
        ["DRAW_HOUR", rules.drawHour],
        ["POINTS_A_DAY", rules.maxPoints],
        ["HELPS_A_DAY", rules.help.helpsADay],
        ["HELPED_A_DAY", rules.help.helpedADay],
        ["HELPED_BY_NEW", rules.help.byNew],
        ["HELPED_BY_OLD", rules.help.byOld],
        ["HELP_NEW", rules.help.toNew],
        ["HELP_OLD", rules.help.toOld],
        ["NEW_DAYS", rules.help.newDays],
      ];
    case "PICK":
      return [
        ["POOL_RUPIAH", rules.poolRupiah],
        ["SHARE_RUPIAH", rules.maxRupiah],
        ["ONCE", 1],
        ["LOCK_DAY", rules.lockDay],
      ];
    case "INVITE":
      return [
        ["FRIENDS", rules.maxRewarded],
        ["FRIENDS_IN_DAYS", rules.inDays],
        ["LOAN_WITHIN_DAYS", rules.loanWithinDays],
        ["GIVEN_AFTER_DAYS", rules.givenAfterDays],
      ];
  }
}

/** Bounds that a campaign has none of are omitted. */
export const capsOf = (rules: CampaignRules): { cap: CampaignCap; count: number }[] =>
  linesOf(rules)
    .filter(([, count]) => count > 0)
    .map(([cap, count]) => ({ cap, count }));
