import { defineTexts } from "#shared/texts.ts";
import type { MemberLevel, PlusCondition, ReductionRefusal } from "./contract.ts";

export const levelTexts = defineTexts({
  BASIC: { id: "Basic", en: "Basic", zh: "基础" },
  SILVER: { id: "Silver", en: "Silver", zh: "银级" },
  GOLD: { id: "Gold", en: "Gold", zh: "金级" },
  PLUS: { id: "Plus", en: "Plus", zh: "Plus" },
}) satisfies Record<MemberLevel, unknown>;

export const memberConditionTexts = defineTexts({
  GOLD: { id: "Tingkat Gold", en: "Level Gold", zh: "达到金级" },
  EMAIL: { id: "Alamat email terverifikasi", en: "A verified email address", zh: "已验证的邮箱" },
  SOURCE: {
    id: "Satu sumber terverifikasi (pajak, BPJS, operator, pendidikan, atau toko)",
    en: "One verified source (tax, BPJS, operator, education or a shop)",
    zh: "一项已核实的来源（税务、BPJS、运营商、学历或店铺）",
  },
  NOT_LATE: {
    id: "Tidak ada cicilan yang terlambat {days} hari",
    en: "No instalment is {days} days late",
    zh: "没有逾期 {days} 天的分期",
  },
}) satisfies Record<PlusCondition, unknown>;

export const refusalTexts = defineTexts({
  NO_LOAN: {
    id: "Tidak ada pinjaman yang berjalan.",
    en: "No loan is running.",
    zh: "目前没有进行中的借款。",
  },
  LEVEL: {
    id: "Potongan bunga mulai dari tingkat Silver.",
    en: "Interest is reduced from level Silver on.",
    zh: "利息减免自银级开始。",
  },
  FIRST_INSTALMENT: {
    id: "Bayar cicilan pertama dulu, paling lambat pada tanggal jatuh temponya.",
    en: "Pay the first instalment first, by its due date.",
    zh: "请先在到期日前支付第一期。",
  },
  FIRST_LATE: {
    id: "Cicilan pertama pinjaman ini dibayar lewat jatuh tempo.",
    en: "The first instalment of this loan was paid after its due date.",
    zh: "此借款的第一期在到期日之后支付。",
  },
  OVERDUE: {
    id: "Ada cicilan yang lewat jatuh tempo.",
    en: "An instalment is overdue.",
    zh: "有分期已逾期。",
  },
  COUPON: {
    id: "Bunga pinjaman ini sudah dipotong oleh kupon.",
    en: "A coupon has already reduced the interest of this loan.",
    zh: "此借款的利息已由优惠券减免。",
  },
  NOTHING_LEFT: {
    id: "Tidak ada lagi bunga yang bisa dipotong.",
    en: "There is no interest left to reduce.",
    zh: "已没有可减免的利息。",
  },
  USED: {
    id: "Bunga pinjaman ini sudah dipotong.",
    en: "The interest of this loan has been reduced.",
    zh: "此借款的利息已减免。",
  },
  BUDGET: {
    id: "Jatah potongan bulan ini sudah habis. Coba lagi tanggal 1 bulan depan.",
    en: "This month's reductions have all been given. Try again on the 1st of next month.",
    zh: "本月减免额度已用完，请于下月 1 日再试。",
  },
}) satisfies Record<ReductionRefusal, unknown>;

export const texts = defineTexts({
  rightsTitle: { id: "Tingkat anggota", en: "Member level", zh: "会员等级" },
  rightsLead: {
    id: "Gratis. Makin banyak pinjaman yang lunas lancar, makin besar potongan bunganya.",
    en: "Free. The more loans you repay well, the more interest is taken off.",
    zh: "免费。正常结清的借款越多，利息减免越多。",
  },
  yourLevel: { id: "Tingkat Anda sekarang", en: "Your level now", zh: "您当前的等级" },
  standing: {
    id: "{loans} pinjaman lunas lancar · skor {score}",
    en: "Loans repaid well: {loans} · score {score}",
    zh: "{loans} 笔正常结清 · 评分 {score}",
  },
  standingNoScore: {
    id: "{loans} pinjaman lunas lancar · skor belum dihitung",
    en: "Loans repaid well: {loans} · no score yet",
    zh: "{loans} 笔正常结清 · 尚无评分",
  },
  toReduction: { id: "Potong bunga {amount}", en: "Take {amount} off the interest", zh: "减免利息 {amount}" },
  toPlus: { id: "Lihat Plus", en: "See Plus", zh: "查看 Plus" },
  toHome: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
  levels: { id: "Semua tingkat", en: "All levels", zh: "全部等级" },
  yours: { id: "Tingkat Anda", en: "Your level", zh: "您的等级" },
  reductionOf: { id: "Potongan bunga", en: "Interest taken off", zh: "利息减免" },
  reductionNone: { id: "Tidak ada", en: "None", zh: "无" },
  appointmentAhead: { id: "Janji pinjaman", en: "Loan appointment", zh: "借款预约" },
  appointmentDays: { id: "Sampai {days} hari ke depan", en: "Up to {days} days ahead", zh: "最多提前 {days} 天" },
  temporaryOf: { id: "Limit sementara", en: "Temporary limits", zh: "临时额度" },
  temporaryGiven: { id: "Ya, otomatis", en: "Yes, automatically", zh: "有，自动提供" },
  temporaryMeans: {
    id: "Limit sementara diberikan tanggal 1, bila skor Anda di golongan A atau B, sudah lama tidak ada keterlambatan, dan tidak ada pinjaman. Pesan kami menyebutkan sampai kapan.",
    en: "Temporary limits are given on the 1st, if your score is in band A or B, nothing has been late for a long time and you have no loan. Our message says until when.",
    zh: "临时额度：每月 1 日提供，须评分为 A 或 B 级、长期无逾期且无借款。有效期见我们的消息。",
  },
  toLimits: { id: "Lihat limit", en: "See your limits", zh: "查看额度" },
  temporaryNow: {
    id: "Limit sementara Anda {amount} sampai",
    en: "Your temporary limit of {amount} is valid until",
    zh: "您的临时额度 {amount}，有效期至",
  },
  needs: { id: "Syarat", en: "Condition", zh: "条件" },
  needsNothing: { id: "Tanpa syarat", en: "None", zh: "无条件" },
  needsLoans: {
    id: "{loans} pinjaman lunas lancar dan skor paling rendah {score}",
    en: "Loans repaid well: at least {loans}, and a score of at least {score}",
    zh: "{loans} 笔正常结清且评分不低于 {score}",
  },
  needsPlus: {
    id: "Gold, email dan satu sumber terverifikasi, lalu Anda pilih sendiri",
    en: "Gold, a verified email and one verified source; you choose it yourself",
    zh: "金级、已验证邮箱和一项来源，由您自行选择",
  },
  goodMeans: {
    id: "Lunas lancar: tidak ada cicilan yang terlambat lebih dari {days} hari.",
    en: "Repaid well: no instalment was more than {days} days late.",
    zh: "正常结清：没有分期逾期超过 {days} 天。",
  },
  reductionMeans: {
    id: "Potongan bunga: sekali per pinjaman, setelah cicilan pertama dibayar tepat waktu, paling banyak {max}.",
    en: "Interest taken off: once per loan, after the first instalment was paid on time, at most {max}.",
    zh: "利息减免：每笔借款一次，第一期按时支付后可用，最多 {max}。",
  },
  plusTitle: { id: "Naik ke Plus", en: "Upgrade to Plus", zh: "升级至 Plus" },
  plusLead: {
    id: "Gratis, {days} hari, diperpanjang otomatis selama syaratnya terpenuhi.",
    en: "Free, for {days} days, renewed automatically while its conditions are met.",
    zh: "免费，有效期 {days} 天，条件满足时自动续期。",
  },
  brings: {
    id: "Mulai {level}, bunga satu pinjaman bisa dipotong: paling banyak {amount}.",
    en: "From {level} on, interest can be taken off a loan: at most {amount}.",
    zh: "自{level}起，每笔借款可减免利息：最多 {amount}。",
  },
  plusSaves: { id: "Bunga yang dipotong, paling banyak", en: "Interest taken off, at most", zh: "最多减免利息" },
  plusSavesNote: {
    id: "{plus} dari bunga yang belum berjalan, sekali per pinjaman; dengan Gold {gold}.",
    en: "{plus} of the interest that has not run yet, once per loan; with Gold {gold}.",
    zh: "尚未产生利息的 {plus}，每笔借款一次；金级为 {gold}。",
  },
  plusBegin: { id: "Pilih Plus", en: "Choose Plus", zh: "选择 Plus" },
  plusBegun: { id: "Plus Anda sudah aktif.", en: "Your Plus has begun.", zh: "您的 Plus 已生效。" },
  plusRuns: { id: "Plus berlaku sampai", en: "Plus is valid until", zh: "Plus 有效期至" },
  plusSince: { id: "Sejak", en: "Since", zh: "开始于" },
  plusEnd: { id: "Akhiri Plus", en: "End Plus", zh: "结束 Plus" },
  plusEndNote: {
    id: "Tingkat dari pembayaran Anda tetap, dan Plus bisa dipilih lagi.",
    en: "You keep the level that your payments earned, and can choose Plus again.",
    zh: "还款所得的等级保留，之后可再次选择 Plus。",
  },
  plusEnded: { id: "Plus sudah diakhiri.", en: "Plus has ended.", zh: "Plus 已结束。" },
  plusLate: {
    id: "Plus berakhir bila ada cicilan yang terlambat {days} hari.",
    en: "Plus ends once an instalment is {days} days late.",
    zh: "若有分期逾期 {days} 天，Plus 将结束。",
  },
  conditions: { id: "Syarat Plus", en: "Conditions of Plus", zh: "Plus 的条件" },
  met: { id: "terpenuhi", en: "met", zh: "已满足" },
  missing: { id: "belum", en: "not yet", zh: "未满足" },
  toMissing: { id: "Lengkapi: {condition}", en: "Add: {condition}", zh: "去完成：{condition}" },
  backToLevels: { id: "Lihat tingkat saya", en: "See my level", zh: "查看我的等级" },
  reduceTitle: { id: "Potong bunga", en: "Reduce interest", zh: "减免利息" },
  youSave: { id: "Bunga yang dipotong", en: "Interest taken off", zh: "减免利息" },
  onLoan: { id: "untuk pinjaman {number}", en: "on loan {number}", zh: "借款 {number}" },
  reduceAct: { id: "Potong bunga sekarang", en: "Reduce the interest now", zh: "立即减免利息" },
  rows: { id: "Cicilan Anda setelah dipotong", en: "Your instalments afterwards", zh: "减免后的分期" },
  row: { id: "Cicilan {number}", en: "Instalment {number}", zh: "第 {number} 期" },
  was: { id: "tadinya {amount}", en: "before: {amount}", zh: "原为 {amount}" },
  rowPaid: { id: "Lunas", en: "Paid", zh: "已付清" },
  totalLeft: { id: "Sisa yang harus dibayar", en: "Left to pay", zh: "剩余应付" },
  once: {
    id: "Hanya sekali untuk pinjaman ini dan tidak bisa dibatalkan; kupon tidak bisa dipakai lagi di pinjaman ini.",
    en: "Only once for this loan, and it cannot be undone; no coupon can be used on this loan afterwards.",
    zh: "每笔借款仅一次且不可撤销；此借款之后不能再用优惠券。",
  },
  early: {
    id: "Kalau Anda melunasi lebih awal, potongan hanya dihitung untuk bunga yang sudah berjalan.",
    en: "If you pay off early, the reduction counts only for the interest that has run by then.",
    zh: "若提前结清，减免仅计入届时已产生的利息。",
  },
  taken: { id: "Bunga sudah dipotong.", en: "The interest has been reduced.", zh: "利息已减免。" },
  youSaved: { id: "Bunga sudah dipotong", en: "Interest was taken off", zh: "已减免利息" },
  toBills: { id: "Lihat tagihan", en: "See the bill", zh: "查看账单" },
  notNow: { id: "Belum bisa dipotong", en: "Nothing to reduce now", zh: "目前无法减免" },
});
