/**
 * Loans elsewhere: lenders with their limit, and screenshots, given with a consent and read only by staff. // Spec
 * account 8
 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { instant } from "#shared/fields/answered.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { ticked, uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** The slots of the database hold the same figures. // Spec account 8 */
export const maxCompetitors = 5;
export const maxCompetitorPhotos = 6;

const competitor = v.object({
  id: v.string(),
  lender: v.string(),
  limitRupiah: v.number(),
  toldAt: instant,
});
const competitors = openShape("Competitors", {
  items: v.array(competitor),
  photos: v.array(v.object({ id: v.string(), uploadedAt: instant })),
  /** Lenders to choose from. */
  lenders: v.array(v.object({ key: v.string(), name: v.string() })),
  max: v.number(),
  maxPhotos: v.number(),
  /** Whether the consent is in force, and until when. */
  until: v.nullable(instant),
});
export type Competitors = v.InferOutput<typeof competitors>;

const consentNeeded = {
  COMPETITORS_CONSENT: {
    status: 422,
    text: {
      id: "Centang persetujuannya dulu, lalu tambahkan satu pemberi pinjaman.",
      en: "Tick the consent first and add a lender.",
      zh: "请先勾选同意并添加一家机构。",
    },
  },
} as const;

export const listCompetitors = defineCall({
  id: "listCompetitors",
  method: "GET",
  path: "/api/competitors",
  summary: "Lenders and screenshots that the borrower has added, and the lenders to choose from.",
  policy: { who: "borrower" },
  input: noInput,
  output: competitors,
  problems: {},
});

export const addCompetitor = defineCall({
  id: "addCompetitor",
  method: "POST",
  path: "/api/competitors",
  summary: "Adds a lender, chosen or typed, with its limit in rupiah; adding the same one again corrects the limit.",
  policy: { who: "borrower" },
  input: v.strictObject({
    lenderKey: v.optional(v.pipe(v.string(), v.maxLength(40, "CHOICE_INVALID"))),
    lenderName: v.optional(optionalText(60)),
    limitRupiah: enteredRupiah,
    consent: v.optional(ticked),
  }),
  output: competitors,
  problems: {
    ...consentNeeded,
    LENDER_CHOICE: {
      status: 422,
      field: "lenderName",
      text: {
        id: "Pilih satu dari daftar, atau tulis namanya; jangan keduanya.",
        en: "Choose one from the list or type its name, not both.",
        zh: "请从列表中选择或填写名称，二选一。",
      },
    },
    COMPETITORS_FULL: {
      status: 409,
      text: {
        id: "Sudah ada {max} pemberi pinjaman. Hapus satu untuk menambah yang lain.",
        en: "There are {max} lenders. Remove one to add another.",
        zh: "已有 {max} 家机构。请先删除一家再添加。",
      },
      data: v.object({ max: v.number() }),
    },
  },
});

export const removeCompetitor = defineCall({
  id: "removeCompetitor",
  method: "POST",
  path: "/api/competitors/{competitorId}/remove",
  summary: "Removes a lender; removing it again succeeds.",
  policy: { who: "borrower" },
  input: v.strictObject({ competitorId: uuid }),
  output: competitors,
  problems: {},
});

export const uploadCompetitorPhoto = defineCall({
  id: "uploadCompetitorPhoto",
  method: "POST",
  path: "/api/competitors/photo",
  summary: "Adds a screenshot (JPEG, PNG, WebP) while the consent is in force; up to 6 in all. As multipart/form-data.",
  policy: { who: "borrower" },
  // Far above what six screenshots need.
  limits: [{ counter: "competitor-upload", by: "borrower", max: 60, seconds: 3_600 }],
  input: v.strictObject({ photo }),
  output: competitors,
  problems: {
    ...photoProblems,
    ...photoKnown,
    ...consentNeeded,
    COMPETITOR_PHOTOS_FULL: {
      status: 409,
      field: "photo",
      text: {
        id: "Sudah ada {max} tangkapan layar. Hapus satu untuk menambah yang lain.",
        en: "There are {max} screenshots. Delete one to add another.",
        zh: "已有 {max} 张截图。请先删除一张再添加。",
      },
      data: v.object({ max: v.number() }),
    },
  },
  fieldProblems: photoFieldTexts,
});

export const getCompetitorPhoto = defineCall({
  id: "getCompetitorPhoto",
  method: "GET",
  path: "/api/competitors/photo/{photoId}",
  summary: "One screenshot, for its owner only; `size=PREVIEW` returns a small copy.",
  policy: { who: "borrower" },
  input: v.strictObject({
    photoId: uuid,
    size: v.optional(v.picklist(["FULL", "PREVIEW"], "CHOICE_INVALID"), "FULL"),
  }),
  output: binary,
  problems: {
    ...unknown("SCREENSHOT_UNKNOWN", {
      id: "Gambar ini sudah tidak ada.",
      en: "This picture is no longer there.",
      zh: "该图片已不存在。",
    }),
  },
});

export const deleteCompetitorPhoto = defineCall({
  id: "deleteCompetitorPhoto",
  method: "POST",
  path: "/api/competitors/photo/{photoId}/delete",
  summary: "Deletes a screenshot; deleting it again succeeds.",
  policy: { who: "borrower" },
  input: v.strictObject({ photoId: uuid }),
  output: competitors,
  problems: {},
});
