import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  home: { id: "Beranda", en: "Home", zh: "首页" },
  borrow: { id: "Pinjam", en: "Borrow", zh: "借款" },
  loans: { id: "Pinjaman", en: "Loans", zh: "借款" },
  limit: { id: "Limit", en: "Limit", zh: "额度" },
  bills: { id: "Tagihan", en: "Bills", zh: "账单" },
  account: { id: "Akun saya", en: "My account", zh: "我的账户" },
  myData: { id: "Data saya", en: "My data", zh: "我的信息" },
  accepted: { id: "Yang saya setujui", en: "What I agreed to", zh: "我同意过的协议" },
  devices: { id: "Perangkat dan kata sandi", en: "Devices and password", zh: "设备与密码" },
  logOut: { id: "Keluar", en: "Log out", zh: "退出登录" },
  verify: { id: "Periksa dokumen", en: "Verify a document", zh: "核验文件" },
  service: { id: "Layanan", en: "Services", zh: "服务" },
  sandbox: { id: "Ruang coba", en: "Sandbox", zh: "沙盒" },
  sample: { id: "contoh", en: "sample", zh: "示例" },
  licence: {
    id: "{operator} berizin dan diawasi oleh Otoritas Jasa Keuangan (OJK) dengan nomor {licence}.",
    en: "{operator} is licensed and supervised by Indonesia's Financial Services Authority (OJK) under number {licence}.",
    zh: "{operator} 由印度尼西亚金融服务管理局（OJK）许可并监管，许可编号 {licence}。",
  },
  supportHours: {
    id: "Layanan pengguna: Senin sampai Minggu, 08.00 sampai 20.00 WIB",
    en: "Customer service: Monday to Sunday, 08:00 to 20:00 Jakarta time",
    zh: "客户服务：周一至周日，08:00 至 20:00（雅加达时间）",
  },
});
