/**
 * A message on each change of a limit. It is in the inbox only, behind the login: no figure of a limit is sent to a
 * screen that others may see.
 */
import { defineNotice, notify, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import type { LimitChangeCause } from "../contract.ts";
import type { FreezeCause } from "../score-contract.ts";

type Changed = { fromRupiah: number; toRupiah: number };
type Temporary = { toRupiah: number; untilAt: string };

const changed = (kind: string, title: Text, body: Text): NoticeDefinition<Changed> =>
  defineNotice<Changed>({
    kind,
    topic: "LOAN",
    channels: ["INBOX"],
    texts: { title, body },
    link: () => ({ path: "/webview/quota-change-history" }),
    example: { fromRupiah: 10_000_000, toRupiah: 10_000_000 },
  });

const rises = changed(
  "limit.rises",
  { id: "Limit Anda naik", en: "Your limit has risen", zh: "您的额度提高了" },
  {
    id: "Limit kredit Anda naik dari {fromRupiah} menjadi {toRupiah}. Sebabnya ada di riwayat limit. Anda tidak perlu memakainya.",
    en: "Your credit limit has risen from {fromRupiah} to {toRupiah}. The history of your limit says why. You do not have to use it.",
    zh: "您的信用额度由 {fromRupiah} 提高至 {toRupiah}。原因见额度变更记录。您无需使用。",
  },
);
const falls = changed(
  "limit.falls",
  { id: "Limit Anda turun", en: "Your limit has fallen", zh: "您的额度降低了" },
  {
    id: "Limit kredit Anda turun dari {fromRupiah} menjadi {toRupiah}. Sebabnya, dan apa yang membantu, ada di riwayat limit. Pinjaman yang berjalan tidak berubah.",
    en: "Your credit limit has fallen from {fromRupiah} to {toRupiah}. The history of your limit says why, and what helps. A running loan does not change.",
    zh: "您的信用额度由 {fromRupiah} 降至 {toRupiah}。原因及改善方法见额度变更记录。现有借款不受影响。",
  },
);
const temporary = defineNotice<Temporary>({
  kind: "limit.temporary",
  topic: "LOAN",
  channels: ["INBOX"],
  texts: {
    title: { id: "Limit sementara untuk Anda", en: "A temporary limit for you", zh: "您获得临时额度" },
    body: {
      id: "Anda mendapat limit sementara {toRupiah} sampai {untilAt}. Setelah itu otomatis berakhir; pinjaman yang sudah diambil tetap berjalan. Anda tidak perlu memakainya.",
      en: "You have a temporary limit of {toRupiah} until {untilAt}. It then ends automatically; a loan taken before that continues. You do not have to use it.",
      zh: "您获得临时额度 {toRupiah}，有效至 {untilAt}，到期自动结束；此前已借的款项不受影响。您无需使用。",
    },
  },
  link: () => ({ path: "/webview/quota" }),
  example: { toRupiah: 10_000_000, untilAt: "2026-12-15T16:59:59.000Z" },
});

const freezeNotice = (kind: string, title: Text, body: Text): NoticeDefinition<Record<string, never>> =>
  defineNotice<Record<string, never>>({
    kind,
    topic: "LOAN",
    channels: ["INBOX"],
    texts: { title, body },
    link: () => ({ path: "/webview/credit" }),
    example: {},
  });
const frozen = freezeNotice(
  "limit.frozen",
  { id: "Limit Anda dibekukan", en: "Your limit is frozen", zh: "您的额度已冻结" },
  {
    id: "Saat ini Anda tidak bisa meminjam. Sebabnya dan cara pembekuan berakhir ada di halaman skor kredit. Anda tetap bisa membayar.",
    en: "You cannot borrow at present. Your credit score page says why, and how the freeze ends. You can still pay.",
    zh: "您目前无法借款。原因及解除方式见信用评分页。还款不受影响。",
  },
);
const unfrozen = freezeNotice(
  "limit.unfrozen",
  { id: "Satu pembekuan limit berakhir", en: "A freeze of your limit has ended", zh: "一项额度冻结已解除" },
  {
    id: "Satu sebab pembekuan limit Anda sudah berakhir. Lihat di halaman limit berapa yang bisa Anda pinjam.",
    en: "A cause that froze your limit has ended. Your limit page says how much you can borrow.",
    zh: "冻结您额度的一项原因已解除。可借金额见额度页。",
  },
);

export const notices: readonly NoticeDefinition<never>[] = [
  rises,
  falls,
  temporary,
  frozen,
  unfrozen,
] as unknown as readonly NoticeDefinition<never>[];

/** Causes without a message: the borrower sees them on the page, or the limit continues under another account. */
const silent: readonly LimitChangeCause[] = ["FIRST_ASSESSMENT", "MERGED", "MERGE_REVERSED", "TEMPORARY_ENDED"];

/** Notifies of a change of the limit once, by the id of its row. */
export async function notifyLimitChange(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  change: { id: string; cause: LimitChangeCause; fromRupiah: number; toRupiah: number; until?: Date },
): Promise<void> {
  const { id, cause, fromRupiah, toRupiah, until } = change;
  if (silent.includes(cause)) return;
  if (until) {
    await notify(services, trx, temporary, { id, borrowerId, values: { toRupiah, untilAt: until.toISOString() } });
    return;
  }
  await notify(services, trx, toRupiah > fromRupiah ? rises : falls, {
    id,
    borrowerId,
    values: { fromRupiah, toRupiah },
  });
}

/** Notifies that a cause froze the limit, or ended. */
export async function notifyLimitFreeze(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { id, cause, hasEnded }: { id: string; cause: FreezeCause; hasEnded: boolean },
): Promise<void> {
  // The borrower did this just now; freezing the account has a message of its own.
  if (cause === "CONTESTED" || (cause === "BORROWER" && !hasEnded)) return;
  await notify(services, trx, hasEnded ? unfrozen : frozen, { id, borrowerId, values: {} });
}
