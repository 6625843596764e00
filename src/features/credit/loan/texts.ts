import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  interest: { id: "Bunga {rate} per hari", en: "Interest {rate} a day", zh: "利息 每天 {rate}" },
  otherFees: { id: "Biaya lain", en: "Other fees", zh: "其他费用" },
  discount: { id: "Potongan kupon", en: "Coupon discount", zh: "优惠券抵扣" },
  discountedTotal: { id: "Dibayar kembali setelah kupon", en: "To repay after the coupon", zh: "抵扣后应还总额" },
  total: { id: "Total kembali", en: "Total to repay", zh: "应还总额" },
  instalmentsFirst: {
    id: "{count} cicilan, pertama {date}",
    en: "{count} instalments, first on {date}",
    zh: "共 {count} 期，首期{date}",
  },
  yearlyRate: {
    id: "Setara {rate} per tahun (efektif).",
    en: "Equals {rate} a year (effective).",
    zh: "折合年利率（有效）{rate}。",
  },
  highest: {
    id: "Paling mahal sekalipun: {total}. Tidak akan lebih.",
    en: "At the very most: {total}. Never more.",
    zh: "最多不超过 {total}，绝不会更多。",
  },

  // The product's own screen
  productTitle: { id: "Produk pinjaman", en: "Our loan", zh: "借款产品" },
  productLead: {
    id: "Satu produk, satu bunga, semua biaya terlihat.",
    en: "One product, one rate, every cost in view.",
    zh: "一款产品，一个利率，费用一目了然。",
  },
  productAmounts: { id: "Jumlah", en: "Amount", zh: "金额" },
  productRange: { id: "{from} sampai {to}", en: "{from} to {to}", zh: "{from} 至 {to}" },
  productTenors: { id: "Jangka waktu", en: "Tenor", zh: "期限" },
  productDays: { id: "{days} hari", en: "{days} days", zh: "{days} 天" },
  productInstalments: { id: "Cicilan", en: "Instalments", zh: "分期" },
  productEvery: { id: "Setiap {days} hari", en: "Every {days} days", zh: "每 {days} 天" },
  productInterest: { id: "Bunga", en: "Interest", zh: "利息" },
  productPerDay: { id: "{rate} per hari dari pinjaman", en: "{rate} a day of the loan", zh: "每天为借款金额的 {rate}" },
  productFee: { id: "Biaya lain", en: "Other fees", zh: "其他费用" },
  productNothing: { id: "Tidak ada", en: "None", zh: "无" },
  productLate: { id: "Denda keterlambatan", en: "Late fee", zh: "逾期费" },
  productLatePerDay: {
    id: "{rate} per hari dari pokok yang lewat jatuh tempo",
    en: "{rate} a day of the overdue principal",
    zh: "每天为逾期本金的 {rate}",
  },
  productExample: { id: "Hitung sendiri", en: "Calculate it", zh: "自己算一算" },
  productExampleAmount: { id: "Kalau meminjam", en: "If you borrow", zh: "如果借" },
  productRecalculate: { id: "Hitung ulang", en: "Calculate again", zh: "重新计算" },
  productCapTitle: { id: "Ada batasnya.", en: "There is a ceiling.", zh: "费用有上限。" },
  productCap: {
    id: "Bunga, biaya, dan denda bersama-sama tidak pernah melebihi jumlah pinjaman Anda, selama apa pun terlambat.",
    en: "Interest, fees and late fees together never exceed the amount you borrowed, however late you pay.",
    zh: "利息、费用与逾期费合计永远不会超过您的借款金额，无论逾期多久。",
  },
  productApply: { id: "Ajukan pinjaman ini", en: "Apply for this loan", zh: "申请此借款" },
  productNoneTitle: { id: "Sedang tidak ada produk", en: "No product at the moment", zh: "暂无产品" },
  productNoneBody: {
    id: "Kami sedang tidak menawarkan pinjaman. Silakan kembali lagi nanti.",
    en: "We do not offer loans at the moment. Please come back later.",
    zh: "我们目前不提供借款，请稍后再来。",
  },
});

/** States of a loan, as staff read them. */
export const loanStateTexts = defineTexts({
  SUBMITTED: { id: "Diajukan", en: "Submitted", zh: "已提交" },
  IN_REVIEW: { id: "Ditinjau petugas", en: "In review", zh: "人工审核中" },
  APPROVED: { id: "Disetujui", en: "Approved", zh: "已通过" },
  SIGNED: { id: "Ditandatangani", en: "Signed", zh: "已签署" },
  DISBURSING: { id: "Sedang dicairkan", en: "Disbursing", zh: "放款中" },
  ACTIVE: { id: "Berjalan", en: "Running", zh: "还款中" },
  PAID_OFF: { id: "Lunas", en: "Paid off", zh: "已还清" },
  REJECTED: { id: "Ditolak", en: "Rejected", zh: "已拒绝" },
  CANCELLED: { id: "Dibatalkan", en: "Cancelled", zh: "已取消" },
  RESTRUCTURED: { id: "Direstrukturisasi", en: "Restructured", zh: "已重组" },
  WRITTEN_OFF: { id: "Dihapusbukukan", en: "Written off", zh: "已核销" },
});
