/** The rules of a campaign, one shape for each mechanic: what is promised, for what, and how often. // Product decisions, rewards 1 */
import * as v from "valibot";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";

export const mechanics = ["CLAIM", "CHECK_IN", "INSTANT", "DRAW", "PICK", "GROW", "INVITE"] as const;
export type Mechanic = (typeof mechanics)[number];

/** What a person does for a campaign. None of them is to apply, to borrow, or to borrow more or longer. // Product decisions, rewards 1, 9 */
export const campaignTasks = ["DAILY_SIGN_IN", "PAYMENT_SUCCESS", "FINISH_ORDER", "SHARE_MGM", "SET_PASSWORD"] as const;
export type CampaignTask = (typeof campaignTasks)[number];
/** What brings a ticket: a task, or a ticket that was played before. */
export const ticketSources = [...campaignTasks, "PRIZE"] as const;
export type TicketSource = (typeof ticketSources)[number];
/** Tasks that only somebody with a loan can do: no main prize may be out of reach without them. */
export const loanTasks: readonly CampaignTask[] = ["PAYMENT_SUCCESS", "FINISH_ORDER"];

/** What a campaign may ask about a person. */
export const campaignFacts = [
  "IDENTITY_VERIFIED",
  "EMAIL_VERIFIED",
  "PROFILE_COMPLETED",
  "PASSWORD_SET",
  "LOAN_PAID_OFF",
  "INSTALMENT_PAID",
] as const;
export type CampaignFact = (typeof campaignFacts)[number];

const whole = answeredRupiah;
const positive = v.pipe(answeredRupiah, v.minValue(1));
const key = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{2,30}$/));

/** Rupiah are net: the house bears the tax of a prize of chance. */
export const prize = v.variant("kind", [
  v.strictObject({ kind: v.literal("CASH"), rupiah: positive }),
  v.strictObject({ kind: v.literal("COUPON"), couponKey: v.pipe(v.string(), v.regex(/^[a-z0-9-]{3,40}$/)) }),
  v.strictObject({ kind: v.literal("POINTS"), points: positive }),
  /** Of an INSTANT campaign: more plays of it. */
  v.strictObject({ kind: v.literal("TICKET"), tickets: v.pipe(positive, v.maxValue(100)) }),
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
  ppm: v.pipe(whole, v.maxValue(1_000_000)),
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

const prizes = v.pipe(v.array(prizeRule), v.minLength(1), v.maxLength(16));
const tasks = v.pipe(v.array(taskRule), v.maxLength(campaignTasks.length));

export const claimRules = v.strictObject({
  mechanic: v.literal("CLAIM"),
  prizes,
  /** All of them must have happened. */
  needs: v.array(v.picklist(campaignFacts)),
  /** Days from registration in which they count; 0: always. */
  withinDays: whole,
  /** The loan was never late. */
  neverLate: v.boolean(),
  /** Days until the same person may claim again; 0: once. */
  everyDays: whole,
  /** Each of the prizes so often a month in WIB, in place of `everyDays`; 0: does not count. */
  timesAMonth: whole,
  /** The outlet's code of four digits is entered. */
  asksCode: v.boolean(),
  /** Loyalty points that come with the prize, whichever it is; none where it is left out. */
  plusPoints: v.optional(positive),
});

export const checkInRules = v.strictObject({
  mechanic: v.literal("CHECK_IN"),
  points: positive,
  /** On the last day of a streak. */
  lastPoints: positive,
  streakDays: v.pipe(positive, v.maxValue(31)),
  tasks,
});

export const instantRules = v.strictObject({
  mechanic: v.literal("INSTANT"),
  prizes: v.pipe(
    prizes,
    v.check((lines) => lines.reduce((sum, { ppm }) => sum + ppm, 0) === 1_000_000),
  ),
  tasks: v.pipe(tasks, v.minLength(1)),
  playsADay: positive,
  choices: v.pipe(positive, v.minValue(2), v.maxValue(9)),
  /** The rules are agreed to before the first play. */
  asksAgreement: v.boolean(),
});

export const growRules = v.strictObject({
  mechanic: v.literal("GROW"),
  prizes: v.pipe(prizes, v.maxLength(1)),
  tasks: v.pipe(tasks, v.minLength(1)),
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
  prizes: v.pipe(prizes, v.minLength(1)),
  tasks,
  winners: positive,
  /** The largest weight of a day. */
  maxPoints: positive,
  /** WIB, of the day after. */
  drawHour: v.pipe(whole, v.maxValue(23)),
  /** Points of help: to the one who is helped, and to the helper, each by whether the other's account is new. */
  help: v.strictObject({
    byNew: positive,
    byOld: positive,
    toNew: positive,
    toOld: positive,
    /** Of an account that is new. */
    newDays: positive,
    helpsADay: positive,
    helpedADay: positive,
  }),
});

export const pickRules = v.strictObject({
  mechanic: v.literal("PICK"),
  options: v.pipe(v.array(key), v.minLength(2), v.maxLength(64)),
  /** No choice from this day of the campaign on. */
  lockDay: positive,
  /** Shared equally by those who chose right, net. */
  poolRupiah: positive,
  maxRupiah: positive,
});

export const inviteRules = v.strictObject({
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
  /** Friends that bring `firstLoan` at most, in so many days. */
  maxRewarded: positive,
  inDays: positive,
});

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

/** How often, how much and how long, as a page of rules tells it. */
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

/** What moved points of a campaign: its tasks, a day's check-in, and help with wishes, by which of the two is new. // Product decisions, rewards 7 */
export const recordTypes = [
  ...campaignTasks,
  "CHECK_IN",
  "FIRST_LOGIN",
  "HELPED_BY_NEW",
  "HELPED_BY_OLD",
  "HELP_NEW",
  "HELP_OLD",
] as const;
export type RecordType = (typeof recordTypes)[number];

export const tasksOf = (rules: CampaignRules): readonly TaskRule[] => ("tasks" in rules ? rules.tasks : []);
export const prizesOf = (rules: CampaignRules): readonly PrizeRule[] => ("prizes" in rules ? rules.prizes : []);
/** GROW: parts of the fruit at which it has grown to the next of five stages. // Product decisions, rewards 1 */
export const growthLevels = [10, 30, 60, 100] as const;
/** 0 for the seed, 4 for fruit. */
export const levelOf = (grown: number, fruit: number): number =>
  growthLevels.filter((percent) => grown * 100 >= fruit * percent).length;

/** PICK: how a campaign stands for a person. */
export const pickStanding = v.object({
  options: v.array(v.string()),
  /** One's own; null before. */
  choice: v.nullable(v.string()),
  /** From when on nobody chooses any more. */
  lockedAt: instant,
  poolRupiah: whole,
  maxRupiah: whole,
  /** Who have chosen. */
  people: whole,
  result: v.nullable(
    v.object({
      optionKey: v.string(),
      /** Where it is written. */
      source: v.string(),
      at: instant,
      winners: whole,
      /** What each of them gets, net. */
      shareRupiah: whole,
    }),
  ),
});
export type PickStanding = v.InferOutput<typeof pickStanding>;
