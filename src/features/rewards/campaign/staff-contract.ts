/** Campaigns in the console: cost, winners, and staff actions. No staff member can read a seed. // Product decisions, rewards 10 */
import * as v from "valibot";
import { noInput, reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah } from "#shared/fields/answered.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { listOf, listQuery, orderedListQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { proposalOpen } from "#shared/four-eyes.ts";
import { languages } from "#shared/texts.ts";
import { givenDays, campaignBrief, staffCampaign } from "./brief-contract.ts";
import { award, awardStates, campaign, campaignStates, campaignViews, ineligibleReasons } from "./contract.ts";
import {
  campaignByName,
  draftFields,
  draftProblems,
  lastDay,
  nameFormat,
  permitUnverified,
  reading,
  reservedNames,
  rulesField,
  rulesProblems,
  campaignUnknownProblem,
} from "./draft-contract.ts";
import { outlook, templates, partialDraft } from "./outlook-contract.ts";
import { previewParts } from "./preview-contract.ts";

const editing = { who: "staff", permission: "campaign.edit", idempotent: true } as const;
const pausing = { who: "staff", permission: "campaign.pause", idempotent: true } as const;

/** Days of awards shown in the console. */
export const shownDays = 30;

const notNow = {
  CAMPAIGN_STATE: {
    status: 409,
    text: {
      id: "Status event ini sudah berubah. Muat ulang halamannya.",
      en: "The state of this campaign has changed. Reload the page.",
      zh: "该活动状态已变化，请刷新页面。",
    },
  },
} as const satisfies ProblemKinds;

export const listStaffCampaigns = defineCall({
  id: "listStaffCampaigns",
  method: "GET",
  path: "/api/staff/campaigns",
  summary:
    "Campaigns with their remaining budget, the day on which it ends and the cost per person, newest first; on the first page also the daily awards of all.",
  policy: { ...reading, trail: { id: "Melihat daftar event", en: "Viewed the list of campaigns", zh: "查看活动列表" } },
  input: v.strictObject(listQuery),
  output: v.object({ ...listOf(v.object(campaignBrief)).entries, days: givenDays }),
  problems: {},
});

export type StaffCampaign = v.InferOutput<typeof staffCampaign>;

const one = v.strictObject(campaignByName);

export const getStaffCampaign = defineCall({
  id: "getStaffCampaign",
  method: "GET",
  path: "/api/staff/campaigns/{activityId}",
  summary: "A campaign with its budget, its awards per day, and the reasons that prevent its approval.",
  policy: { ...reading, trail: { id: "Melihat event", en: "Viewed a campaign", zh: "查看活动" } },
  input: one,
  output: staffCampaign,
  problems: campaignUnknownProblem,
});

export const listEntryCodes = defineCall({
  id: "listEntryCodes",
  method: "GET",
  path: "/api/staff/campaigns/{activityId}/entry-codes",
  summary: "The outlet's codes of today and tomorrow, for staff who bring them there; none when a claim needs no code.",
  policy: { ...reading, trail: { id: "Melihat kode gerai", en: "Viewed the outlet's codes", zh: "查看门店代码" } },
  input: one,
  output: v.object({ items: v.array(v.object({ day: answeredDate, code: v.string() })) }),
  problems: campaignUnknownProblem,
});

export const winnerOrders = ["NEWEST", "OLDEST"] as const;

export const listWinners = defineCall({
  id: "listWinners",
  method: "GET",
  path: "/api/staff/campaigns/{activityId}/winners",
  summary: "Awards of a campaign, newest first, page by page. `from` and `to` filter by the day of the win.",
  policy: {
    ...reading,
    trail: { id: "Melihat pemenang event", en: "Viewed a campaign's winners", zh: "查看活动获奖者" },
  },
  input: v.strictObject({
    ...campaignByName,
    ...orderedListQuery(winnerOrders, "NEWEST"),
    state: v.optional(v.picklist(awardStates, "CHOICE_INVALID")),
  }),
  output: listOf(v.object({ ...award.entries, borrowerId: v.string() })),
  problems: campaignUnknownProblem,
});

export const exportWinners = defineExport(listWinners, {
  id: "exportWinners",
  summary: "The awards of a campaign as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar pemenang event", en: "Downloaded a campaign's winners", zh: "下载活动获奖者列表" },
});

const oneOf = <const T extends readonly number[]>(values: T) =>
  v.pipe(
    v.union([v.number("CHOICE_INVALID"), v.pipe(v.string("CHOICE_INVALID"), v.transform(Number))], "CHOICE_INVALID"),
    v.picklist(values, "CHOICE_INVALID"),
  );

export const previewCampaign = defineCall({
  id: "previewCampaign",
  method: "GET",
  path: "/api/staff/campaigns/{activityId}/preview",
  summary:
    "A campaign as an example person would see it in one of its views and in one language. It changes nothing and contains no personal data.",
  policy: {
    ...reading,
    trail: { id: "Melihat pratinjau event", en: "Viewed a campaign's preview", zh: "预览活动" },
  },
  input: v.strictObject({
    ...campaignByName,
    /** RUNNING by default, and when the mechanic has no such view. */
    view: v.optional(v.picklist(campaignViews, "CHOICE_INVALID"), "RUNNING"),
    reason: v.optional(v.picklist(ineligibleReasons, "CHOICE_INVALID"), "AUDIENCE"),
    part: v.optional(oneOf(previewParts), 65),
    language: v.optional(v.picklist(languages, "CHOICE_INVALID")),
  }),
  output: v.object({
    /** As GET /api/activity/{activityId} would answer it. */
    campaign,
    /** All views of this mechanic. */
    views: v.array(v.picklist(campaignViews)),
    /** INVITE: the promise, in rupiah and days; null for others. */
    promises: v.nullable(
      v.object({
        couponRupiah: answeredRupiah,
        cashRupiah: answeredRupiah,
        loanWithinDays: answeredRupiah,
        givenAfterDays: answeredRupiah,
        maxRewarded: answeredRupiah,
        inDays: answeredRupiah,
      }),
    ),
  }),
  problems: campaignUnknownProblem,
});

export const draftCampaign = defineCall({
  id: "draftCampaign",
  method: "POST",
  path: "/api/staff/campaigns",
  summary: "Creates the draft of a campaign; borrowers do not see it before two people approve it.",
  policy: { ...editing, trail: { id: "Menulis rancangan event", en: "Drafted a campaign", zh: "起草活动" } },
  input: v.strictObject({
    activityId: v.pipe(
      campaignByName.activityId,
      v.check((name) => !reservedNames.includes(name), "NAME_FORMAT"),
    ),
    ...draftFields,
  }),
  output: v.object({ activityId: v.string() }),
  problems: {
    ACTIVITY_TAKEN: {
      status: 409,
      field: "activityId",
      text: { id: "Nama ini sudah dipakai.", en: "This name is taken.", zh: "该名称已被使用。" },
    },
    ...draftProblems,
  },
  fieldProblems: nameFormat,
});

export const reviseDraft = defineCall({
  id: "reviseCampaignDraft",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/draft",
  summary: "Replaces a draft. A proposal to approve its earlier version becomes stale.",
  policy: { ...editing, trail: { id: "Mengubah rancangan event", en: "Changed a draft", zh: "修改活动草稿" } },
  input: v.strictObject({ ...campaignByName, ...draftFields }),
  output: v.object({ activityId: v.string(), rulesVersion: v.number() }),
  problems: { ...campaignUnknownProblem, ...notNow, ...draftProblems },
  fieldProblems: nameFormat,
});

/** Both calls read no stored data, so they leave no audit trail: the check runs again after each key. */
const writing = { who: "staff", permission: "console.enter" } as const;

export const checkDraft = defineCall({
  id: "checkCampaignDraft",
  method: "POST",
  path: "/api/staff/campaign-drafts/check",
  summary:
    "The maximal cost of a campaign's draft, the reasons that prevent its approval, and its texts for borrowers. Stores nothing.",
  internal: true,
  policy: writing,
  input: partialDraft,
  output: outlook,
  problems: {},
  fieldProblems: nameFormat,
});

export const listTemplates = defineCall({
  id: "listCampaignTemplates",
  method: "GET",
  path: "/api/staff/campaign-drafts/templates",
  summary: "One campaign of each skin as a template for a draft, with the coupons and vouchers available as prizes.",
  internal: true,
  policy: writing,
  input: noInput,
  output: templates,
  problems: {},
});

const withReason = v.strictObject({ ...campaignByName, reason });

export const proposeForApproval = defineCall({
  id: "proposeCampaign",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/proposal",
  summary: "Proposes a draft for approval: once confirmed, its rules are fixed and its budget is funded.",
  policy: { ...editing, trail: { id: "Mengusulkan event", en: "Proposed a campaign", zh: "提交活动审批" } },
  input: withReason,
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...campaignUnknownProblem,
    ...proposalOpen,
    ...permitUnverified,
    CAMPAIGN_FAULTY: {
      status: 409,
      text: {
        id: "Event ini belum memenuhi semua syarat. Lihat daftarnya di halaman ini.",
        en: "This campaign does not meet all rules yet. They are listed on this page.",
        zh: "该活动尚未满足所有要求，详见本页。",
      },
    },
  },
  fieldProblems: reasonProblems,
});

export const proposePermit = defineCall({
  id: "proposeCampaignPermit",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/permit",
  summary:
    "Proposes to mark a draw's permit as verified: it exists, and permits this period and these prizes. A second person confirms it. A replaced draft must be verified again.",
  policy: {
    ...editing,
    trail: {
      id: "Mengusulkan verifikasi izin undian",
      en: "Proposed that a permit is verified",
      zh: "提议核验抽奖许可",
    },
  },
  input: withReason,
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...campaignUnknownProblem,
    ...proposalOpen,
    PERMIT_NOT_OPEN: {
      status: 409,
      text: {
        id: "Tidak ada izin yang menunggu verifikasi.",
        en: "No permit is waiting to be verified.",
        zh: "没有待核验的许可。",
      },
    },
  },
  fieldProblems: reasonProblems,
});

export const pauseCampaign = defineCall({
  id: "pauseCampaign",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/pause",
  summary: "Pauses a campaign at once, by one person. People keep everything that they have collected.",
  policy: { ...pausing, trail: { id: "Menjeda event", en: "Paused a campaign", zh: "暂停活动" } },
  input: withReason,
  output: v.object({ state: v.picklist(campaignStates) }),
  problems: { ...campaignUnknownProblem, ...notNow },
  fieldProblems: reasonProblems,
});

export const proposeMove = defineCall({
  id: "proposeCampaignMove",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/move",
  summary: "Proposes to resume a paused campaign, or to end one early; a second person checks it.",
  policy: {
    ...pausing,
    trail: {
      id: "Mengusulkan lanjut atau akhir event",
      en: "Proposed to resume or end a campaign",
      zh: "提议恢复或结束活动",
    },
  },
  input: v.strictObject({ ...campaignByName, reason, to: v.picklist(["RUNNING", "ENDED"], "CHOICE_INVALID") }),
  output: v.object({ proposalId: v.string() }),
  problems: { ...campaignUnknownProblem, ...notNow, ...proposalOpen, ...permitUnverified },
  fieldProblems: reasonProblems,
});

export const proposeResult = defineCall({
  id: "proposeCampaignResult",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/result",
  summary: "Proposes the right option, with its source; a second person confirms it, and the pool is shared.",
  policy: {
    ...editing,
    trail: { id: "Mengusulkan hasil tebakan", en: "Proposed the result of a pick", zh: "提议竞猜结果" },
  },
  input: v.strictObject({
    ...campaignByName,
    optionKey: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID")),
    /** Where it is published: an address, or a publication with its date. */
    source: v.pipe(freeText(200), v.minLength(10, "REASON_SHORT")),
    reason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...campaignUnknownProblem,
    ...proposalOpen,
    RESULT_NOT_NOW: {
      status: 409,
      text: {
        id: "Hasil hanya bisa ditetapkan sekali, setelah pilihan dikunci.",
        en: "A result is set once, after the choices are locked.",
        zh: "结果只能在选择锁定后设定一次。",
      },
    },
  },
  fieldProblems: reasonProblems,
});

export const proposeImprovement = defineCall({
  id: "proposeCampaignImprovement",
  method: "POST",
  path: "/api/staff/campaigns/{activityId}/improvement",
  summary:
    "Proposes to change approved rules for the better: longer, more pieces, more budget. Anything else is a new campaign.",
  policy: {
    ...editing,
    trail: { id: "Mengusulkan perbaikan event", en: "Proposed to improve a campaign", zh: "提议改善活动" },
  },
  input: v.strictObject({
    ...campaignByName,
    closesOn: lastDay,
    budgetRupiah: v.pipe(enteredRupiah, v.minValue(1, "AMOUNT_BELOW_MINIMUM")),
    rules: rulesField,
    reason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...campaignUnknownProblem,
    ...notNow,
    ...proposalOpen,
    CAMPAIGN_FAULTY: {
      status: 409,
      text: {
        id: "Dengan perubahan ini event tidak lagi memenuhi semua syarat: jumlah hadiah atau anggarannya belum cukup jelas.",
        en: "With this change the campaign would not meet all rules: the number of prizes or the budget is too small.",
        zh: "更改后该活动不再满足所有要求：奖品数量或预算不足。",
      },
    },
    RULES_WORSE: {
      status: 409,
      text: {
        id: "Perubahan ini mengurangi yang sudah dijanjikan. Buat event baru.",
        en: "This takes away from what was promised. Make a new campaign.",
        zh: "此更改会减少已承诺的内容，请新建活动。",
      },
    },
  },
  fieldProblems: { ...rulesProblems, ...reasonProblems },
});
