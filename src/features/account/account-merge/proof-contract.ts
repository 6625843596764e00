/** Photos and the video that prove a merge, and the answer to what staff ask for. */
import * as v from "valibot";
import {
  changeRequestProblems,
  proofClosed,
  proofCountProblems,
  proofFieldTexts,
  proofInput,
  proofNeeded,
  proofUnknown,
  proofUploads,
} from "#features/account/change-request/contract.ts";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";
import { uuid } from "#shared/fields/verification.ts";
import { mergeAnswer } from "./contract.ts";

const requestId = uuid;
const policy = { who: "borrower" } as const;

export const addMergeProof = defineCall({
  id: "addMergeProof",
  method: "POST",
  path: "/api/account-merge/{requestId}/proof",
  summary:
    "Adds a photo (JPEG, PNG, WebP; up to 6) or the one video (MP4, WebM; at most 20 MB and 30 s), before the request is sent or while more is requested. As multipart/form-data.",
  policy,
  limits: [proofUploads("account-merge-proof")],
  input: proofInput,
  output: mergeAnswer,
  problems: { ...proofCountProblems, ...proofClosed },
  fieldProblems: proofFieldTexts,
});

export const getMergeProof = defineCall({
  id: "getMergeProof",
  method: "GET",
  path: "/api/account-merge/{requestId}/proof/{evidenceId}",
  summary: "A small copy of a photo sent as proof, for its owner only.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: binary,
  problems: proofUnknown,
});

export const removeMergeProof = defineCall({
  id: "removeMergeProof",
  method: "POST",
  path: "/api/account-merge/{requestId}/proof/{evidenceId}/delete",
  summary: "Removes a photo or the video, while this is possible.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: v.object({ deleted: v.literal(true) }),
  problems: proofUnknown,
});

export const answerMergeProof = defineCall({
  id: "answerMergeProof",
  method: "POST",
  path: "/api/account-merge/{requestId}/proof/done",
  summary: "Reports that the requested proof was added: the review continues.",
  policy,
  input: v.strictObject({ requestId }),
  output: mergeAnswer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN, ...proofNeeded, ...proofClosed },
});
