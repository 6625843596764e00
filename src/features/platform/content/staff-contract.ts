/** Contents in the console: one person proposes a text, another checks it. // Product decisions 5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { differencePart } from "#shared/difference.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { freeText, optionalText } from "#shared/fields/free-text.ts";
import { idListQuery, listOf, listQuery } from "#shared/fields/list.ts";
import {
  fourEyesProblems,
  proposalNotOpen,
  proposalNotYours,
  proposalOpen,
  proposalUnknown,
} from "#shared/four-eyes.ts";
import { publishedStates } from "#shared/published-proposals.ts";
import { body, collectionName, contentKey, figureNames, getContent, headLines, language } from "./contract.ts";
import { openShape } from "#shared/fields/shape.ts";
import { contentDraft, storedDraft, writingProblems } from "./draft-contract.ts";

const version = v.pipe(v.number(), v.integer());

const editing = { who: "staff", permission: "content.edit" } as const;
const editingOnce = { ...editing, idempotent: true } as const;
const uuid = v.pipe(v.string("INVALID"), v.uuid("INVALID"));
const staffId = v.string();

export const listFigures = defineCall({
  id: "listFigures",
  method: "GET",
  path: "/api/staff/figures",
  summary: "Every figure that a text may use as a placeholder, with today's value in the caller's language.",
  policy: { ...editing, trail: { id: "Melihat daftar angka", en: "Viewed the list of figures", zh: "查看数据列表" } },
  input: noInput,
  output: v.object({ items: v.array(v.object({ name: v.picklist(figureNames), text: v.string() })) }),
  problems: {},
});

export const previewed = openShape("ContentPreview", {
  language,
  title: v.string(),
  summary: v.nullable(v.string()),
  body,
});
export type Previewed = v.InferOutput<typeof previewed>;
/** A rate, amount or number written by hand where a placeholder may be meant. */
const warning = openShape("ContentFigureWarning", { language, written: v.string() });
export const difference = openShape("ContentDifference", {
  language: v.nullable(language),
  field: v.picklist(["title", "markdown", ...headLines]),
  parts: v.array(differencePart),
});
export type ContentDifference = v.InferOutput<typeof difference>;

/** LIVE is public; SCHEDULED and OVER depend on their days; WITHDRAWN was removed from the pages. */
export const contentStates = ["LIVE", "SCHEDULED", "OVER", "WITHDRAWN"] as const;
export type ContentState = (typeof contentStates)[number];
const ofContent = { collection: collectionName, key: contentKey };

export const listStaffContents = defineCall({
  id: "listStaffContents",
  method: "GET",
  path: "/api/staff/contents",
  summary:
    "A collection as its editors see it: including scheduled and withdrawn contents, with their languages and open proposals.",
  policy: { ...editing, trail: { id: "Melihat daftar konten", en: "Viewed the list of contents", zh: "查看内容列表" } },
  input: v.strictObject({ ...listQuery, collection: collectionName }),
  output: listOf(
    v.object({
      ...ofContent,
      title: v.string(),
      section: v.nullable(v.string()),
      languages: v.array(language),
      version,
      state: v.picklist(contentStates),
      published: v.nullable(answeredDate),
      updatedAt: instant,
      proposalId: v.nullable(v.string()),
    }),
  ),
  problems: {},
});

const contentUnknown = getContent.problems;

export const getStaffContent = defineCall({
  id: "getStaffContent",
  method: "GET",
  path: "/api/staff/contents/{collection}/{key}",
  summary: "A content to edit, in every language: the version in force, or an older one.",
  policy: { ...editing, trail: { id: "Melihat konten", en: "Viewed a content", zh: "查看内容" } },
  input: v.strictObject({
    ...ofContent,
    version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, "INVALID"), v.transform(Number))),
  }),
  output: v.object({
    ...ofContent,
    ...storedDraft,
    version,
    newestVersion: version,
    state: v.picklist(contentStates),
    proposalId: v.nullable(v.string()),
  }),
  problems: contentUnknown,
});

export const previewContent = defineCall({
  id: "previewContent",
  method: "POST",
  path: "/api/staff/contents/preview",
  summary: "Preview of a text in each language, and numbers in it that look written by hand.",
  policy: { ...editing, trail: { id: "Melihat pratinjau konten", en: "Previewed a content", zh: "预览内容" } },
  input: v.strictObject({ collection: collectionName, ...contentDraft }),
  output: v.object({ previews: v.array(previewed), warnings: v.array(warning) }),
  problems: {},
  fieldProblems: writingProblems,
});

const changed = {
  CONTENT_CHANGED: {
    status: 409,
    text: {
      id: "Versi {version} terbit sementara Anda menulis. Teks Anda masih di sini: bandingkan, lalu usulkan di atas versi itu.",
      en: "Version {version} was published while you were writing. Your text is still here: compare, then propose it on top of that version.",
      zh: "您编写期间已发布第 {version} 版。您的文本仍保留在此：请比较后基于该版本重新提交。",
    },
    data: v.object({ version: v.number() }),
  },
} as const satisfies ProblemKinds;
const proposing = { ...changed, ...proposalOpen };
const made = openShape("ProposalMade", { proposalId: uuid });

export const proposeContent = defineCall({
  id: "proposeContent",
  method: "POST",
  path: "/api/staff/contents/{collection}/{key}",
  summary:
    "Proposes a new version of a content in every language, or a new content; it takes effect after another person's check.",
  policy: { ...editingOnce, trail: { id: "Mengusulkan konten", en: "Proposed a content", zh: "提议内容" } },
  input: v.strictObject({
    ...ofContent,
    baseVersion: v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID")),
    ...contentDraft,
    note: v.optional(optionalText(500), ""),
  }),
  output: made,
  problems: {
    ...proposing,
    KEY_TAKEN: {
      status: 409,
      text: {
        id: "Kunci ini sudah dipakai. Pilih yang lain.",
        en: "This key is taken. Choose another.",
        zh: "此标识已被使用，请另选一个。",
      },
    },
    CONTENT_SAME: {
      status: 422,
      text: { id: "Tidak ada yang berubah.", en: "Nothing has changed.", zh: "没有任何改动。" },
    },
  },
  fieldProblems: writingProblems,
});

export const proposeWithdrawal = defineCall({
  id: "proposeContentWithdrawal",
  method: "POST",
  path: "/api/staff/contents/{collection}/{key}/withdrawal",
  summary: "Proposes to withdraw a content, for a reason; it takes effect after another person's check.",
  policy: {
    ...editingOnce,
    trail: {
      id: "Mengusulkan penarikan konten",
      en: "Proposed to withdraw a content",
      zh: "提议撤下内容",
    },
  },
  input: v.strictObject({ ...ofContent, note: freeText(500) }),
  output: made,
  problems: { ...contentUnknown, ...proposalOpen },
});

const proposal = {
  proposalId: uuid,
  ...ofContent,
  kind: v.picklist(["PUBLISH", "WITHDRAW"]),
  state: v.picklist(publishedStates),
  title: v.string(),
  makerId: staffId,
  proposedAt: instant,
  note: v.string(),
  checkerId: v.nullable(staffId),
  checkedAt: v.nullable(instant),
  reason: v.string(),
};

export const listContentProposals = defineCall({
  id: "listContentProposals",
  method: "GET",
  path: "/api/staff/content-proposals",
  summary: "Open proposals, oldest first; or decided ones, newest first.",
  policy: { ...editing, trail: { id: "Melihat usulan konten", en: "Viewed proposed contents", zh: "查看内容提案" } },
  input: v.strictObject({ ...idListQuery, decided: v.optional(v.picklist(["true"])) }),
  output: listOf(v.object(proposal)),
  problems: {},
});

export const getContentProposal = defineCall({
  id: "getContentProposal",
  method: "GET",
  path: "/api/staff/content-proposals/{proposalId}",
  summary: "One proposal: its texts, their preview, and the differences from the version in force.",
  policy: {
    ...editing,
    trail: {
      id: "Melihat usulan konten",
      en: "Viewed a proposed content",
      zh: "查看内容提案",
    },
  },
  input: v.strictObject({ proposalId: uuid }),
  output: v.object({
    ...proposal,
    ...storedDraft,
    baseVersion: version,
    newestVersion: version,
    previews: v.array(previewed),
    warnings: v.array(warning),
    differences: v.array(difference),
  }),
  problems: proposalUnknown,
});

export const checkContentProposal = defineCall({
  id: "checkContentProposal",
  method: "POST",
  path: "/api/staff/content-proposals/{proposalId}/check",
  summary:
    "The checker's decision: agreeing publishes at once, refusing needs a reason. Never by the maker, never in the maker's browser.",
  policy: {
    who: "staff",
    permission: "content.check",
    idempotent: true,
    trail: {
      id: "Memeriksa usulan konten",
      en: "Checked a proposed content",
      zh: "复核内容提案",
    },
  },
  input: v.pipe(
    v.strictObject({
      proposalId: uuid,
      approve: v.boolean("CHOICE_INVALID"),
      reason: v.optional(optionalText(500), ""),
    }),
    v.forward(
      v.check(({ approve, reason }) => approve || reason !== "", "REQUIRED"),
      ["reason"],
    ),
    v.metadata({ needed: "reason" }),
  ),
  output: v.object({ state: v.picklist(publishedStates), version: v.nullable(version) }),
  problems: { ...proposalNotOpen, ...changed, ...fourEyesProblems },
});

export const takeBackContentProposal = defineCall({
  id: "takeBackContentProposal",
  method: "POST",
  path: "/api/staff/content-proposals/{proposalId}/taking-back",
  summary: "The maker withdraws a proposal; its text stays readable.",
  policy: {
    ...editingOnce,
    trail: {
      id: "Menarik usulan konten",
      en: "Withdrew a proposed content",
      zh: "撤回内容提案",
    },
  },
  input: v.strictObject({ proposalId: uuid }),
  output: v.object({ state: v.picklist(publishedStates) }),
  problems: { ...proposalNotOpen, ...proposalNotYours },
});

export const listContentVersions = defineCall({
  id: "listContentVersions",
  method: "GET",
  path: "/api/staff/contents/{collection}/{key}/versions",
  summary:
    "Every version of a content, the newest first: who wrote and who checked it; the one that ships with the product has neither.",
  policy: {
    ...editing,
    trail: {
      id: "Melihat versi konten",
      en: "Viewed the versions of a content",
      zh: "查看内容版本",
    },
  },
  input: v.strictObject(ofContent),
  output: v.object({
    items: v.array(
      v.object({
        version,
        kind: v.picklist(["SHIPPED", "PUBLISHED", "WITHDRAWN"]),
        at: instant,
        makerId: v.nullable(staffId),
        checkerId: v.nullable(staffId),
        inForce: v.boolean(),
      }),
    ),
  }),
  problems: contentUnknown,
});

const versionNumber = v.pipe(v.string("REQUIRED"), v.regex(/^\d{1,9}$/, "INVALID"), v.transform(Number));
export const compareContentVersions = defineCall({
  id: "compareContentVersions",
  method: "GET",
  path: "/api/staff/contents/{collection}/{key}/difference",
  summary: "The differences between two versions of a content, in each language.",
  policy: {
    ...editing,
    trail: {
      id: "Membandingkan versi konten",
      en: "Compared versions of a content",
      zh: "比较内容版本",
    },
  },
  input: v.strictObject({ ...ofContent, from: versionNumber, to: versionNumber }),
  output: v.object({ differences: v.array(difference) }),
  problems: contentUnknown,
});
