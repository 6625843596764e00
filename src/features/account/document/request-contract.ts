/** Documents requested again by the underwriter of an application, within 72 hours. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { borrowerDocumentKinds, documentRequest } from "./contract.ts";

export const getDocumentRequest = defineCall({
  id: "getDocumentRequest",
  method: "GET",
  path: "/api/document/asked",
  summary: "The last request for documents, and the documents added since; null when there never was one.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ request: v.nullable(documentRequest) }),
  problems: {},
});

export const answerDocumentRequest = defineCall({
  id: "answerDocumentRequest",
  method: "POST",
  path: "/api/document/asked/done",
  summary:
    "Reports that the requested documents were added, so the application continues; with `withoutRest` also when a kind is missing. A repeated call counts once.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ withoutRest: v.optional(v.boolean("CHOICE_INVALID"), false) }),
  output: v.object({ request: documentRequest }),
  problems: {
    NOTHING_ASKED: {
      status: 409,
      text: {
        id: "Saat ini tidak ada dokumen yang diminta.",
        en: "No documents are requested at the moment.",
        zh: "目前没有需要补充的资料。",
      },
    },
    DOCUMENTS_MISSING: {
      status: 422,
      field: "withoutRest",
      text: {
        id: "Belum semua dokumen diunggah. Unggah yang kurang, atau centang bahwa Anda melanjutkan tanpa itu.",
        en: "Some documents are missing. Upload them, or tick that you continue without them.",
        zh: "资料尚未全部上传。请上传缺少的资料，或勾选不补充并继续。",
      },
      data: v.object({ kinds: v.array(v.picklist(borrowerDocumentKinds)) }),
    },
  },
});
