/** Configuration in the console: one person proposes a value, another checks it. // Product decisions 5 */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { differencePart } from "#shared/difference.ts";
import { instant } from "#shared/fields/answered.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { cursorLike, idListQuery, listOf, listQuery } from "#shared/fields/list.ts";
import {
  fourEyesProblems,
  proposalNotOpen,
  proposalNotYours,
  proposalOpen,
  proposalUnknown,
} from "#shared/four-eyes.ts";
import { publishedStates } from "#shared/published-proposals.ts";
import { safePath } from "#shared/safe-url.ts";
import { configName, configNamePattern, configNameText } from "./contract.ts";
import { openShape } from "#shared/fields/shape.ts";

const editing = { who: "staff", permission: "content.edit" } as const;
const editingOnce = { ...editing, idempotent: true } as const;
const uuid = v.pipe(v.string("INVALID"), v.uuid("INVALID"));
const version = v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"));
const maxValue = 20_000;

export const configLine = v.object({
  configName: v.string(),
  version,
  isPublic: v.boolean(),
  value: v.string(),
  updatedAt: instant,
  proposalId: v.nullable(v.string()),
});

export const listConfigs = defineCall({
  id: "listConfigs",
  method: "GET",
  path: "/api/staff/configuration",
  summary: "Every configuration name with its value in force and its open proposal.",
  policy: { ...editing, trail: { id: "Melihat konfigurasi", en: "Viewed the configuration", zh: "查看配置" } },
  input: v.strictObject({ ...listQuery, cursor: cursorLike(configNamePattern) }),
  output: listOf(configLine),
  problems: {},
});

const configUnknown = unknown("CONFIG_UNKNOWN", {
  id: "Nama konfigurasi ini tidak ada.",
  en: "There is no such configuration name.",
  zh: "没有此配置名称。",
});

export const configVersion = v.object({
  version,
  value: v.string(),
  isPublic: v.boolean(),
  at: instant,
  makerId: v.nullable(v.string()),
  checkerId: v.nullable(v.string()),
});

export const getConfig = defineCall({
  id: "getConfig",
  method: "GET",
  path: "/api/staff/configuration/{configName}",
  summary: "A configuration name with all its versions, the newest first.",
  policy: {
    ...editing,
    trail: {
      id: "Melihat nilai konfigurasi",
      en: "Viewed a configuration value",
      zh: "查看配置值",
    },
  },
  input: v.strictObject({ configName }),
  output: v.object({
    configName: v.string(),
    version,
    proposalId: v.nullable(v.string()),
    versions: v.array(configVersion),
  }),
  problems: configUnknown,
  fieldProblems: configNameText,
});

const changed = {
  CONFIG_CHANGED: {
    status: 409,
    text: {
      id: "Versi {version} berlaku sementara Anda menulis. Yang Anda tulis masih di sini: bandingkan, lalu usulkan di atas versi itu.",
      en: "Version {version} came into force while you were writing. Your text is still here: compare, then propose it on top of that version.",
      zh: "您编辑期间第 {version} 版已生效。您填写的内容仍保留在此：请比较后基于该版本重新提交。",
    },
    data: v.object({ version: v.number() }),
  },
} as const satisfies ProblemKinds;
const proposing = {
  ...changed,
  ...proposalOpen,
  CONFIG_SAME: {
    status: 422,
    text: { id: "Tidak ada yang berubah.", en: "Nothing has changed.", zh: "没有任何改动。" },
  },
} as const satisfies ProblemKinds;
const unreadable = {
  CONFIG_UNREADABLE: {
    status: 422,
    text: {
      id: "Nilai ini tidak bisa dibaca halaman yang memakainya. Periksa JSON dan nama isiannya.",
      en: "The pages that use this value cannot read it. Check the JSON and its field names.",
      zh: "使用该值的页面无法读取它。请检查 JSON 及其字段名。",
    },
  },
} as const satisfies ProblemKinds;
/** Reasons against putting a proposed value in force, other than a newer version. */
export const valueProblems = {
  ...unreadable,
  RATES_ABOVE_CAP: {
    status: 409,
    text: {
      id: "Suku bunga usulan ini kini di atas batas OJK: {cap} per hari. Tolak usulan ini, lalu usulkan suku bunga di bawah batas.",
      en: "The proposed rates are now above the regulator's cap of {cap} a day. Refuse this proposal, then propose rates below the cap.",
      zh: "此提案的费率现已超过监管上限：每日 {cap}。请驳回此提案，再提交上限以内的费率。",
    },
    data: v.object({ cap: v.string() }),
  },
} as const satisfies ProblemKinds;
const made = openShape("ProposalMade", { proposalId: uuid });
const note = v.optional(optionalText(500), "");

export const proposeConfig = defineCall({
  id: "proposeConfig",
  method: "POST",
  path: "/api/staff/configuration/{configName}",
  summary:
    "Proposes a value for a configuration name; it is in force after another person's check. Earlier versions are kept.",
  policy: {
    ...editingOnce,
    trail: {
      id: "Mengusulkan nilai konfigurasi",
      en: "Proposed a configuration value",
      zh: "提议配置值",
    },
  },
  input: v.strictObject({
    configName,
    baseVersion: version,
    configValue: v.pipe(v.string("REQUIRED"), v.maxLength(maxValue, "TOO_LONG")),
    format: v.picklist(["TEXT", "JSON"], "CHOICE_INVALID"),
    isPublic: v.boolean(),
    note,
  }),
  output: made,
  problems: {
    ...proposing,
    ...unreadable,
    RATES_OWN_FORM: {
      status: 422,
      text: {
        id: "Suku bunga standar diusulkan lewat formulirnya sendiri, yang memeriksa batas OJK.",
        en: "Standard rates are proposed in their own form, which checks the regulator's caps.",
        zh: "标准费率须通过其专用表单提交，该表单会核对监管上限。",
      },
    },
  },
  fieldProblems: configNameText,
});

/** A daily rate as people type it, `0,1` or `0.1%`; in parts per million. */
const percent = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.nonEmpty("REQUIRED"),
  v.regex(/^\d{1,2}(?:[.,]\d{1,4})? ?%?$/, "RATE_FORMAT"),
  v.transform((typed) => {
    const [whole = "0", fraction = ""] = typed.replace(/[ %]/g, "").split(/[.,]/);
    return Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  }),
);
/** Address of a picture or PDF on this website: another site would learn about our visitors, and the pages' policy blocks it. */
const address = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === "" || safePath(typed) !== null, "ADDRESS_NOT_OWN"),
  ),
  "",
);

export const proposeStandardRates = defineCall({
  id: "proposeStandardRates",
  method: "POST",
  path: "/api/staff/standard-rates",
  summary:
    "Proposes the standard rates that the website shows: two ranges of daily rates, and the addresses of their picture and PDFs.",
  policy: {
    ...editingOnce,
    trail: {
      id: "Mengusulkan bunga standar",
      en: "Proposed standard rates",
      zh: "提议标准利率",
    },
  },
  input: v.pipe(
    v.strictObject({
      baseVersion: version,
      normalFrom: percent,
      normalTo: percent,
      overdueFrom: percent,
      overdueTo: percent,
      ratePictureUrl: address,
      ratePdfUrlForIdn: address,
      ratePdfUrlForEn: address,
      note,
    }),
    v.forward(
      v.check(({ normalFrom, normalTo }) => normalFrom <= normalTo, "RATE_ORDER"),
      ["normalTo"],
    ),
    v.forward(
      v.check(({ overdueFrom, overdueTo }) => overdueFrom <= overdueTo, "RATE_ORDER"),
      ["overdueTo"],
    ),
  ),
  output: made,
  problems: proposing,
  fieldProblems: {
    RATE_FORMAT: {
      id: "Tulis persen per hari, misalnya 0,1.",
      en: "Write per cent a day, such as 0.1.",
      zh: "请填写每日百分比，例如 0.1。",
    },
    RATE_ORDER: {
      id: "Batas atas tidak boleh di bawah batas bawah.",
      en: "The highest must not be below the lowest.",
      zh: "上限不得低于下限。",
    },
    RATE_ABOVE_CAP: {
      id: "Di atas batas OJK: {cap} per hari.",
      en: "Above the regulator's cap of {cap} a day.",
      zh: "超过监管上限：每日 {cap}。",
    },
    ADDRESS_NOT_OWN: {
      id: "Tulis alamat di situs ini yang diawali /, misalnya /api/rates/picture. Berkas dari situs lain tidak ditampilkan.",
      en: "Write an address on this website that begins with /, such as /api/rates/picture. Files of other websites are not shown.",
      zh: "请填写本站地址，以 / 开头，例如 /api/rates/picture。其他网站的文件不会显示。",
    },
  },
});

const proposal = {
  proposalId: uuid,
  configName: v.string(),
  state: v.picklist(publishedStates),
  makerId: v.string(),
  proposedAt: instant,
  note: v.string(),
  checkerId: v.nullable(v.string()),
  checkedAt: v.nullable(instant),
  reason: v.string(),
};

export const listConfigProposals = defineCall({
  id: "listConfigProposals",
  method: "GET",
  path: "/api/staff/config-proposals",
  summary: "Proposed values that wait for a check, oldest first.",
  policy: {
    ...editing,
    trail: {
      id: "Melihat usulan konfigurasi",
      en: "Viewed proposed values",
      zh: "查看配置提案",
    },
  },
  input: v.strictObject(idListQuery),
  output: listOf(v.object(proposal)),
  problems: {},
});

export const getConfigProposal = defineCall({
  id: "getConfigProposal",
  method: "GET",
  path: "/api/staff/config-proposals/{proposalId}",
  summary: "One proposed value, and its differences from the value in force.",
  policy: {
    ...editing,
    trail: {
      id: "Melihat usulan konfigurasi",
      en: "Viewed a proposed value",
      zh: "查看配置提案",
    },
  },
  input: v.strictObject({ proposalId: uuid }),
  output: v.object({
    ...proposal,
    value: v.string(),
    isPublic: v.boolean(),
    wasPublic: v.nullable(v.boolean()),
    baseVersion: version,
    newestVersion: version,
    difference: v.array(differencePart),
  }),
  problems: proposalUnknown,
});

export const checkConfigProposal = defineCall({
  id: "checkConfigProposal",
  method: "POST",
  path: "/api/staff/config-proposals/{proposalId}/check",
  summary:
    "The checker's decision: agreeing puts the value in force at once, refusing needs a reason. Never by the maker, never in the maker's browser.",
  policy: {
    who: "staff",
    permission: "content.check",
    idempotent: true,
    trail: {
      id: "Memeriksa usulan konfigurasi",
      en: "Checked a proposed value",
      zh: "复核配置提案",
    },
  },
  input: v.pipe(
    v.strictObject({ proposalId: uuid, approve: v.boolean("CHOICE_INVALID"), reason: note }),
    v.forward(
      v.check(({ approve, reason }) => approve || reason !== "", "REQUIRED"),
      ["reason"],
    ),
    v.metadata({ needed: "reason" }),
  ),
  output: v.object({ state: v.picklist(publishedStates), version: v.nullable(version) }),
  problems: {
    ...proposalNotOpen,
    ...changed,
    ...fourEyesProblems,
    ...valueProblems,
  },
});

export const takeBackConfigProposal = defineCall({
  id: "takeBackConfigProposal",
  method: "POST",
  path: "/api/staff/config-proposals/{proposalId}/taking-back",
  summary: "The maker withdraws a proposal.",
  policy: {
    ...editingOnce,
    trail: {
      id: "Menarik usulan konfigurasi",
      en: "Withdrew a proposed value",
      zh: "撤回配置提案",
    },
  },
  input: v.strictObject({ proposalId: uuid }),
  output: v.object({ state: v.picklist(publishedStates) }),
  problems: { ...proposalNotOpen, ...proposalNotYours },
});
