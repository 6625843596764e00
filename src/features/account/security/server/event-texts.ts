/** What happened to an account, as its owner reads it: in the list, and in the notices. */
import { defineTexts } from "#shared/texts.ts";
import type { SecurityEventKind } from "../contract.ts";

export const eventTexts = defineTexts({
  LOGIN_UNKNOWN_DEVICE: { id: "Masuk dari perangkat baru", en: "Login on a new device", zh: "新设备登录" },
  PASSWORD_CHANGED: { id: "Kata sandi diganti", en: "Password changed", zh: "登录密码已更改" },
  EMAIL_CHANGE_ASKED: { id: "Permintaan ganti email", en: "Email change requested", zh: "申请更换邮箱" },
  EMAIL_CHANGED: { id: "Email akun diganti", en: "Email address changed", zh: "邮箱已更换" },
  EMAIL_REMOVED: { id: "Email akun dihapus", en: "Email address removed", zh: "邮箱已移除" },
  NUMBER_CHANGE_ASKED: { id: "Permintaan ganti nomor ponsel", en: "Number change requested", zh: "申请更换手机号" },
  NUMBER_CHANGED: { id: "Nomor ponsel akun diganti", en: "Mobile number changed", zh: "手机号已更换" },
  NUMBER_RECOVERY_ASKED: {
    id: "Permintaan ganti nomor ponsel yang hilang",
    en: "Recovery of a lost number requested",
    zh: "申请找回遗失号码",
  },
  NUMBER_RECOVERED: { id: "Nomor ponsel hilang diganti", en: "Lost number replaced", zh: "遗失号码已更换" },
  BANK_ACCOUNT_ADDED: { id: "Rekening bank ditambahkan", en: "Bank account added", zh: "已添加银行账户" },
  BANK_ACCOUNT_CHOSEN: { id: "Rekening utama diganti", en: "Main bank account changed", zh: "主要收款账户已更改" },
  BANK_ACCOUNT_REMOVED: { id: "Rekening bank dihapus", en: "Bank account removed", zh: "已删除银行账户" },
  ACCOUNT_LINKED: { id: "Akun lain dihubungkan", en: "Another account linked", zh: "已绑定其他账户" },
  MERGE_ASKED: { id: "Permintaan gabung akun", en: "Account merge requested", zh: "申请合并账户" },
  ACCOUNT_MERGED: { id: "Akun digabungkan", en: "Accounts merged", zh: "账户已合并" },
  CLOSURE_ASKED: { id: "Permintaan tutup akun", en: "Account closure requested", zh: "申请注销账户" },
  EXPORT_MADE: { id: "Salinan data diminta", en: "Copy of your data requested", zh: "申请个人数据副本" },
  EXPORT_OPENED: { id: "Salinan data diunduh", en: "Copy of your data downloaded", zh: "已下载个人数据副本" },
  ACCOUNT_CONTESTED: { id: "Akun dibekukan", en: "Account frozen", zh: "账户已冻结" },
  ACCOUNT_RELEASED: { id: "Akun dibuka kembali", en: "Account released", zh: "账户已解冻" },
} satisfies Record<SecurityEventKind, object>);
