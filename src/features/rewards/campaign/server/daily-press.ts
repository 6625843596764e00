/** The daily press: once a day for all campaigns, each of which counts it in a separate transaction. // Product decisions, rewards 15.5 */
import { earnUpTo } from "#features/rewards/points/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { ActionProblems } from "../contract.ts";
import { skipReasons, type SkipReason } from "../press-contract.ts";
import { tasksOf, type RulesOf } from "../rules-contract.ts";
import { hasOpenDraw } from "./draws.ts";
import { checkedInFor, findEntrant, insertCheckIn, pressedOn, writeCheckedPoints } from "./entrant-store.ts";
import { midnightAfter, refuseAction, runningCampaign } from "./running.ts";
import { campaignsInState, findCampaign, type CampaignRow } from "./store.ts";
import { refuseGrown } from "./taking-part.ts";
import { creditTask } from "./tasks.ts";
import { pressForWish } from "./wishing.ts";

interface Pressed {
  streak: number;
  /** Loyalty points, tickets, energy or weight, by the campaign's mechanic. */
  points: number;
}

/** The press counted, or the reason why not; a check-in counted together with another one has its own streak. */
type Came = Pressed | { reason: "COUNTED_TOGETHER"; streak: number } | { reason: Refused; error: unknown };
type Refused = Exclude<SkipReason, "COUNTED_TOGETHER">;

export interface PressedAll {
  date: BusinessDate;
  counted: ({ activityId: string } & Pressed)[];
  skipped: { activityId: string; reason: SkipReason }[];
}

const isPressable = ({ rules }: CampaignRow): boolean =>
  rules.mechanic === "CHECK_IN" || tasksOf(rules).some(({ task }) => task === "DAILY_SIGN_IN");

const doneAlready = (now: Date) =>
  new Refusal<ActionProblems>("DONE_ALREADY", { nextAt: midnightAfter(now).toISOString() });

/** The day's press in all campaigns that count it. @throws Refusal DONE_ALREADY when nothing new counted */
export async function pressAll(services: Services, borrowerId: string): Promise<PressedAll> {
  const now = services.clock.now();
  const results = await pressEach(services, borrowerId, now);
  const counted = [];
  const skipped = [];
  for (const [activityId, one] of results)
    if ("reason" in one) skipped.push({ activityId, reason: one.reason });
    else counted.push({ activityId, ...one });
  if (counted.length === 0 && skipped.some(({ reason }) => reason === "DONE_ALREADY")) throw doneAlready(now);
  return { date: dateInWib(now), counted, skipped };
}

/**
 * The button of one campaign: the same press, answered with its result there.
 * @throws Refusal why it did not count in this campaign; if the campaign runs, the press still counted in the others
 */
export async function pressIn(
  services: Services,
  borrowerId: string,
  activityId: string,
): Promise<{ date: BusinessDate } & Pressed> {
  const now = services.clock.now();
  const date = dateInWib(now);
  const named = await findCampaign(services.database, activityId);
  if (!named || named.state === "DRAFT" || !isPressable(named)) return refuseAction("CAMPAIGN_UNKNOWN");
  // A press without the button on the page does not count.
  if (named.state !== "RUNNING")
    await transact(services.database, (trx) => runningCampaign(services, trx, borrowerId, activityId));
  const result = (await pressEach(services, borrowerId, now, named)).get(activityId)!;
  if (!("reason" in result)) return { date, ...result };
  if (result.reason !== "COUNTED_TOGETHER") throw result.error;
  return { date, streak: result.streak, points: await checkedInFor(services.database, borrowerId, date) };
}

/** Presses in one campaign after the other, by name; a refusal or failure does not stop the others. */
async function pressEach(
  services: Services,
  borrowerId: string,
  now: Date,
  named?: CampaignRow,
): Promise<ReadonlyMap<string, Came>> {
  const { database } = services;
  const [open, pressed] = await Promise.all([
    campaignsInState(database, ["RUNNING", "PAUSED"]),
    pressedOn(database, borrowerId, dateInWib(now)),
  ]);
  const others = open.filter((campaign) => !campaign.isSample && isPressable(campaign) && campaign.id !== named?.id);
  const results = new Map<string, Came>();
  const inOrder = [...others, ...(named ? [named] : [])].toSorted((a, b) => (a.activityId < b.activityId ? -1 : 1));
  for (const { id, activityId } of inOrder) {
    const isKnown = pressed.has(id) && activityId !== named?.activityId;
    const one = isKnown
      ? ({ reason: "DONE_ALREADY", error: null } as const)
      : await tryToPress(services, borrowerId, { activityId, now, mayAgreeLater: activityId === named?.activityId });
    // A campaign that ended a moment ago is omitted from the answer.
    if (one) results.set(activityId, one);
  }
  return results;
}

interface Press {
  activityId: string;
  now: Date;
  /** A ticket is given before the campaign's rules are agreed to, as on its own page. */
  mayAgreeLater: boolean;
}

async function tryToPress(services: Services, borrowerId: string, press: Press): Promise<Came | null> {
  try {
    return await transact(services.database, (trx) => pressOnce(services, trx, borrowerId, press));
  } catch (error) {
    if (!(error instanceof Refusal))
      services.log.error("daily press not counted", { reference: press.activityId, error });
    const reason = reasonOf(error);
    return reason === null && !press.mayAgreeLater ? null : { reason: reason ?? "TRY_LATER", error };
  }
}

/** The reason why it did not count, as a code of the call; null when the campaign is over. */
function reasonOf(error: unknown): Refused | null {
  if (!(error instanceof Refusal)) return "TRY_LATER";
  const code = error.code === "NOT_ELIGIBLE" ? error.data?.["reason"] : error.code;
  return skipReasons.find((reason): reason is Refused => reason === code) ?? null;
}

/** @throws Refusal DONE_ALREADY, AGREEMENT_NEEDED when nothing was planted or agreed to yet, BUDGET_OUT when the day has no money */
async function pressOnce(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { activityId, now, mayAgreeLater }: Press,
): Promise<Came> {
  const campaign = await runningCampaign(services, trx, borrowerId, activityId);
  const { rules } = campaign;
  const date = dateInWib(now);
  if (rules.mechanic === "CHECK_IN") return checkIn(services, trx, { borrowerId, campaign, rules, now });
  if (!isPressable(campaign)) return refuseAction("CAMPAIGN_UNKNOWN");
  if (rules.mechanic === "DRAW") {
    const { streak, points } = await pressForWish(services, trx, campaign, rules, borrowerId);
    return { streak, points };
  }
  if (rules.mechanic === "GROW") {
    const tree = await findEntrant(trx, borrowerId, campaign.id);
    if (!tree) return refuseAction("AGREEMENT_NEEDED");
    refuseGrown(tree, rules, now);
  }
  if (rules.mechanic === "INSTANT") {
    const agreed = rules.asksAgreement && !mayAgreeLater && (await findEntrant(trx, borrowerId, campaign.id));
    if (agreed === null || (agreed && agreed.agreedVersion !== campaign.rulesVersion))
      return refuseAction("AGREEMENT_NEEDED");
    // None starts on a day that has no money. // Product decisions, rewards 1, reserved first
    if (!(await hasOpenDraw(trx, campaign.id, date))) return refuseAction("BUDGET_OUT");
  }
  const task = { task: "DAILY_SIGN_IN", epoch: date, at: now } as const;
  const points = await creditTask(services, trx, campaign, borrowerId, task);
  if (points === null) throw doneAlready(now);
  return { streak: 0, points };
}

interface CheckingIn {
  borrowerId: string;
  campaign: CampaignRow;
  rules: RulesOf<"CHECK_IN">;
  now: Date;
}

/** The check-ins of a day give points once: each keeps its streak, and the points are those of the check-in with the most. */
async function checkIn(
  services: Services,
  trx: Transaction,
  { borrowerId, campaign, rules, now }: CheckingIn,
): Promise<Came> {
  const { id: campaignId, activityId } = campaign;
  const day = dateInWib(now);
  const made = await insertCheckIn(trx, { borrowerId, campaignId, day }, rules);
  if (!made) throw doneAlready(now);
  if (made.points === 0) return { reason: "COUNTED_TOGETHER", streak: made.streak };
  // On a day whose cap is reached the press still counts, because otherwise earning a lot would break the streak.
  const points = await earnUpTo(services, trx, {
    borrowerId,
    task: "CHECK_IN",
    source: `check_in_${activityId}_${day}`,
    at: now,
    points: made.points,
    activityId,
    // The row of the day, written just now, is there once.
    isNew: true,
  });
  if (points < made.points) await writeCheckedPoints(trx, { borrowerId, campaignId, day, points });
  return { streak: made.streak, points };
}
