import { documentKindTexts, maxDocumentPhotos } from "#features/account/document/contract.ts";
import { defineTexts, type Text } from "#shared/texts.ts";
import { linkDays } from "#shared/promised-times.ts";
import { kindsOfItem, type FillItem } from "./contract.ts";

/** Names of the items that may be missing. */
const itemTexts = defineTexts({
  PERSONAL: { id: "Data diri dan tujuan pinjaman", en: "About you and the loan's purpose", zh: "个人情况与借款用途" },
  HOME: { id: "Alamat tempat tinggal", en: "Home address", zh: "居住地址" },
  WORK: { id: "Pekerjaan dan penghasilan", en: "Work and income", zh: "工作与收入" },
  CONTACT: { id: "Kontak darurat", en: "Emergency contact", zh: "紧急联系人" },
  INCOME_EVIDENCE: {
    id: "Slip gaji atau rekening koran",
    en: "Pay slip or bank statement",
    zh: "工资单或银行流水",
  },
});

/** The name of what a link asks for. */
export function itemText(item: string): Text {
  if (item in itemTexts) return itemTexts[item as keyof typeof itemTexts];
  return documentKindTexts[kindsOfItem(item as FillItem)[0] ?? "OTHER_TEXT"];
}

export const fillLinkStateTexts = defineTexts({
  OPEN: { id: "Berlaku", en: "Open", zh: "有效" },
  DONE: { id: "Sudah diisi", en: "Used", zh: "已使用" },
  DEAD: { id: "Dimatikan", en: "Ended early", zh: "已失效" },
  EXPIRED: { id: "Kedaluwarsa", en: "Expired", zh: "已到期" },
  REPLACED: { id: "Diganti", en: "Replaced", zh: "已替换" },
});

export const fillLinkCauseTexts = defineTexts({
  STAFF: { id: "Dikirim petugas", en: "Sent by staff", zh: "工作人员发送" },
  DOCUMENTS: { id: "Bersama permintaan dokumen", en: "With a request for documents", zh: "随资料要求发送" },
});

export const texts = defineTexts({
  title: { id: "Lengkapi data pengajuan", en: "Complete your application", zh: "补充申请资料" },
  checkTitle: { id: "Tanggal lahir Anda", en: "Your birth date", zh: "您的出生日期" },
  checkLead: {
    id: "Agar hanya Anda yang bisa mengisi. Tanpa masuk akun, tanpa kode OTP.",
    en: "This makes sure that only you can continue. No login and no code needed.",
    zh: "以确认是您本人。无需登录，无需验证码。",
  },
  birthDate: { id: "Tanggal lahir", en: "Birth date", zh: "出生日期" },
  attempts: {
    id: "Sisa percobaan: {count}. Setelah itu tautan tidak berlaku.",
    en: "Tries left: {count}. After that the link no longer works.",
    zh: "剩余次数：{count}。用完后链接失效。",
  },
  check: { id: "Lanjut", en: "Continue", zh: "继续" },
  lead: {
    id: "Di sini hanya tampil nama data yang kurang. Data yang sudah tersimpan tidak ditampilkan.",
    en: "This page lists only what is missing. It does not show the data that we already have.",
    zh: "此处仅显示缺少内容的名称，已保存的资料不会显示。",
  },
  until: { id: "Berlaku sampai {until}.", en: "Open until {until}.", zh: "有效期至 {until}。" },
  missing: { id: "Masih kurang", en: "Still missing", zh: "仍缺少" },
  given: { id: "Sudah diterima", en: "Received", zh: "已收到" },
  start: { id: "Isi: {item}", en: "Fill in: {item}", zh: "填写：{item}" },
  unverified: {
    id: "Penghasilan yang diisi lewat tautan diperiksa petugas, jadi keputusan tidak langsung keluar.",
    en: "Our staff check an income that is given through a link, so the decision does not come at once.",
    zh: "通过链接填写的收入须人工审核，因此不会立即出结果。",
  },
  readyTitle: { id: "Sudah lengkap, tinggal dikirim", en: "Everything is there: send it now", zh: "已齐全，请提交" },
  readyLead: {
    id: "Setelah dikirim, tautan ini tidak bisa dipakai lagi.",
    en: "Once you have sent it, this link can no longer be used.",
    zh: "提交后，此链接将不能再使用。",
  },
  send: { id: "Kirim", en: "Send", zh: "提交" },
  contactLead: {
    id: "Orang yang bisa kami hubungi bila Anda tidak terjangkau. Kami meminta izinnya dulu lewat SMS.",
    en: "A person whom we can contact when we cannot reach you. We first ask for their consent by SMS.",
    zh: "当联系不到您时可联系的人。我们会先通过短信征得其同意。",
  },
  saveContact: { id: "Simpan kontak", en: "Save the contact", zh: "保存联系人" },
  documentTitle: { id: "Unggah dokumen", en: "Upload documents", zh: "上传资料" },
  documentLead: {
    id: `Satu per satu, sampai ${maxDocumentPhotos} foto tiap jenis. Foto yang sudah dikirim tidak ditampilkan lagi.`,
    en: `One by one, up to ${maxDocumentPhotos} photos of each kind. Photos that you have sent are not shown again.`,
    zh: `逐张上传，每类最多 ${maxDocumentPhotos} 张。已上传的照片不再显示。`,
  },
  kind: { id: "Jenis dokumen", en: "Kind of document", zh: "资料类别" },
  photo: { id: "Foto atau PDF", en: "Photo or PDF", zh: "照片或 PDF" },
  photoHint: {
    id: "Seluruh dokumen terlihat, tulisan terbaca.",
    en: "Show the whole document; the text must be readable.",
    zh: "文件完整、文字清晰。",
  },
  upload: { id: "Unggah", en: "Upload", zh: "上传" },
  uploaded: { id: "Sudah diterima.", en: "Received.", zh: "已收到。" },
  back: { id: "Kembali ke daftar", en: "Back to the list", zh: "返回列表" },
  doneTitle: {
    id: "Terima kasih, data sudah lengkap",
    en: "Thank you, your information is complete",
    zh: "谢谢，资料已齐全",
  },
  done: {
    id: "Kami melanjutkan pengajuan Anda. Kabarnya kami kirim ke ponsel Anda; perkembangannya bisa dilihat setelah masuk.",
    en: "We continue with your application and will message you. Log in to see its status.",
    zh: "我们将继续处理您的申请，并通过手机通知您。登录后可查看进度。",
  },
  deadTitle: { id: "Tautan ini tidak berlaku", en: "This link is not valid", zh: "此链接无效" },
  dead: {
    id: "Tautan sudah dipakai, diganti, atau kedaluwarsa. Masuk ke akun Anda untuk melengkapi data, atau hubungi kami.",
    en: "It was used or replaced, or has expired. Log in to your account to add what is missing, or contact us.",
    zh: "链接可能已使用、被替换或过期。请登录账户补充资料，或联系我们。",
  },
  login: { id: "Masuk", en: "Log in", zh: "登录" },
});

export const fillLinkStaffTexts = defineTexts({
  tab: { id: "Tautan pengisian", en: "Fill-in link", zh: "补充资料链接" },
  title: { id: "Tautan pengisian", en: "Fill-in link", zh: "补充资料链接" },
  lead: {
    id: `Peminjam mengisi yang kurang tanpa masuk akun, ${linkDays} hari, setelah tanggal lahirnya cocok. Data yang tersimpan tidak ditampilkan.`,
    en: `For ${linkDays} days, the borrower can fill in what is missing without a login, after entering the right birth date. No stored data is shown.`,
    zh: `借款人核对出生日期后，可在 ${linkDays} 天内免登录补充资料。不会显示任何已存资料。`,
  },
  missing: { id: "Yang bisa diminta sekarang", en: "It can now ask for", zh: "目前可要求补充" },
  nothing: {
    id: "Tidak ada yang kurang yang bisa diisi lewat tautan. Identitas, nomor, dan rekening tidak pernah lewat tautan.",
    en: "Nothing is missing that can be given through a link. Identity, number and bank account never go through a link.",
    zh: "没有可通过链接补充的内容。身份、号码和银行账户绝不通过链接提供。",
  },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  send: { id: "Kirim tautan", en: "Send a link", zh: "发送链接" },
  sent: {
    id: "Tautan dikirim ke nomor peminjam. Tautan sebelumnya tidak berlaku lagi.",
    en: "A link was sent to the borrower's number. Earlier links no longer work.",
    zh: "链接已发往借款人号码，之前的链接已失效。",
  },
  links: { id: "Tautan terbaru", en: "Newest links", zh: "最近的链接" },
  none: { id: "Belum ada tautan.", en: "No link has been sent yet.", zh: "尚未发送链接。" },
  made: { id: "Dibuat", en: "Created", zh: "创建时间" },
  state: { id: "Status", en: "State", zh: "状态" },
  cause: { id: "Asal", en: "Cause", zh: "来源" },
  asked: { id: "Diminta", en: "Requested", zh: "要求内容" },
  ends: { id: "Berakhir", en: "Ends", zh: "结束" },
});
