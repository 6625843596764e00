/** Notices to the owner of a frozen account: at the former addresses, and in the inbox. */
import { contestHours } from "../contract.ts";
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeTexts,
  addresseeOf,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { newestContest, type ContestRow } from "./contest-store.ts";
import { keptReason, keptReasons } from "./kept-reasons.ts";
import { findEvent } from "./store.ts";
import { eventNumberPlace } from "./telling.ts";

const link = () => ({ path: "/account-hold" }) as const;
const common = { topic: "SECURITY", channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"], link } as const;

const mailOf = (title: Text, body: Text): NonNullable<NoticeTexts["mail"]> => ({
  subject: { id: `${title.id} – {brand}`, en: `${title.en} – {brand}`, zh: `${title.zh} – {brand}` },
  body: { id: `${body.id}\n\n{link}`, en: `${body.en}\n\n{link}`, zh: `${body.zh}\n\n{link}` },
});

const frozenTexts = {
  title: { id: "Akun dibekukan", en: "Account frozen", zh: "账户已冻结" },
  body: {
    id: "Akun Anda dibekukan karena ada kejadian yang bukan ulah Anda. Tidak ada uang yang keluar; tagihan tetap bisa dibayar. Verifikasi nomor dan wajah Anda; kami putuskan paling lambat {promisedAt}.",
    en: "Your account was frozen because of something that you did not do. No money leaves it; bills can still be paid. Verify your number and face, and we decide by {promisedAt}.",
    zh: "因出现非本人操作，您的账户已冻结。资金不会转出，仍可还款。请验证号码与人脸，我们将在 {promisedAt} 前处理。",
  },
} as const;
const frozen = defineNotice<{ promisedAt: string }>({
  ...common,
  kind: "security.frozen",
  example: { promisedAt: "2026-12-28T16:59:00Z" },
  texts: {
    ...frozenTexts,
    sms: {
      id: "{brand}: akun Anda dibekukan, uang tidak bisa keluar. Buka kembali dengan nomor dan wajah: {link}",
      en: "{brand}: your account is frozen, no money leaves it. Release it by number and face: {link}",
      zh: "{brand}：账户已冻结，解冻 {link}",
    },
    mail: mailOf(frozenTexts.title, frozenTexts.body),
  },
});

const moreTexts = {
  title: { id: "Verifikasi pemilik diperlukan", en: "Owner verification needed", zh: "需要本人证明" },
  body: {
    id: "Untuk membuka akun yang dibekukan, verifikasi lagi nomor dan wajah Anda sebelum {promisedAt}.",
    en: "To release the frozen account, verify your number and face again before {promisedAt}.",
    zh: "为解冻账户，请在 {promisedAt} 前重新验证号码与人脸。",
  },
} as const;
const more = defineNotice<{ promisedAt: string }>({
  ...common,
  kind: "security.proof_asked",
  example: { promisedAt: "2026-12-28T16:59:00Z" },
  texts: {
    ...moreTexts,
    sms: {
      id: "{brand}: untuk membuka akun yang dibekukan, verifikasi lagi nomor dan wajah: {link}",
      en: "{brand}: to release the frozen account, verify your number and face again: {link}",
      zh: "{brand}：请重新验证本人 {link}",
    },
    mail: mailOf(moreTexts.title, moreTexts.body),
  },
});

const lateTexts = {
  title: { id: "Pemeriksaan akun terlambat", en: "The decision is late", zh: "审核延迟" },
  body: {
    id: `Keputusan tentang akun Anda yang dibekukan belum ada dalam ${contestHours} jam seperti dijanjikan. Maaf; petugas sedang menyelesaikannya, dan akun tetap aman.`,
    en: `The decision about your frozen account was not made within ${contestHours} hours as promised. We are sorry; our staff are on it, and the account stays safe.`,
    zh: `您的冻结账户未能在承诺的 ${contestHours} 小时内完成审核，非常抱歉。工作人员正在处理，账户保持安全。`,
  },
} as const;
const late = defineNotice<{ contestId: string }>({
  ...common,
  kind: "security.contest_late",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  example: { contestId: "00000000-0000-4000-8000-000000000000" },
  texts: {
    ...lateTexts,
    sms: {
      id: "{brand}: keputusan tentang akun Anda terlambat. Akun tetap aman. {link}",
      en: "{brand}: the decision about your account is late. It stays safe. {link}",
      zh: "{brand}：账户审核延迟 {link}",
    },
  },
});

const keptTexts = {
  title: { id: "Akun tetap dibekukan", en: "The account stays frozen", zh: "账户继续冻结" },
  body: {
    id: "Akun Anda belum bisa dibuka kembali. {why} Anda bisa mencoba verifikasi lagi atau menghubungi kami. Tagihan tetap bisa dibayar.",
    en: "Your account could not be released. {why} You can verify again, or contact us. Bills can still be paid.",
    zh: "您的账户暂时无法解冻。{why}您可以重新验证或联系我们。仍可还款。",
  },
} as const;
const stayedFrozen = defineNotice<{ why: string }>({
  ...common,
  kind: "security.kept",
  example: { why: keptReasons.NOT_THE_OWNER.id },
  texts: {
    ...keptTexts,
    sms: {
      id: "{brand}: akun Anda tetap dibekukan. Alasan dan langkah berikutnya: {link}",
      en: "{brand}: your account stays frozen. Why, and what comes next: {link}",
      zh: "{brand}：账户继续冻结 {link}",
    },
    mail: mailOf(keptTexts.title, keptTexts.body),
  },
});

export const contestNotices = [frozen, more, late, stayedFrozen] as unknown as readonly NoticeDefinition<never>[];

/** The owner's addresses before the contested event; also the mail address if it is proven. */
async function addressBefore(services: Services, trx: Transaction, borrowerId: string, eventId: string) {
  const now = await services.ask(addresseeOf)(services, trx, borrowerId);
  const sealed = (await findEvent(trx, borrowerId, eventId))?.mobileNumberSealed;
  if (!now || !sealed) return null;
  const { email, language, brandId } = now;
  const mobileNumber = await services.keys.borrowerKeys.open(trx, borrowerId, sealed, eventNumberPlace(eventId));
  return { mobileNumber, ...(email ? { email } : {}), language, brandId };
}

/** The former address of a frozen account's owner; null if the account is not frozen. */
export async function frozenAddress(services: Services, trx: Transaction, borrowerId: string) {
  const contest = await newestContest(trx, borrowerId);
  return contest && contest.state !== "RELEASED" ? addressBefore(services, trx, borrowerId, contest.eventId) : null;
}

/** Notifies that the account was frozen, what that means, and how it is released. */
export async function notifyFrozen(
  services: Services,
  trx: Transaction,
  { borrowerId, id, eventId, promisedUntil }: Pick<ContestRow, "borrowerId" | "id" | "eventId" | "promisedUntil">,
): Promise<void> {
  const to = await addressBefore(services, trx, borrowerId, eventId);
  if (to)
    await notify(services, trx, frozen, { id, borrowerId, to, values: { promisedAt: promisedUntil.toISOString() } });
}

/** More proof is asked for, until `until`. */
export async function notifyProofNeeded(
  services: Services,
  trx: Transaction,
  contest: ContestRow,
  until: Date,
): Promise<void> {
  const { borrowerId, id, eventId } = contest;
  const to = await addressBefore(services, trx, borrowerId, eventId);
  if (to) await notify(services, trx, more, { id, borrowerId, to, values: { promisedAt: until.toISOString() } });
}

/** Notifies that the promised time has passed. */
export async function notifyContestLate(services: Services, trx: Transaction, contest: ContestRow): Promise<void> {
  const { borrowerId, id, eventId } = contest;
  const to = await addressBefore(services, trx, borrowerId, eventId);
  if (to) await notify(services, trx, late, { id, borrowerId, to, values: { contestId: id } });
}

/** It was not released, and why. */
export async function notifyStaysFrozen(
  services: Services,
  trx: Transaction,
  { borrowerId, id, eventId }: ContestRow,
  reason: string,
): Promise<void> {
  const to = await addressBefore(services, trx, borrowerId, eventId);
  if (!to) return;
  const why = keptReason(reason, to.language);
  await notify(services, trx, stayedFrozen, { id, borrowerId, to, values: { why } });
}
