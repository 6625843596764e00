/** Names of this domain's events in the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  FILL_SENT: { id: "Tautan pengisian dikirim", en: "Fill-in link sent", zh: "已发送补充资料链接" },
  FILL_DONE: {
    id: "Data yang kurang diisi lewat tautan",
    en: "Missing data given through the link",
    zh: "已通过链接补充资料",
  },
  FILL_DEAD: { id: "Tautan pengisian dimatikan", en: "Fill-in link ended early", zh: "补充资料链接已失效" },
  FILL_EXPIRED: { id: "Tautan pengisian berakhir", en: "Fill-in link expired", zh: "补充资料链接已到期" },
  FILL_REPLACED: { id: "Tautan pengisian diganti", en: "Fill-in link replaced", zh: "补充资料链接已替换" },
});

const codes = defineTexts({
  DOCUMENTS: { id: "dokumen diminta", en: "documents were requested", zh: "要求补充文件" },
  NEWER_LINK: { id: "ada tautan yang lebih baru", en: "a newer link was sent", zh: "已发送新链接" },
  WRONG_BIRTH_DATE: { id: "tanggal lahir salah", en: "wrong birth date", zh: "出生日期错误" },
});

export const words: ConsoleWords = { happenings, codes };
