/** The rules of a campaign, one shape for each mechanic: prizes, conditions, and limits. // Product decisions, rewards 1 */
import * as v from "valibot";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { groupThousands } from "#shared/money.ts";

export const mechanics = ["CLAIM", "CHECK_IN", "INSTANT", "DRAW", "PICK", "GROW", "INVITE"] as const;
export type Mechanic = (typeof mechanics)[number];

/** Tasks of a campaign. None of them is to apply, to borrow, or to borrow more or longer. // Product decisions, rewards 1, 9 */
export const campaignTasks = ["DAILY_SIGN_IN", "PAYMENT_SUCCESS", "FINISH_ORDER", "SHARE_MGM", "SET_PASSWORD"] as const;
export type CampaignTask = (typeof campaignTasks)[number];
/** Sources of a ticket: a task, or a prize of an earlier play. */
export const ticketSources = [...campaignTasks, "PRIZE"] as const;
export type TicketSource = (typeof ticketSources)[number];
/** Tasks that need a loan: every main prize must be reachable without them. */
export const loanTasks: readonly CampaignTask[] = ["PAYMENT_SUCCESS", "FINISH_ORDER"];

/** Facts about a person that a campaign may ask for. */
export const campaignFacts = [
  "IDENTITY_VERIFIED",
  "EMAIL_VERIFIED",
  "PROFILE_COMPLETED",
  "PASSWORD_SET",
  "LOAN_PAID_OFF",
  "INSTALMENT_PAID",
] as const;
export type CampaignFact = (typeof campaignFacts)[number];

const whole = v.pipe(v.number("NUMBER_WHOLE"), v.safeInteger("NUMBER_WHOLE"), v.minValue(0, "NUMBER_WHOLE"));
const positive = v.pipe(whole, v.minValue(1, "NUMBER_POSITIVE"));
const key = v.pipe(v.string("KEY_FORMAT"), v.regex(/^[A-Z0-9_]{2,30}$/, "KEY_FORMAT"));
const name = v.pipe(freeText(40), v.minLength(1, "REQUIRED"));

/** Rupiah are net: the company pays the tax of a prize of chance. */
export const prize = v.variant("kind", [
  v.strictObject({ kind: v.literal("CASH"), rupiah: positive }),
  v.strictObject({
    kind: v.literal("COUPON"),
    couponKey: v.pipe(v.string("COUPON_KEY"), v.regex(/^[a-z0-9-]{3,40}$/, "COUPON_KEY")),
  }),
  v.strictObject({ kind: v.literal("POINTS"), points: positive }),
  /** For an INSTANT campaign: more plays. */
  v.strictObject({ kind: v.literal("TICKET"), tickets: v.pipe(positive, v.maxValue(100, "AT_MOST")) }),
  v.strictObject({ kind: v.literal("VOUCHER"), voucherKey: key, rupiah: positive }),
  v.strictObject({ kind: v.literal("NOTHING") }),
]);
export type Prize = v.InferOutput<typeof prize>;

export const prizeRule = v.strictObject({
  prizeKey: key,
  prize,
  /** Pieces in the whole campaign; 0: no limit. */
  stock: whole,
  /** Pieces a day; 0: no limit. */
  perDay: whole,
  /** Chance in a million, of INSTANT; 0 elsewhere. */
  ppm: v.pipe(whole, v.maxValue(1_000_000, "AT_MOST")),
  /** Points that it costs, of CLAIM; 0 elsewhere. */
  costPoints: whole,
});
export type PrizeRule = v.InferOutput<typeof prizeRule>;

export const taskRule = v.strictObject({
  task: v.picklist(campaignTasks),
  /** Points, energy or tickets. */
  gives: positive,
});
export type TaskRule = v.InferOutput<typeof taskRule>;

/** No two lines of a list have the same key: pieces, plays and choices are counted by it. */
const each = <Line>(keyOf: (line: Line) => string) =>
  v.check((lines: Line[]) => new Set(lines.map(keyOf)).size === lines.length, "KEY_TWICE");

const prizes = v.pipe(
  v.array(prizeRule),
  v.minLength(1, "LIST_EMPTY"),
  v.maxLength(16, "AT_MOST"),
  each(({ prizeKey }) => prizeKey),
);
const tasks = v.pipe(
  v.array(taskRule),
  v.maxLength(campaignTasks.length, "AT_MOST"),
  each(({ task }) => task),
);
/** The chances of all lines add up to one. */
export const allPpm = 1_000_000;
export const ppmOf = (lines: readonly PrizeRule[]): number => lines.reduce((sum, { ppm }) => sum + ppm, 0);

export const claimRules = v.strictObject({
  mechanic: v.literal("CLAIM"),
  prizes,
  /** All of them must be met. */
  needs: v.array(v.picklist(campaignFacts)),
  /** Days from registration in which they count; 0: always. */
  withinDays: whole,
  /** The loan was never late. */
  neverLate: v.boolean(),
  /** Days until the same person may claim again; 0: only once. */
  everyDays: whole,
  /** Claims of each prize per month (WIB), instead of `everyDays`; 0: not used. */
  timesAMonth: whole,
  /** The outlet's code of four digits is entered. */
  asksCode: v.boolean(),
  /** Loyalty points in addition to every prize; none when omitted. */
  plusPoints: v.optional(positive),
});

export const checkInRules = v.strictObject({
  mechanic: v.literal("CHECK_IN"),
  points: positive,
  /** On the last day of a streak. */
  lastPoints: positive,
  streakDays: v.pipe(positive, v.maxValue(31, "AT_MOST")),
  tasks,
});

export const instantRules = v.strictObject({
  mechanic: v.literal("INSTANT"),
  prizes: v.pipe(
    prizes,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const sum = ppmOf(dataset.value);
      if (sum !== allPpm) addIssue({ message: "ODDS_SUM", received: groupThousands(sum) });
    }),
  ),
  tasks: v.pipe(tasks, v.minLength(1, "LIST_EMPTY")),
  playsADay: positive,
  choices: v.pipe(positive, v.minValue(2, "AT_LEAST"), v.maxValue(9, "AT_MOST")),
  /** The rules are agreed to before the first play. */
  asksAgreement: v.boolean(),
});

export const growRules = v.strictObject({
  mechanic: v.literal("GROW"),
  prizes: v.pipe(prizes, v.maxLength(1, "AT_MOST")),
  tasks: v.pipe(tasks, v.minLength(1, "LIST_EMPTY")),
  /** Energy until it bears fruit. */
  fruit: positive,
  /** Days from planting. */
  days: positive,
  energyADay: positive,
  /** Energy of one pour. */
  pour: positive,
});

export const drawRules = v.strictObject({
  mechanic: v.literal("DRAW"),
  prizes,
  tasks,
  winners: positive,
  /** The largest weight of a day. */
  maxPoints: positive,
  /** WIB, of the day after. */
  drawHour: v.pipe(whole, v.maxValue(23, "AT_MOST")),
  /** Points for help: to the helped person, and to the helper, each depending on whether the other's account is new. */
  help: v.strictObject({
    byNew: positive,
    byOld: positive,
    toNew: positive,
    toOld: positive,
    /** Maximal age of a new account. */
    newDays: positive,
    helpsADay: positive,
    helpedADay: positive,
  }),
});

/** The options of a pick, each by its key, as people read it. */
export const pickOptionRule = v.strictObject({ optionKey: key, id: name, en: name, zh: name });

export const pickRules = v.strictObject({
  mechanic: v.literal("PICK"),
  options: v.pipe(
    v.array(pickOptionRule),
    v.minLength(2, "LIST_SHORT"),
    v.maxLength(64, "AT_MOST"),
    each(({ optionKey }) => optionKey),
  ),
  /** No choice from this day of the campaign on. */
  lockDay: positive,
  /** Shared equally by people with the right choice, net. */
  poolRupiah: positive,
  maxRupiah: positive,
});

const invite = v.strictObject({
  mechanic: v.literal("INVITE"),
  prizes,
  /** The prize that both get once the friend's identity is verified. */
  verified: key,
  /** The prize that the inviter gets for the payout of the friend's first loan. */
  firstLoan: key,
  /** Days from registration in which that payout counts. */
  loanWithinDays: positive,
  /** Days after the payout on which the reward is given. */
  givenAfterDays: positive,
  /** Maximal number of friends with a `firstLoan` reward within these days. */
  maxRewarded: positive,
  inDays: positive,
});

const isPrize = (rules: v.InferOutput<typeof invite>, named: "verified" | "firstLoan"): boolean =>
  rules.prizes.some(({ prizeKey }) => prizeKey === rules[named]);
export const inviteRules = v.pipe(
  invite,
  v.forward(
    v.check((rules) => isPrize(rules, "verified"), "KEY_UNKNOWN"),
    ["verified"],
  ),
  v.forward(
    v.check((rules) => isPrize(rules, "firstLoan"), "KEY_UNKNOWN"),
    ["firstLoan"],
  ),
);

export const campaignRules = v.variant("mechanic", [
  claimRules,
  checkInRules,
  instantRules,
  growRules,
  drawRules,
  pickRules,
  inviteRules,
]);
export type CampaignRules = v.InferOutput<typeof campaignRules>;
export type RulesOf<M extends Mechanic> = Extract<CampaignRules, { mechanic: M }>;

/** Frequencies, amounts and durations, for the page of rules. */
export const campaignCaps = [
  "ONCE",
  "EVERY_DAYS",
  "TIMES_A_MONTH",
  "WITHIN_DAYS",
  "NEVER_LATE",
  "CODE_TRIES_A_DAY",
  "STREAK_DAYS",
  "PLAYS_A_DAY",
  "ENERGY_A_DAY",
  "ENERGY_OF_FRUIT",
  "GROWING_DAYS",
  "WINNERS_A_DAY",
  "DRAW_HOUR",
  "POINTS_A_DAY",
  "HELPS_A_DAY",
  "HELPED_A_DAY",
  "HELPED_BY_NEW",
  "HELPED_BY_OLD",
  "HELP_NEW",
  "HELP_OLD",
  "NEW_DAYS",
  "POOL_RUPIAH",
  "SHARE_RUPIAH",
  "LOCK_DAY",
  "FRIENDS",
  "FRIENDS_IN_DAYS",
  "LOAN_WITHIN_DAYS",
  "GIVEN_AFTER_DAYS",
] as const;
export type CampaignCap = (typeof campaignCaps)[number];

/** Sources of points in a campaign: its tasks, a day's check-in, and help with wishes, by which of the two people is new. // Product decisions, rewards 7 */
export const recordTypes = [
  ...campaignTasks,
  "CHECK_IN",
  "FIRST_LOGIN",
  "HELPED_BY_NEW",
  "HELPED_BY_OLD",
  "HELPED_NOT_COUNTED",
  "HELP_NEW",
  "HELP_OLD",
] as const;
export type RecordType = (typeof recordTypes)[number];

export const tasksOf = (rules: CampaignRules): readonly TaskRule[] => ("tasks" in rules ? rules.tasks : []);
export const prizesOf = (rules: CampaignRules): readonly PrizeRule[] => ("prizes" in rules ? rules.prizes : []);
/** GROW: parts of the fruit at which it has grown to the next of five stages. // Product decisions, rewards 1 */
export const growthLevels = [10, 30, 60, 100] as const;
/** 0 for the seed, 4 for fruit. */
export const growthLevelOf = (grown: number, fruit: number): number =>
  growthLevels.filter((percent) => grown * 100 >= fruit * percent).length;

/** A wish, and its weight today. */
export const wishState = v.object({
  wishKey: v.string(),
  /** The code for friends who help. */
  code: v.string(),
  /** One's own name in today's draw; null before the first point of the day. */
  entryId: v.nullable(v.string()),
  points: answeredRupiah,
  maxPoints: answeredRupiah,
  /** Points of all participants today. */
  allPoints: answeredRupiah,
  /** Sources of today's points. */
  sources: v.array(v.object({ type: v.picklist(recordTypes), times: answeredRupiah, points: answeredRupiah })),
});

/** PICK: a person's state in a campaign. */
export const pickState = v.object({
  options: v.array(v.string()),
  /** Names for people, by the key. */
  names: v.array(pickOptionRule),
  /** The person's own choice; null before. */
  choice: v.nullable(v.string()),
  /** From this instant no further choices are possible. */
  lockedAt: instant,
  poolRupiah: answeredRupiah,
  maxRupiah: answeredRupiah,
  /** Number of people who have chosen. */
  people: answeredRupiah,
  result: v.nullable(
    v.object({
      optionKey: v.string(),
      /** The place where it is written. */
      source: v.string(),
      at: instant,
      winners: answeredRupiah,
      /** Share of each of them, net. */
      shareRupiah: answeredRupiah,
    }),
  ),
});
export type PickState = v.InferOutput<typeof pickState>;
