/** Console words for identity correction. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  IDENTITY_CORRECTION_STARTED: {
    id: "Perbaikan identitas dimulai",
    en: "Identity correction begun",
    zh: "开始更正身份信息",
  },
  IDENTITY_CORRECTION_IDENTITY_PROVEN: {
    id: "Wajah terbukti untuk perbaikan",
    en: "Face proven for the correction",
    zh: "更正身份信息：人脸已核验",
  },
  IDENTITY_CORRECTION_VALUES_NAMED: { id: "Data yang benar ditulis", en: "Right data stated", zh: "已填写正确信息" },
  IDENTITY_CORRECTION_SUBMITTED: {
    id: "Perbaikan identitas dikirim",
    en: "Identity correction sent",
    zh: "更正身份信息已提交",
  },
  IDENTITY_CORRECTION_APPROVED: {
    id: "Perbaikan identitas disetujui",
    en: "Identity correction approved",
    zh: "更正身份信息已批准",
  },
  IDENTITY_CORRECTION_DONE: { id: "Identitas diperbaiki", en: "Identity corrected", zh: "身份信息已更正" },
  IDENTITY_CORRECTION_REJECTED: {
    id: "Perbaikan identitas ditolak",
    en: "Identity correction rejected",
    zh: "更正身份信息被拒",
  },
  IDENTITY_CORRECTION_WITHDRAWN: {
    id: "Perbaikan identitas dibatalkan",
    en: "Identity correction withdrawn",
    zh: "更正身份信息已撤回",
  },
  IDENTITY_CORRECTION_EXPIRED: {
    id: "Perbaikan identitas kedaluwarsa",
    en: "Identity correction expired",
    zh: "更正身份信息已过期",
  },
  IDENTITY_CORRECTION_STOPPED: {
    id: "Perbaikan identitas dihentikan",
    en: "Identity correction stopped",
    zh: "更正身份信息已中止",
  },
});

const facts = defineTexts({
  parts: { id: "bagian yang diubah", en: "parts changed", zh: "变更项" },
});

const codes = defineTexts({
  IDENTITY_MOVED: { id: "identitas sudah berubah", en: "identity has changed since", zh: "身份信息已变化" },
});

export const words: ConsoleWords = { happenings, facts, codes };
