/** How a freezing stands, as staff read it. */
export const stateTexts = defineTexts({
  FROZEN: { id: "Menunggu bukti pemilik", en: "Waits for the owner's proof", zh: "等待本人证明" },
  PROVEN: { id: "Pemilik terbukti, perlu keputusan", en: "Owner proven, to decide", zh: "本人已证明，待决定" },
  RELEASED: { id: "Dibuka kembali", en: "Released", zh: "已解冻" },
  KEPT: { id: "Tetap dibekukan", en: "Stays frozen", zh: "维持冻结" },
} satisfies Record<ContestState, object>);

/** Why nothing of value leaves an account, as staff read it. */
export const holdTexts = defineTexts({
  NUMBER_CHANGED: { id: "Ditahan: nomor diganti", en: "Held: number changed", zh: "保护期：号码已更换" },
  NUMBER_RECOVERED: {
    id: "Ditahan: nomor hilang diganti",
    en: "Held: lost number replaced",
    zh: "保护期：遗失号码已更换",
  },
  RELEASED: { id: "Ditahan: akun dibuka kembali", en: "Held: account released", zh: "保护期：账户已解冻" },
  MERGED: { id: "Ditahan: akun digabung", en: "Held: accounts merged", zh: "保护期：账户已合并" },
  stands: { id: "Berlaku", en: "In force", zh: "生效中" },
  over: { id: "Berakhir", en: "Over", zh: "已结束" },
} satisfies Record<HoldCause | "stands" | "over", object>);

/** What two people compare before they release a frozen account. */
import { defineTexts } from "#shared/texts.ts";
import type { ContestState } from "../contract.ts";
import type { HoldCause } from "./hold.ts";

export const labels = defineTexts({
  case: { id: "Akun dibekukan pemilik", en: "Account frozen by its owner", zh: "用户冻结账户" },
  event: { id: "Yang dibantah pemilik", en: "What the owner objected to", zh: "用户否认的操作" },
  device: { id: "Perangkat saat itu", en: "Device it was done on", zh: "当时设备" },
  objector: { id: "Perangkat yang membekukan", en: "Device that froze it", zh: "冻结所用设备" },
  before: { id: "Nomor sebelum kejadian", en: "Number before it", zh: "事件前号码" },
  now: { id: "Nomor sekarang", en: "Number now", zh: "当前号码" },
  proven: { id: "Bukti pemilik", en: "Proof of the owner", zh: "本人证明" },
  similarity: { id: "Kemiripan wajah", en: "Similarity of the face", zh: "人脸相似度" },
  recovery: {
    id: "Permintaan nomor hilang untuk akun ini",
    en: "Lost number request for this account",
    zh: "此账户的遗失号码申请",
  },
  stopped: { id: "Permintaan yang dihentikan", en: "Requests that were stopped", zh: "已终止的申请" },
  notProven: {
    id: "Belum ada. Akun tidak dapat dibuka sebelum nomor dan wajah dibuktikan; minta bila perlu.",
    en: "None yet. The account cannot be released before number and face are proven; ask for it where needed.",
    zh: "尚无。未验证号码与人脸前不能解冻，可要求补充。",
  },
  noFace: { id: "Tidak ada wajah terverifikasi", en: "No face was ever verified", zh: "从未核验过人脸" },
});
