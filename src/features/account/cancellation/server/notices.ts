/** Notices to the holder about the closing: through every channel, because another person may have requested it. */
import { contestLink, noteSecurityEvent } from "#features/account/security/server/index.ts";
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeAddress,
  type NoticeLink,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { ClosureRow } from "./store.ts";

const everywhere = ["INBOX", "WHATSAPP", "SMS", "MAIL"] as const;
const link = () => ({ path: "/webview/cancel-account" }) as const;

type ClosingTold = { closesOn: BusinessDate; borrowerId: string; eventId: string };
/** A holder who did not request it can freeze the account, which stops the closing. Notices of earlier releases hold no event. */
const objection = ({ values }: { values: Partial<ClosingTold> }): NoticeLink => {
  const { borrowerId, eventId } = values;
  return borrowerId && eventId ? { ...contestLink({ borrowerId, eventId }), ...link() } : link();
};

const anyId = "00000000-0000-4000-8000-000000000000";

const requested = defineNotice<ClosingTold>({
  kind: "closure.asked",
  topic: "SECURITY",
  channels: everywhere,
  link: objection,
  example: { closesOn: "2026-12-30", borrowerId: anyId, eventId: anyId },
  texts: {
    title: { id: "Akun Anda akan ditutup", en: "Your account will be closed", zh: "您的账户即将注销" },
    body: {
      id: "Ada permintaan menutup akun Anda. Pada {closesOn} akun ditutup dan data Anda dihapus. Sampai saat itu Anda bisa masuk dan membatalkannya. Bukan Anda? Bekukan akun dari halaman Keamanan: penutupannya batal.",
      en: "Someone asked to close your account. On {closesOn} it is closed and your data is erased. Until then you can log in and cancel this. Was it not you? Freeze the account on the Security page: then it is not closed.",
      zh: "有人申请注销您的账户。账户将于 {closesOn} 注销并删除数据，在此之前可登录撤销。若非本人操作，请在“账户安全”页面冻结账户，注销随即取消。",
    },
    sms: {
      id: "{brand}: akun Anda akan ditutup {closesOn}. Bukan Anda? Bekukan: {link}",
      en: "{brand}: your account closes on {closesOn}. Not you? Freeze it: {link}",
      zh: "{brand}：账户将注销，非本人 {link}",
    },
    mail: {
      subject: {
        id: "Akun {brand} Anda akan ditutup",
        en: "Your {brand} account will be closed",
        zh: "您的 {brand} 账户即将注销",
      },
      body: {
        id: "Ada permintaan menutup akun {brand} Anda. Pada {closesOn} akun ditutup dan data Anda dihapus.\n\nSampai saat itu Anda bisa masuk dan membatalkannya.\n\nBukan Anda? Buka {link} dan bekukan akun: penutupannya batal.",
        en: "Someone asked to close your {brand} account. On {closesOn} it is closed and your data is erased.\n\nUntil then you can log in and cancel this.\n\nWas it not you? Open {link} and freeze the account: then it is not closed.",
        zh: "有人申请注销您的 {brand} 账户。账户将于 {closesOn} 注销并删除数据。\n\n在此之前可登录撤销。\n\n若非本人操作，请打开 {link} 冻结账户，注销随即取消。",
      },
    },
  },
});

const goesOn = defineNotice<Record<string, never>>({
  kind: "closure.withdrawn",
  topic: "SECURITY",
  channels: everywhere,
  link: () => ({ path: "/webview/home" }),
  example: {},
  texts: {
    title: { id: "Penutupan akun dibatalkan", en: "Your account stays open", zh: "已撤销注销" },
    body: {
      id: "Penutupan akun dibatalkan. Akun Anda bisa dipakai seperti biasa.",
      en: "The closing of your account was cancelled. You can use it as before.",
      zh: "已撤销注销申请，您的账户可照常使用。",
    },
    sms: {
      id: "{brand}: penutupan akun dibatalkan. Bukan Anda? Buka {link}",
      en: "{brand}: the closing of your account was cancelled. Not you? Open {link}",
      zh: "{brand}：已撤销注销 {link}",
    },
    mail: {
      subject: {
        id: "Penutupan akun {brand} dibatalkan",
        en: "Your {brand} account stays open",
        zh: "您的 {brand} 账户注销已撤销",
      },
      body: {
        id: "Penutupan akun {brand} Anda dibatalkan. Akun bisa dipakai seperti biasa: {link}",
        en: "The closing of your {brand} account was cancelled. You can use it as before: {link}",
        zh: "您的 {brand} 账户注销申请已撤销，可照常使用：{link}",
      },
    },
  },
});

const undone = defineNotice<Record<string, never>>({
  kind: "closure.undone",
  topic: "SECURITY",
  channels: everywhere,
  link,
  example: {},
  texts: {
    title: { id: "Akun belum ditutup", en: "Your account was not closed", zh: "账户未注销" },
    body: {
      id: "Akun Anda belum ditutup: sejak diminta, muncul hal yang harus diselesaikan dulu. Buka halaman penutupan untuk melihatnya; akun bisa dipakai seperti biasa.",
      en: "Your account was not closed: since the request, something has come up that has to be settled first. The page about closing shows it; you can use the account as before.",
      zh: "您的账户未注销：申请之后出现了需要先处理的事项，详见注销页面。账户可照常使用。",
    },
    sms: {
      id: "{brand}: akun belum ditutup, ada yang harus diselesaikan: {link}",
      en: "{brand}: your account was not closed, something is open: {link}",
      zh: "{brand}：账户未注销 {link}",
    },
    mail: {
      subject: {
        id: "Akun {brand} belum ditutup",
        en: "Your {brand} account was not closed",
        zh: "您的 {brand} 账户未注销",
      },
      body: {
        id: "Akun {brand} Anda belum ditutup: sejak diminta, muncul hal yang harus diselesaikan dulu.\n\nLihat di sini: {link}",
        en: "Your {brand} account was not closed: since the request, something has come up that has to be settled first.\n\nSee it here: {link}",
        zh: "您的 {brand} 账户未注销：申请之后出现了需要先处理的事项。\n\n查看：{link}",
      },
    },
  },
});

/** The owner objected: the freeze's own notice says what follows. */
const undoneByFreezing = defineNotice<Record<string, never>>({
  kind: "closure.stopped",
  topic: "SECURITY",
  channels: ["INBOX"],
  link: () => ({ path: "/account-hold" }),
  example: {},
  texts: {
    title: { id: "Penutupan akun batal", en: "Your account is not closed", zh: "注销已取消" },
    body: {
      id: "Penutupan akun batal karena akun Anda dibekukan. Tidak ada data yang dihapus.",
      en: "Your account is not closed, because it was frozen. No data was erased.",
      zh: "由于账户已冻结，注销已取消，数据未被删除。",
    },
  },
});

/** The last notice, to the address before it was deleted; it links to the certificate. */
const closed = defineNotice<{ closureId: string }>({
  kind: "closure.closed",
  topic: "SECURITY",
  channels: ["WHATSAPP", "SMS", "MAIL"],
  link: ({ values }) => ({ path: `/verify/${values.closureId}` }),
  example: { closureId: "01a20784-7376-778f-9850-d88e0ed7b1e5" },
  texts: {
    title: { id: "Akun Anda ditutup", en: "Your account is closed", zh: "您的账户已注销" },
    body: {
      id: "Akun Anda sudah ditutup dan data Anda dihapus.",
      en: "Your account is closed and your data is erased.",
      zh: "您的账户已注销，数据已删除。",
    },
    sms: {
      id: "{brand}: akun Anda sudah ditutup. Sertifikat penghapusan: {link}",
      en: "{brand}: your account is closed. Certificate of erasure: {link}",
      zh: "{brand}：账户已注销，证明 {link}",
    },
    mail: {
      subject: {
        id: "Akun {brand} Anda sudah ditutup",
        en: "Your {brand} account is closed",
        zh: "您的 {brand} 账户已注销",
      },
      body: {
        id: "Akun {brand} Anda sudah ditutup dan data Anda dihapus.\n\nSertifikat, dengan apa yang dimusnahkan dan apa yang wajib kami simpan: {link}\n\nIni pesan terakhir kami ke alamat ini.",
        en: "Your {brand} account is closed and your data is erased.\n\nThe certificate says what was destroyed and what we have to keep: {link}\n\nThis is our last message to this address.",
        zh: "您的 {brand} 账户已注销，数据已删除。\n\n证明列明已销毁的内容与依法保留的内容：{link}\n\n这是我们发往此地址的最后一条消息。",
      },
    },
  },
});

export const notices = [
  requested,
  goesOn,
  undone,
  undoneByFreezing,
  closed,
] as unknown as readonly NoticeDefinition<never>[];

type Named = Pick<ClosureRow, "borrowerId" | "id">;

/** Requested on this device: notifies the holder at the account's addresses, with a link to object. */
export async function notifyClosureRequested(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Named,
  { closesOn, device }: { closesOn: BusinessDate; device: string },
): Promise<void> {
  const eventId = await noteSecurityEvent(services, trx, { borrowerId, kind: "CLOSURE_ASKED", id, device });
  const values = { closesOn, borrowerId, eventId };
  await notify(services, trx, requested, { id: `asked_${id}`, borrowerId, values });
}

export const notifyClosureWithdrawn = (services: Services, trx: Transaction, row: Named): Promise<boolean> =>
  notify(services, trx, goesOn, { id: `withdrawn_${row.id}`, borrowerId: row.borrowerId, values: {} });

export const notifyClosureUndone = (services: Services, trx: Transaction, row: Named): Promise<boolean> =>
  notify(services, trx, undone, { id: `undone_${row.id}`, borrowerId: row.borrowerId, values: {} });

/** The account was frozen: it cannot be used as before. */
export const notifyClosureStopped = (services: Services, trx: Transaction, row: Named): Promise<boolean> =>
  notify(services, trx, undoneByFreezing, { id: `stopped_${row.id}`, borrowerId: row.borrowerId, values: {} });

/** Sent without an owner: the borrower's key is destroyed before the notice is read. */
export const notifyAccountClosed = (
  services: Services,
  trx: Transaction,
  row: Named,
  to: NoticeAddress,
): Promise<boolean> => notify(services, trx, closed, { id: `closed_${row.id}`, to, values: { closureId: row.id } });
