/** Console words for lost numbers. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  LOST_NUMBER_SUBMITTED: { id: "Nomor hilang dilaporkan", en: "Lost number reported", zh: "申报号码遗失" },
  LOST_NUMBER_APPROVED: { id: "Nomor hilang disetujui", en: "Lost number approved", zh: "号码遗失申请通过" },
  LOST_NUMBER_DONE: { id: "Nomor hilang diganti", en: "Lost number replaced", zh: "遗失号码已更换" },
  LOST_NUMBER_REJECTED: { id: "Nomor hilang ditolak", en: "Lost number rejected", zh: "号码遗失申请被拒" },
  LOST_NUMBER_STOPPED: { id: "Nomor hilang dihentikan", en: "Lost number stopped", zh: "号码遗失申请中止" },
});

const facts = defineTexts({
  lostNumber: { id: "nomor permintaan", en: "reference", zh: "申请编号" },
});

const codes = defineTexts({
  NOT_CONFIRMED: { id: "tidak terbukti", en: "not confirmed", zh: "未能证实" },
  OWNER_IS_BACK: {
    id: "pemilik memakai nomor lama lagi",
    en: "its owner has the number again",
    zh: "本人已恢复原号码",
  },
  CONFLICT: { id: "pemilik masuk selama itu", en: "its owner logged in during the request", zh: "期间账户有登录" },
});

export const words: ConsoleWords = { happenings, facts, codes };
