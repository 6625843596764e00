/** Titles of the tasks in the records. */
import type { Text } from "#shared/texts.ts";
import type { PointsKind, PointsTask } from "../contract.ts";

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

/** Titles for movements without a title of their own. */
export const kindTitles: Readonly<Record<PointsKind, Text>> = {
  EARNED: { id: "Poin didapat", en: "Points earned", zh: "获得积分" },
  SPENT: { id: "Poin ditukar", en: "Points exchanged", zh: "兑换积分" },
  GIVEN_BACK: { id: "Poin kembali", en: "Points returned", zh: "积分退回" },
  EXPIRED: { id: "Masa berlaku berakhir", en: "Validity ended", zh: "有效期届满" },
  REVOKED: { id: "Poin ditarik kembali", en: "Points taken back", zh: "积分已收回" },
};
