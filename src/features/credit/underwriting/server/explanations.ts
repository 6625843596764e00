/** A decision in words: rules for staff, reasons for the borrower. */
import { foreignDays } from "#features/account/profile/server/index.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { defineTexts, say, type Language, type Text } from "#shared/texts.ts";
import { deviceDays } from "./facts.ts";
import type { CaseFinding, RejectReason, RuleName } from "../contract.ts";

/** For the borrower: the reason, and a way to change it. `{maximum}` is an amount. */
export const rejectionReasonTexts = defineTexts({
  AGE: {
    id: "Peminjam harus berusia {bar} tahun atau lebih, atau sudah menikah.",
    en: "Borrowers must be {bar} or older, or married.",
    zh: "借款人须年满 {bar} 岁或已婚。",
  },
  INCOME: {
    id: "Penghasilan bulanan Anda di bawah batas minimum yang berlaku, {bar}. Perbarui data Anda jika penghasilan sudah berubah.",
    en: "Your monthly income is below the minimum that applies, {bar}. Update your data if your income has changed.",
    zh: "您的月收入低于规定的最低标准 {bar}。如收入有变，请更新资料。",
  },
  OPERATORS: {
    id: "Aturan membolehkan pinjaman di paling banyak {bar} platform, termasuk kami, dan Anda sudah mencapainya. Lunasi salah satunya dulu.",
    en: "The rules allow loans at no more than {bar} platforms, including this one, and you have reached that. Pay one of them off first.",
    zh: "按规定，含本平台在内最多可在 {bar} 家平台借款，您已达上限。请先还清其中一笔。",
  },
  BURDEN: {
    id: "Cicilan Anda di tempat lain sudah memakai bagian penghasilan yang diperbolehkan ({bar}). Kurangi cicilan itu dulu.",
    en: "Your instalments elsewhere already take up the share of income that the rules allow ({bar}). Reduce them first.",
    zh: "您在其他地方的分期已占满规定的收入比例（{bar}）。请先减少其他分期。",
  },
  BURDEN_OF_THIS_LOAN: {
    id: "Cicilan pinjaman ini terlalu besar untuk penghasilan Anda. Untuk jangka waktu yang sama, Anda bisa mengajukan sampai {maximum}.",
    en: "The instalments of this loan are too large for your income. For the same tenor you can apply for up to {maximum}.",
    zh: "此借款的分期超出您的收入承受能力。同样期限下，您最多可申请 {maximum}。",
  },
  SCORE: {
    id: "Skor kredit Anda saat ini belum mencukupi. Membayar cicilan lain tepat waktu membantu menaikkannya.",
    en: "Your credit score is not high enough at present. Paying other instalments on time helps to raise it.",
    zh: "您目前的信用评分不足。按时偿还其他分期有助于提高评分。",
  },
  ARREARS: {
    id: "Ada pinjaman Anda di tempat lain yang terlambat dibayar. Selesaikan dulu tunggakan itu.",
    en: "One of your loans elsewhere is overdue. Settle it first.",
    zh: "您在其他地方有逾期借款。请先结清。",
  },
  OPEN_ELSEWHERE_HERE: {
    id: "NIK Anda sudah dipakai untuk pengajuan atau pinjaman lain di sini yang belum selesai. Masuk dengan nomor ponsel lama Anda, atau hubungi kami jika itu bukan Anda.",
    en: "Your NIK is already in use here for another application or loan that is still open. Log in with your earlier mobile number, or contact us if that was not you.",
    zh: "您的身份证号已用于本平台另一笔未结束的申请或借款。请用原手机号登录；如非本人操作，请联系我们。",
  },
  CHECKS: {
    id: "Hasil pemeriksaan data dari sumber lain belum memungkinkan kami menyetujui. Anda berhak menanyakan dan menyanggahnya lewat layanan pelanggan.",
    en: "The check of your data with other sources does not allow us to approve. You can ask about it and object through customer service.",
    zh: "根据其他来源的核查结果，我们暂时无法批准。您有权通过客服询问并提出异议。",
  },
  EVIDENCE: {
    id: "Bukti penghasilan Anda tidak terbaca atau tidak cocok dengan data. Unggah bukti yang jelas, lalu ajukan lagi.",
    en: "Your proof of income could not be read or does not match your data. Upload a clear one and apply again.",
    zh: "您的收入证明无法辨认或与资料不符。请上传清晰的证明后重新申请。",
  },
} as const satisfies Record<RejectReason, Text>);

/** The rule whose bar a reason names. */
const barOf: Partial<Record<RejectReason, RuleName>> = {
  AGE: "AGE_FLOOR_YEARS",
  INCOME: "INCOME_FLOOR_RUPIAH",
  OPERATORS: "OPERATORS_CAP",
  BURDEN: "BURDEN_CAP_PPM",
};

/** A reason in the borrower's language, with the bars that this very decision was checked against. */
export function reasonText(
  reason: RejectReason,
  language: Language,
  decision: { affordableRupiah: number | null; findings: readonly Pick<CaseFinding, "rule" | "threshold">[] },
): string {
  const rule = barOf[reason];
  const bar = decision.findings.find((finding) => finding.rule === rule)?.threshold;
  return say(rejectionReasonTexts[reason], language, {
    maximum: formatRupiah(decision.affordableRupiah ?? 0),
    bar: rule && typeof bar === "number" ? barText(rule, bar, language) : "–",
  });
}

/** For staff: the rule's condition. `{bar}` is its threshold in force. */
const ruleTexts = defineTexts({
  AGE_FLOOR_YEARS: {
    id: "Usia minimal {bar} tahun, atau sudah menikah",
    en: "At least {bar} years old, or married",
    zh: "年满 {bar} 岁或已婚",
  },
  INCOME_FLOOR_RUPIAH: {
    id: "Penghasilan sebulan minimal {bar}",
    en: "Monthly income of at least {bar}",
    zh: "月收入不低于 {bar}",
  },
  OPERATORS_CAP: {
    id: "Pinjaman paling banyak di {bar} platform, termasuk kami",
    en: "Loans at no more than {bar} platforms, including this one",
    zh: "含本平台在内，借款平台不超过 {bar} 家",
  },
  BURDEN_CAP_PPM: {
    id: "Semua cicilan paling banyak {bar} dari penghasilan",
    en: "All instalments together at most {bar} of income",
    zh: "全部分期不超过收入的 {bar}",
  },
  SCORE_FLOOR_REJECT: {
    id: "Skor biro di bawah {bar} ditolak",
    en: "A bureau score below {bar} is refused",
    zh: "征信评分低于 {bar} 予以拒绝",
  },
  SCORE_FLOOR_REVIEW: {
    id: "Skor biro di bawah {bar} ditinjau",
    en: "A bureau score below {bar} is reviewed",
    zh: "征信评分低于 {bar} 转人工",
  },
  SCORE_UNKNOWN: {
    id: "Riwayat di biro cukup untuk diberi skor",
    en: "The bureau has enough history for a score",
    zh: "征信记录足以评分",
  },
  BUREAU_SILENT: { id: "Biro kredit menjawab", en: "The credit bureau answered", zh: "征信机构已答复" },
  FRAUD_LIST: { id: "Tidak ada di daftar penipuan", en: "Not on a fraud list", zh: "不在欺诈名单上" },
  SANCTION_LIST: { id: "Tidak ada di daftar sanksi", en: "Not on a sanction list", zh: "不在制裁名单上" },
  ARREARS_DAYS: {
    id: "Tunggakan di tempat lain paling lama {bar} hari",
    en: "Arrears elsewhere of at most {bar} days",
    zh: "其他借款逾期不超过 {bar} 天",
  },
  OWED_UNDERSTATED_RUPIAH: {
    id: "Utang di biro melebihi yang diisi paling banyak {bar}",
    en: "Debt at the bureau exceeds what was typed by at most {bar}",
    zh: "征信负债超出自报金额不超过 {bar}",
  },
  NIK_BIRTH_MISMATCH: {
    id: "NIK cocok dengan tanggal lahir dan jenis kelamin",
    en: "The NIK agrees with birth date and sex",
    zh: "身份证号与出生日期、性别相符",
  },
  NIK_DUPLICATE_OPEN: {
    id: "NIK tidak punya pinjaman terbuka di akun lain",
    en: "The NIK has no open loan in another account",
    zh: "该身份证号在其他账户无未结借款",
  },
  NIK_DUPLICATE: {
    id: "NIK hanya dipakai satu akun",
    en: "The NIK belongs to one account only",
    zh: "身份证号仅属一个账户",
  },
  PHONE_DUPLICATE: {
    id: "Nomor ponsel belum pernah dipakai peminjam lain",
    en: "The mobile number was never another applicant's",
    zh: "手机号未曾属于其他申请人",
  },
  ACCOUNT_DUPLICATE: {
    id: "Rekening bank hanya dipakai satu akun",
    en: "The bank account belongs to one borrower only",
    zh: "银行账户仅属一名借款人",
  },
  DEVICE_SHARED: {
    id: `Paling banyak {bar} pemohon lain di perangkat ini dalam ${deviceDays} hari`,
    en: `At most {bar} other applicants on this device within ${deviceDays} days`,
    zh: `${deviceDays} 天内此设备上的其他申请人不超过 {bar} 名`,
  },
  EMAIL_SHARED: {
    id: "Email berlaku di paling banyak {bar} akun",
    en: "The email address is in force in at most {bar} accounts",
    zh: "邮箱最多在 {bar} 个账户中有效",
  },
  INCOME_DISAGREES: {
    id: "Penghasilan menurut BPJS atau bank paling sedikit {bar} dari yang diisi",
    en: "Income by BPJS or bank is at least {bar} of what was typed",
    zh: "BPJS 或银行所示收入不低于自报的 {bar}",
  },
  RECORD_ANOTHERS: {
    id: `Paling banyak {bar} pencarian atau tautan dengan nama orang lain dalam ${foreignDays} hari`,
    en: `At most {bar} look-ups or links in another person's name within ${foreignDays} days`,
    zh: `${foreignDays} 天内以他人姓名查询或绑定不超过 {bar} 次`,
  },
  OWN_SCORE_REJECT: {
    id: "Skor di sini di bawah {bar} ditolak",
    en: "An own score below {bar} is refused",
    zh: "本平台评分低于 {bar} 予以拒绝",
  },
  OWN_SCORE_REVIEW: {
    id: "Skor di sini di bawah {bar} ditinjau",
    en: "An own score below {bar} is reviewed",
    zh: "本平台评分低于 {bar} 转人工",
  },
  INCOME_BY_LINK: {
    id: "Penghasilan yang diisi lewat tautan tanpa masuk akun ditinjau",
    en: "An income given by a link without a login is reviewed",
    zh: "通过免登录链接填写的收入转人工",
  },
  CONFIRMED_SOURCES: {
    id: "Penghasilan dikonfirmasi {bar} sumber: skor tidak perlu ditinjau",
    en: "Income confirmed by {bar} sources: the score needs no review",
    zh: "收入已由 {bar} 个来源确认：评分无需人工审核",
  },
} as const satisfies Record<RuleName, Text>);

/** A rule in words, with its threshold in the rule's unit: rupiah, ppm, or a plain number. */
function explainRule(rule: RuleName, threshold: number | null, language: Language): string {
  return say(ruleTexts[rule], language, { bar: barText(rule, threshold ?? 0, language) });
}

function barText(rule: RuleName, bar: number, language: Language): string {
  if (rule.endsWith("_PPM") || rule === "INCOME_DISAGREES") return formatPpm(bar, language);
  return rule.endsWith("_RUPIAH") ? formatRupiah(bar) : String(bar);
}

export function withExplanation(judged: Omit<CaseFinding, "explanation">, language: Language): CaseFinding {
  return { ...judged, explanation: explainRule(judged.rule, judged.threshold, language) };
}
