/** Campaigns: the running ones, the actions possible now, and their results. */
import * as v from "valibot";
import { noInput, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { couponOffer } from "#features/rewards/coupon/contract.ts";
import { skins } from "./skins-contract.ts";
import {
  campaignCaps,
  campaignFacts,
  campaignTasks,
  mechanics,
  pickState,
  prize,
  wishState,
} from "./rules-contract.ts";
import { openShape } from "#shared/fields/shape.ts";

export const campaignStates = ["DRAFT", "APPROVED", "RUNNING", "PAUSED", "ENDED"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** The states in which a person can see a campaign; one part draws them, and one function decides. // Product decisions, rewards 1 */
export const campaignViews = [
  "LOGIN",
  "NOT_ELIGIBLE",
  "SOON",
  "RUNNING",
  "DONE_TODAY",
  "WAITING",
  "WON",
  "LOST",
  "BUDGET_OUT",
  "PAUSED",
  "ENDED",
] as const;
export type CampaignView = (typeof campaignViews)[number];

/** Reasons why a person may not take part. NOT_NOW reveals nothing about a debt. */
export const ineligibleReasons = [
  "IDENTITY_NEEDED",
  "AUDIENCE",
  "FIRST_LOAN_ONLY",
  "BREAK",
  "REVIEW",
  "CARD_TAKEN",
  "NOT_NOW",
] as const;
export type IneligibleReason = (typeof ineligibleReasons)[number];

export const awardStates = ["PENDING", "HELD", "GIVEN", "REFUSED", "REVOKED"] as const;
export type AwardState = (typeof awardStates)[number];

/** Labels of an award: reasons for a review before it is given. They lead to a review, never to a refusal. // Product decisions, rewards 6 */
export const holdReasons = ["SAME_DEVICE", "SAME_NETWORK", "SAME_BANK_ACCOUNT", "RING", "IN_REVIEW"] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Reasons why a held award is refused or a given one taken back: a closed list, shown to its owner. */
export const awardEndReasons = [
  "SAME_PERSON",
  "ARRANGED",
  "FALSE_DETAILS",
  "TERMS_NOT_MET",
  "PAYMENT_TAKEN_BACK",
] as const;
export type AwardEndReason = (typeof awardEndReasons)[number];

export const award = openShape("CampaignAward", {
  awardId: v.string(),
  activityId: v.string(),
  prizeKey: v.string(),
  prize,
  state: v.picklist(awardStates),
  wonAt: instant,
  /** For a prize of chance: the draw that proves it. */
  drawId: v.nullable(v.string()),
});
export type Award = v.InferOutput<typeof award>;

/** A whole number from zero on, as amounts are. */
const count = answeredRupiah;

export const summaryEntries = {
  activityId: v.string(),
  mechanic: v.picklist(mechanics),
  skin: v.string(),
  title: v.string(),
  view: v.picklist(campaignViews),
  opensAt: instant,
  closesAt: instant,
  /** Path of its screen. */
  path: v.string(),
  /** The caller asked for a reminder when it opens. */
  reminds: v.boolean(),
};

export const campaign = v.object({
  ...summaryEntries,
  reason: v.nullable(v.picklist(ineligibleReasons)),
  /** For the reason BREAK: the end of the break; also null when it is for ever. */
  restsUntil: v.nullable(instant),
  /** The caller is not logged in: the offer is shown, and its button leads to the login. */
  isVisitor: v.boolean(),
  /** It is over: closed, or ended early. */
  isOver: v.boolean(),
  /** When staff ended it before its last day; null otherwise. */
  endedEarlyAt: v.nullable(instant),
  /** Until when prizes earned before the end may be claimed; null when nothing can be claimed after the end. */
  claimsUntil: v.nullable(instant),
  prizes: v.array(
    v.object({
      prizeKey: v.string(),
      prize,
      /** Pieces left today and in all; null: no limit. */
      left: v.nullable(count),
      /** Pieces in the whole campaign, and a day; 0: no limit. */
      stock: count,
      perDay: count,
      /** Chance in a million; 0 when chance does not decide. */
      ppm: count,
      /** Points that it costs; 0: none. */
      costPoints: count,
      /** The campaign is for a first loan, and the caller had one already: a coupon that cannot be used must not be claimed. */
      isTooLate: v.boolean(),
      /** For a coupon: its discount; null for other prizes. */
      coupon: v.nullable(couponOffer),
      /** Conditions of a coupon, a sentence each; empty for other prizes. */
      conditions: v.array(v.string()),
    }),
  ),
  tasks: v.array(v.object({ task: v.picklist(campaignTasks), gives: count, doneToday: v.boolean() })),
  /** Conditions of a claim, and whether the caller meets each. */
  needs: v.array(v.object({ need: v.picklist(campaignFacts), isMet: v.boolean() })),
  /** How often, how much and how long, by the rules in force. */
  caps: v.array(v.object({ cap: v.picklist(campaignCaps), count })),
  /** The written rules in addition to the tables, as HTML; null unless `rules` asks for it. */
  ruleText: v.nullable(v.object({ title: v.string(), summary: v.nullable(v.string()), body: v.string() })),
  /** The caller's own; zero without a login. */
  points: count,
  energy: count,
  grown: count,
  /** GROW: energy until fruit; 0 elsewhere. */
  fruit: count,
  growsUntil: v.nullable(instant),
  ticketIds: v.array(v.string()),
  playsLeft: count,
  streak: count,
  streakDays: count,
  joined: v.boolean(),
  asksAgreement: v.boolean(),
  asksCode: v.boolean(),
  /** Points for a day's check-in; 0 without check-ins. */
  dayPoints: count,
  lastDayPoints: count,
  /** Points of today's check-in, together with those of other campaigns, which count together. */
  gainedToday: count,
  pour: count,
  /** Loyalty points in addition to every claimed prize; 0: none. */
  plusPoints: count,
  /** When the next action is possible. */
  nextAt: v.nullable(instant),
  /** The minister's permit; a sample's number is marked as such. */
  permit: v.nullable(v.object({ number: v.string(), isSample: v.boolean() })),
  /** The day's draw, committed to before it began. */
  commitment: v.nullable(v.object({ drawId: v.string(), commitment: v.string() })),
  /** For draws: the newest day whose winners and seed are published. */
  lastDrawId: v.nullable(v.string()),
  /** The newest result of a wish or a play: the wish in the newest draw, or the newest play. */
  lastResult: v.nullable(
    v.object({
      drawId: v.string(),
      day: answeredDate,
      /** Null: no prize. */
      award: v.nullable(award),
      /** For a play. */
      ticketId: v.nullable(v.string()),
      /** For a draw: the caller's entry, its weight, the total weight, the number of entries and of winners. */
      entryId: v.nullable(v.string()),
      points: count,
      allPoints: count,
      entries: count,
      winners: count,
    }),
  ),
  /** One's newest award here. */
  award: v.nullable(award),
  /** Expiry of the prize shown: of the coupon, of the wallet with the cash, or of the points; null without an expiry. */
  prizeUntil: v.nullable(instant),
  /** For cash that is shown as won: the wallet holds enough to be withdrawn now. */
  mayWithdraw: v.boolean(),
  /** The partner's code of a won voucher, for its owner only. */
  voucherCode: v.nullable(v.string()),
  /** DRAW: the caller's wish and its weight today. */
  wish: v.nullable(wishState),
  /** DRAW, before a wish is chosen: points of today for help with wishes of friends, which then count. */
  pointsBefore: count,
  /** PICK: the options, the caller's choice, the pool and the result. */
  pick: v.nullable(pickState),
  /** The play of the ticket in the request: the choice, and the content of each choice. */
  play: v.nullable(v.object({ choice: count, prizeKey: v.string(), held: v.array(v.string()) })),
});
export type Campaign = v.InferOutput<typeof campaign>;

/** A limit or figure of the rules in force; 0 when they have none. */
export const capOf = ({ caps }: Pick<Campaign, "caps">, cap: Campaign["caps"][number]["cap"]): number =>
  caps.find((one) => one.cap === cap)?.count ?? 0;

export const activityId = v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID"));

const unknown = unknownProblem("CAMPAIGN_UNKNOWN", {
  id: "Event ini tidak ada.",
  en: "There is no such event.",
  zh: "该活动不存在。",
});

/** Refusals of every action in a campaign: it does not run, or not for this borrower. */
export const actionProblems = {
  ...unknown,
  CAMPAIGN_SOON: {
    status: 409,
    text: { id: "Event ini belum dibuka.", en: "This event has not opened yet.", zh: "活动尚未开始。" },
    data: v.object({ opensAt: instant }),
  },
  CAMPAIGN_PAUSED: {
    status: 409,
    text: {
      id: "Event ini dijeda sebentar. Yang sudah Anda kumpulkan tetap ada.",
      en: "This event is paused for a while. Everything that you have collected stays.",
      zh: "活动暂停中，您已积累的内容会保留。",
    },
  },
  CAMPAIGN_ENDED: {
    status: 410,
    text: { id: "Event ini sudah berakhir.", en: "This event has ended.", zh: "活动已结束。" },
  },
  NOT_ELIGIBLE: {
    status: 403,
    text: {
      id: "Anda belum bisa ikut event ini sekarang.",
      en: "You cannot take part in this event right now.",
      zh: "您目前无法参加该活动。",
    },
    data: v.object({ reason: v.picklist(ineligibleReasons) }),
  },
  CARD_TAKEN: {
    status: 409,
    text: {
      id: "KTP ini sudah ikut dengan nomor lain. Bukan Anda? Hubungi kami lewat Bantuan.",
      en: "This card takes part already with another number. Was it not you? Contact us under Help.",
      zh: "该身份证已用另一个号码参加。不是您本人？请通过帮助联系我们。",
    },
  },
} as const satisfies ProblemKinds;

/** Refusals of some actions: each action declares those that it checks. */
export const ruleProblems = {
  AGREEMENT_NEEDED: {
    status: 409,
    text: { id: "Setujui dulu ketentuannya.", en: "Agree to the terms first.", zh: "请先同意条款。" },
  },
  DONE_ALREADY: {
    status: 409,
    text: {
      id: "Ini sudah Anda lakukan atau ambil.",
      en: "You have done or taken this already.",
      zh: "您已完成或已领取。",
    },
    data: v.object({ nextAt: v.nullable(instant) }),
  },
  /** For a tree that bore no fruit in its days. */
  GROWTH_OVER: {
    status: 409,
    text: {
      id: "Masa tumbuhnya habis sebelum berbuah. Anda tidak kehilangan apa pun.",
      en: "Its time to grow ended before it bore fruit. Nothing was taken from you.",
      zh: "生长期已在结果前结束，您没有任何损失。",
    },
  },
  BUDGET_OUT: {
    status: 409,
    text: {
      id: "Anggaran hadiah event ini sudah habis. Anda tidak kehilangan apa pun.",
      en: "This event's prize budget is used up. Nothing was taken from you.",
      zh: "该活动的奖品预算已用完，您没有任何损失。",
    },
  },
} as const satisfies ProblemKinds;
/** When money is reserved for each day: tomorrow there may be some again. */
export const dayBudgetOut = {
  BUDGET_OUT: {
    status: 409,
    text: {
      id: "Anggaran hadiah hari ini sudah habis. Anda tidak kehilangan apa pun.",
      en: "Today's prize budget is used up. Nothing was taken from you.",
      zh: "今日奖品预算已用完，您没有任何损失。",
    },
  },
} as const satisfies ProblemKinds;
export type ActionProblems = typeof actionProblems & typeof ruleProblems;

export const getCampaign = defineCall({
  id: "getCampaign",
  method: "GET",
  path: "/api/activity/{activityId}",
  summary:
    "A campaign: possible actions, tasks, prizes with numbers left and chances, the permit, the day's commitment, and the caller's part.",
  policy: { who: "visitor" },
  input: v.strictObject({
    activityId,
    /** In place of a name (`standing`): the campaign that the screen of this skin shows now. */
    skin: v.optional(v.picklist(skins, "CHOICE_INVALID")),
    /** The caller's award to show; another person's is ignored. */
    award: v.optional(v.string()),
    /** A ticket that the caller has played. */
    ticket: v.optional(v.string()),
    /** Includes the text of the rules. */
    rules: v.optional(v.picklist(["1"], "CHOICE_INVALID")),
  }),
  output: campaign,
  problems: unknown,
});

export const breakDays = [30, 90] as const;
/** The current break; `until` null: for ever. */
export const campaignBreak = v.object({ until: v.nullable(instant) });

export const getCampaignBreak = defineCall({
  id: "getCampaignBreak",
  method: "GET",
  path: "/api/activity/break",
  summary: "Whether the borrower takes a break from campaigns, and until when.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ rest: v.nullable(campaignBreak) }),
  problems: {},
});

export const setCampaignBreak = defineCall({
  id: "setCampaignBreak",
  method: "POST",
  path: "/api/activity/break",
  summary: "Starts a break from campaigns at once: 30 or 90 days, or for ever. It is never shortened.",
  policy: { who: "borrower" },
  input: v.strictObject({
    days: v.nullable(
      v.union(
        [
          v.picklist(breakDays, "CHOICE_INVALID"),
          v.pipe(v.picklist(["30", "90"], "CHOICE_INVALID"), v.transform(Number)),
        ],
        "CHOICE_INVALID",
      ),
    ),
  }),
  output: campaignBreak,
  problems: {},
});
