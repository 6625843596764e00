/** A short uploaded video as proof. The server checks its bytes. // Product decisions account 13 */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { defineTexts } from "#shared/texts.ts";
import { specMessages } from "./texts.ts";

/** Limits for one video. // Product decisions account 13: at most 20 MB and 30 s */
export const maxVideoMegabytes = 20;
export const maxVideoBytes = maxVideoMegabytes * 1024 * 1024;
export const maxVideoSeconds = 30;

/** One file with something in it. */
export const video = v.pipe(
  v.file("VIDEO_NEEDED"),
  v.minSize(1, "VIDEO_NEEDED"),
  v.maxSize(maxVideoBytes, "VIDEO_TOO_LARGE"),
);

export const videoFieldTexts = defineTexts({
  VIDEO_NEEDED: {
    id: "Pilih atau rekam video dulu.",
    en: "Choose or record a video first.",
    zh: "请先选择或录制视频。",
  },
  VIDEO_TOO_LARGE: specMessages.VIDEO_TOO_LARGE,
});

/** Problems found by the server's `checkVideo`; spread them into the problems of a call that takes a video. */
export const videoProblems = {
  VIDEO_KIND: {
    status: 422,
    field: "video",
    text: {
      id: "File ini bukan video MP4 atau WebM. Rekam ulang atau pilih video lain.",
      en: "This file is not an MP4 or WebM video. Record it again or choose another one.",
      zh: "此文件不是 MP4 或 WebM 视频。请重新录制或选择其他视频。",
    },
  },
  VIDEO_UNREADABLE: {
    status: 422,
    field: "video",
    text: {
      id: "Video ini rusak atau tidak bisa dibaca. Rekam ulang lalu coba lagi.",
      en: "This video is damaged or cannot be read. Record it again and try again.",
      zh: "视频已损坏或无法读取。请重新录制后再试。",
    },
  },
  VIDEO_TOO_LONG: {
    status: 422,
    field: "video",
    text: {
      id: "Video terlalu panjang, paling lama {maxSeconds} detik. Rekam yang lebih pendek.",
      en: "The video is too long, at most {maxSeconds} seconds. Record a shorter one.",
      zh: "视频过长，最长 {maxSeconds} 秒。请录制较短的视频。",
    },
    data: v.object({ maxSeconds: v.number() }),
  },
} as const satisfies ProblemKinds;
