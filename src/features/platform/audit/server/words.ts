/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  LOGIN: { id: "Masuk", en: "Logged in", zh: "登录" },
  LOGIN_COMPANY: { id: "Masuk dengan akun perusahaan", en: "Logged in with a company account", zh: "使用公司账户登录" },
  ROLES_BY_COMPANY: {
    id: "Peran menurut grup akun perusahaan",
    en: "Roles by the company account's groups",
    zh: "按公司账户的组设置角色",
  },
  ENDED_BY_COMPANY: {
    id: "Sesi berakhir: akun perusahaan ditutup atau grupnya berubah",
    en: "Sessions ended: the company account was closed or its groups changed",
    zh: "会话结束：公司账户已关闭或组已更改",
  },
  LOGIN_PASSKEY: { id: "Masuk dengan kunci sandi", en: "Logged in with a passkey", zh: "使用通行密钥登录" },
  PASSKEY_ADDED: { id: "Menambah kunci sandi", en: "Added a passkey", zh: "添加通行密钥" },
  PASSKEY_REMOVED: { id: "Menghapus kunci sandi", en: "Removed a passkey", zh: "删除通行密钥" },
  PASSKEY_COPIED: {
    id: "Salinan kunci sandi dipakai: kunci dikunci",
    en: "A copy of a passkey was used: the key is locked",
    zh: "通行密钥副本被使用：密钥已锁定",
  },
  LOGIN_REFUSED: { id: "Gagal masuk", en: "Login refused", zh: "登录被拒" },
  LOGOUT: { id: "Keluar", en: "Logged out", zh: "退出" },
  JOINED: { id: "Mengaktifkan akun", en: "Activated the account", zh: "启用账户" },
  INVITED_BY_OPERATOR: { id: "Diundang operator", en: "Invited by the operator", zh: "由运维邀请" },
  "GET /api/staff/audit": { id: "Membaca jejak audit", en: "Read the audit trail", zh: "查看审计记录" },
  "POST /api/staff/borrowers/search": { id: "Mencari peminjam", en: "Searched a borrower", zh: "查找借款人" },
  "GET /api/staff/borrowers/{borrowerId}": { id: "Melihat peminjam", en: "Viewed a borrower", zh: "查看借款人" },
  "GET /api/staff/borrowers/{borrowerId}/timeline": {
    id: "Melihat linimasa",
    en: "Viewed the timeline",
    zh: "查看时间线",
  },
  "GET /api/staff/borrowers/{borrowerId}/documents": {
    id: "Melihat daftar dokumen",
    en: "Viewed the list of documents",
    zh: "查看文件列表",
  },
  "GET /api/staff/borrowers/{borrowerId}/documents/{documentId}": {
    id: "Melihat dokumen",
    en: "Viewed a document",
    zh: "查看文件",
  },
  "GET /api/staff/borrowers/{borrowerId}/identity/{kind}": {
    id: "Melihat foto identitas",
    en: "Viewed an identity photo",
    zh: "查看身份照片",
  },
  "POST /api/staff/borrowers/{borrowerId}/unmask": { id: "Membuka data", en: "Unmasked data", zh: "查看完整资料" },
  "POST /api/staff/borrowers/{borrowerId}/unlock": {
    id: "Membuka kunci akun",
    en: "Unlocked the account",
    zh: "解锁账户",
  },
  "POST /api/staff/borrowers/{borrowerId}/block": { id: "Memblokir akun", en: "Blocked the account", zh: "封禁账户" },
  "POST /api/staff/borrowers/{borrowerId}/notes": { id: "Menulis catatan", en: "Wrote a note", zh: "添加备注" },
  "GET /api/staff/cases": { id: "Melihat daftar pengajuan", en: "Viewed the list of cases", zh: "查看案件列表" },
  "GET /api/staff/cases/{caseId}": { id: "Melihat kasus", en: "Viewed a case", zh: "查看案件" },
  "POST /api/staff/cases/{caseId}/decision": { id: "Mengusulkan keputusan", en: "Proposed a decision", zh: "提出决定" },
  "POST /api/staff/cases/{caseId}/check": { id: "Memeriksa keputusan", en: "Checked a decision", zh: "复核决定" },
  "GET /api/staff/complaints": {
    id: "Melihat daftar pengaduan",
    en: "Viewed the list of complaints",
    zh: "查看投诉列表",
  },
  "GET /api/staff/complaints/{complaintId}": { id: "Melihat pengaduan", en: "Viewed a complaint", zh: "查看投诉" },
  "GET /api/staff/complaints/{complaintId}/photo/{photoId}": {
    id: "Melihat foto bukti",
    en: "Viewed an evidence photo",
    zh: "查看证据照片",
  },
  "POST /api/staff/complaints/{complaintId}/assignment": {
    id: "Mengambil atau menyerahkan pengaduan",
    en: "Claimed or handed over a complaint",
    zh: "接手或移交投诉",
  },
  "POST /api/staff/complaints/{complaintId}/answer": {
    id: "Menjawab pengaduan",
    en: "Answered a complaint",
    zh: "答复投诉",
  },
  "POST /api/staff/complaints/{complaintId}/extension": {
    id: "Memperpanjang pengaduan",
    en: "Extended a complaint",
    zh: "延长投诉期限",
  },
  "POST /api/staff/complaints/{complaintId}/closure": {
    id: "Menutup pengaduan",
    en: "Closed a complaint",
    zh: "关闭投诉",
  },
  "POST /api/staff/complaints/{complaintId}/escalation": {
    id: "Mengeskalasi pengaduan",
    en: "Escalated a complaint",
    zh: "升级投诉",
  },
  "POST /api/staff/complaints/{complaintId}/note": {
    id: "Mencatat di pengaduan",
    en: "Noted on a complaint",
    zh: "备注投诉",
  },
  "POST /api/staff/complaints/{complaintId}/unmask": {
    id: "Membuka email pengaduan",
    en: "Unmasked a complaint's address",
    zh: "查看投诉邮箱",
  },
  "GET /api/staff/complaint-holidays": {
    id: "Melihat kalender hari kerja",
    en: "Viewed the calendar of working days",
    zh: "查看工作日日历",
  },
  "POST /api/staff/complaint-holidays": { id: "Mencatat hari libur", en: "Entered a day off", zh: "录入假日" },
  "GET /api/staff/payments/unmatched": {
    id: "Melihat uang masuk",
    en: "Viewed unmatched payments",
    zh: "查看未匹配来款",
  },
  "POST /api/staff/payments/{receiptId}/assignment": {
    id: "Mengusulkan pemilik uang",
    en: "Proposed an assignment",
    zh: "提议来款归属",
  },
  "POST /api/staff/payments/assignments/{assignmentId}/check": {
    id: "Memeriksa usulan uang",
    en: "Checked an assignment",
    zh: "复核来款归属",
  },
  "GET /api/staff/disbursements/failed": {
    id: "Melihat pencairan gagal",
    en: "Viewed failed payouts",
    zh: "查看失败放款",
  },
  "POST /api/staff/disbursements/{transferId}/settlement": {
    id: "Mengusulkan penyelesaian",
    en: "Proposed a settlement",
    zh: "提议处理方式",
  },
  "POST /api/staff/disbursements/settlements/{settlementId}/check": {
    id: "Memeriksa penyelesaian",
    en: "Checked a settlement",
    zh: "复核处理方式",
  },
  "GET /api/staff/disbursements/late": {
    id: "Melihat transfer terbayar terlambat",
    en: "Viewed late-paid transfers",
    zh: "查看放弃后到账的转账",
  },
  "POST /api/staff/disbursements/{transferId}/late": {
    id: "Mengusulkan penanganan transfer",
    en: "Proposed how to handle a transfer",
    zh: "提议转账款项处理",
  },
  "GET /api/staff/disbursements/returned": {
    id: "Melihat transfer yang dikembalikan",
    en: "Viewed returned transfers",
    zh: "查看被退回的转账",
  },
  "POST /api/staff/disbursements/{transferId}/returned": {
    id: "Mengusulkan penanganan dana yang kembali",
    en: "Proposed how to handle returned money",
    zh: "提议退回款项处理",
  },
  "POST /api/staff/payments/{receiptId}/return": {
    id: "Mengusulkan pengembalian uang",
    en: "Proposed to return money",
    zh: "提议退回来款",
  },
  "GET /api/staff/payments/loan": {
    id: "Melihat pembayaran pinjaman",
    en: "Viewed a loan's payments",
    zh: "查看借款还款记录",
  },
  "POST /api/staff/payments/loan/{loanId}/reversal": {
    id: "Mengusulkan pembatalan pembayaran",
    en: "Proposed to reverse a payment",
    zh: "提议撤销还款",
  },
  "GET /api/staff/money/proposals": { id: "Melihat usulan dana", en: "Viewed money proposals", zh: "查看资金提案" },
  "POST /api/staff/money/proposals/{proposalId}/check": {
    id: "Memeriksa usulan dana",
    en: "Checked a money proposal",
    zh: "复核资金提案",
  },
  "GET /api/staff/money/lenders": {
    id: "Melihat dana pemberi dana",
    en: "Viewed lenders' funds",
    zh: "查看出借人资金",
  },
  "POST /api/staff/money/deposits": { id: "Mengusulkan setoran", en: "Proposed a deposit", zh: "提议入金" },
  "GET /api/staff/contents": { id: "Melihat daftar konten", en: "Viewed the list of contents", zh: "查看内容列表" },
  "GET /api/staff/contents/{collection}/{key}": { id: "Melihat konten", en: "Viewed a content", zh: "查看内容" },
  "GET /api/staff/contents/{collection}/{key}/versions": {
    id: "Melihat versi konten",
    en: "Viewed the versions of a content",
    zh: "查看内容版本",
  },
  "GET /api/staff/contents/{collection}/{key}/difference": {
    id: "Membandingkan versi konten",
    en: "Compared versions of a content",
    zh: "比较内容版本",
  },
  "POST /api/staff/contents/preview": { id: "Melihat pratinjau konten", en: "Previewed a content", zh: "预览内容" },
  "POST /api/staff/contents/{collection}/{key}": { id: "Mengusulkan konten", en: "Proposed a content", zh: "提议内容" },
  "POST /api/staff/contents/{collection}/{key}/withdrawal": {
    id: "Mengusulkan penarikan konten",
    en: "Proposed to withdraw a content",
    zh: "提议撤下内容",
  },
  "GET /api/staff/content-proposals": {
    id: "Melihat usulan konten",
    en: "Viewed proposed contents",
    zh: "查看内容提案",
  },
  "GET /api/staff/content-proposals/{proposalId}": {
    id: "Melihat usulan konten",
    en: "Viewed a proposed content",
    zh: "查看内容提案",
  },
  "POST /api/staff/content-proposals/{proposalId}/check": {
    id: "Memeriksa usulan konten",
    en: "Checked a proposed content",
    zh: "复核内容提案",
  },
  "POST /api/staff/content-proposals/{proposalId}/taking-back": {
    id: "Menarik usulan konten",
    en: "Withdrew a proposed content",
    zh: "撤回内容提案",
  },
  "GET /api/staff/figures": { id: "Melihat daftar angka", en: "Viewed the list of figures", zh: "查看数据列表" },
  "GET /api/staff/configuration": { id: "Melihat konfigurasi", en: "Viewed the configuration", zh: "查看配置" },
  "GET /api/staff/configuration/{configName}": {
    id: "Melihat nilai konfigurasi",
    en: "Viewed a configuration value",
    zh: "查看配置值",
  },
  "POST /api/staff/configuration/{configName}": {
    id: "Mengusulkan nilai konfigurasi",
    en: "Proposed a configuration value",
    zh: "提议配置值",
  },
  "POST /api/staff/standard-rates": {
    id: "Mengusulkan bunga standar",
    en: "Proposed standard rates",
    zh: "提议标准利率",
  },
  "GET /api/staff/config-proposals": {
    id: "Melihat usulan konfigurasi",
    en: "Viewed proposed values",
    zh: "查看配置提案",
  },
  "GET /api/staff/config-proposals/{proposalId}": {
    id: "Melihat usulan konfigurasi",
    en: "Viewed a proposed value",
    zh: "查看配置提案",
  },
  "POST /api/staff/config-proposals/{proposalId}/check": {
    id: "Memeriksa usulan konfigurasi",
    en: "Checked a proposed value",
    zh: "复核配置提案",
  },
  "POST /api/staff/config-proposals/{proposalId}/taking-back": {
    id: "Menarik usulan konfigurasi",
    en: "Withdrew a proposed value",
    zh: "撤回配置提案",
  },
  "GET /api/staff/members": { id: "Melihat daftar petugas", en: "Viewed the list of staff", zh: "查看人员列表" },
  "POST /api/staff/members": { id: "Mengundang petugas", en: "Invited a person", zh: "邀请人员" },
  "GET /api/staff/members/{staffId}": { id: "Melihat petugas", en: "Viewed a staff member", zh: "查看人员" },
  "POST /api/staff/members/{staffId}/roles": { id: "Mengubah peran", en: "Changed roles", zh: "更改角色" },
  "POST /api/staff/members/{staffId}/disable": { id: "Menonaktifkan petugas", en: "Disabled a person", zh: "停用人员" },
  "POST /api/staff/members/{staffId}/reinvite": { id: "Mengundang ulang", en: "Invited again", zh: "重新邀请" },
});

/** For a list that was downloaded. */
const facts = defineTexts({
  rows: { id: "baris", en: "rows", zh: "行数" },
  isWhole: { id: "sampai habis", en: "complete", zh: "完整" },
  sha256: { id: "SHA-256", en: "SHA-256", zh: "SHA-256" },
  order: { id: "urutan", en: "order", zh: "排序" },
  from: { id: "dari tanggal", en: "from", zh: "起始日期" },
  to: { id: "sampai tanggal", en: "to", zh: "截止日期" },
  assignee: { id: "petugas", en: "assignee", zh: "负责人" },
  claimed: { id: "dikerjakan", en: "worked on by", zh: "处理人" },
});
const codes = defineTexts({
  OPEN: { id: "terbuka", en: "open", zh: "未结束" },
  WAITING: { id: "perlu keputusan", en: "to decide", zh: "待决定" },
  PROPOSED: { id: "menunggu pemeriksa", en: "waits for a checker", zh: "待复核" },
  CLOSED: { id: "selesai", en: "closed", zh: "已结束" },
  ANYBODY: { id: "siapa saja", en: "anybody", zh: "任何人" },
  NOBODY: { id: "belum ada", en: "no one yet", zh: "尚无" },
  ME: { id: "sendiri", en: "oneself", zh: "本人" },
  OLDEST: { id: "terlama dahulu", en: "oldest first", zh: "从旧到新" },
  NEWEST: { id: "terbaru dahulu", en: "newest first", zh: "从新到旧" },
  SMALLEST: { id: "terkecil dahulu", en: "smallest first", zh: "从小到大" },
  LARGEST: { id: "terbesar dahulu", en: "largest first", zh: "从大到小" },
  DUE_FIRST: { id: "batas terdekat dahulu", en: "nearest deadline first", zh: "期限从近到远" },
  DUE_LAST: { id: "batas terjauh dahulu", en: "farthest deadline first", zh: "期限从远到近" },
  RECEIVED_FIRST: { id: "terlama dahulu", en: "oldest first", zh: "从旧到新" },
  RECEIVED_LAST: { id: "terbaru dahulu", en: "newest first", zh: "从新到旧" },
  URGENT_FIRST: { id: "paling mendesak dahulu", en: "most urgent first", zh: "最紧急在前" },
  URGENT_LAST: { id: "paling mendesak terakhir", en: "most urgent last", zh: "最紧急在后" },
});

export const words: ConsoleWords = { happenings, facts, codes };
