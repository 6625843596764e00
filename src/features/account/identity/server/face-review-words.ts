/** Words of the case for staff, and the lists that they choose from. */
import { defineTexts } from "#shared/texts.ts";
import { faceApprovalHours, type FaceReviewFlow } from "../contract.ts";

export const faceReviewTexts = defineTexts({
  kind: { id: "Pemeriksaan wajah", en: "Face check", zh: "人脸核验" },
  flow: { id: "Untuk", en: "For", zh: "用途" },
  card: { id: "Foto KTP akun", en: "Card of the account", zh: "账户的身份证照片" },
  accountSelfie: { id: "Selfie akun", en: "Selfie of the account", zh: "账户的自拍" },
  newSelfie: { id: "Selfie untuk petugas", en: "Selfie for staff", zh: "提交给工作人员的自拍" },
  there: { id: "Ada, di bawah", en: "Sent, see below", zh: "已提交，见下方" },
  notThere: {
    id: "Belum ada. Tanpa selfie baru tidak bisa disetujui; minta bila perlu.",
    en: "None yet. Nothing can be approved without a new selfie; ask for it where needed.",
    zh: "尚无。没有新自拍不能通过，可要求补充。",
  },
  machine: { id: "Percobaan otomatis", en: "Automatic check", zh: "自动比对" },
  mark: { id: "Perlu perhatian", en: "Needs care", zh: "需注意" },
  goesOn: {
    id: `Untuk identitas: terverifikasi dan dikunci. Untuk permintaan lain: bisa dilanjutkan tanpa pencocokan otomatis, sekali, dalam ${faceApprovalHours} jam. Percobaan otomatis dihitung dari awal.`,
    en: `For the identity: verified and locked. For another request: it can go on without the automatic comparison, once, within ${faceApprovalHours} hours. Automatic tries are whole again.`,
    zh: `身份核验：通过并锁定。其他申请：${faceApprovalHours} 小时内可免自动比对继续一次。自动比对次数重新计算。`,
  },
  readsWhy: {
    id: "Peminjam membaca alasannya dan bisa mengajukan lagi.",
    en: "The borrower reads the reason and can ask again.",
    zh: "借款人会看到原因，并可再次申请。",
  },
});

export const flowTexts = defineTexts({
  IDENTITY: { id: "Verifikasi identitas", en: "Verification of the identity", zh: "身份核验" },
  CORRECTION: { id: "Perbaikan identitas", en: "Correction of the identity", zh: "身份信息更正" },
  MOBILE_CHANGE: { id: "Ganti nomor ponsel", en: "Change of the mobile number", zh: "更换手机号" },
  MERGE: { id: "Penggabungan akun", en: "Merge of accounts", zh: "账户合并" },
  UNFREEZE: { id: "Pembukaan akun yang dibekukan", en: "Release of a frozen account", zh: "账户解冻" },
} satisfies Record<FaceReviewFlow, object>);

/** A case with one of these flags needs a second decider. */
export const faceFlags = ["NIK_MISMATCH", "NIK_SHARED", "NOT_REGISTERED"] as const;
export type FaceFlag = (typeof faceFlags)[number];

export const faceReviewFlagTexts = defineTexts({
  NIK_MISMATCH: { id: "NIK tidak sesuai kelahiran", en: "NIK does not fit the birth", zh: "NIK 与出生信息不符" },
  NIK_SHARED: { id: "NIK juga ada di akun lain", en: "Another account has this NIK", zh: "其他账户使用同一 NIK" },
  NOT_REGISTERED: {
    id: "NIK tidak ditemukan di data kependudukan",
    en: "The register does not know the NIK",
    zh: "户籍库无此 NIK",
  },
} satisfies Record<FaceFlag, object>);

export const faceOutcomeTexts = defineTexts({
  MATCH: { id: "Cocok", en: "Match", zh: "匹配" },
  NO_MATCH: { id: "Tidak cocok", en: "No match", zh: "不匹配" },
  NOT_REGISTERED: { id: "Tidak terdaftar", en: "Not registered", zh: "未登记" },
  UNREADABLE: { id: "Tidak terbaca", en: "Unreadable", zh: "无法识别" },
  OTHER: { id: "Tanpa hasil", en: "No result", zh: "无结果" },
});

export const askTexts = defineTexts({
  NEW_SELFIE: {
    id: "Selfie baru di tempat terang, tanpa kacamata, masker, atau topi",
    en: "A new selfie in a bright place, without glasses, mask or hat",
    zh: "在明亮处重新自拍，勿戴眼镜、口罩或帽子",
  },
  CARD_IN_HAND: {
    id: "Selfie sambil memegang KTP di samping wajah",
    en: "A selfie that shows you holding the KTP next to your face",
    zh: "手持身份证置于脸旁的自拍",
  },
  VIDEO: {
    id: "Video singkat: lihat ke depan, lalu ke kiri dan ke kanan",
    en: "A short video: look ahead, then left and right",
    zh: "短视频：正视前方，再向左、向右转头",
  },
});

export const faceRejectionTexts = defineTexts({
  NOT_THE_PERSON: {
    id: "Wajah di selfie bukan wajah di KTP.",
    en: "The face in the selfie is not the one on the KTP.",
    zh: "自拍与身份证上的面容不是同一人。",
  },
  SELFIE_UNCLEAR: {
    id: "Wajah di selfie tidak terlihat jelas. Ambil lagi di tempat terang.",
    en: "The face in the selfie cannot be seen clearly. Take it again in a bright place.",
    zh: "自拍中的面部不清晰，请在明亮处重拍。",
  },
  CARD_UNCLEAR: {
    id: "Foto KTP tidak terbaca. Ambil lagi foto KTP, lalu minta pemeriksaan lagi.",
    en: "The photo of the KTP cannot be read. Take it again, then ask for another check.",
    zh: "身份证照片无法辨认。请重新拍摄后再申请核验。",
  },
  DATA_DIFFERS: {
    id: "Data yang ditulis berbeda dari KTP. Perbaiki datanya, lalu minta pemeriksaan lagi.",
    en: "Your entries differ from the KTP. Correct them, then ask for another check.",
    zh: "所填信息与身份证不一致。请更正后再申请核验。",
  },
  OTHER: {
    id: "Kami belum bisa memastikan bahwa ini Anda. Hubungi kami bila perlu bantuan.",
    en: "We could not confirm that this is you. Contact us if you need help.",
    zh: "暂时无法确认是您本人。如需帮助请联系我们。",
  },
});
