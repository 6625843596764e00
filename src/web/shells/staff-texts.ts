import { defineTexts } from "#shared/texts.ts";

export const staffTexts = defineTexts({
  console: { id: "Konsol", en: "Console", zh: "控制台" },
  places: { id: "Bagian konsol", en: "Places of the console", zh: "控制台各部分" },
  home: { id: "Pekerjaan", en: "Work", zh: "工作" },
  cases: { id: "Pengajuan", en: "Cases", zh: "案件" },
  borrowers: { id: "Peminjam", en: "Borrowers", zh: "借款人" },
  payments: { id: "Uang masuk", en: "Payments", zh: "来款" },
  money: { id: "Pindah dana", en: "Money by hand", zh: "资金处理" },
  disbursements: { id: "Pencairan", en: "Disbursements", zh: "放款" },
  audit: { id: "Jejak audit", en: "Audit trail", zh: "审计记录" },
  members: { id: "Petugas", en: "Staff", zh: "人员" },
  notFound: { id: "Tidak ditemukan", en: "Not found", zh: "未找到" },
  notAllowed: { id: "Tidak ada izin", en: "Not allowed", zh: "没有权限" },
  failed: { id: "Ada gangguan", en: "Something went wrong", zh: "出了点问题" },
  logout: { id: "Keluar", en: "Log out", zh: "退出" },
  support: { id: "Layanan", en: "Support", zh: "客服" },
  underwriter: { id: "Analis kredit", en: "Underwriter", zh: "信审" },
  content: { id: "Konten", en: "Content", zh: "内容" },
  finance: { id: "Keuangan", en: "Finance", zh: "财务" },
  auditor: { id: "Auditor", en: "Auditor", zh: "审计" },
  admin: { id: "Admin", en: "Admin", zh: "管理员" },
});
