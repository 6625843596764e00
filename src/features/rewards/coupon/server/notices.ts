/** Notices to borrowers about coupons: a new one, and one about to end. // Product decisions, rewards 11 */
import { defineNotice, notify, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { CouponRow } from "./store.ts";

type About = { endsOn: string };
const link = () => ({ path: "/webview/activity/get-coupon" }) as const;
const example: About = { endsOn: "2026-12-30" };

const obtained = defineNotice<About>({
  kind: "coupon.obtained",
  topic: "REWARD",
  channels: ["INBOX"],
  link,
  example,
  texts: {
    title: { id: "Kupon untuk Anda", en: "A coupon for you", zh: "您获得一张优惠券" },
    body: {
      id: "Anda mendapat kupon potongan bunga, berlaku sampai {endsOn}. Pinjam hanya kalau memang perlu; kupon ini tidak memengaruhi persetujuan.",
      en: "You got a coupon that takes interest off a loan, valid until {endsOn}. Borrow only if you need to; it does not affect any decision.",
      zh: "您获得一张利息抵扣券，有效期至 {endsOn}。请仅在需要时借款；优惠券不影响审批结果。",
    },
  },
});

const ends = defineNotice<About>({
  kind: "coupon.ends",
  topic: "REWARD",
  channels: ["INBOX"],
  isReminder: true,
  link,
  example,
  texts: {
    title: { id: "Kupon segera berakhir", en: "A coupon ends soon", zh: "优惠券即将到期" },
    body: {
      id: "Kupon potongan bunga Anda berlaku sampai {endsOn}.",
      en: "Your coupon that takes interest off is valid until {endsOn}.",
      zh: "您的利息抵扣券有效期至 {endsOn}。",
    },
  },
});

export const notices = [obtained, ends] as unknown as readonly NoticeDefinition<never>[];

type NotifiedCoupon = Pick<CouponRow, "borrowerId" | "id" | "expiresAt">;
const tell =
  (notice: NoticeDefinition<About>) =>
  (services: Services, trx: Transaction, { borrowerId, id, expiresAt }: NotifiedCoupon): Promise<boolean> =>
    notify(services, trx, notice, { id, borrowerId, values: { endsOn: dateInWib(expiresAt) } });

export const notifyCouponObtained = tell(obtained);
export const notifyCouponEnds = tell(ends);
