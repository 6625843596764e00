/** Messages to members: interest was reduced; Plus began, was renewed or ended. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";

type Ends = { endsOn: string };
const rights = () => ({ path: "/webview/viprights" }) as const;
const plus = () => ({ path: "/webview/upgrade-plus" }) as const;

export const reductionNotice = defineNotice<{ savedRupiah: number; number: string }>({
  kind: "membership.reduced",
  topic: "LOAN",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/bills" }),
  example: { savedRupiah: 200_000, number: "PJ-2026-11-000001" },
  texts: {
    title: { id: "Bunga Anda dipotong", en: "Your interest was reduced", zh: "您的利息已减免" },
    body: {
      id: "Bunga pinjaman {number} berkurang {savedRupiah}. Cicilan yang sudah dihitung ulang terlihat di tagihan Anda.",
      en: "The interest of loan {number} was reduced by {savedRupiah}. Your bill shows the new instalments.",
      zh: "借款 {number} 的利息减少了 {savedRupiah}。账单已显示减免后的分期。",
    },
  },
});

const tellEnds = (kind: string, texts: NoticeDefinition<Ends>["texts"]) =>
  defineNotice<Ends>({
    kind: `membership.${kind}`,
    topic: "REWARD",
    channels: ["INBOX"],
    link: plus,
    example: { endsOn: "2026-12-30" },
    texts,
  });

export const plusBegun = tellEnds("plus_begun", {
  title: { id: "Plus Anda aktif", en: "Your Plus has begun", zh: "您的 Plus 已生效" },
  body: {
    id: "Plus berlaku sampai {endsOn} dan diperpanjang otomatis selama syaratnya terpenuhi. Gratis, dan bisa diakhiri kapan saja.",
    en: "Plus is valid until {endsOn} and is renewed automatically while its conditions are met. It is free, and you can end it at any time.",
    zh: "Plus 有效期至 {endsOn}，条件满足时自动续期。免费，可随时结束。",
  },
});

export const plusRenewed = tellEnds("plus_renewed", {
  title: { id: "Plus diperpanjang", en: "Plus was renewed", zh: "Plus 已续期" },
  body: {
    id: "Syaratnya masih terpenuhi, jadi Plus Anda berlaku sampai {endsOn}.",
    en: "Its conditions are still met, so your Plus is valid until {endsOn}.",
    zh: "条件仍然满足，您的 Plus 有效期延长至 {endsOn}。",
  },
});

/** `days`: the days late that end it. */
const tellOver = (kind: string, texts: NoticeDefinition<{ days: number }>["texts"]) =>
  defineNotice<{ days: number }>({
    kind: `membership.${kind}`,
    topic: "REWARD",
    channels: ["INBOX"],
    link: rights,
    example: { days: 8 },
    texts,
  });

export const plusLate = tellOver("plus_late", {
  title: { id: "Plus berakhir", en: "Plus has ended", zh: "Plus 已结束" },
  body: {
    id: "Plus berakhir karena ada cicilan yang terlambat {days} hari. Setelah lunas dan syaratnya terpenuhi, Plus bisa dipilih lagi.",
    en: "Plus has ended because an instalment is {days} days late. Once it is paid and the conditions are met, you can choose Plus again.",
    zh: "因有分期逾期 {days} 天，Plus 已结束。还清并满足条件后可再次选择。",
  },
});

export const plusOver = tellOver("plus_over", {
  title: { id: "Plus berakhir", en: "Plus has ended", zh: "Plus 已结束" },
  body: {
    id: "Masa Plus Anda berakhir dan tidak semua syaratnya masih terpenuhi. Halaman tingkat menunjukkan apa yang kurang.",
    en: "Your Plus period is over and not all of its conditions are still met. The page of levels shows what is missing.",
    zh: "您的 Plus 期满，部分条件已不满足。等级页面会显示缺少的条件。",
  },
});

export const notices = [
  reductionNotice,
  plusBegun,
  plusRenewed,
  plusLate,
  plusOver,
] as unknown as readonly NoticeDefinition<never>[];
