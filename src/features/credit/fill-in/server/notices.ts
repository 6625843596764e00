/**
 * Notifies a borrower that data is missing, with a link to give it, and later that it was received. The messages never
 * say which data is missing.
 */
import { defineNotice, withLink, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { linkDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { fillLinkPurpose } from "#features/account/document/contract.ts";
import { findFillLink } from "./store.ts";

const words = defineTexts({
  askedTitle: { id: "Data Anda belum lengkap", en: "Your information is incomplete", zh: "您的资料尚不完整" },
  asked: {
    id: `Ada data yang kami perlukan untuk pengajuan Anda. Isi yang kurang lewat tautan yang kami kirim, paling lambat {endsOn} (${linkDays} hari), tanpa masuk ke akun: cukup tanggal lahir Anda. Kami tidak pernah meminta kode OTP atau kata sandi.`,
    en: `We need some information for your application. Fill in what is missing through the link that we sent, by {endsOn} (${linkDays} days), without logging in: your birth date is enough. We never ask for a code or a password.`,
    zh: `您的申请还需要一些资料。请在 {endsOn} 前（${linkDays} 天内）打开我们发送的链接补充，无需登录，只需出生日期。我们绝不会索要验证码或密码。`,
  },
  askedSms: {
    id: "Data pengajuan Anda belum lengkap. Isi tanpa masuk akun sampai {endsOn}: {link}",
    en: "Your application is incomplete. Complete it without login by {endsOn}: {link}",
    zh: "资料不全，{endsOn}前免登录补充：{link}",
  },
  toFill: { id: "Lengkapi:", en: "Complete it:", zh: "前往补充：" },
  filledTitle: { id: "Data Anda sudah kami terima", en: "We have your information", zh: "已收到您的资料" },
  filled: {
    id: "Data yang kurang sudah dikirim lewat tautan. Jika bukan Anda yang mengisinya, segera hubungi kami. Anda bisa melihat dan mengubahnya setelah masuk.",
    en: "The missing information was sent through the link. If it was not you, contact us at once. You can see and change it after logging in.",
    zh: "缺少的资料已通过链接提交。如非您本人填写，请立即联系我们。登录后可查看和修改。",
  },
});

export const fillLinkSentNotice = defineNotice<{ linkId: string; endsOn: string }>({
  kind: "fill-in.asked",
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: {
    title: words.askedTitle,
    body: words.asked,
    whatsapp: withLink(words.asked, words.toFill),
    sms: words.askedSms,
  },
  link: ({ borrowerId, values: { linkId } }) => ({
    path: "/webview/additional-info",
    signed: {
      path: "/webview/no-login-fill",
      purpose: fillLinkPurpose,
      subject: `${borrowerId}.${linkId}`,
      ownerId: borrowerId!,
      days: linkDays,
      endsWithNumber: true,
    },
  }),
  // The link was used or replaced before the message was sent: there is nothing to ask for.
  async prepare({ database }, { borrowerId, values }) {
    const row = borrowerId && (await findFillLink(database, borrowerId, values.linkId));
    return row && row.state === "OPEN" ? { values } : null;
  },
  example: { linkId: "", endsOn: "2026-11-30" },
});

export const fillLinkFilledNotice = defineNotice<{ linkId: string }>({
  kind: "fill-in.filled",
  topic: "SECURITY",
  channels: ["INBOX"],
  texts: { title: words.filledTitle, body: words.filled },
  link: () => ({ path: "/webview/my-profile" }),
  example: { linkId: "" },
});

export const notices = [fillLinkSentNotice, fillLinkFilledNotice] as unknown as readonly NoticeDefinition<never>[];
