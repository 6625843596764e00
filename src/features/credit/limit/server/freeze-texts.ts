/** Causes of a freeze, as a sentence names them. */
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import type { frozenProblem } from "../contract.ts";
import { frozenFromDays, type FreezeCause } from "../score-contract.ts";

export const freezeTexts = defineTexts({
  OVERDUE: {
    id: `tagihan terlambat ${frozenFromDays} hari atau lebih`,
    en: `a bill is ${frozenFromDays} days late or more`,
    zh: `有账单逾期 ${frozenFromDays} 天或以上`,
  },
  WRITTEN_OFF: {
    id: "ada pinjaman lama yang dihapusbukukan dan belum lunas",
    en: "an older loan was written off and is still owed",
    zh: "有已核销但尚未还清的旧借款",
  },
  CONTESTED: {
    id: "Anda membekukan akun",
    en: "you have frozen your account",
    zh: "您已冻结账户",
  },
  FRAUD_REVIEW: {
    id: "petugas sedang memeriksa akun ini",
    en: "our staff are checking this account",
    zh: "工作人员正在核查此账户",
  },
  STAFF: { id: "keputusan petugas", en: "a decision by our staff", zh: "工作人员决定" },
  BORROWER: { id: "jeda Anda sendiri sampai {date}", en: "your own pause until {date}", zh: "您自行暂停至{date}" },
});

export const freezeText = (
  { cause, endsAt }: { cause: FreezeCause; endsAt: string | null },
  language: Language,
): string =>
  say(freezeTexts[cause], language, endsAt ? { date: formatDate(dateInWib(new Date(endsAt)), language) } : {});

/** The refusal of an action that a frozen limit does not allow, with the first freeze in force. */
export const limitFrozen = (freeze: { cause: FreezeCause; endsAt: string | null }, language: Language): Refusal => {
  const { cause, endsAt } = freeze;
  return new Refusal<typeof frozenProblem>("LIMIT_FROZEN", { cause, endsAt, causeText: freezeText(freeze, language) });
};
