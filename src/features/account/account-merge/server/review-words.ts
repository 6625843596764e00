import { reversibleHours } from "../contract.ts";
import { coolingHours } from "#features/account/cancellation/contract.ts";
import { defineTexts } from "#shared/texts.ts";

/** Texts of the review: the compared data, and the decision as the borrower reads it. */
export const mergeReviewTexts = defineTexts({
  kind: { id: "Penggabungan akun", en: "Merging of two accounts", zh: "账户合并" },
  card: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  approvedMeans: {
    id: `Kedua akun digabung seperti halaman yang ditandatangani: isinya pindah ke akun yang dilanjutkan, akun lain berakhir, dan penggabungan bisa dibatalkan selama ${reversibleHours} jam.`,
    en: `Both accounts are merged as on the signed page: their contents move to the remaining account, the other one ends, and the merge can be undone for ${reversibleHours} hours.`,
    zh: `按已签署页面合并：内容转入保留账户，另一账户终止，${reversibleHours} 小时内可撤销。`,
  },
  rejectedMeans: {
    id: "Kedua akun tetap seperti sekarang. Peminjam membaca alasan yang dipilih.",
    en: "Both accounts stay as they are. The borrower reads the chosen reason.",
    zh: "两个账户保持不变。借款人会看到所选理由。",
  },
  firstSelfie: { id: "Selfie saat pendaftaran", en: "Selfie of the account", zh: "账户自拍" },
  ownNumber: { id: "Nomor akun yang meminta", en: "Number of the requesting account", zh: "申请账户号码" },
  otherNumber: { id: "Nomor akun lain", en: "Number of the other account", zh: "另一账户号码" },
  survivor: { id: "Akun yang dilanjutkan", en: "Remaining account", zh: "保留的账户" },
  keeps: { id: "Nomor yang dipakai", en: "Number that stays", zh: "保留的号码" },
  survivorOwn: { id: "Akun yang meminta", en: "The requesting account", zh: "申请账户" },
  survivorOther: { id: "Akun lain", en: "The other account", zh: "另一账户" },
  ownSince: { id: "Akun yang meminta, sejak", en: "Requesting account, registered", zh: "申请账户注册时间" },
  otherSince: { id: "Akun lain, sejak", en: "Other account, registered", zh: "另一账户注册时间" },
  otherFace: { id: "Wajah di akun lain", en: "Face of the other account", zh: "另一账户人脸" },
  faceVerified: { id: "Terverifikasi, NIK sama", en: "Verified, same NIK", zh: "已核验，NIK 相同" },
  faceUnverified: { id: "Belum diverifikasi, NIK sama", en: "Not verified, same NIK", zh: "未核验，NIK 相同" },
  similarity: { id: "Kemiripan wajah", en: "Similarity of the face", zh: "人脸相似度" },
  device: { id: "Perangkat", en: "Device", zh: "设备" },
  asset: { id: "Isi akun", en: "In the accounts", zh: "账户内容" },
  mark: { id: "Tanda risiko", en: "Risk flag", zh: "风险标记" },
  askCard: { id: "Foto Anda memegang KTP", en: "A photo of you holding the KTP", zh: "手持身份证照片" },
  askSims: { id: "Kedua kartu SIM dalam satu foto", en: "Both SIM cards in one photo", zh: "两张 SIM 卡合照" },
  askClearer: { id: "Foto yang lebih jelas", en: "A clearer photo", zh: "更清晰的照片" },
  NOT_THE_PERSON: {
    id: "Kami tidak bisa memastikan bahwa kedua akun milik orang yang sama.",
    en: "We could not confirm that both accounts belong to the same person.",
    zh: "无法确认两个账户属于同一人。",
  },
  PROOF_UNREADABLE: {
    id: "Bukti yang Anda unggah tidak terbaca.",
    en: "The proof that you uploaded cannot be read.",
    zh: "您上传的证明材料无法辨认。",
  },
  NUMBER_NOT_OWN: {
    id: "Salah satu nomor tidak terdaftar atas nama Anda.",
    en: "One of the numbers is not registered in your name.",
    zh: "其中一个号码未登记在您名下。",
  },
  CONTESTED: {
    id: "Pemilik salah satu nomor menyatakan tidak meminta penggabungan ini.",
    en: "The owner of one of the numbers said that this merge was not requested.",
    zh: "其中一个号码的持有人表示未申请合并。",
  },
  OTHER: {
    id: "Kami tidak bisa menyetujui penggabungan ini. Layanan pelanggan menjelaskan alasannya.",
    en: "We could not approve this merge. Support explains the reason.",
    zh: "无法批准此次合并，客服将为您说明原因。",
  },
});

/** Why two accounts cannot become one. */
export const mergeCauseTexts = defineTexts({
  NO_ACCOUNT: {
    id: "nomor itu tidak punya akun yang bisa digabung.",
    en: "that number has no account that could be merged.",
    zh: "该号码没有可合并的账户。",
  },
  OTHER_PERSON: {
    id: "identitas di akun itu bukan identitas Anda.",
    en: "the identity of that account is not yours.",
    zh: "该账户的身份与您不一致。",
  },
  BOTH_OPEN: {
    id: "kedua akun punya pinjaman atau pengajuan yang berjalan. Selesaikan salah satunya dulu.",
    en: "both accounts have a loan or an application under way. Finish one of them first.",
    zh: "两个账户都有进行中的借款或申请，请先结清其中一个。",
  },
  BLOCKED: {
    id: "salah satu akun sedang ditahan, ditutup, atau digabung. Hubungi layanan pelanggan.",
    en: "one of the accounts is held, being closed, or being merged. Contact support.",
    zh: "其中一个账户正受限、注销或合并中，请联系客服。",
  },
});

/** Reasons for ending an approved merge when it is carried out. */
export const endTexts = defineTexts({
  CLOSED_INSTEAD: {
    id: `Akun lain kosong: tidak ada yang digabung, dan akun itu ditutup dalam ${coolingHours} jam.`,
    en: `The other account was empty: nothing was merged, and it is closed within ${coolingHours} hours.`,
    zh: `另一账户为空：无需合并，将在 ${coolingHours} 小时内关闭。`,
  },
  ACCOUNT_NOT_OPEN: {
    id: "Salah satu akun tidak terbuka lagi.",
    en: "One of the accounts was not open any more.",
    zh: "其中一个账户已不可用。",
  },
  NUMBER_CHANGED: {
    id: "Nomor salah satu akun berubah setelah Anda menandatangani.",
    en: "The number of one of the accounts changed after you signed.",
    zh: "签署后其中一个账户的号码有变更。",
  },
  PREVIEW_CHANGED: {
    id: "Isi akun berubah setelah Anda menandatangani.",
    en: "The accounts changed after you signed.",
    zh: "签署后账户内容有变动。",
  },
  MERGE_GONE: {
    id: "Permintaan ini sudah tidak berlaku.",
    en: "The request is no longer valid.",
    zh: "该申请已失效。",
  },
});
