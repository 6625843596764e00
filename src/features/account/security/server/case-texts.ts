/** What two people compare before they release a frozen account. */
import { defineTexts } from "#shared/texts.ts";

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
