import { defineTexts } from "#shared/texts.ts";

/** Texts of the page about a repeat loan, and of its refusals. */
export const reloanTexts = defineTexts({
  reloanTitle: { id: "Pinjaman ulang", en: "Repeat loan", zh: "续借" },
  reloanLead: {
    id: "Sebagian pinjaman baru melunasi {number}. Sisanya Anda terima.",
    en: "Part of the new loan pays off {number}. You receive the rest.",
    zh: "新借款的一部分用于还清 {number}，其余由您收取。",
  },
  extraTitle: {
    id: "Lebih mahal: {amount}",
    en: "It costs more: {amount}",
    zh: "多花：{amount}",
  },
  extraBody: {
    id: "Jika pinjaman sekarang tetap dibayar sesuai jadwal, bunga dan biaya yang tersisa lebih sedikit.",
    en: "If you keep your present loan to its schedule, less interest and costs are left to pay.",
    zh: "若按原计划还完现有借款，剩余利息和费用更少。",
  },
  lessTitle: {
    id: "Bunga dan biaya tidak bertambah: {amount}",
    en: "Interest and costs do not grow: {amount}",
    zh: "利息和费用不增加：{amount}",
  },
  lessBody: {
    id: "Tetapi utang Anda bertambah dan selesai lebih lama. Melunasi sendiri hari ini tanpa pinjaman baru selalu paling murah.",
    en: "But you owe more, and for longer. Paying it off yourself today without a new loan is always cheapest.",
    zh: "但您的欠款更多、期限更长。今天自行还清且不再借款始终最省钱。",
  },
  keepLine: { id: "Biaya jika tetap sesuai jadwal", en: "Costs if you keep the schedule", zh: "按原计划的费用" },
  reloanLine: { id: "Biaya dengan pinjaman ulang", en: "Costs with the repeat loan", zh: "续借的费用" },
  paidOffLine: { id: "Melunasi {number}", en: "Pays off {number}", zh: "还清 {number}" },
  netLine: { id: "Anda terima", en: "You receive", zh: "您收到" },
  payoffNote: {
    id: "Jumlah pelunasan dihitung lagi pada hari Anda menandatangani. Jika transfer gagal, pinjaman sekarang tidak berubah.",
    en: "The payoff amount is computed again on the day you sign. If the transfer fails, your present loan stays as it is.",
    zh: "结清金额以签署当日为准重新计算。若转账失败，现有借款不变。",
  },
  newSchedule: { id: "Jadwal baru", en: "The new schedule", zh: "新的还款计划" },
  amountHint: {
    id: "Dari {minimum} sampai {maximum}",
    en: "From {minimum} to {maximum}",
    zh: "{minimum} 至 {maximum}",
  },
  submitReloan: { id: "Ajukan pinjaman ulang", en: "Apply for the repeat loan", zh: "申请续借" },
  toHome: { id: "Ke beranda", en: "Go to home", zh: "返回首页" },
  refusedTitle: {
    id: "Pinjaman ulang belum bisa",
    en: "No repeat loan now",
    zh: "目前无法续借",
  },
  howToPayOff: {
    id: "Anda selalu bisa melunasi {number} sendiri: {amount} hari ini, tanpa denda. Setelah lunas, Anda bisa mengajukan pinjaman baru seperti biasa.",
    en: "You can always pay off {number} yourself: {amount} today, without a penalty. Once it is paid off you can apply for a new loan as usual.",
    zh: "您可随时自行还清 {number}：今日 {amount}，无罚金。还清后即可照常申请新借款。",
  },
  payOff: { id: "Lunasi sekarang", en: "Pay it off now", zh: "立即还清" },
  toApply: { id: "Ajukan pinjaman", en: "Apply for a loan", zh: "申请借款" },
  needMore: { id: "Butuh dana lagi?", en: "Need more money?", zh: "还需要资金？" },
  needMoreBody: {
    id: "Lihat biaya melunasi pinjaman ini dengan pinjaman baru.",
    en: "See what it costs to pay this loan off with a new one.",
    zh: "查看用新借款还清此借款的费用。",
  },
});
