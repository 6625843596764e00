/** A wrong verified identity: the person enters the correct data, staff compare it with the proof. // Product decisions account 9 */
import * as v from "valibot";
import {
  askedProof,
  changeRequestProblems,
  proofClosed,
  proofCountProblems,
  proofNeeded,
  proofUnknown,
  proofView,
  worded,
  proofUploads,
} from "#features/account/change-request/contract.ts";
import {
  birthPlace,
  faceRecheckInput,
  faceRecheckProblems,
  faceUnverified,
  faceFieldTexts,
  faceRecheckLimits,
  identityFieldTexts,
  saveIdentity,
} from "#features/account/identity/contract.ts";
import { binary } from "#shared/binary.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { fullName } from "#shared/fields/name.ts";
import { nik } from "#shared/fields/nik.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { uuid } from "#shared/fields/verification.ts";

/** Hours within which a decision is promised. // Law 27/2022 art. 30 */
export const correctionPromisedHours = 72;

/** One page for all states; the state decides its content. */
export const correctionPage = "/webview/my-profile/correction";

export const correctionStates = [
  "STARTED",
  "IDENTITY_PROVEN",
  "VALUES_NAMED",
  "SUBMITTED",
  "APPROVED",
  "DONE",
  "REJECTED",
  "WITHDRAWN",
  "EXPIRED",
  "STOPPED",
] as const;

/** The parts of the card that can be corrected; in the order of the card. */
export const correctedParts = ["nik", "fullName", "birthPlace", "birthDate", "sex"] as const;
export type CorrectedPart = (typeof correctedParts)[number];

const requestId = uuid;
const sex = v.picklist(["FEMALE", "MALE"], "CHOICE_INVALID");

const person = v.object({
  fullName: v.string(),
  /** Masked. */
  nik: v.string(),
  birthPlace: v.string(),
  birthDate: v.string(),
  sex,
});

const correctionView = v.object({
  requestId: v.string(),
  state: v.picklist(correctionStates),
  createdAt: instant,
  /** Deadline for sending the request; null once it was sent. */
  expiresAt: v.nullable(instant),
  promisedUntil: v.nullable(instant),
  /** The promised deadline was missed. */
  isLate: v.boolean(),
  /** The requested corrections: each part with the former value; a NIK is masked in both. */
  changes: v.array(v.object({ part: v.picklist(correctedParts), before: v.string(), after: v.string() })),
  /** Further proof requested from the person, and its deadline. */
  asked: askedProof,
  /** Why it was rejected. */
  reason: v.nullable(worded),
  closedAt: v.nullable(instant),
  proof: proofView,
});
export type CorrectionView = v.InferOutput<typeof correctionView>;

const answer = v.object({
  /** The verified data now; null before the verification. */
  present: v.nullable(person),
  /** Between which days a birth date can lie, both included. */
  birthDates: v.object({ earliest: v.string(), latest: v.string() }),
  /** The open request, else the newest that ended. */
  request: v.nullable(correctionView),
  /** Nothing is verified yet: the identity's own page changes it. */
  isVerified: v.boolean(),
});
export type CorrectionAnswer = v.InferOutput<typeof answer>;

const policy = { who: "borrower" } as const;

export const getCorrection = defineCall({
  id: "getIdentityCorrection",
  method: "GET",
  path: "/api/identity-correction",
  summary: "The request to correct a verified identity: the current data, the request's state, and the decision.",
  policy,
  input: noInput,
  output: answer,
  problems: {},
});

export const startCorrection = defineCall({
  id: "startIdentityCorrection",
  method: "POST",
  path: "/api/identity-correction",
  summary: "Starts a request to correct the verified identity, or continues the open one.",
  policy,
  input: noInput,
  output: answer,
  problems: { ...faceUnverified },
});

export const proveCorrectionFace = defineCall({
  id: "proveCorrectionFace",
  method: "POST",
  path: "/api/identity-correction/{requestId}/identity",
  summary:
    "Proves the identity by the account's NIK and a selfie, with the ticked agreement; while staff check the face, selfie and video go to them, and the step waits. As multipart/form-data.",
  policy,
  limits: faceRecheckLimits,
  input: v.strictObject({ requestId, ...faceRecheckInput }),
  output: answer,
  problems: { ...changeRequestProblems, ...faceRecheckProblems },
  fieldProblems: faceFieldTexts,
});

export const nameCorrection = defineCall({
  id: "nameCorrectValues",
  method: "POST",
  path: "/api/identity-correction/{requestId}/values",
  summary: "Sets the correct values; calling it again before sending replaces them. Without a NIK it stays unchanged.",
  policy,
  input: v.strictObject({ requestId, nik: v.optional(nik), fullName, birthPlace, birthDate: businessDate, sex }),
  output: answer,
  problems: {
    ...changeRequestProblems,
    BIRTH_DATE_IMPOSSIBLE: saveIdentity.problems.BIRTH_DATE_IMPOSSIBLE,
    CORRECTION_SAME: {
      status: 422,
      text: {
        id: "Belum ada yang berubah. Ubah bagian yang salah.",
        en: "Nothing has changed yet. Correct the wrong part.",
        zh: "尚无改动，请修改有误的部分。",
      },
    },
  },
  fieldProblems: identityFieldTexts,
});

export const addCorrectionProof = defineCall({
  id: "addCorrectionProof",
  method: "POST",
  path: "/api/identity-correction/{requestId}/proof",
  summary:
    "Adds a photo as proof (JPEG, PNG, WebP; up to 6), before the request is sent or while more is requested. As multipart/form-data.",
  policy,
  limits: [proofUploads("identity-correction-proof")],
  input: v.strictObject({ requestId, photo }),
  output: answer,
  problems: {
    ...photoProblems,
    ...photoKnown,
    ...proofClosed,
    PHOTO_COUNT: proofCountProblems.PHOTO_COUNT,
  },
  fieldProblems: photoFieldTexts,
});

export const getCorrectionProof = defineCall({
  id: "getCorrectionProof",
  method: "GET",
  path: "/api/identity-correction/{requestId}/proof/{evidenceId}",
  summary: "A small copy of a photo sent as proof, for its owner only.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: binary,
  problems: proofUnknown,
});

export const removeCorrectionProof = defineCall({
  id: "removeCorrectionProof",
  method: "POST",
  path: "/api/identity-correction/{requestId}/proof/{evidenceId}/delete",
  summary: "Removes a photo, while this is possible.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: v.object({ deleted: v.literal(true) }),
  problems: proofUnknown,
});

export const submitCorrection = defineCall({
  id: "submitIdentityCorrection",
  method: "POST",
  path: "/api/identity-correction/{requestId}/submit",
  summary: "Sends the request to staff, who compare it with the proof and decide within 72 hours.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { ...changeRequestProblems, ...proofNeeded },
});

export const answerCorrectionAsk = defineCall({
  id: "answerCorrectionAsk",
  method: "POST",
  path: "/api/identity-correction/{requestId}/proof/done",
  summary: "Reports that the requested proof was added: the review continues.",
  policy,
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN, ...proofNeeded, ...proofClosed },
});

export const withdrawCorrection = defineCall({
  id: "withdrawIdentityCorrection",
  method: "POST",
  path: "/api/identity-correction/{requestId}/withdraw",
  summary: "Withdraws the request; the identity stays as it is. Not possible after the correction.",
  policy,
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN },
});
