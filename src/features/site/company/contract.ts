/** The company behind the brand: its management and audited statements. Facts of the brand; unverified ones are marked as samples. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { unboundedRupiah } from "#shared/fields/answered.ts";

const nothing = v.strictObject({});

export const boards = ["DIRECTORS", "COMMISSIONERS"] as const;

export const executive = v.object({
  key: v.string(),
  board: v.picklist(boards),
  /** Null until a person is named. */
  name: v.nullable(v.string()),
  verified: v.boolean(),
  /** In the caller's language. */
  role: v.string(),
  duties: v.string(),
});
export type Executive = v.InferOutput<typeof executive>;

export const listExecutives = defineCall({
  id: "listExecutives",
  method: "GET",
  path: "/api/company/executives",
  summary:
    "Directors and commissioners of the company behind the brand, with their duties. `verified: false` marks samples.",
  policy: { who: "anyone" },
  input: nothing,
  output: v.strictObject({ items: v.array(executive) }),
  problems: {},
  kept: true,
});

/** Spec 2.1: audited statements for 2020 to 2024. */
export const statement = v.object({
  year: v.number(),
  verified: v.boolean(),
  auditor: v.string(),
  totalAssetsRupiah: unboundedRupiah,
  totalLiabilitiesRupiah: unboundedRupiah,
  totalEquityRupiah: unboundedRupiah,
  revenueRupiah: unboundedRupiah,
  /** Below zero for a loss. */
  profitRupiah: unboundedRupiah,
});
export type FinancialStatement = v.InferOutput<typeof statement>;

export const listStatements = defineCall({
  id: "listFinancialStatements",
  method: "GET",
  path: "/api/company/statements",
  summary:
    "Summaries of the audited annual statements of the company behind the brand, newest first. `verified: false` marks samples.",
  policy: { who: "anyone" },
  input: nothing,
  output: v.strictObject({ items: v.array(statement) }),
  problems: {},
  kept: true,
});

export const getStatementPdf = defineCall({
  id: "getFinancialStatementPdf",
  method: "GET",
  path: "/api/company/statements/{year}/pdf",
  summary: "One year's audited statement as a PDF, in Indonesian or English.",
  policy: { who: "anyone" },
  input: v.strictObject({
    year: v.pipe(v.string(), v.regex(/^20\d{2}$/, "INVALID"), v.transform(Number)),
    language: v.optional(v.picklist(["id", "en"])),
  }),
  output: binary,
  problems: {
    ...unknown("STATEMENT_UNKNOWN", {
      id: "Tidak ada laporan untuk tahun ini.",
      en: "There is no statement for this year.",
      zh: "没有该年度的报表。",
    }),
  },
  kept: true,
});
