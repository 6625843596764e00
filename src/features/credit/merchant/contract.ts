/** Shops of borrowers: optional, checked by staff; and the sales of a linked shop account as income. */
import * as v from "valibot";
import { proofCountProblems, worded } from "#features/account/change-request/contract.ts";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { villageCode } from "#shared/fields/address.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { photo, photoFieldTexts, photoProblems } from "#shared/fields/photo.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";
import { defineTexts } from "#shared/texts.ts";

/** Hours within which a decision is promised. */
export const shopPromisedHours = 72;
export const maxShops = 3;
export const maxShopPhotos = 6;
/** Days for which a verification counts; an unsent draft is kept as long. */
export const shopDays = 90;

export const shopStates = ["DRAFT", "SUBMITTED", "VERIFIED", "REJECTED", "EXPIRED"] as const;
export type ShopState = (typeof shopStates)[number];
export const shopKinds = ["FOOD", "GROCERY", "FASHION", "ELECTRONICS", "SERVICE", "FARM", "OTHER"] as const;
export type ShopKind = (typeof shopKinds)[number];
export const shopPlatforms = ["SHOPEE", "TOKOPEDIA", "LAZADA", "TIKTOK", "ANOTHER", "OFFLINE"] as const;
export type ShopPlatform = (typeof shopPlatforms)[number];

/** The digits of a business's register (NIB), as it is typed. */
const nib = v.pipe(
  v.string("NIB_FORMAT"),
  v.transform((typed) => typed.replaceAll(/\D/g, "")),
  v.regex(/^(?:\d{13})?$/, "NIB_FORMAT"),
);

/** An address of the web; empty for a shop that has none. */
const shopLink = v.pipe(
  v.string("LINK_FORMAT"),
  v.maxLength(300, "TOO_LONG"),
  v.transform((typed) => typed.trim()),
  v.check((typed) => typed === "" || isWebAddress(typed), "LINK_FORMAT"),
);
function isWebAddress(typed: string): boolean {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url !== null && url.hostname.includes(".") && url.username === "" && url.pathname.length > 1;
}

const shopFieldTexts = defineTexts({
  NIB_FORMAT: {
    id: "NIB terdiri dari 13 angka. Kosongkan kalau belum punya.",
    en: "A NIB has 13 digits. Leave it empty if you have none.",
    zh: "NIB 为 13 位数字，没有可留空。",
  },
  LINK_FORMAT: {
    id: "Tulis alamat lengkap toko, misalnya shopee.co.id/tokositi.",
    en: "Enter the shop's whole address, such as shopee.co.id/tokositi.",
    zh: "请填写完整的店铺网址，例如 shopee.co.id/tokositi。",
  },
  LINK_NEEDED: {
    id: "Toko di platform perlu alamatnya. Pilih “tanpa platform” kalau toko Anda tidak online.",
    en: "A shop on a platform needs its address. Choose “no platform” if yours is not online.",
    zh: "平台店铺需填写网址；若不在线上，请选择“无平台”。",
  },
});

const shop = openShape("Shop", {
  shopId: v.string(),
  state: v.picklist(shopStates),
  name: v.string(),
  kind: v.picklist(shopKinds),
  platform: v.picklist(shopPlatforms),
  link: v.string(),
  months: v.number(),
  monthlyTurnoverRupiah: answeredRupiah,
  /** Names of village, district, regency and province. */
  area: v.string(),
  nib: v.string(),
  createdAt: instant,
  /** Deadline of the decision; null unless it is under review. */
  promisedUntil: v.nullable(instant),
  /** The promised deadline was missed. */
  isLate: v.boolean(),
  /** Why it was rejected. */
  reason: v.nullable(worded),
  /** Until when a verification counts, or a draft is kept. */
  endsAt: v.nullable(instant),
});
export type Shop = v.InferOutput<typeof shop>;

const shops = openShape("Shops", {
  items: v.array(shop),
  max: v.number(),
});
export type Shops = v.InferOutput<typeof shops>;

const shopDetail = openShape("ShopDetail", {
  ...shop.entries,
  photos: v.array(v.object({ evidenceId: v.string() })),
  maxPhotos: v.number(),
});
export type ShopDetail = v.InferOutput<typeof shopDetail>;

const policy = { who: "borrower" } as const;
const once = { who: "borrower", idempotent: true } as const;
const ofShop = v.strictObject({ shopId: uuid });

const shopUnknown = unknown("SHOP_UNKNOWN", {
  id: "Toko ini sudah tidak ada.",
  en: "This shop is no longer there.",
  zh: "该店铺已不存在。",
});
const shopClosed = {
  SHOP_CLOSED: {
    status: 409,
    text: {
      id: "Toko ini sudah dikirim dan tidak bisa diubah lagi. Hapus, lalu tambahkan lagi kalau ada yang salah.",
      en: "This shop has been sent and cannot be changed any more. Remove it and add it again if something is wrong.",
      zh: "该店铺已提交，不能再修改。如有错误，请删除后重新添加。",
    },
  },
} as const satisfies ProblemKinds;
const photoUnknown = unknown("SHOP_PHOTO_UNKNOWN", {
  id: "Foto ini sudah tidak ada.",
  en: "This photo is no longer there.",
  zh: "该照片已不存在。",
});

export const listShops = defineCall({
  id: "listShops",
  method: "GET",
  path: "/api/merchant",
  summary: "The borrower's shops, at most 3, the newest first.",
  policy,
  input: noInput,
  output: shops,
  problems: {},
});

export const addShop = defineCall({
  id: "addShop",
  method: "POST",
  path: "/api/merchant",
  summary: "Adds a shop as a draft; photos are added before it is submitted. At most 3 shops per borrower.",
  policy: once,
  input: v.pipe(
    v.strictObject({
      name: freeText(80),
      kind: v.picklist(shopKinds, "CHOICE_INVALID"),
      platform: v.picklist(shopPlatforms, "CHOICE_INVALID"),
      link: v.optional(shopLink, ""),
      months: v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0, "INVALID"), v.maxValue(1_200, "INVALID")),
      monthlyTurnoverRupiah: enteredRupiah,
      villageCode,
      nib: v.optional(nib, ""),
    }),
    v.forward(
      v.check(({ platform, link }) => platform === "OFFLINE" || link !== "", "LINK_NEEDED"),
      ["link"],
    ),
  ),
  output: shopDetail,
  problems: {
    SHOPS_FULL: {
      status: 409,
      text: {
        id: "Sudah ada {max} toko. Hapus satu untuk menambah yang lain.",
        en: "There are {max} shops. Remove one to add another.",
        zh: "已有 {max} 家店铺。请先删除一家再添加。",
      },
      data: v.object({ max: v.number() }),
    },
    AREA_UNKNOWN: {
      status: 422,
      text: {
        id: "Wilayah ini tidak ada. Pilih lagi dari provinsi.",
        en: "There is no such area. Choose again from the province.",
        zh: "没有该地区。请从省份重新选择。",
      },
    },
  },
  fieldProblems: shopFieldTexts,
});

/** The sales of a linked shop account, as far as they count as income. // Spec account 8 */
export const shopCenter = openShape("ShopCenter", {
  /** Null while no shop account is linked. */
  link: v.nullable(
    v.object({
      institution: v.string(),
      masked: v.string(),
      endsAt: instant,
      /** Mean of the months that were read. */
      meanRupiah: answeredRupiah,
      /** The part that counts as monthly income. */
      countedRupiah: answeredRupiah,
    }),
  ),
  /** Which share counts, in millionths. */
  sharePpm: v.number(),
});
export type ShopCenter = v.InferOutput<typeof shopCenter>;

export const getShopCenter = defineCall({
  id: "getShopCenter",
  method: "GET",
  path: "/api/merchant/shop-center",
  summary: "The linked shop account, and how much of its sales counts as income.",
  policy,
  input: noInput,
  output: shopCenter,
  problems: {},
});

export const getShop = defineCall({
  id: "getShop",
  method: "GET",
  path: "/api/merchant/{shopId}",
  summary: "One of the borrower's shops, with its photos.",
  policy,
  input: ofShop,
  output: shopDetail,
  problems: shopUnknown,
});

export const removeShop = defineCall({
  id: "removeShop",
  method: "POST",
  path: "/api/merchant/{shopId}/remove",
  summary: "Removes a shop in any state, with its review; removing it again succeeds.",
  policy,
  input: ofShop,
  output: shops,
  problems: {},
});

export const submitShop = defineCall({
  id: "submitShop",
  method: "POST",
  path: "/api/merchant/{shopId}/submit",
  summary: "Submits a shop with its photos; staff review it within 72 hours.",
  policy: once,
  input: ofShop,
  output: shopDetail,
  problems: {
    ...shopUnknown,
    ...shopClosed,
    SHOP_PHOTO_NEEDED: {
      status: 409,
      text: {
        id: "Tambahkan paling sedikit satu foto toko atau barangnya dulu.",
        en: "Add at least one photo of the shop or its goods first.",
        zh: "请先添加至少一张店铺或商品的照片。",
      },
    },
  },
});

export const addShopPhoto = defineCall({
  id: "addShopPhoto",
  method: "POST",
  path: "/api/merchant/{shopId}/photo",
  summary: "Adds a photo (up to 6) to a shop that is not submitted yet. As multipart/form-data.",
  policy,
  limits: [{ counter: "shop-photo", by: "borrower", max: 60, seconds: 3_600 }],
  input: v.strictObject({ shopId: uuid, photo }),
  output: shopDetail,
  problems: {
    ...shopUnknown,
    ...shopClosed,
    ...photoProblems,
    PHOTO_COUNT: proofCountProblems.PHOTO_COUNT,
  },
  fieldProblems: photoFieldTexts,
});

export const getShopPhoto = defineCall({
  id: "getShopPhoto",
  method: "GET",
  path: "/api/merchant/{shopId}/photo/{evidenceId}",
  summary: "A small copy of a photo, for its owner only.",
  policy,
  input: v.strictObject({ shopId: uuid, evidenceId: uuid }),
  output: binary,
  problems: photoUnknown,
});

export const removeShopPhoto = defineCall({
  id: "removeShopPhoto",
  method: "POST",
  path: "/api/merchant/{shopId}/photo/{evidenceId}/delete",
  summary: "Removes a photo while the shop is not submitted yet.",
  policy,
  input: v.strictObject({ shopId: uuid, evidenceId: uuid }),
  output: v.object({ deleted: v.literal(true) }),
  problems: photoUnknown,
});
