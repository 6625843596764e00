import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  blogTitle: { id: "Blog", en: "Blog", zh: "博客" },
  blogHeading: { id: "Uang, tanpa kabut", en: "Money, made clear", zh: "把钱的事说清楚" },
  blogLead: {
    id: "Cara menghitung, memeriksa, dan memutuskan sebelum meminjam, dengan kata-kata yang jelas.",
    en: "How to do the sums, check and decide before you borrow, in plain words.",
    zh: "借款之前怎么算、怎么查、怎么决定，用通俗的话讲清楚。",
  },
  blogDescription: {
    id: "Artikel tentang biaya pinjaman, anggaran, penipuan, perjanjian, dan pelunasan: praktis, singkat, dan tanpa jualan.",
    en: "Articles on the cost of loans, budgets, fraud, agreements and repayment: practical, short, and selling nothing.",
    zh: "关于借款费用、预算、防诈骗、协议和还款的文章：实用、简短、不推销。",
  },
  feedTitle: { id: "Blog {brand}", en: "{brand} blog", zh: "{brand} 博客" },
  follow: { id: "Ikuti lewat RSS", en: "Follow by RSS", zh: "通过 RSS 订阅" },
  emptyTitle: { id: "Belum ada tulisan", en: "No articles yet", zh: "暂无内容" },
  emptyBody: { id: "Tulisan baru akan muncul di sini.", en: "New entries will show here.", zh: "新内容会显示在这里。" },
  toStart: { id: "Ke halaman depan", en: "To the home page", zh: "返回首页" },
  related: { id: "Baca juga", en: "Read on", zh: "延伸阅读" },
  allArticles: { id: "Semua artikel", en: "All articles", zh: "全部文章" },
  updated: { id: "Diperbarui {date}", en: "Updated {date}", zh: "更新于 {date}" },
  countTitle: { id: "Hitung lebih dulu", en: "Do the sums first", zh: "先算一算" },
  countBody: {
    id: "Ubah jumlah dan jangka waktu, lalu lihat setiap cicilan. Tanpa mendaftar.",
    en: "Change amount and tenor and see every instalment. No sign-up needed.",
    zh: "调整金额和期限，查看每一期还款，无需注册。",
  },
  count: { id: "Hitung biaya pinjaman", en: "Calculate the cost of a loan", zh: "计算借款费用" },
  riskTitle: { id: "Pinjam seperlunya.", en: "Borrow only what you need.", zh: "按需借款。" },
  riskBody: {
    id: "Pinjaman berisiko jika tidak dibayar tepat waktu.",
    en: "A loan is a risk if it is not repaid on time.",
    zh: "借款若不按时偿还会有风险。",
  },
});
