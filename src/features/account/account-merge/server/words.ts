/** Console words for account merging. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  ACCOUNT_MERGE_STARTED: { id: "Penggabungan akun dimulai", en: "Account merge begun", zh: "开始合并账户" },
  ACCOUNT_MERGE_OTHER_PROVEN: { id: "Nomor lain terbukti", en: "Other number proven", zh: "另一号码已验证" },
  ACCOUNT_MERGE_FACE_PROVEN: { id: "Wajah terbukti", en: "Face proven", zh: "人脸已核验" },
  ACCOUNT_MERGE_SUBMITTED: { id: "Penggabungan ditandatangani", en: "Merge signed and sent", zh: "合并已签署提交" },
  ACCOUNT_MERGE_APPROVED: { id: "Penggabungan disetujui", en: "Merge approved", zh: "合并已批准" },
  ACCOUNT_MERGE_DONE: { id: "Penggabungan selesai", en: "Merge done", zh: "合并已完成" },
  ACCOUNT_MERGE_REJECTED: { id: "Penggabungan ditolak", en: "Merge rejected", zh: "合并被拒" },
  ACCOUNT_MERGE_WITHDRAWN: { id: "Penggabungan dibatalkan", en: "Merge declined", zh: "已放弃合并" },
  ACCOUNT_MERGE_EXPIRED: { id: "Penggabungan kedaluwarsa", en: "Merge expired", zh: "合并已过期" },
  ACCOUNT_MERGE_STOPPED: { id: "Penggabungan dihentikan", en: "Merge stopped", zh: "合并已中止" },
});

const facts = defineTexts({
  hash: { id: "hash halaman", en: "hash of the page", zh: "页面哈希" },
});

const codes = defineTexts({
  SIGNED: { id: "ditandatangani", en: "signed", zh: "已签署" },
  DECLINED: { id: "tidak jadi", en: "declined", zh: "已放弃" },
  MERGED: { id: "digabung", en: "merged", zh: "已合并" },
  CLOSED_INSTEAD: { id: "akun kosong ditutup", en: "empty account closed", zh: "空账户已关闭" },
  NO_ACCOUNT: { id: "akun lain tidak ada", en: "no other account", zh: "无另一账户" },
  OTHER_PERSON: { id: "orang lain", en: "another person", zh: "他人" },
  BOTH_OPEN: { id: "pinjaman di kedua akun", en: "loans in both", zh: "两账户均有借款" },
  BLOCKED: { id: "akun tertahan", en: "account held", zh: "账户受限" },
  MERGE_GONE: { id: "penggabungan tidak ada", en: "the merge no longer exists", zh: "合并已不存在" },
  PREVIEW_CHANGED: { id: "isi akun berubah", en: "accounts have changed", zh: "账户内容已变" },
  NUMBER_CHANGED: { id: "nomor berubah", en: "number changed", zh: "号码已变更" },
  ASKED_BACK: { id: "diminta kembali", en: "undo requested", zh: "申请撤销" },
});

export const words: ConsoleWords = { happenings, facts, codes };
