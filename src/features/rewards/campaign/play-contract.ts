/** Calls to join and play a campaign: a ticket, energy for the tree, one prize of a list, one option. */
import * as v from "valibot";
import { unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { cleanDigits, maxTypedCode } from "#shared/fields/cleaning.ts";
import { ticked } from "#shared/fields/verification.ts";
import { actionProblems, activityId, award, dayBudgetOut, ruleProblems } from "./contract.ts";
import { entryCodeFieldProblems, entryCodeProblems } from "./outlet-contract.ts";

const count = answeredRupiah;
const { AGREEMENT_NEEDED, BUDGET_OUT, DONE_ALREADY, GROWTH_OVER } = ruleProblems;

const ticketUnknown = unknownProblem("TICKET_UNKNOWN", {
  id: "Tiket ini tidak ada.",
  en: "There is no such ticket.",
  zh: "该抽奖券不存在。",
});

export const joinCampaign = defineCall({
  id: "joinCampaign",
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
  problems: {
    ...actionProblems,
    BUDGET_OUT,
    CHOICE_NEEDED: {
      status: 409,
      text: {
        id: "Di event ini Anda ikut dengan mengunci pilihan.",
        en: "In this event you take part by locking your choice.",
        zh: "在本活动中，锁定您的选择即为参加。",
      },
    },
  },
});

export const playTicket = defineCall({
  id: "playTicket",
  method: "POST",
  path: "/api/activity/{activityId}/play",
  summary:
    "Plays a ticket: the choice and the day's sealed seed decide. Playing the same ticket again returns the same result.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    ticketId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, "CHOICE_INVALID")),
    choice: v.union(
      [
        v.pipe(
          v.number("CHOICE_INVALID"),
          v.integer("CHOICE_INVALID"),
          v.minValue(1, "CHOICE_INVALID"),
          v.maxValue(3, "CHOICE_INVALID"),
        ),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[1-3]$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
  }),
  output: v.object({
    prizeKey: v.string(),
    awardId: v.nullable(v.string()),
    drawId: v.string(),
    choice: count,
    /** The content of each choice, in order. */
    held: v.array(v.string()),
  }),
  problems: {
    ...actionProblems,
    AGREEMENT_NEEDED,
    ...dayBudgetOut,
    CAP_REACHED: {
      status: 409,
      text: {
        id: "Batas hari ini sudah tercapai. Tiketnya tetap ada.",
        en: "The limit of today has been reached. The ticket stays.",
        zh: "已达到今日上限，抽奖券会保留。",
      },
    },
    ...ticketUnknown,
  },
});

export const pourEnergy = defineCall({
  id: "pourEnergy",
  method: "POST",
  path: "/api/activity/{activityId}/pour",
  summary: "Pours energy on the tree; the last level brings the fruit.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    pours: v.union(
      [
        v.pipe(
          v.number("CHOICE_INVALID"),
          v.integer("CHOICE_INVALID"),
          v.minValue(1, "CHOICE_INVALID"),
          v.maxValue(5, "CHOICE_INVALID"),
        ),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[1-5]$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
    /** The energy that the page showed: a second press on the same page pours nothing. */
    energyBefore: v.union(
      [
        v.pipe(v.number("CHOICE_INVALID"), v.safeInteger("CHOICE_INVALID")),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^\d{1,9}$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
  }),
  output: v.object({ energy: count, grown: count, level: count, awardId: v.nullable(v.string()) }),
  problems: {
    ...actionProblems,
    AGREEMENT_NEEDED,
    DONE_ALREADY,
    GROWTH_OVER,
    BUDGET_OUT,
    ENERGY_SHORT: {
      status: 409,
      text: { id: "Energi Anda belum cukup.", en: "You do not have enough energy yet.", zh: "您的能量不足。" },
    },
    ENERGY_CHANGED: {
      status: 409,
      text: {
        id: "Energi Anda sudah berubah. Lihat lagi angkanya, lalu siram.",
        en: "Your energy has changed. Look at it again, then pour.",
        zh: "您的能量已变化，请查看后再浇水。",
      },
    },
  },
});

const typedCode = v.pipe(v.string(), v.maxLength(maxTypedCode));

export const claimPrize = defineCall({
  id: "claimPrize",
  method: "POST",
  path: "/api/activity/{activityId}/claim",
  summary: "Claims one prize of a list, when its conditions are met.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    activityId,
    prizeKey: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID")),
    /** Four digits in one field, or one digit per field. */
    entryCode: v.optional(
      v.pipe(
        v.union([typedCode, v.pipe(v.array(typedCode), v.maxLength(4))], "ENTRY_CODE_FORMAT"),
        v.transform((typed) => cleanDigits([typed].flat().join(""))),
        v.regex(/^\d{4}$/, "ENTRY_CODE_FORMAT"),
      ),
    ),
  }),
  output: award,
  problems: {
    ...actionProblems,
    DONE_ALREADY,
    BUDGET_OUT,
    CAP_REACHED: {
      status: 409,
      text: {
        id: "Bulan ini Anda sudah mengambil hadiah ini sebanyak yang boleh.",
        en: "You have taken this prize as often as you may this month.",
        zh: "本月您领取该奖品的次数已达上限。",
      },
    },
    ...entryCodeProblems,
    POINTS_SHORT: {
      status: 409,
      text: { id: "Poin Anda belum cukup.", en: "You do not have enough points yet.", zh: "您的积分不足。" },
    },
    OUT_OF_STOCK: {
      status: 409,
      text: {
        id: "Hadiah ini sudah habis. Anda tidak kehilangan apa pun.",
        en: "This prize is gone. Nothing was taken from you.",
        zh: "该奖品已领完，您没有任何损失。",
      },
    },
  },
  fieldProblems: entryCodeFieldProblems,
});

/** PICK: one choice, no change, no stake; people with the right choice share the pool. // Product decisions, rewards 7 */
export const pickOption = defineCall({
  id: "pickOption",
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
        id: "Anda sudah memilih. Pilihan tidak bisa diganti.",
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
