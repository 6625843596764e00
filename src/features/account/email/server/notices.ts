/** Notices to the borrower when the address changes: to the number, to the address in force, and to the replaced one. */
import { borrowerContact } from "#features/account/login/server/index.ts";
import { contestLink, noteSecurityEvent } from "#features/account/security/server/index.ts";
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeLink,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskEmail } from "#shared/fields/email.ts";

type About = { masked: string; borrowerId: string; eventId: string };
const anyId = "00000000-0000-4000-8000-000000000000";
const example: About = { masked: "bu••••@contoh.id", borrowerId: anyId, eventId: anyId };
/** A borrower who did not do this can object. Notices of earlier releases hold no event. */
const link = ({ values }: { values: Partial<About> }): NoticeLink => {
  const { borrowerId, eventId } = values;
  return borrowerId && eventId ? contestLink({ borrowerId, eventId }) : { path: "/webview/email-status" };
};
const everywhere = ["INBOX", "WHATSAPP", "SMS", "MAIL"] as const;

const requested = defineNotice<About>({
  kind: "email.asked",
  topic: "SECURITY",
  channels: everywhere,
  link,
  example,
  texts: {
    title: { id: "Permintaan ganti email", en: "Change of email address requested", zh: "申请更换邮箱" },
    body: {
      id: "Ada permintaan mengganti email akun Anda menjadi {masked}. Email sekarang tetap berlaku sampai yang baru dikonfirmasi. Bukan Anda? Bekukan akun dari pesan ini.",
      en: "Someone asked to change your account's email address to {masked}. The present one stays until the new one is confirmed. Was it not you? Freeze the account from this message.",
      zh: "有人申请将您账户的邮箱更换为 {masked}。新邮箱确认之前，现有邮箱继续有效。若非本人操作，请通过此消息冻结账户。",
    },
    sms: {
      id: "{brand}: ada permintaan ganti email akun Anda. Bukan Anda? Buka {link}",
      en: "{brand}: a change of your account's email was requested. Not you? Open {link}",
      zh: "{brand}：申请更换邮箱 {link}",
    },
    mail: {
      subject: {
        id: "Permintaan ganti email akun {brand}",
        en: "A change of your {brand} email address was requested",
        zh: "您的 {brand} 账户申请更换邮箱",
      },
      body: {
        id: "Ada permintaan mengganti email akun {brand} Anda menjadi {masked}. Alamat ini tetap berlaku sampai yang baru dikonfirmasi.\n\nBukan Anda? Buka {link} dan bekukan akun.",
        en: "Someone asked to change the email address of your {brand} account to {masked}. This address stays until the new one is confirmed.\n\nWas it not you? Open {link} and freeze the account.",
        zh: "有人申请将您 {brand} 账户的邮箱更换为 {masked}。新邮箱确认之前，此邮箱继续有效。\n\n若非本人操作，请打开 {link} 冻结账户。",
      },
    },
  },
});

const changed = defineNotice<About>({
  kind: "email.changed",
  topic: "SECURITY",
  channels: everywhere,
  link,
  example,
  texts: {
    title: { id: "Email akun terverifikasi", en: "Email address verified", zh: "邮箱已验证" },
    body: {
      id: "Email akun Anda sekarang {masked}. Bukan Anda? Bekukan akun dari pesan ini.",
      en: "Your account's email address is now {masked}. Was it not you? Freeze the account from this message.",
      zh: "您账户的邮箱现为 {masked}。若非本人操作，请通过此消息冻结账户。",
    },
    sms: {
      id: "{brand}: email akun Anda sudah diverifikasi. Bukan Anda? Buka {link}",
      en: "{brand}: your account's email address is verified. Not you? Open {link}",
      zh: "{brand}：邮箱已验证 {link}",
    },
    mail: {
      subject: {
        id: "Email ini terhubung ke akun {brand}",
        en: "This address belongs to your {brand} account now",
        zh: "此邮箱已关联您的 {brand} 账户",
      },
      body: {
        id: "Email ini ({masked}) sekarang terhubung ke akun {brand} Anda. Kami mengirim kabar tentang pinjaman dan keamanan akun ke sini.\n\nBukan Anda yang menambahkannya? Buka {link} dan bekukan akun.",
        en: "This address ({masked}) now belongs to your {brand} account. We write here about your loan and your account's security.\n\nDid you not add it yourself? Open {link} and freeze the account.",
        zh: "此邮箱（{masked}）已关联您的 {brand} 账户，我们会向此邮箱发送借款和账户安全通知。\n\n若非您本人添加，请打开 {link} 冻结账户。",
      },
    },
  },
});

const removed = defineNotice<About>({
  kind: "email.removed",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  link,
  example,
  texts: {
    title: { id: "Email akun dihapus", en: "Email address removed", zh: "邮箱已移除" },
    body: {
      id: "Email {masked} tidak lagi terhubung ke akun Anda. Bukan Anda? Bekukan akun dari pesan ini.",
      en: "The address {masked} does not belong to your account any more. Was it not you? Freeze the account from this message.",
      zh: "邮箱 {masked} 已不再关联您的账户。若非本人操作，请通过此消息冻结账户。",
    },
    sms: {
      id: "{brand}: email akun Anda sudah dihapus. Bukan Anda? Buka {link}",
      en: "{brand}: your account's email address was removed. Not you? Open {link}",
      zh: "{brand}：邮箱已移除 {link}",
    },
  },
});

/** To the former address, wherever it is used now. */
const former = defineNotice<About>({
  kind: "email.former",
  topic: "SECURITY",
  channels: ["MAIL"],
  link,
  example,
  texts: {
    title: { id: "Email akun diganti", en: "Email address replaced", zh: "邮箱已更换" },
    body: {
      id: "Email {masked} tidak lagi terhubung ke akun.",
      en: "The address {masked} does not belong to the account any more.",
      zh: "邮箱 {masked} 已不再关联账户。",
    },
    mail: {
      subject: {
        id: "Email ini tidak lagi terhubung ke akun {brand}",
        en: "This address does not belong to your {brand} account any more",
        zh: "此邮箱已不再关联您的 {brand} 账户",
      },
      body: {
        id: "Email ini ({masked}) tidak lagi terhubung ke akun {brand} Anda.\n\nBukan Anda yang mengubahnya? Buka {link} dan segera bekukan akun.",
        en: "This address ({masked}) does not belong to your {brand} account any more.\n\nDid you not change it yourself? Open {link} and freeze the account at once.",
        zh: "此邮箱（{masked}）已不再关联您的 {brand} 账户。\n\n若非您本人操作，请立即打开 {link} 冻结账户。",
      },
    },
  },
});

export const notices = [requested, changed, removed, former] as unknown as readonly NoticeDefinition<never>[];

/** A further address was given while one is in force: notifies the number and the current address. */
export async function notifyEmailRequested(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  about: { requestId: string; address: string; device: string },
): Promise<void> {
  const { requestId, device } = about;
  const kind = "EMAIL_CHANGE_ASKED";
  const eventId = await noteSecurityEvent(services, trx, { borrowerId, kind, id: requestId, device });
  const values = { masked: maskEmail(about.address), borrowerId, eventId };
  await notify(services, trx, requested, { id: `asked_${requestId}`, borrowerId, values });
}

/** The address in force changed: `now` is null when it was removed, `before` when there was none. `id` identifies the change. */
export async function notifyEmailChanged(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  about: { id: string; now: string | null; before: string | null; device: string },
): Promise<void> {
  const { id, now, before, device } = about;
  const kind = now === null ? "EMAIL_REMOVED" : "EMAIL_CHANGED";
  const eventId = await noteSecurityEvent(services, trx, { borrowerId, kind, id, device });
  const valuesOf = (address: string) => ({ masked: maskEmail(address), borrowerId, eventId });
  if (now !== null) await notify(services, trx, changed, { id: `changed_${id}`, borrowerId, values: valuesOf(now) });
  if (before === null) return;
  const values = valuesOf(before);
  if (now === null) await notify(services, trx, removed, { id: `removed_${id}`, borrowerId, values });
  const contact = await borrowerContact(services, trx, borrowerId);
  if (!contact) return;
  const { language, brandId } = contact;
  await notify(services, trx, former, {
    id: `former_${id}`,
    borrowerId,
    to: { email: before, language, brandId },
    values,
  });
}
