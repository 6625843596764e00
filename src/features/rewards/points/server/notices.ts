/** Notices to borrowers about points. */
import { defineNotice, notify, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

type About = { points: number };

const ended = defineNotice<About>({
  kind: "points.ended",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/integral-record" }),
  example: { points: 100_000 },
  texts: {
    title: { id: "Masa berlaku poin berakhir", en: "Your points have expired", zh: "积分有效期届满" },
    body: {
      id: "{points} poin hangus karena selama satu tahun tidak bertambah atau ditukar.",
      en: "{points} points have expired, because none were earned or exchanged for a year.",
      zh: "{points} 积分因一年内没有增加或兑换，现已到期。",
    },
  },
});

export const notices = [ended] as unknown as readonly NoticeDefinition<never>[];

export const notifyPointsEnded = (
  services: Services,
  trx: Transaction,
  { borrowerId, source, points }: { borrowerId: string; source: string; points: number },
): Promise<boolean> => notify(services, trx, ended, { id: `${source}_${borrowerId}`, borrowerId, values: { points } });
