/** Pictures that an app takes for a page: by a ticket, so that no picture crosses the bridge. // Spec embedded-platform 4 */
import * as v from "valibot";
import { borrowerDocumentKinds, uploadDocument } from "#features/account/document/contract.ts";
import { checkFace, faceFieldTexts, uploadCardPhoto } from "#features/account/identity/contract.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { photo, photoFieldTexts } from "#shared/fields/photo.ts";

export const captureKinds = ["CARD_PHOTO", "FACE", "DOCUMENT"] as const;
/** How long a ticket can be used, in minutes. */
export const ticketMinutes = 10;

export const tickets = { counter: "capture-ticket", by: "borrower", max: 60, seconds: 3_600 } as const;

export const openCapture = defineCall({
  id: "openCapture",
  method: "POST",
  path: "/api/capture/tickets",
  summary: `Gives a ticket by which the borrower's app uploads one picture for the page: ${ticketMinutes} minutes, one use, one kind.`,
  policy: { who: "borrower" },
  limits: [tickets],
  input: v.strictObject({
    kind: v.picklist(captureKinds, "CHOICE_INVALID"),
    /** The kind of document; only for DOCUMENT. */
    documentKind: v.optional(v.picklist(borrowerDocumentKinds, "CHOICE_INVALID")),
    /** Whether the consent to compare the face is ticked; only for FACE. */
    agreed: v.optional(v.boolean("INVALID"), false),
  }),
  output: v.object({ ticket: v.string(), expiresAt: instant }),
  problems: {
    DOCUMENT_KIND_NEEDED: {
      status: 422,
      field: "documentKind",
      text: {
        id: "Sebutkan dokumen yang akan difoto.",
        en: "Name the document that is to be photographed.",
        zh: "请指明要拍摄的文件。",
      },
    },
  },
});

export const uploadCapture = defineCall({
  id: "uploadCapture",
  method: "POST",
  path: "/api/capture/tickets/{ticket}/photo",
  summary:
    "Uploads the picture of a ticket (JPEG, PNG, WebP), with the app's own login of the same borrower. It goes where the page's form would put it; a selfie is compared at once. As multipart/form-data.",
  policy: { who: "borrower" },
  input: v.strictObject({ ticket: v.pipe(v.string(), v.maxLength(64, "INVALID")), photo }),
  /** The app hands this id on to the page. */
  output: v.object({ documentId: v.string() }),
  problems: {
    ...uploadCardPhoto.problems,
    ...uploadDocument.problems,
    ...checkFace.problems,
    TICKET_UNUSABLE: {
      status: 409,
      text: {
        id: "Izin mengambil foto ini sudah dipakai atau sudah lewat. Ketuk kolom foto di halaman sekali lagi.",
        en: "This permission to take a photo was used or has expired. Tap the photo field on the page again.",
        zh: "此拍照许可已使用或已过期。请在页面上再次点击照片栏。",
      },
    },
  },
  fieldProblems: { ...photoFieldTexts, ...faceFieldTexts },
});
