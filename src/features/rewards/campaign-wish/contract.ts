/** A wish that friends help: its one call. The rest belongs to the engine. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { typedCrockford } from "#shared/fields/crockford.ts";
import { actionProblems } from "#features/rewards/campaign/contract.ts";

export const helpWithWish = defineCall({
  id: "helpWithWish",
  method: "POST",
  path: "/api/loan/activity/wish/help",
  summary: "Helps a friend's wish by its code, once a day: points for both.",
  policy: { who: "borrower" },
  input: v.strictObject({
    // Typed by hand: in small letters, in groups, or with letters that look like digits.
    wishCode: v.pipe(
      v.string("WISH_CODE_FORMAT"),
      v.maxLength(40, "WISH_CODE_FORMAT"),
      v.transform(typedCrockford),
      v.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, "WISH_CODE_FORMAT"),
    ),
  }),
  output: v.object({ helped: v.boolean(), points: answeredRupiah }),
  problems: {
    ...unknown("WISH_UNKNOWN", {
      id: "Kode keinginan ini tidak ada.",
      en: "There is no wish with this code.",
      zh: "没有该心愿码。",
    }),
    HELP_SELF: {
      status: 409,
      text: {
        id: "Anda tidak bisa membantu keinginan sendiri.",
        en: "You cannot help your own wish.",
        zh: "不能为自己的心愿助力。",
      },
    },
    HELP_DONE: {
      status: 409,
      text: {
        id: "Anda sudah membantu keinginan ini hari ini.",
        en: "You have helped this wish today already.",
        zh: "您今天已为该心愿助力。",
      },
    },
    HELP_LIMIT: {
      status: 409,
      text: {
        id: "Batas Anda membantu keinginan hari ini sudah tercapai.",
        en: "You have reached today's limit for helping wishes.",
        zh: "您今天为心愿助力的次数已达上限。",
      },
    },
    WISH_FULL: {
      status: 409,
      text: {
        id: "Keinginan ini sudah dibantu sebanyak batasnya hari ini.",
        en: "This wish has reached today's limit of help.",
        zh: "该心愿今日获助力次数已达上限。",
      },
    },
    CAMPAIGN_PAUSED: actionProblems.CAMPAIGN_PAUSED,
    CAMPAIGN_ENDED: actionProblems.CAMPAIGN_ENDED,
    CARD_TAKEN: actionProblems.CARD_TAKEN,
    BUDGET_OUT: {
      status: 409,
      text: {
        id: "Hari ini tidak ada undian.",
        en: "There is no draw today.",
        zh: "今日没有抽奖。",
      },
    },
    NOT_ELIGIBLE: {
      status: 403,
      text: {
        id: "Anda belum bisa ikut event ini sekarang.",
        en: "You cannot take part in this event right now.",
        zh: "您目前无法参加该活动。",
      },
      data: v.object({ reason: v.string() }),
    },
  },
  fieldProblems: {
    WISH_CODE_FORMAT: {
      id: "Kode keinginan terdiri dari 10 huruf dan angka.",
      en: "A wish's code has 10 letters and digits.",
      zh: "心愿码由 10 位字母和数字组成。",
    },
  },
});
