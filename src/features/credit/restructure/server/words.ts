/** Names of this domain's events, facts and codes in the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { programmeTexts } from "../texts.ts";

const happenings = defineTexts({
  RESTRUCTURE_OFFER_OFFERED: { id: "Keringanan ditawarkan", en: "Help offered", zh: "提供还款方案" },
  RESTRUCTURE_OFFER_SIGNED: { id: "Restrukturisasi ditandatangani", en: "Restructuring signed", zh: "重组协议已签署" },
  RESTRUCTURE_OFFER_DECLINED: { id: "Keringanan ditolak peminjam", en: "Help declined", zh: "借款人拒绝方案" },
  RESTRUCTURE_OFFER_EXPIRED: { id: "Tawaran keringanan berakhir", en: "Offer of help expired", zh: "方案已过期" },
  RESTRUCTURE_OFFER_WITHDRAWN: { id: "Tawaran keringanan ditarik", en: "Offer of help withdrawn", zh: "方案已撤回" },
});

const facts = defineTexts({
  programme: { id: "program", en: "programme", zh: "方案" },
  settlesRupiah: { id: "melunasi", en: "settles", zh: "结清" },
});

export const words: ConsoleWords = { happenings, facts, codes: programmeTexts };

/** Texts and causes of what this domain passes to staff. */
export const exceptionTexts = defineTexts({
  OLD_LOAN: {
    id: "Pembayaran pinjaman lama ditarik kembali",
    en: "A payment of a restructured loan was reversed",
    zh: "已重组借款的还款被撤回",
  },
  OWED_AGAIN: {
    id: "Pinjaman lama sudah diganti: sisa tagihannya diputuskan petugas.",
    en: "The old loan was replaced: staff decide how its new debt is settled.",
    zh: "原借款已被替换，重新产生的欠款由工作人员处理。",
  },
});
