/** Notices to the borrower about a copy of their data: ready, or late. Account/security reports that it was requested and opened. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { exportDays, exportDownloads, exportPromiseHours } from "../contract.ts";

const channels = ["INBOX", "WHATSAPP", "SMS", "MAIL"] as const;
const link = () => ({ path: "/webview/privacy/export" }) as const;

export const exportReady = defineNotice<{ endsAt: string }>({
  kind: "privacy.export_ready",
  topic: "ACCOUNT",
  channels,
  link,
  example: { endsAt: "2026-12-28T16:59:00Z" },
  texts: {
    title: { id: "Salinan data Anda siap", en: "Your copy is ready", zh: "您的数据副本已就绪" },
    body: {
      id: `Salinan data Anda bisa diunduh sampai {endsAt}, paling banyak ${exportDownloads} kali. Setelah ${exportDays} hari berkasnya kami musnahkan.`,
      en: `Your copy can be downloaded until {endsAt}, up to ${exportDownloads} times. After ${exportDays} days we destroy the file.`,
      zh: `您的数据副本可在 {endsAt} 前下载，最多 ${exportDownloads} 次。${exportDays} 天后我们将销毁文件。`,
    },
    sms: {
      id: "{brand}: salinan data Anda siap diunduh: {link}",
      en: "{brand}: the copy of your data is ready: {link}",
      zh: "{brand}：数据副本已就绪 {link}",
    },
    mail: {
      subject: {
        id: "Salinan data Anda di {brand} siap",
        en: "The copy of your data at {brand} is ready",
        zh: "您在 {brand} 的数据副本已就绪",
      },
      body: {
        id: `Salinan data Anda di {brand} bisa diunduh sampai {endsAt}, paling banyak ${exportDownloads} kali. Untuk mengunduhnya, masuk dan minta kode: {link}\n\nBerkasnya tidak kami kirim lewat email.`,
        en: `The copy of your data at {brand} can be downloaded until {endsAt}, up to ${exportDownloads} times. Log in and request a code to download it: {link}\n\nWe do not send the file by mail.`,
        zh: `您在 {brand} 的数据副本可在 {endsAt} 前下载，最多 ${exportDownloads} 次。请登录并获取验证码下载：{link}\n\n我们不会通过邮件发送该文件。`,
      },
    },
  },
});

export const exportLate = defineNotice<{ exportId: string }>({
  kind: "privacy.export_late",
  topic: "ACCOUNT",
  channels,
  link,
  example: { exportId: "00000000-0000-4000-8000-000000000000" },
  texts: {
    title: { id: "Salinan data Anda terlambat", en: "Your copy is late", zh: "数据副本延迟" },
    body: {
      id: `Salinan data Anda seharusnya siap dalam ${exportPromiseHours} jam. Maaf; kami sedang mengerjakannya dan mengabari Anda begitu siap. Anda tidak perlu meminta lagi.`,
      en: `Your copy should have been ready within ${exportPromiseHours} hours. We are sorry; we are working on it and will tell you once it is ready. There is no need to ask again.`,
      zh: `您的数据副本本应在 ${exportPromiseHours} 小时内就绪，非常抱歉。我们正在处理，完成后会通知您，无需重新申请。`,
    },
    sms: {
      id: "{brand}: maaf, salinan data Anda terlambat. Kami kabari begitu siap: {link}",
      en: "{brand}: sorry, the copy of your data is late. We will notify you once it is ready: {link}",
      zh: "{brand}：数据副本延迟 {link}",
    },
    mail: {
      subject: {
        id: "Salinan data Anda di {brand} terlambat",
        en: "The copy of your data at {brand} is late",
        zh: "您在 {brand} 的数据副本延迟",
      },
      body: {
        id: `Salinan data Anda di {brand} seharusnya siap dalam ${exportPromiseHours} jam. Maaf; kami sedang mengerjakannya dan mengabari Anda begitu siap: {link}`,
        en: `The copy of your data at {brand} should have been ready within ${exportPromiseHours} hours. We are sorry; we are working on it and will tell you once it is ready: {link}`,
        zh: `您在 {brand} 的数据副本本应在 ${exportPromiseHours} 小时内就绪，非常抱歉。我们正在处理，完成后会通知您：{link}`,
      },
    },
  },
});

export const exportNotices = [exportReady, exportLate] as unknown as readonly NoticeDefinition<never>[];
