/**
 * A borrower's name as a bank or an authority writes it, where it differs from the card's: people compare both with a
 * document. // Spec account 7, 8
 */
import * as v from "valibot";
import { changeRequestProblems, proofCountProblems, worded } from "#features/account/change-request/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { fullName } from "#shared/fields/name.ts";
import { photo, photoFieldTexts, photoProblems } from "#shared/fields/photo.ts";
import { uuid } from "#shared/fields/verification.ts";

/** A decision is promised within this many hours. */
export const holderNamePromisedHours = 24;

/** Photos of one request: the page of a bank book shows all that is compared. */
export const maxHolderNamePhotos = 3;

/** One page for all states; the state decides its content. */
export const holderNamePage = "/webview/bank-account/name";

/** Where the name is written: at a bank, in an account elsewhere, in a register. */
export const holderPlaces = ["BANK", "LINK", "LOOKUP"] as const;
export type HolderPlace = (typeof holderPlaces)[number];

export const holderNameStates = [
  "STARTED",
  "NAMED",
  "SUBMITTED",
  "APPROVED",
  "DONE",
  "REJECTED",
  "WITHDRAWN",
  "EXPIRED",
  "STOPPED",
] as const;

const requestView = v.object({
  requestId: v.string(),
  state: v.picklist(holderNameStates),
  /** As the borrower typed it; empty where the request was never sent. */
  name: v.string(),
  createdAt: instant,
  promisedUntil: v.nullable(instant),
  /** The promised time has passed. */
  isLate: v.boolean(),
  /** Why it was rejected. */
  reason: v.nullable(worded),
  closedAt: v.nullable(instant),
});
export type HolderNameRequest = v.InferOutput<typeof requestView>;

const answer = v.object({
  /** The name on the card; null before it is given. */
  fullName: v.nullable(v.string()),
  /** Names that people have found to be this borrower's, too. */
  confirmedNames: v.array(v.string()),
  /** The open request, else the newest that ended. */
  request: v.nullable(requestView),
});
export type HolderNameAnswer = v.InferOutput<typeof answer>;

const policy = { who: "borrower" } as const;

export const getHolderName = defineCall({
  id: "getHolderName",
  method: "GET",
  path: "/api/holder-name",
  summary: "Other spellings of the borrower's name: those that staff confirmed, and the request about one.",
  policy,
  input: noInput,
  output: answer,
  problems: {},
});

export const askHolderName = defineCall({
  id: "askHolderName",
  method: "POST",
  path: "/api/holder-name",
  summary:
    "Asks staff to compare the name used by a bank or an authority with the card's, by a photo of its document; two people decide within 24 hours. As multipart/form-data.",
  policy,
  limits: [{ counter: "holder-name-ask", by: "borrower", max: 10, seconds: 86_400 }],
  input: v.strictObject({ name: fullName, where: v.picklist(holderPlaces, "CHOICE_INVALID"), photo }),
  output: answer,
  problems: {
    ...photoProblems,
    PHOTO_COUNT: proofCountProblems.PHOTO_COUNT,
    IDENTITY_NEEDED: {
      status: 409,
      text: {
        id: "Isi data KTP dulu, agar namanya bisa dibandingkan.",
        en: "Fill in your KTP's data first, so that the names can be compared.",
        zh: "请先填写身份证信息，以便核对姓名。",
      },
    },
    HOLDER_NAME_OPEN: {
      status: 409,
      text: {
        id: "Permintaan Anda sebelumnya masih diperiksa. Tunggu keputusannya, atau batalkan dulu.",
        en: "Your last request is still under review. Wait for the decision, or cancel it first.",
        zh: "您之前的申请仍在审核。请等待结果，或先取消。",
      },
    },
  },
  fieldProblems: photoFieldTexts,
});

export const withdrawHolderName = defineCall({
  id: "withdrawHolderName",
  method: "POST",
  path: "/api/holder-name/{requestId}/withdraw",
  summary: "Withdraws the request; nothing changes. Not possible after the decision.",
  policy,
  input: v.strictObject({ requestId: uuid }),
  output: answer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN },
});
