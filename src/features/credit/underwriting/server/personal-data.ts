/** How applications were judged. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";
import { personalUsesOf } from "./uses.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "underwriting_step",
    title: { id: "Langkah penilaian", en: "Steps of an assessment", zh: "评估步骤" },
    shows: ["id", "caseId", "kind", "happenedAt", "proposal", "reason"],
    withholds: { STAFF: ["actor", "note"] },
    keeps: "LOAN",
  },
  {
    table: "underwriting_finding",
    title: { id: "Temuan penilaian", en: "Findings of an assessment", zh: "评估结果" },
    // Fraud rules and their findings are withheld; `personalUsesOf` explains all other rules in words.
    shows: ["caseId", "judgedAt"],
    withholds: { FRAUD: ["rule", "outcome", "input", "threshold", "reads"] },
    inWords: { judgedAt: leftOut },
    keeps: "LOAN",
  },
  {
    table: "underwriting_mark",
    title: { id: "Tanda", en: "Marks", zh: "标记" },
    shows: [],
    withholds: { FRAUD: ["kind", "mark", "firstSeenAt", "lastSeenAt"] },
    keeps: "NOTHING",
  },
  {
    table: "underwriting_case",
    title: { id: "Penilaian pengajuan", en: "Assessments", zh: "申请评估" },
    shows: [
      "id",
      "loanId",
      "loanNumber",
      "amountRupiah",
      "tenorDays",
      "purpose",
      "state",
      "outcome",
      "reasons",
      "affordableRupiah",
      "submittedAt",
      "decidedAt",
      "tryAgainOn",
      "askedAt",
      "askedCount",
      "stoodSeconds",
      "lateUntil",
    ],
    sealed: { bureauReport: { holds: ["platformCount", "obligations", "score"] } },
    withholds: {
      FRAUD: ["reviewRules"],
      STAFF: ["proposal", "proposalReason", "proposedBy", "proposedDevice", "claimedBy", "claimedUntil"],
    },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables, { uses: personalUsesOf });
