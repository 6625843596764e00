/** Examples of the published API: answers that the product gave, recorded by `npm run api:examples` and masked. Tests hold each against its contract. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Call } from "#shared/contract.ts";

export interface ApiExample {
  /** Values of the path parameters and of the query. */
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  /** The body of a post; none for a form with files. */
  sent?: unknown;
  answered?: unknown;
  /** By the code of the refusal, of those that bring data. */
  refused?: Record<string, { detail: string; data: unknown }>;
}
export type ApiExamples = Readonly<Record<string, ApiExample>>;

const recorded = JSON.parse(
  readFileSync(resolve("src/features/platform/configuration/server/openapi/examples.json"), "utf8"),
) as ApiExamples;

/** The recorded example of a call; empty without one. */
export const callExampleOf = ({ id }: Pick<Call, "id">): ApiExample => recorded[id] ?? {};

export const namesOfExamples = (): string[] => Object.keys(recorded);

const long = "It answers JSON for a list of more than 50,000 rows alone.";
const unasked = "No test of the domains is answered by it over HTTP yet.";
const changed = "Its shape has changed since examples were recorded.";
/** Calls with a JSON answer that have no example, each with why. */
export const withoutExample: Readonly<Record<string, string>> = {
  addMergeProof: unasked,
  answerMergeProof: unasked,
  decidePartnerOrder: unasked,
  exportBorrowers: long,
  exportCases: long,
  exportLedgerPostings: long,
  exportExceptions: long,
  exportFailedDisbursements: long,
  exportReviews: long,
  exportStaffLoans: long,
  exportWriteOffs: long,
  exportUnmatchedPayments: long,
  exportWinners: long,
  failOnPurpose: "It fails on purpose.",
  getOpenApi: "It answers this document.",
  getPartnerOrder: unasked,
  proposeCampaignPermit: unasked,
  removeMergeProof: unasked,
  resendEmail: unasked,
  submitAccountMerge: changed,
  unlockDataExport: unasked,
};

/** `{ example }` if there is one; empty otherwise. */
export const asExample = (example: unknown): { example?: unknown } => (example === undefined ? {} : { example });
