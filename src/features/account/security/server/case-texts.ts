/** The words of a freezing, and of the case in which two people compare before they release it. */
import { holdHours } from "#features/account/hold/contract.ts";
import { defineTexts } from "#shared/texts.ts";
import type { ContestState } from "../contract.ts";

/** States of a frozen account, in words for staff. */
export const contestStateTexts = defineTexts({
  FROZEN: { id: "Menunggu bukti pemilik", en: "Waiting for the owner's proof", zh: "等待本人证明" },
  PROVEN: { id: "Pemilik terbukti, perlu keputusan", en: "Owner proven, to decide", zh: "本人已证明，待决定" },
  RELEASED: { id: "Dibuka kembali", en: "Released", zh: "已解冻" },
  KEPT: { id: "Tetap dibekukan", en: "Stays frozen", zh: "维持冻结" },
} satisfies Record<ContestState, object>);

export const contestLabels = defineTexts({
  case: { id: "Akun dibekukan pemilik", en: "Account frozen by its owner", zh: "用户冻结账户" },
  event: { id: "Yang dibantah pemilik", en: "What the owner objected to", zh: "用户否认的操作" },
  device: { id: "Perangkat saat itu", en: "Device it was done on", zh: "当时设备" },
  objector: { id: "Perangkat yang membekukan", en: "Device that froze it", zh: "冻结所用设备" },
  before: { id: "Nomor sebelum kejadian", en: "Number before that", zh: "事件前号码" },
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
    id: "Belum ada. Akun tidak bisa dibuka sebelum nomor dan wajah dibuktikan; minta bila perlu.",
    en: "None yet. The account cannot be released before number and face are proven; ask for it where needed.",
    zh: "尚无。未验证号码与人脸前不能解冻，可要求补充。",
  },
  card: { id: "Foto KTP akun", en: "Card of the account", zh: "账户的身份证照片" },
  firstSelfie: { id: "Selfie saat verifikasi", en: "Selfie of the verification", zh: "核验时的自拍" },
  act: { id: "Kejadian lain di akun", en: "Also done with the account", zh: "账户的其他操作" },
  approvedMeans: {
    id: `Akun dibuka untuk nomor sebelum kejadian. Bila orang lain melakukan sesuatu: kata sandi dan perangkat dilupakan, penarikan dan perubahan ditahan ${holdHours} jam. Bila tidak terjadi apa-apa: akun dibuka seperti semula.`,
    en: `The account is released to the number from before it happened. If another person did something, password and devices are reset, and withdrawals and changes are held for ${holdHours} hours. Where nothing happened, it is released as it was.`,
    zh: `账户解冻并归还事件前的号码。若他人有操作：密码和设备被清除，提现与变更保护 ${holdHours} 小时。若无异常：账户按原状解冻。`,
  },
  OTHERS_ACTED: {
    id: `Orang lain melakukan sesuatu di akun: tahan ${holdHours} jam`,
    en: `Another person did something with the account: hold it for ${holdHours} hours`,
    zh: `他人操作过账户：保护 ${holdHours} 小时`,
  },
  NOTHING_HAPPENED: {
    id: "Tidak ada yang dilakukan orang lain: buka seperti semula",
    en: "Nothing was done by another person: release it as it was",
    zh: "他人未操作：按原状解冻",
  },
  rejectedMeans: {
    id: "Akun tetap dibekukan, pemilik membaca alasannya dan bisa mencoba verifikasi lagi.",
    en: "The account stays frozen; its owner reads the reason and can prove it again.",
    zh: "账户继续冻结，用户会看到原因并可重新验证。",
  },
  noFace: { id: "Tidak ada wajah terverifikasi", en: "No face was ever verified", zh: "从未核验过人脸" },
});
