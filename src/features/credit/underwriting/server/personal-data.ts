/** How applications were judged. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";
import { uses } from "./uses.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "underwriting_step",
    title: { id: "Langkah penilaian", en: "Steps of an assessment", zh: "评估步骤" },
    shows: ["id", "case_id", "kind", "happened_at", "proposal", "reason"],
    withholds: { STAFF: ["actor", "note"] },
    keeps: "LOAN",
  },
  {
    table: "underwriting_finding",
    title: { id: "Temuan penilaian", en: "Findings of an assessment", zh: "评估结果" },
    // Fraud rules and their findings are withheld; `uses` explains all other rules in words.
    shows: ["case_id", "judged_at"],
    withholds: { FRAUD: ["rule", "outcome", "input", "threshold", "reads"] },
    inWords: { judgedAt: leftOut },
    keeps: "LOAN",
  },
  {
    table: "underwriting_mark",
    title: { id: "Tanda", en: "Marks", zh: "标记" },
    shows: [],
    withholds: { FRAUD: ["kind", "mark", "first_seen_at", "last_seen_at"] },
    keeps: "NOTHING",
  },
  {
    table: "underwriting_case",
    title: { id: "Penilaian pengajuan", en: "Assessments", zh: "申请评估" },
    shows: [
      "id",
      "loan_id",
      "loan_number",
      "amount_rupiah",
      "tenor_days",
      "purpose",
      "state",
      "outcome",
      "reasons",
      "affordable_rupiah",
      "submitted_at",
      "decided_at",
      "try_again_on",
      "asked_at",
      "asked_count",
      "stood_seconds",
      "late_until",
    ],
    sealed: { bureau_report: { holds: ["platformCount", "obligations", "score"] } },
    withholds: {
      FRAUD: ["review_rules"],
      STAFF: ["proposal", "proposal_reason", "proposed_by", "proposed_device", "claimed_by", "claimed_until"],
    },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables, { uses });
