/** The first sentences of a claim's page: who may claim, and how often. Generated from the rules in force, so that they always agree. Pure. */
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import type { CouponOffer } from "#features/rewards/coupon/contract.ts";
import { capOf, type Campaign } from "./contract.ts";

const texts = defineTexts({
  who: { id: "Untuk yang sudah {needs}.", en: "For those who {needs}.", zh: "面向已{needs}的用户。" },
  whoWithin: {
    id: "Untuk yang {needs} dalam {days} hari sejak mendaftar.",
    en: "For those who {needs} within {days} days of registering.",
    zh: "注册后 {days} 天内{needs}即可领取。",
  },
  IDENTITY_VERIFIED: {
    id: "memverifikasi KTP dan wajah",
    en: "verified their KTP and face",
    zh: "验证身份证和人脸",
  },
  EMAIL_VERIFIED: { id: "memverifikasi email", en: "verified their email address", zh: "验证邮箱" },
  PROFILE_COMPLETED: { id: "melengkapi profil", en: "completed their profile", zh: "完善资料" },
  PASSWORD_SET: { id: "memasang kata sandi", en: "set a password", zh: "设置密码" },
  LOAN_PAID_OFF: { id: "melunasi pinjaman", en: "repaid a loan", zh: "还清借款" },
  LOAN_NEVER_LATE: {
    id: "melunasi pinjaman tanpa terlambat",
    en: "repaid a loan without being late",
    zh: "按时还清借款",
  },
  INSTALMENT_PAID: { id: "membayar cicilan", en: "paid an instalment", zh: "还过一期" },
  and: { id: " dan ", en: " and ", zh: "并" },
  code: {
    id: "Tunjukkan halaman ini di gerai dan isi empat angka dari kasir.",
    en: "Show this page at the outlet and enter the cashier's four digits.",
    zh: "在门店出示本页并输入收银员提供的四位数字。",
  },
  choose: {
    id: "Pilih satu dari {count} hadiah.",
    en: "Choose one of {count} prizes.",
    zh: "从 {count} 份奖品中选一份。",
  },
  once: { id: "Sekali untuk setiap orang.", en: "Once for each person.", zh: "每人限一次。" },
  everyDays: {
    id: "Bisa diambil lagi setelah {days} hari.",
    en: "It can be taken again after {days} days.",
    zh: "{days} 天后可再次领取。",
  },
  monthly: {
    id: "Setiap hadiah paling banyak {times} kali sebulan.",
    en: "Each prize at most {times} times a month.",
    zh: "每种奖品每月最多 {times} 次。",
  },
  // The single coupon that it gives
  INTEREST_FIXED: {
    id: "Memotong bunga {amount} dari pinjaman mulai {min}.",
    en: "Takes {amount} off the interest of a loan from {min}.",
    zh: "借款满 {min} 可抵扣利息 {amount}。",
  },
  INTEREST_PERCENT: {
    id: "Memotong {share} bunga pinjaman mulai {min}, paling banyak {amount}.",
    en: "Takes {share} off the interest of a loan from {min}, {amount} at most.",
    zh: "借款满 {min} 可抵扣 {share} 的利息，最多 {amount}。",
  },
  INTEREST_FREE: {
    id: "Kupon tanpa bunga untuk {which}{bounds}.",
    en: "A coupon without interest for {which}{bounds}.",
    zh: "{which}{bounds}免息券。",
  },
  anyLoan: { id: "satu pinjaman", en: "a loan", zh: "借款" },
  firstLoan: { id: "pinjaman pertama", en: "a first loan", zh: "首笔借款" },
  loanUpTo: { id: " sampai {max}", en: " of up to {max}", zh: "（最高 {max}）" },
  loanDays: { id: " selama {days} hari", en: " for {days} days", zh: " {days} 天" },
  valid: { id: "Berlaku {days} hari.", en: "Valid for {days} days.", zh: "有效期 {days} 天。" },
  obligesNothing: {
    id: "Anda tidak wajib memakai kuponnya.",
    en: "You do not have to use the coupon.",
    zh: "您不必使用优惠券。",
  },
  oneAddress: {
    id: "Satu alamat email dihitung sekali.",
    en: "One email address counts once.",
    zh: "每个邮箱仅计一次。",
  },
  noLoan: { id: "Tidak perlu meminjam.", en: "No loan is needed.", zh: "无需借款。" },
});

type Claimable = Pick<Campaign, "caps" | "needs" | "asksCode" | "prizes">;

/** The sentences of a claim's lead. */
export function claimLead(claimable: Claimable, language: Language): string {
  const { needs, asksCode, prizes } = claimable;
  const conditions = needs.map(({ need }) =>
    need === "LOAN_PAID_OFF" && capOf(claimable, "NEVER_LATE") > 0 ? "LOAN_NEVER_LATE" : need,
  );
  const names = conditions.map((need) => say(texts[need], language));
  const [last, others] = [names.at(-1), names.slice(0, -1)];
  const all =
    others.length === 0 ? last : `${others.join(language === "zh" ? "、" : ", ")}${say(texts.and, language)}${last}`;
  const days = capOf(claimable, "WITHIN_DAYS");
  const choice = prizes.filter(({ left }) => left !== 0).length;
  const isOfLoan = conditions.some(
    (need) => need === "LOAN_PAID_OFF" || need === "LOAN_NEVER_LATE" || need === "INSTALMENT_PAID",
  );
  // A coupon only has a value with a loan.
  const isForLoans = prizes.some(({ prize }) => prize.kind === "COUPON");
  const coupon = couponIn(claimable);
  return [
    ...(coupon ? [couponWords(coupon, language)] : []),
    ...(all === undefined ? [] : [say(texts[days > 0 ? "whoWithin" : "who"], language, { needs: all, days })]),
    ...(asksCode ? [say(texts.code, language)] : []),
    ...(choice > 1 ? [say(texts.choose, language, { count: choice })] : []),
    ...often(claimable, language),
    ...(conditions.includes("EMAIL_VERIFIED") ? [say(texts.oneAddress, language)] : []),
    ...(coupon ? [say(texts.valid, language, { days: coupon.validDays }), say(texts.obligesNothing, language)] : []),
    ...(isOfLoan || isForLoans ? [] : [say(texts.noLoan, language)]),
  ].join(language === "zh" ? "" : " ");
}

function often(claimable: Claimable, language: Language): string[] {
  const [times, days] = [capOf(claimable, "TIMES_A_MONTH"), capOf(claimable, "EVERY_DAYS")];
  if (times > 0) return [say(texts.monthly, language, { times })];
  if (days > 0) return [say(texts.everyDays, language, { days })];
  return [say(texts.once, language)];
}

/** The coupon of a campaign without other prizes; null for others. */
export const couponIn = ({ prizes }: Pick<Claimable, "prizes">): CouponOffer | null =>
  (prizes.length === 1 && prizes[0]?.coupon) || null;

/** The discount of a coupon, in a sentence. */
function couponWords(coupon: CouponOffer, language: Language): string {
  const { effect, ppm, maxRupiah, minLoanRupiah, maxLoanRupiah, maxTenorDays, isFirstLoanOnly } = coupon;
  const bounds = [
    ...(maxLoanRupiah === null ? [] : [say(texts.loanUpTo, language, { max: formatRupiah(maxLoanRupiah) })]),
    ...(maxTenorDays === null ? [] : [say(texts.loanDays, language, { days: maxTenorDays })]),
  ];
  return say(texts[effect], language, {
    amount: formatRupiah(maxRupiah),
    min: formatRupiah(minLoanRupiah),
    share: formatPpm(ppm ?? 0, language),
    which: say(texts[isFirstLoanOnly ? "firstLoan" : "anyLoan"], language),
    bounds: bounds.join(""),
  });
}
