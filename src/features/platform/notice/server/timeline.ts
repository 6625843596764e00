/** Timeline of notices to a borrower, for the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { noticeOf } from "./definition.ts";
import { newestNotices } from "./inbox-store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["MESSAGE"],
    async read(services, borrowerId, max) {
      const rows = await newestNotices(services.database, borrowerId, max);
      return rows.flatMap((row): Happening[] => {
        // A domain with its own history shows it there.
        if (noticeOf(services, row.kind)?.sent) return [];
        return [
          {
            at: row.shownAt!,
            kind: "MESSAGE",
            what: "NOTICE",
            facts: {
              messageId: row.id,
              topic: row.topic,
              notice: row.kind,
              ...(row.phoneChannel ? { channel: row.phoneChannel } : {}),
              ...(row.phoneStatus ? { status: row.phoneStatus } : {}),
              ...(row.mailStatus ? { mailStatus: row.mailStatus } : {}),
              ...(row.pushStatus ? { pushStatus: row.pushStatus } : {}),
              ...(row.readAt ? { readAt: row.readAt.toISOString() } : {}),
            },
          },
        ];
      });
    },
  },
];

export const noticeTimelineWords: ConsoleWords = {
  happenings: defineTexts({
    NOTICE: { id: "Pesan ke peminjam", en: "Message to the borrower", zh: "发给借款人的消息" },
  }),
  facts: defineTexts({
    topic: { id: "topik", en: "topic", zh: "主题" },
    notice: { id: "jenis pesan", en: "kind of message", zh: "消息种类" },
    mailStatus: { id: "email", en: "mail", zh: "邮件" },
    pushStatus: { id: "notifikasi browser", en: "push", zh: "浏览器通知" },
    readAt: { id: "dibaca", en: "read", zh: "已读" },
  }),
  codes: defineTexts({
    MUTED: { id: "disenyapkan", en: "muted", zh: "已静音" },
    NO_ADDRESS: { id: "tanpa alamat", en: "no address", zh: "无地址" },
    LOAN: { id: "pinjaman", en: "loan", zh: "借款" },
    PAYMENT: { id: "pembayaran", en: "payment", zh: "还款" },
    ACCOUNT: { id: "akun", en: "account", zh: "账户" },
    SECURITY: { id: "keamanan", en: "security", zh: "安全" },
    REWARD: { id: "hadiah", en: "reward", zh: "奖励" },
    NEWS: { id: "kabar", en: "news", zh: "资讯" },
  }),
};
