/** Staff check a face: where the machine failed too often, or its owner does not want the automatic comparison. // Spec account 14 */
import * as v from "valibot";
import { proofProblems } from "#features/account/verification/contract.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { faceUnverified, faceReviewFlows, identityNeeded, identityLockedProblem, noFrozenAccount } from "./contract.ts";

export const askFaceReview = defineCall({
  id: "askFaceReview",
  method: "POST",
  path: "/api/identity/face-review",
  summary:
    "Asks staff to check the face for one flow; a repeated call while it waits returns the same case. The selfie and an optional video are then sent by the flow's own call, without the agreement to the automatic comparison.",
  policy: { who: "visitor" },
  input: v.strictObject({ flow: v.picklist(faceReviewFlows, "CHOICE_INVALID") }),
  output: v.object({ caseId: v.string(), promisedUntil: instant }),
  problems: {
    ...identityLockedProblem,
    ...identityNeeded,
    ...faceUnverified,
    VERIFICATION_NEEDED: proofProblems.VERIFICATION_NEEDED,
    ...noFrozenAccount,
    FACE_REVIEW_OPEN: {
      status: 409,
      text: {
        id: "Petugas sedang memeriksa wajah Anda untuk permintaan lain. Tunggu hasilnya dulu.",
        en: "Our staff are checking your face for another request. Please wait for the result first.",
        zh: "工作人员正在为您的另一项申请核验人脸，请先等待结果。",
      },
    },
  },
});
