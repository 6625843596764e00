/** Who works on a case: taken, given back, and the next one that waits. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import { caseNotWaiting, caseProblems, claimedByOther } from "./contract.ts";

/** Nobody but the person decides meanwhile; the claim ends by itself. */
const claimed = v.object({ caseId: v.string(), claimedUntil: instant });

export const claimCase = defineCall({
  method: "POST",
  path: "/api/staff/cases/{caseId}/claim",
  summary: "Takes a case that waits for a decision, for 30 minutes; once more renews it.",
  policy: {
    who: "staff",
    permission: "case.decide",
    trail: { id: "Mengambil kasus", en: "Took a case", zh: "领取案件" },
  },
  input: v.strictObject({ caseId: uuid }),
  output: claimed,
  problems: { CASE_UNKNOWN: caseProblems.CASE_UNKNOWN, ...caseNotWaiting, ...claimedByOther },
});

export const releaseCase = defineCall({
  method: "POST",
  path: "/api/staff/cases/{caseId}/release",
  summary: "Gives a case back that one has taken; of another's nothing changes.",
  policy: {
    who: "staff",
    permission: "case.decide",
    trail: { id: "Melepaskan kasus", en: "Gave a case back", zh: "放回案件" },
  },
  input: v.strictObject({ caseId: uuid }),
  output: v.object({ released: v.boolean() }),
  problems: { CASE_UNKNOWN: caseProblems.CASE_UNKNOWN },
});

export const claimNextCase = defineCall({
  method: "POST",
  path: "/api/staff/cases/next",
  summary:
    "Takes the next case to decide: one that is the person's own already, other than `after`, or else the oldest that nobody has.",
  policy: {
    who: "staff",
    permission: "case.decide",
    trail: { id: "Mengambil kasus berikutnya", en: "Took the next case", zh: "领取下一案件" },
  },
  input: v.strictObject({ after: v.optional(uuid) }),
  output: v.object({ caseId: v.nullable(v.string()) }),
  problems: {},
});
