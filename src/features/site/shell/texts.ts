import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  errorTitle: { id: "Ada gangguan", en: "Something went wrong", zh: "出了点问题" },
  notFoundTitle: { id: "Halaman tidak ditemukan", en: "Page not found", zh: "找不到页面" },
  notFoundBody: {
    id: "Alamatnya mungkin salah ketik, atau halamannya sudah pindah.",
    en: "The address may be mistyped, or the page has moved.",
    zh: "网址可能有误，或页面已移动。",
  },
  loadFailed: {
    id: "Informasi tidak dapat dimuat karena gangguan jaringan atau sebab lain.",
    en: "The information could not be loaded due to network issues or other possible reasons.",
    zh: "由于网络问题或其他可能的原因，无法加载信息。",
  },
  refresh: { id: "Muat ulang", en: "Refresh", zh: "刷新" },
  toHome: { id: "Ke beranda", en: "Go to home", zh: "回到首页" },
  toHelp: { id: "Lihat bantuan", en: "See help", zh: "查看帮助" },
  traceId: { id: "Nomor gangguan: {traceId}", en: "Trace number: {traceId}", zh: "故障编号：{traceId}" },
  closeTitle: { id: "Tutup halaman", en: "Close the page", zh: "关闭页面" },
  closeBody: { id: "Anda dapat kembali ke aplikasi sekarang.", en: "You can go back to the app now.", zh: "您现在可以返回应用。" },
  closeAct: { id: "Kembali", en: "Go back", zh: "返回" },
});
