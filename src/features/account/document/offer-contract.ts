/** One of N: additions that a borrower may make to an application; one is enough. // Spec account 8 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { photo, photoFieldTexts } from "#shared/fields/photo.ts";
import { uuid } from "#shared/fields/verification.ts";
import {
  documentKind,
  documentUploads,
  informationOffer,
  offerLinkPurpose,
  informationOfferProblems,
  offerOptions,
  informationOfferStates,
  uploadDocument,
} from "./contract.ts";

export const chooseInformation = defineCall({
  id: "chooseInformation",
  method: "POST",
  path: "/api/information-offer/{offerId}/choose",
  summary: "Chooses what to add; it counts once it is added. Another choice replaces it.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ offerId: uuid, option: v.picklist(offerOptions, "CHOICE_INVALID") }),
  output: v.object({ offer: informationOffer }),
  problems: {
    ...informationOfferProblems,
    OPTION_NOT_OFFERED: {
      status: 422,
      field: "option",
      text: { id: "Pilih salah satu dari daftar.", en: "Choose one of the list.", zh: "请从列表中选择一项。" },
    },
  },
});

export const skipInformation = defineCall({
  id: "skipInformation",
  method: "POST",
  path: "/api/information-offer/{offerId}/skip",
  summary: "Skips the offer: the application continues without it. Skipping twice counts once.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ offerId: uuid }),
  output: v.object({ offer: informationOffer }),
  problems: informationOfferProblems,
});

export const uploadByLink = defineCall({
  id: "uploadInformationByLink",
  method: "POST",
  path: "/api/information-offer/outside/upload",
  summary: "Adds one photo, or the pages of a PDF, of a kind that the offer names. As multipart/form-data.",
  policy: { who: "link", purpose: offerLinkPurpose },
  // The link belongs to an offer, which says whose uploads these are.
  limits: [{ ...documentUploads, after: "the offer names this kind" }],
  input: v.strictObject({ kind: documentKind, photo }),
  output: v.object({ state: v.picklist(informationOfferStates) }),
  problems: { ...uploadDocument.problems, ...informationOfferProblems },
  fieldProblems: photoFieldTexts,
});
