/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { rejectReasons } from "../contract.ts";
import { texts } from "../texts.ts";

const happenings = defineTexts({
  APPROVED_TOLD: { id: "Kabar persetujuan", en: "Notified of the approval", zh: "通知已通过" },
  REJECTED_TOLD: { id: "Kabar hasil", en: "Notified of the result", zh: "通知结果" },
});

const facts = defineTexts({
  tryAgainOn: { id: "boleh lagi mulai", en: "may try again from", zh: "可再次申请" },
});

const codes = defineTexts({
  RULES_APPROVED: { id: "disetujui oleh aturan", en: "approved by the rules", zh: "规则通过" },
  STAFF_APPROVED: { id: "disetujui petugas", en: "approved by staff", zh: "人工通过" },
  RULES_WANT_REVIEW: { id: "aturan meminta tinjauan", en: "the rules ask for a review", zh: "规则要求人工审核" },
  FACTS_MISSING: { id: "data kurang", en: "facts are missing", zh: "资料缺失" },
});

/** Why a loan was refused, as the case says it. */
const reasons = Object.fromEntries(rejectReasons.map((reason) => [reason, texts[reason]]));

export const words: ConsoleWords = { happenings, facts, codes: { ...reasons, ...codes } };
