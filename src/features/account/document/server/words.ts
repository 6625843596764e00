/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { documentKindTexts } from "../contract.ts";

const happenings = defineTexts({
  DOCUMENTS_ASKED: { id: "Dokumen diminta lagi", en: "Documents requested again", zh: "要求补充资料" },
  DOCUMENTS_SHOWN: { id: "Dokumen yang diminta dikirim", en: "Requested documents were sent", zh: "已补充资料" },
  DOCUMENTS_NOT_SHOWN: {
    id: "Dokumen yang diminta tidak dikirim",
    en: "Requested documents were not sent",
    zh: "未补充资料",
  },
  DOCUMENTS_NOT_NEEDED: {
    id: "Dokumen tidak diperlukan lagi",
    en: "Documents no longer needed",
    zh: "不再需要资料",
  },
  INFORMATION_OFFERED: { id: "Ditawari menambah data", en: "Offered to add information", zh: "邀请补充信息" },
  INFORMATION_GIVEN: { id: "Data tambahan diberikan", en: "Information was added", zh: "已补充信息" },
  INFORMATION_SKIPPED: { id: "Tawaran dilewati", en: "Offer skipped", zh: "已跳过邀请" },
  INFORMATION_EXPIRED: { id: "Tawaran berakhir", en: "Offer ended", zh: "邀请已过期" },
});
const codes = defineTexts({
  ASKED: { id: "diminta", en: "requested", zh: "已要求" },
  SHOWN: { id: "dikirim", en: "sent", zh: "已提交" },
  NOT_SHOWN: { id: "waktu habis", en: "not sent in time", zh: "逾期" },
  OFFERED: { id: "ditawarkan", en: "offered", zh: "已邀请" },
  GIVEN: { id: "diberikan", en: "given", zh: "已提供" },
  SKIPPED: { id: "dilewati", en: "skipped", zh: "已跳过" },
  CASE_OVER: { id: "kasus selesai", en: "the case is closed", zh: "案件已结束" },
});

export const words: ConsoleWords = { happenings, codes: { ...codes, ...documentKindTexts } };
