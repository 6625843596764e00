/** Campaigns: what runs, what one may do in it now, and what came of it. */
import * as v from "valibot";
import { noInput, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { ticked } from "#shared/fields/verification.ts";
import { entryCodeProblems } from "./outlet-contract.ts";
import { skins } from "./skins-contract.ts";
import {
  campaignCaps,
  campaignFacts,
  campaignTasks,
  mechanics,
  pickStanding,
  prize,
  recordTypes,
} from "./rules-contract.ts";
import { openShape } from "#shared/fields/shape.ts";

export const campaignStates = ["DRAFT", "APPROVED", "RUNNING", "PAUSED", "ENDED"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** What somebody sees of a campaign; drawn by one part, and decided by one function. // Product decisions, rewards 1 */
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

/** Why somebody may not take part. NOT_NOW says nothing of a debt. */
export const ineligibleReasons = [
  "IDENTITY_NEEDED",
  "AUDIENCE",
  "FIRST_LOAN_ONLY",
  "BREAK",
  "REVIEW",
  "NOT_NOW",
] as const;
export type IneligibleReason = (typeof ineligibleReasons)[number];

export const awardStates = ["PENDING", "HELD", "GIVEN", "REFUSED", "REVOKED"] as const;
export type AwardState = (typeof awardStates)[number];

/** Why an award is looked at before it is given. Labels: they lead to a look, never to a refusal. // Product decisions, rewards 6 */
export const holdReasons = ["SAME_DEVICE", "SAME_NETWORK", "SAME_BANK_ACCOUNT", "RING", "IN_REVIEW"] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Why a held award is not given, or a given one taken back: a closed list, which its owner is told. */
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
  /** Of a prize of chance: the draw that proves it. */
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
  /** Of its screen. */
  path: v.string(),
  /** The caller asked to be told when it opens. */
  reminds: v.boolean(),
};

export const campaign = v.object({
  ...summaryEntries,
  reason: v.nullable(v.picklist(ineligibleReasons)),
  /** Nobody is logged in: the offer is shown, and its button leads to the login. */
  isVisitor: v.boolean(),
  /** It is over: it closed, or was ended early. */
  isOver: v.boolean(),
  /** Until when what was earned by the end may be fetched; null where nothing outlives the end. */
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
      /** Chance in a million; 0 where no chance decides. */
      ppm: count,
      /** Points that it costs; 0: none. */
      costPoints: count,
      /** It is for a first loan, and the caller had one: nobody may claim what could not be used. */
      isTooLate: v.boolean(),
    }),
  ),
  tasks: v.array(v.object({ task: v.picklist(campaignTasks), gives: count, doneToday: v.boolean() })),
  /** What must have happened before a claim, and whether it has for the caller. */
  needs: v.array(v.object({ need: v.picklist(campaignFacts), isMet: v.boolean() })),
  /** How often, how much and how long, by the rules in force. */
  caps: v.array(v.object({ cap: v.picklist(campaignCaps), count })),
  /** What is written of its rules beside the tables, as HTML; null unless `rules` asks for it. */
  ruleText: v.nullable(v.object({ title: v.string(), summary: v.nullable(v.string()), body: v.string() })),
  /** One's own; zero for whoever is not logged in. */
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
  /** What one gets for a day's check-in; 0 where there is none. */
  dayPoints: count,
  lastDayPoints: count,
  pour: count,
  /** Loyalty points that come with a claimed prize, whichever it is; 0: none. */
  plusPoints: count,
  /** When it goes on. */
  nextAt: v.nullable(instant),
  /** The minister's permit; a sample's number is marked as such. */
  permit: v.nullable(v.object({ number: v.string(), isSample: v.boolean() })),
  /** The day's draw, committed to before it began. */
  commitment: v.nullable(v.object({ drawId: v.string(), commitment: v.string() })),
  /** Of what is drawn: the newest day whose winners and seed are shown. */
  lastDrawId: v.nullable(v.string()),
  /** One's newest award here. */
  award: v.nullable(award),
  /** Of a voucher that is shown as won: the partner's code, for its owner. */
  voucherCode: v.nullable(v.string()),
  /** DRAW: one's wish and what it weighs today. */
  wish: v.nullable(
    v.object({
      wishKey: v.string(),
      /** For friends who help. */
      code: v.string(),
      /** One's own name in today's draw; null before the first point of the day. */
      entryId: v.nullable(v.string()),
      points: count,
      maxPoints: count,
      /** Of all who take part today. */
      allPoints: count,
      /** What today's points came from. */
      sources: v.array(v.object({ type: v.picklist(recordTypes), times: count, points: count })),
    }),
  ),
  /** PICK: the options, one's own choice, the pool and the result. */
  pick: v.nullable(pickStanding),
  /** The play of the ticket that was asked about: what was chosen, and what each of the choices held. */
  play: v.nullable(v.object({ choice: count, prizeKey: v.string(), held: v.array(v.string()) })),
});
export type Campaign = v.InferOutput<typeof campaign>;

/** A bound or figure of the rules in force; 0 where they have none. */
export const capOf = ({ caps }: Pick<Campaign, "caps">, cap: Campaign["caps"][number]["cap"]): number =>
  caps.find((one) => one.cap === cap)?.count ?? 0;

export const activityId = v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID"));
const one = v.strictObject({ activityId });

const unknown = unknownProblem("CAMPAIGN_UNKNOWN", {
  id: "Event ini tidak ada.",
  en: "There is no such event.",
  zh: "该活动不存在。",
});

/** What any action in a campaign may be refused with. */
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
      en: "This event is paused for a while. What you have collected stays.",
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
      id: "Anda belum dapat ikut event ini sekarang.",
      en: "You cannot take part in this event right now.",
      zh: "您目前无法参加该活动。",
    },
    data: v.object({ reason: v.picklist(ineligibleReasons) }),
  },
  AGREEMENT_NEEDED: {
    status: 409,
    text: { id: "Setujui dulu ketentuannya.", en: "Agree to the terms first.", zh: "请先同意条款。" },
  },
  DONE_ALREADY: {
    status: 409,
    text: {
      id: "Sudah dilakukan. Anda dapat melanjutkan lagi nanti.",
      en: "This is done already. You can go on later.",
      zh: "已经完成，请稍后再继续。",
    },
    data: v.object({ nextAt: v.nullable(instant) }),
  },
  CAP_REACHED: {
    status: 409,
    text: {
      id: "Batas hari ini sudah tercapai.",
      en: "The limit of today has been reached.",
      zh: "已达到今日上限。",
    },
  },
  BUDGET_OUT: {
    status: 409,
    text: {
      id: "Anggaran hadiah event ini sudah habis. Tidak ada yang berkurang dari Anda.",
      en: "This event's prize budget is used up. Nothing was taken from you.",
      zh: "该活动的奖品预算已用完，您没有任何损失。",
    },
  },
} as const satisfies ProblemKinds;
export type ActionProblems = typeof actionProblems;

export const getCampaign = defineCall({
  method: "GET",
  path: "/api/activity/{activityId}",
  summary:
    "A campaign: what may be done now, tasks, prizes with numbers left and chances, the permit, the day's commitment, and one's own part.",
  policy: { who: "visitor" },
  input: v.strictObject({
    activityId,
    /** In place of a name (`standing`): the campaign that the screen of this skin shows now. */
    skin: v.optional(v.picklist(skins, "CHOICE_INVALID")),
    /** An award of one's own to be shown; another's is ignored. */
    award: v.optional(v.string()),
    /** A ticket of one's own that was played. */
    ticket: v.optional(v.string()),
    /** With the text of its rules. */
    rules: v.optional(v.picklist(["1"], "CHOICE_INVALID")),
  }),
  output: campaign,
  problems: unknown,
});

export const joinCampaign = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/join",
  summary: "Agrees to a campaign's rules and takes part: plants the tree, chooses the wish.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    agree: ticked,
    wishKey: v.optional(v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID"))),
  }),
  output: v.object({ joined: v.boolean() }),
  problems: actionProblems,
});

export const checkIn = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/check-in",
  summary: "The daily press: once a WIB day. Points by the streak, a ticket, or energy, by the campaign's rules.",
  policy: { who: "borrower" },
  input: one,
  output: v.object({ date: answeredDate, streak: count, points: count }),
  problems: actionProblems,
});

export const claimPrize = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/claim",
  summary: "Claims one prize of a list, where its conditions are met.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    activityId,
    prizeKey: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID")),
    /** Four digits, or a digit a field. */
    entryCode: v.optional(
      v.pipe(
        v.union(
          [v.pipe(v.string(), v.maxLength(4)), v.pipe(v.array(v.pipe(v.string(), v.maxLength(4))), v.maxLength(4))],
          "ENTRY_CODE_FORMAT",
        ),
        v.transform((typed) => [typed].flat().join("")),
        v.regex(/^\d{4}$/, "ENTRY_CODE_FORMAT"),
      ),
    ),
  }),
  output: award,
  problems: {
    ...actionProblems,
    ...entryCodeProblems,
    POINTS_SHORT: {
      status: 409,
      text: { id: "Poin Anda belum cukup.", en: "You do not have enough points yet.", zh: "您的积分不足。" },
    },
    OUT_OF_STOCK: {
      status: 409,
      text: {
        id: "Hadiah ini sudah habis. Tidak ada yang berkurang dari Anda.",
        en: "This prize is gone. Nothing was taken from you.",
        zh: "该奖品已领完，您没有任何损失。",
      },
    },
  },
  fieldProblems: {
    ENTRY_CODE_FORMAT: {
      id: "Isi empat angka dari gerai.",
      en: "Enter the outlet's four digits.",
      zh: "请输入门店的四位数字。",
    },
  },
});

/** PICK: one choice, no change, no stake; who chose right shares the pool. // Product decisions, rewards 7 */
export const pickOption = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/pick",
  summary: "Chooses one option of a campaign, once and for good, until its choices are locked.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    optionKey: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID")),
  }),
  output: v.object({ optionKey: v.string(), lockedAt: instant }),
  problems: {
    ...actionProblems,
    PICK_MADE: {
      status: 409,
      text: {
        id: "Anda sudah memilih. Pilihan tidak dapat diganti.",
        en: "You have chosen already. A choice cannot be changed.",
        zh: "您已作出选择，不可更改。",
      },
    },
    PICK_LOCKED: {
      status: 409,
      text: {
        id: "Pilihan sudah dikunci. Hasilnya diumumkan di sini.",
        en: "Choices are locked. The result is announced here.",
        zh: "选择已锁定，结果将在此公布。",
      },
    },
  },
});

export const breakDays = [30, 90] as const;
/** A rest that stands; `until` null: for good. */
export const campaignBreak = v.object({ until: v.nullable(instant) });

export const getCampaignBreak = defineCall({
  method: "GET",
  path: "/api/activity/break",
  summary: "Whether the borrower rests from campaigns, and until when.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ rest: v.nullable(campaignBreak) }),
  problems: {},
});

export const setCampaignBreak = defineCall({
  method: "POST",
  path: "/api/activity/break",
  summary: "A rest from campaigns, at once: 30 or 90 days, or for good. It is never shortened.",
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
