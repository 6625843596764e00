import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  linkTitle: { id: "Tautan pesan", en: "Link of a message", zh: "消息链接" },
  linkGone: { id: "Tautan ini tidak berlaku", en: "This link is not valid", zh: "该链接无效" },
  linkGoneBody: {
    id: "Mungkin tautannya terpotong atau sudah kedaluwarsa. Semua pesan Anda ada di akun Anda.",
    en: "It may have been cut off, or it has expired. All your messages are in your account.",
    zh: "链接可能不完整或已过期。您的所有消息都在您的账户中。",
  },
  wayOut: {
    id: "Tidak ingin menerima email seperti ini? Hentikan di sini: {wayOut}",
    en: "Do you no longer want emails like this? Stop them here: {wayOut}",
    zh: "不想再收到此类邮件？请在此退订：{wayOut}",
  },
  pushHeading: { id: "Pengingat di browser", en: "Reminders in this browser", zh: "浏览器提醒" },
  pushLead: {
    id: "Pengingat cicilan dan hadiah muncul di layar ponsel atau komputer ini, tanpa biaya dan tanpa jumlah uang. Hanya pada jam pengingat.",
    en: "Reminders of instalments and rewards show on the screen of this phone or computer, free of charge and without amounts. Within contact hours only.",
    zh: "分期和奖励提醒会显示在本手机或电脑屏幕上，免费且不显示金额，仅在联系时段发送。",
  },
  pushOn: {
    id: "Aktif di sini sampai Anda keluar, paling lama sampai {until}.",
    en: "On here until you log out, at the latest until {until}.",
    zh: "已在此开启，直至您退出登录，最迟至 {until}。",
  },
  pushStart: { id: "Aktifkan di sini", en: "Turn on here", zh: "在此开启" },
  pushEnd: { id: "Matikan di sini", en: "Turn off here", zh: "在此关闭" },
  pushEndEverywhere: {
    id: "Matikan di semua {count} browser",
    en: "Turn off in all {count} browsers",
    zh: "在全部 {count} 个浏览器中关闭",
  },
  pushUnable: {
    id: "Browser ini tidak bisa menerima notifikasi. Perlu browser dengan notifikasi, misalnya Chrome atau Firefox, dan JavaScript menyala. Di iPhone: tambahkan halaman ini ke layar utama dahulu.",
    en: "This browser cannot receive notifications. It takes one that can, such as Chrome or Firefox, with JavaScript on. On an iPhone, add this page to the home screen first.",
    zh: "此浏览器无法接收通知。请使用支持通知的浏览器（如 Chrome 或 Firefox）并启用 JavaScript。在 iPhone 上，请先将本页添加到主屏幕。",
  },
  pushDenied: {
    id: "Browser ini melarang notifikasi dari kami. Izinkan lewat ikon gembok di samping alamat, lalu muat ulang halaman ini.",
    en: "This browser blocks our notifications. Allow them by the lock next to the address, then reload this page.",
    zh: "此浏览器已阻止我们的通知。请通过地址旁的锁形图标允许通知，然后重新加载本页。",
  },
  pushFailed: {
    id: "Browser tidak bisa mendaftar ke layanan notifikasinya. Coba lagi nanti.",
    en: "The browser could not register with its push service. Try again later.",
    zh: "浏览器无法注册推送服务，请稍后再试。",
  },
  pushUnavailable: {
    id: "Pengingat di browser belum tersedia.",
    en: "Reminders in browsers are not available.",
    zh: "暂不提供浏览器提醒。",
  },
  toMessages: { id: "Buka pesan", en: "Open messages", zh: "查看消息" },
});
