/** Invitations: the borrower's code, invited friends and their rewards, and the meaning of a code before registration. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { typedCrockford } from "#shared/fields/crockford.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { awardStates, campaignViews, ineligibleReasons, type AwardState } from "#features/rewards/campaign/contract.ts";

export type { AwardState };

/** A friend's state as the inviter sees it. Never a name, an application, a refusal, an amount or lateness. // Product decisions, rewards 6 */
export const invitationStates = ["JOINED", "COUNTED", "CHECKING", "REWARDED", "NOT_COUNTED", "ENDED"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Why a friend brings no (further) reward, as far as the inviter may know. */
export const invitationReasons = ["SAME_PERSON", "CAP", "BUDGET", "TIME", "CLOSED"] as const;
export type InvitationReason = (typeof invitationReasons)[number];

/** The friend's landing page; the code follows. */
export const landingPaths = {
  1: "/webview/activity/register-human",
  2: "/webview/activity/register-human-v2",
} as const;
const codePattern = /^[0-9A-HJKMNP-TV-Z]{12}$/;
/** A typed code in its stored form; null when it cannot be a code. */
export function invitationCodeOf(typed: string): string | null {
  const code = typedCrockford(typed);
  return codePattern.test(code) ? code : null;
}

const count = answeredRupiah;

const invitation = v.object({
  /** The campaign's view for this borrower; ENDED when none runs. */
  view: v.picklist(campaignViews),
  reason: v.nullable(v.picklist(ineligibleReasons)),
  /** Twelve characters; null while inviting is not possible. */
  code: v.nullable(v.string()),
  friends: v.object({ joined: count, counted: count, rewarded: count }),
  /** Friends who earned this borrower a cash reward in the last `inDays` days, and the maximum in that time. */
  rewardedInPeriod: count,
  maxRewarded: count,
  inDays: count,
  /** Money won through friends this month (WIB), and the monthly limit for withdrawals. */
  monthRupiah: answeredRupiah,
  monthCapRupiah: answeredRupiah,
  /** The interest discount of each of the two, in rupiah, and the inviter's money for a first loan. */
  couponRupiah: answeredRupiah,
  cashRupiah: answeredRupiah,
  /** Days in which a first loan counts, and days after its payout until the reward is given. */
  loanWithinDays: count,
  givenAfterDays: count,
});
export type Invitation = v.InferOutput<typeof invitation>;

export const getInvitation = defineCall({
  id: "getInvitation",
  method: "GET",
  path: "/api/invitation",
  summary:
    "The borrower's code, the number of friends invited with it, their rewards, and the limits of the year and the month.",
  policy: { who: "borrower" },
  input: noInput,
  output: invitation,
  problems: {},
});

export const getReceivedInvitation = defineCall({
  id: "getReceivedInvitation",
  method: "GET",
  path: "/api/invitation/received",
  summary: "The reward that waits for an invited borrower's identity verification. It does not identify the inviter.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    /** The interest discount of each of the two once the identity is verified; 0 when there is no inviter, it was counted already, or nothing covers it. */
    couponRupiah: answeredRupiah,
  }),
  problems: {},
});

const friend = v.object({
  invitationId: v.string(),
  /** The last two digits of the number; null once that account is gone. */
  tail: v.nullable(v.string()),
  /** `2026-11` */
  joinedMonth: v.string(),
  state: v.picklist(invitationStates),
  reason: v.nullable(v.picklist(invitationReasons)),
  /** COUNTED: state of the inviter's coupon for this friend; null when the campaign had none left, and in the other states. */
  coupon: v.nullable(v.picklist(awardStates)),
  /** The reward in money for this friend; null without one. */
  reward: v.nullable(
    v.object({
      amountRupiah: answeredRupiah,
      state: v.picklist(awardStates),
      /** From when it is given; null after it was given, or during a review. */
      givenFrom: v.nullable(instant),
    }),
  ),
});
export type Friend = v.InferOutput<typeof friend>;

export const listFriends = defineCall({
  id: "listFriends",
  method: "GET",
  path: "/api/invitation/friends",
  summary: "Friends who registered with the borrower's code, newest first: two digits and a month, and the reward.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{1,15}_[0-9a-f-]{36}$/),
  }),
  output: listOf(friend),
  problems: {},
});

export const getInvitationCode = defineCall({
  id: "getInvitationCode",
  method: "GET",
  path: "/api/invitation/code/{code}",
  summary:
    "Whether a code is valid for registration now, and the friend's reward. It does not identify the code's owner.",
  policy: { who: "visitor" },
  // Codes are not found by trying them. // Product decisions, rewards 6
  limits: [{ counter: "invitation-code", by: "network", max: 20, seconds: 3_600 }],
  input: v.strictObject({
    // Typed by hand: in small letters, in groups, or with letters that look like digits.
    code: v.pipe(v.string("CODE_FORMAT"), v.maxLength(40, "CODE_FORMAT")),
  }),
  output: v.object({
    code: v.string(),
    /** The discount of each of the two; 0 when budget or stock no longer cover it. */
    couponRupiah: answeredRupiah,
    cashRupiah: answeredRupiah,
  }),
  problems: {
    ...unknown("INVITATION_UNKNOWN", {
      id: "Kode undangan ini tidak dikenal atau tidak berlaku lagi. Anda tetap bisa mendaftar tanpa kode.",
      en: "This invitation code is not known or no longer valid. You can still register without one.",
      zh: "该邀请码不存在或已失效。您仍可不使用邀请码注册。",
    }),
  },
  fieldProblems: {
    CODE_FORMAT: {
      id: "Kode undangan terdiri dari 12 huruf dan angka.",
      en: "An invitation code has 12 letters and digits.",
      zh: "邀请码由 12 位字母和数字组成。",
    },
  },
});

export const getShareCard = defineCall({
  id: "getShareCard",
  method: "GET",
  path: "/api/invitation/card",
  summary: "The borrower's card to share, as a picture: the offer, the code, and a QR code with its link.",
  policy: { who: "borrower" },
  input: noInput,
  output: binary,
  problems: {
    INVITATION_NONE: {
      status: 404,
      text: {
        id: "Belum ada kode undangan untuk akun ini.",
        en: "There is no invitation code for this account yet.",
        zh: "该账户暂无邀请码。",
      },
    },
  },
});
