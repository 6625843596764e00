/** The parts of the view that follow from a campaign and a person alone: pure. */
import { dateInWib } from "#shared/dates.ts";
import type { Award, IneligibleReason } from "../contract.ts";
import { prizesOf, type CampaignRules, type RulesOf } from "../rules-contract.ts";
import { optionalLogin } from "../skins-contract.ts";
import type { DrawRow } from "./draws.ts";
import type { OwnCampaignState } from "./own-part.ts";
import { lockOf } from "./picking.ts";
import type { CampaignRow } from "./store.ts";
import type { Seen } from "./view.ts";

export interface SeenInput {
  campaign: CampaignRow;
  now: Date;
  borrowerId: string | null;
  own: OwnCampaignState;
  shown: Award | null;
  isLost: boolean;
  left: ReadonlyMap<string, number | null>;
  draw: DrawRow | null;
  reason: IneligibleReason | null;
  /** The budget does not cover one more person. */
  isOut: boolean;
  isClaimable: boolean;
}

export function seenOf(input: SeenInput): Seen {
  const { campaign, now, borrowerId, own, shown, isLost, left, draw, reason, isOut, isClaimable } = input;
  const { rules, state, opensAt, closesAt, skin } = campaign;
  const today = dateInWib(now);
  const isInstant = rules.mechanic === "INSTANT";
  const isDaily = isInstant || rules.mechanic === "DRAW";
  const picked = rules.mechanic === "PICK" ? pickSeen(campaign, rules, own, now) : null;
  const tree = rules.mechanic === "GROW" ? treeSeen(rules, own, now) : null;
  const lines = prizesOf(rules);
  const isGone = lines.length > 0 && lines.every(({ prizeKey }) => left.get(prizeKey) === 0);
  return {
    now,
    state: picked?.isOver || tree?.isWithered ? "ENDED" : state,
    opensAt,
    closesAt,
    isLoggedIn: borrowerId !== null,
    isLoginOptional: optionalLogin.includes(skin),
    // A person who has chosen has nothing more to do here, and sees the choice.
    reason: picked && own.entrant ? null : reason,
    isBudgetOut: isGone || isOut || (isDaily && draw === null && state === "RUNNING"),
    award: isLost || picked?.isWrong ? { isNothing: true } : (shown ?? picked?.right ?? null) && { isNothing: false },
    isClaimable,
    isDoneForNow: isInstant ? own.playsLeft === 0 : rules.mechanic === "CHECK_IN" && own.checkIn?.checkedOn === today,
    isWaiting: picked?.isWaiting ?? (own.tasksToday.has("DAILY_SIGN_IN") && hasNothingLeft(rules, own)),
  };
}

/** After today's press: no ticket, no energy for a pour, and the wish's own points of the day are there. */
function hasNothingLeft(rules: CampaignRules, { ticketIds, energy, entrant }: OwnCampaignState): boolean {
  if (rules.mechanic === "INSTANT") return ticketIds.length === 0;
  if (rules.mechanic === "GROW") return entrant !== null && energy < rules.pour;
  return rules.mechanic === "DRAW" && entrant !== null;
}

/** A tree whose days were over before it bore fruit. */
function treeSeen({ fruit }: RulesOf<"GROW">, { entrant }: OwnCampaignState, now: Date): { isWithered: boolean } {
  if (entrant === null || entrant.grown >= fruit) return { isWithered: false };
  return { isWithered: entrant.growsUntil === null || entrant.growsUntil <= now };
}

interface PickSeen {
  /** There is a result, and this person had made no choice. */
  isOver: boolean;
  isWrong: boolean;
  right: true | null;
  isWaiting: boolean;
}

function pickSeen(campaign: CampaignRow, rules: RulesOf<"PICK">, { entrant }: OwnCampaignState, now: Date): PickSeen {
  const { resultKey } = campaign;
  const choice = entrant?.choiceKey ?? null;
  return {
    isOver: resultKey !== null && choice === null,
    isWrong: resultKey !== null && choice !== null && choice !== resultKey,
    right: resultKey !== null && choice === resultKey ? true : null,
    isWaiting: resultKey === null && (choice !== null || now >= lockOf(campaign, rules)),
  };
}
