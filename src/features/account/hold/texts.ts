/** The words of a hold: for the borrower before a form that has to wait, and for staff. */
import { defineTexts } from "#shared/texts.ts";
import type { HoldCause } from "./contract.ts";

export const texts = defineTexts({
  heldTitle: { id: "Ditahan demi keamanan", en: "Held for your safety", zh: "安全保护期" },
  held: {
    id: "Akun Anda baru saja berubah. Sampai {until}, beberapa hal harus menunggu: menarik saldo, rekening bank, menghubungkan akun, email, nomor, salinan data, gabung dan tutup akun. Anda tetap bisa membayar.",
    en: "Your account has just changed. Until {until} some things have to wait: withdrawals, bank accounts, linking, email, number, copies of data, merging and closing. You can still repay.",
    zh: "您的账户信息刚刚变更。在 {until} 之前，以下操作需等待：提现、银行账户、绑定、邮箱、号码、数据副本、合并与注销。还款不受影响。",
  },
  heldWhy: { id: "Lihat yang berubah", en: "See what changed", zh: "查看变更" },
});

/** The cause of a hold and whether it is in force, as staff read them. */
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
