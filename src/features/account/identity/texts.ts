import { maxPhotoMegabytes } from "#shared/fields/photo.ts";
import { faceAgreeText } from "#shared/outside-reads.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Verifikasi identitas", en: "Verify your identity", zh: "身份核验" },
  stepCard: { id: "Foto KTP", en: "Photo of your KTP", zh: "身份证照片" },
  stepData: { id: "Data KTP", en: "Data on your KTP", zh: "身份证信息" },
  stepFace: { id: "Selfie", en: "Selfie", zh: "自拍" },
  cardTitle: { id: "Foto KTP Anda", en: "Take a photo of your KTP", zh: "拍摄您的身份证" },
  cardLead: {
    id: "Letakkan KTP di tempat terang. Semua tulisan harus terbaca, tanpa pantulan cahaya.",
    en: "Put the KTP in a bright place. All of it must be readable, without reflections.",
    zh: "请将身份证放在明亮处，所有文字须清晰、无反光。",
  },
  cardField: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  cardHint: {
    id: `JPEG, PNG, atau WebP, paling besar ${maxPhotoMegabytes} MB`,
    en: `JPEG, PNG or WebP, at most ${maxPhotoMegabytes} MB`,
    zh: `JPEG、PNG 或 WebP，最大 ${maxPhotoMegabytes} MB`,
  },
  cardStored: { id: "Foto KTP tersimpan", en: "The photo of your KTP is saved", zh: "身份证照片已保存" },
  keepCard: { id: "Pakai foto ini", en: "Use this photo", zh: "使用这张照片" },
  saveCard: { id: "Simpan foto KTP", en: "Save the photo", zh: "保存照片" },
  dataTitle: { id: "Data di KTP Anda", en: "Data on your KTP", zh: "身份证上的信息" },
  dataLead: {
    id: "Tulis persis seperti di KTP. Data ini dienkripsi dan hanya dipakai untuk pengajuan Anda.",
    en: "Write it exactly as on the KTP. It is encrypted and used for your application only.",
    zh: "请与身份证完全一致。信息会加密保存，仅用于您的申请。",
  },
  readTitle: { id: "Periksa hasil bacaan.", en: "Check what was read.", zh: "请核对读取结果。" },
  readBody: {
    id: "Data ini kami baca dari foto KTP Anda dan bisa keliru. Cocokkan dengan KTP, lalu simpan.",
    en: "We read this from the photo of your KTP, and may be wrong. Compare it with the card, then save.",
    zh: "以下信息由系统从身份证照片读取，可能有误。请与身份证核对后保存。",
  },
  fromNik: {
    id: "Isi tanggal lahir dan jenis kelamin dari NIK",
    en: "Fill birth date and sex in from the NIK",
    zh: "根据 NIK 填写出生日期和性别",
  },
  nik: { id: "NIK", en: "NIK (identity number)", zh: "NIK（身份证号）" },
  nikHint: {
    id: "16 angka di bagian atas KTP",
    en: "The 16 digits at the top of the KTP",
    zh: "身份证顶部的 16 位数字",
  },
  fullName: { id: "Nama lengkap", en: "Full name", zh: "姓名" },
  fullNameHint: {
    id: "Satu kata juga boleh, tanpa gelar",
    en: "One word is fine too; no titles",
    zh: "可以只有一个词，无需填写头衔",
  },
  birthPlace: { id: "Tempat lahir", en: "Place of birth", zh: "出生地" },
  birthDate: { id: "Tanggal lahir", en: "Date of birth", zh: "出生日期" },
  sex: { id: "Jenis kelamin", en: "Sex", zh: "性别" },
  MALE: { id: "Laki-laki", en: "Male", zh: "男" },
  FEMALE: { id: "Perempuan", en: "Female", zh: "女" },
  saveData: { id: "Simpan dan lanjut", en: "Save and continue", zh: "保存并继续" },
  flagTitle: {
    id: "NIK dan tanggal lahir tampak berbeda.",
    en: "NIK and date of birth seem to differ.",
    zh: "NIK 与出生日期似乎不一致。",
  },
  flagBody: {
    id: "Data tetap tersimpan. Jika KTP Anda memang begitu, lanjutkan; petugas akan memeriksanya.",
    en: "Your data is saved. If your KTP really says so, continue; our staff will look at it.",
    zh: "信息已保存。如身份证确实如此，请继续，工作人员会核对。",
  },
  checkAgain: { id: "Periksa lagi", en: "Check again", zh: "再次核对" },
  faceTitle: { id: "Ambil selfie", en: "Take a selfie", zh: "拍摄自拍照" },
  faceLead: {
    id: "Wajah di tengah, tempat terang, tanpa kacamata, masker, atau topi.",
    en: "Your face in the middle, in a bright place, without glasses, mask or hat.",
    zh: "请将面部置于画面中央，光线明亮，勿戴眼镜、口罩或帽子。",
  },
  faceField: { id: "Foto selfie", en: "Selfie", zh: "自拍照" },
  faceAgree: faceAgreeText,
  faceAgreement: {
    id: "Baca perjanjian layanan autentikasi",
    en: "Read the authentication service agreement",
    zh: "阅读身份认证服务协议",
  },
  checkFace: { id: "Periksa wajah saya", en: "Check my face", zh: "核验人脸" },
  checkData: {
    id: "Data KTP salah tulis? Periksa dulu",
    en: "A mistake in the KTP's data? Check it first",
    zh: "身份证信息填写有误？请先核对",
  },
  doneTitle: { id: "Identitas Anda terverifikasi", en: "Your identity is verified", zh: "您的身份已核验" },
  doneBody: {
    id: "Data ini dikunci untuk melindungi Anda.",
    en: "This data is locked to protect you.",
    zh: "为保护您，信息已锁定。",
  },
  somethingWrong: {
    id: "Ada yang salah? Minta perbaikan",
    en: "Something wrong? Ask for a correction",
    zh: "信息有误？申请更正",
  },
  next: { id: "Lanjut", en: "Continue", zh: "继续" },
});
