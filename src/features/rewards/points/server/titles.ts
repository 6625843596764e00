/** What the records call the tasks. */
import type { Text } from "#shared/texts.ts";
import type { PointsTask } from "../contract.ts";

export const taskTitles: Readonly<Record<PointsTask, Text>> = {
  CHECK_IN: { id: "Check-in harian", en: "Daily check-in", zh: "每日签到" },
  PAYMENT_SUCCESS: { id: "Cicilan dibayar tepat waktu", en: "Instalment paid in time", zh: "按时还款" },
  FINISH_ORDER: { id: "Pinjaman lunas", en: "Loan paid off", zh: "借款结清" },
  SHARE_MGM: {
    id: "Teman bergabung lewat undangan Anda",
    en: "A friend joined by your invitation",
    zh: "好友通过您的邀请加入",
  },
  SET_PASSWORD: { id: "Kata sandi pertama dibuat", en: "First password set", zh: "首次设置密码" },
};
