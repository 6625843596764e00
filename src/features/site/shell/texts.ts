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
    id: "Informasi tidak bisa dimuat karena gangguan jaringan atau sebab lain.",
    en: "The information could not be loaded due to network issues or other possible reasons.",
    zh: "由于网络问题或其他可能的原因，无法加载信息。",
  },
  toHome: { id: "Ke beranda", en: "Go to home", zh: "回到首页" },
  toHelp: { id: "Lihat bantuan", en: "See help", zh: "查看帮助" },
  traceId: { id: "Nomor gangguan: {traceId}", en: "Trace number: {traceId}", zh: "故障编号：{traceId}" },
  closeTitle: { id: "Tutup halaman", en: "Close the page", zh: "关闭页面" },
  closeBody: {
    id: "Anda bisa kembali ke aplikasi sekarang.",
    en: "You can go back to the app now.",
    zh: "您现在可以返回应用。",
  },
  imageTitle: { id: "Gambar", en: "Picture", zh: "图片" },
  imageUnknown: { id: "Gambar ini tidak ada", en: "There is no such picture", zh: "没有这张图片" },
  imageUnknownBody: {
    id: "Kembali ke halaman sebelumnya, atau cari di pusat bantuan.",
    en: "Go back to the page before, or look in the help centre.",
    zh: "请返回上一页，或在帮助中心查找。",
  },
  imageBack: { id: "Kembali ke bacaannya", en: "Back to the text", zh: "返回正文" },
  "account-appTitle": { id: "Aplikasi bank", en: "A banking app", zh: "银行应用" },
  passbookTitle: { id: "Buku tabungan", en: "A passbook", zh: "存折" },
  "bank-cardTitle": { id: "Kartu ATM", en: "An ATM card", zh: "ATM 卡" },
  "wallet-requestTitle": { id: "Permintaan pembayaran", en: "A payment request", zh: "付款请求" },
  ratesTitle: { id: "Bunga dan denda", en: "Rates", zh: "费率" },
  "account-app": {
    id: "Contoh nomor rekening di aplikasi bank: nama bank di atas, nomor rekening di tengah, nama pemilik di bawah",
    en: "Example of an account number in a banking app: the bank's name at the top, the account number in the middle, the holder below",
    zh: "银行应用中的账号示例：上方为银行名称，中间为账号，下方为户名",
  },
  passbook: {
    id: "Contoh buku tabungan: nama pemilik, lalu nomor rekening di bawahnya",
    en: "Example of a passbook: the holder's name, and the account number below it",
    zh: "存折示例：户名及其下方的账号",
  },
  "bank-card": {
    id: "Contoh kartu ATM: nomor kartu di depan dan CVV di belakang, keduanya tidak diisi",
    en: "Example of an ATM card: card number on the front, CVV on the back; enter neither",
    zh: "ATM 卡示例：正面卡号与背面 CVV 均无需填写",
  },
  "wallet-request": {
    id: "Contoh permintaan pembayaran yang muncul di aplikasi dompet digital",
    en: "Example of a payment request in a wallet app",
    zh: "电子钱包应用中的付款请求示例",
  },
  rates: { id: "Tabel bunga dan denda yang berlaku", en: "Table of the rates in force", zh: "现行费率表" },
  closeAct: { id: "Kembali", en: "Go back", zh: "返回" },
});
