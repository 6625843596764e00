/** Uploaded photos. The server checks their bytes; a file name or type proves nothing. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { defineTexts } from "#shared/texts.ts";

/** Limit for one photo; a phone's camera makes 2 to 6 MB, and the page shrinks it before upload. */
export const maxPhotoMegabytes = 7;
const maxPhotoBytes = maxPhotoMegabytes * 1024 * 1024;

/** One file with something in it. */
export const photo = v.pipe(
  v.file("PHOTO_NEEDED"),
  v.minSize(1, "PHOTO_NEEDED"),
  v.maxSize(maxPhotoBytes, "PHOTO_TOO_LARGE"),
);

export const photoFieldTexts = defineTexts({
  PHOTO_NEEDED: { id: "Pilih atau ambil foto dulu.", en: "Choose or take a photo first.", zh: "请先选择或拍摄照片。" },
  PHOTO_TOO_LARGE: {
    id: `Foto terlalu besar, paling besar ${maxPhotoMegabytes} MB. Pilih yang lebih kecil.`,
    en: `The photo is too large, at most ${maxPhotoMegabytes} MB. Choose a smaller one.`,
    zh: `照片过大，最大 ${maxPhotoMegabytes} MB。请选择较小的照片。`,
  },
});

/** A picture that was sent before does not count again. */
export const photoKnown = {
  PHOTO_KNOWN: {
    status: 409,
    field: "photo",
    text: {
      id: "Foto ini sudah pernah dikirim. Ambil foto yang baru.",
      en: "You have sent this photo before. Take a new one.",
      zh: "此照片已提交过，请重新拍摄。",
    },
  },
} as const satisfies ProblemKinds;

/** Problems found by the server's `cleanPicture`; spread them into the problems of a call that takes a photo. */
export const photoProblems = {
  PHOTO_KIND: {
    status: 422,
    field: "photo",
    text: {
      id: "File ini bukan foto JPEG, PNG, atau WebP. Ambil foto baru lalu coba lagi.",
      en: "This file is not a JPEG, PNG or WebP photo. Take a new photo and try again.",
      zh: "此文件不是 JPEG、PNG 或 WebP 照片。请重新拍照后再试。",
    },
  },
  PHOTO_UNREADABLE: {
    status: 422,
    field: "photo",
    text: {
      id: "Foto ini rusak atau tidak bisa dibaca. Ambil foto baru lalu coba lagi.",
      en: "This photo is damaged or cannot be read. Take a new one and try again.",
      zh: "照片已损坏或无法读取。请重新拍照后再试。",
    },
  },
  PHOTO_TOO_SMALL: {
    status: 422,
    field: "photo",
    text: {
      id: "Foto terlalu kecil untuk dibaca. Ambil foto dari dekat, sisi terpendek paling sedikit {minimumPixels} piksel.",
      en: "The photo is too small to be read. Take it from near, its shorter side at least {minimumPixels} pixels.",
      zh: "照片过小，无法辨认。请靠近拍摄，短边至少 {minimumPixels} 像素。",
    },
    data: v.object({ minimumPixels: v.number() }),
  },
  PHOTO_TOO_LONG: {
    status: 422,
    field: "photo",
    text: {
      id: "Gambar ini terlalu panjang untuk dibaca. Potong menjadi beberapa bagian, lalu unggah satu per satu.",
      en: "This picture is too long to be read. Cut it into pieces and upload them one by one.",
      zh: "图片过长，无法辨认。请截成几段后逐一上传。",
    },
  },
  PHOTO_TOO_MANY_PIXELS: {
    status: 422,
    field: "photo",
    text: {
      id: "Ukuran foto terlalu besar untuk diolah. Kecilkan resolusinya lalu coba lagi.",
      en: "The photo has too many pixels. Lower its resolution and try again.",
      zh: "照片像素过高，无法处理。请降低分辨率后重试。",
    },
  },
} as const satisfies ProblemKinds;
