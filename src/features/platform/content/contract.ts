/** Contents: long texts by collection, key and language, shipped as files; staff can publish newer versions. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { languages } from "#shared/texts.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Lines allowed in a content's head in addition to the title. */
export const headLines = ["summary", "section", "topic", "order", "published", "until", "picture"] as const;
export type HeadLine = (typeof headLines)[number];

export interface Collection {
  required: readonly HeadLine[];
  optional: readonly HeadLine[];
  /** The closed list of `section`, in the order in which pages show them. */
  sections?: readonly string[];
  /** The newest first, and not before their day. */
  dated?: true;
  /** Not shown to readers directly: a domain uses it. Public calls and the search leave it out. */
  isInternal?: true;
}

/** Sections of the frequent questions. // Spec 2.1: about/faq */
export const faqSections = [
  "generalQuestion",
  "borrow",
  "lend",
  "bewareOfFraud",
  "laps-sjk",
  "application-and-loans",
  "payment-and-repayment",
] as const;
export const lenderHelpSections = ["GENERAL", "FUNDING", "RISK", "RETURNS", "ACCOUNT"] as const;

/** The event after which people are invited to a questionnaire, or SURVEY for an anonymous one. */
export const questionnaireSections = [
  "AFTER_PAYOUT",
  "AFTER_PAYOFF",
  "AFTER_REJECTION",
  "AFTER_COMPLAINT",
  "AFTER_CHANGE",
  "AFTER_CLOSURE",
  "SURVEY",
] as const;

export const collections = {
  "static-text": { required: [], optional: ["summary"] },
  faq: { required: ["section", "order"], optional: [], sections: faqSections },
  help: { required: ["summary", "topic", "order"], optional: ["picture"] },
  "lender-help": { required: ["section", "order"], optional: [], sections: lenderHelpSections },
  blog: { required: ["summary", "published", "picture"], optional: [], dated: true },
  news: { required: ["summary", "published", "picture"], optional: [], dated: true },
  "social-events": { required: ["summary", "published", "picture"], optional: [], dated: true },
  announcement: { required: ["summary", "published"], optional: ["until"], dated: true },
  company: { required: ["summary", "order"], optional: ["picture"] },
  "agreement-text": { required: ["summary", "order"], optional: [] },
  "campaign-text": { required: ["summary"], optional: [] },
  consent: { required: ["summary"], optional: [] },
  questionnaire: {
    required: ["summary", "section", "order"],
    optional: ["published", "until"],
    sections: questionnaireSections,
    isInternal: true,
  },
} as const satisfies Record<string, Collection>;
export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as [CollectionName, ...CollectionName[]];
/** Public collections. */
export const publicCollectionNames = collectionNames.filter(
  (name) => (collections[name] as Collection).isInternal !== true,
) as [CollectionName, ...CollectionName[]];

/**
 * Figures that a text uses as `{{name}}`; they come from the products, rules, brand and constants in force, never from
 * the text. `phone` figures are formatted for an address (`tel:{{supportPhone}}`).
 */
export const figureNames = [
  "brand",
  "operator",
  "licence",
  "address",
  "supportPhone",
  "supportWhatsapp",
  "supportEmail",
  "supportHours",
  "loanMinimum",
  "loanMaximum",
  "loanStep",
  "tenors",
  "longestTenorDays",
  "instalmentDays",
  "dailyRate",
  "yearlyRateNominal",
  "lateFeeRate",
  "fee",
  "dailyCostCap",
  "totalCostCap",
  "normalRates",
  "overdueRates",
  "reviewTime",
  "paymentCheckTime",
  "disbursementTime",
  "signingDeadline",
  "minimumAge",
  "minimumIncome",
  "mostPlatforms",
  "incomeShare",
  "complaintWorkingDays",
  "complaintExtensionDays",
  "collectionHours",
  "bankPasswords",
  "otpMinutes",
  "maximumPhotos",
  "photoMegabytes",
  "confirmSeconds",
  "reminderDays",
  "exampleAmount",
  "exampleDays",
  "exampleInstalment",
  "exampleTotal",
  "exampleInterest",
  "exampleSchedule",
] as const;
export type FigureName = (typeof figureNames)[number];

export const contentKey = v.pipe(v.string("REQUIRED"), v.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, "INVALID"));
export const collectionName = v.picklist(collectionNames, "INVALID");
const publicCollection = v.picklist(publicCollectionNames, "INVALID");
const section = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,60}$/, "INVALID"));
export const language = v.picklist(languages, "INVALID");
const version = v.pipe(v.number(), v.integer());

export const contentItem = v.object({
  collection: collectionName,
  key: v.string(),
  /** The language of the returned text; Indonesian when the requested one is missing. */
  language,
  title: v.string(),
  summary: v.nullable(v.string()),
  section: v.nullable(v.string()),
  topic: v.nullable(v.string()),
  order: v.nullable(v.number()),
  published: v.nullable(answeredDate),
  until: v.nullable(answeredDate),
  /** Name of a picture of the kit. */
  picture: v.nullable(v.string()),
  version,
  updatedAt: instant,
});
export type ContentItem = v.InferOutput<typeof contentItem>;

/** Safe to show as it is: made from Markdown, without scripts and foreign markup, figures filled in. */
export const body = v.string();
export const content = openShape("Content", { ...contentItem.entries, body });
export type Content = v.InferOutput<typeof content>;

export const listContents = defineCall({
  id: "listContents",
  method: "GET",
  path: "/api/contents",
  summary:
    "The contents of a collection in the caller's language, without their bodies. News newest first, others in their order.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ ...listQuery, collection: publicCollection, section: v.optional(section) }),
  output: listOf(contentItem),
  problems: {},
});

export const listContentBodies = defineCall({
  id: "listContentBodies",
  method: "GET",
  path: "/api/contents/bodies",
  summary:
    "All contents of a collection or of one of its sections with their bodies, for pages that show them together.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ collection: publicCollection, section: v.optional(section) }),
  output: v.strictObject({ items: v.array(content) }),
  problems: {},
});

export const getContent = defineCall({
  id: "getContent",
  method: "GET",
  path: "/api/contents/{collection}/{key}",
  summary: "One content with its body, in the caller's language unless `language` names another.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ collection: publicCollection, key: contentKey, language: v.optional(language) }),
  output: content,
  problems: {
    ...unknown("CONTENT_UNKNOWN", {
      id: "Halaman ini tidak ada atau sudah ditarik.",
      en: "This page does not exist or was withdrawn.",
      zh: "该内容不存在或已撤下。",
    }),
  },
});

export const found = v.object({
  collection: collectionName,
  key: v.string(),
  section: v.nullable(v.string()),
  title: v.string(),
  excerpt: v.string(),
});
export type SearchResult = v.InferOutput<typeof found>;
/** More than this is not a search any more. */
export const maxQueryCharacters = 100;
export const maxFound = 30;

export const searchContents = defineCall({
  id: "searchContents",
  method: "GET",
  path: "/api/contents/search",
  summary:
    "Contents that match the words, best first, in the caller's language; repeat `collections` to search some of them. Forgives typing mistakes.",
  policy: { who: "anyone" },
  input: v.strictObject({
    q: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(maxQueryCharacters, "TOO_LONG")),
    collections: v.optional(
      v.union(
        [v.pipe(v.array(publicCollection), v.maxLength(collectionNames.length, "INVALID")), publicCollection],
        "INVALID",
      ),
    ),
  }),
  output: v.strictObject({ items: v.array(found) }),
  problems: {},
});

/** A content of `static-text` in the format of the spec's call (spec 7). */
export const staticText = v.object({
  key: v.string(),
  language,
  title: v.string(),
  body,
  format: v.literal("HTML"),
  version,
  updatedAt: instant,
});

export const getStaticText = defineCall({
  id: "getStaticText",
  method: "GET",
  path: "/api/operation/staticText/getByKey",
  summary:
    "A fixed text by key (terms, agreement texts, rules, help); in the caller's language unless `language` names another.",
  policy: { who: "anyone" },
  kept: true,
  input: v.strictObject({ key: contentKey, language: v.optional(language) }),
  output: staticText,
  problems: {
    ...unknown("TEXT_UNKNOWN", { id: "Teks ini tidak ditemukan.", en: "There is no such text.", zh: "找不到该文本。" }),
  },
});
