/** The console's words for events of this domain. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  HOLDER_NAME_STARTED: { id: "Permintaan nama dimulai", en: "Request about a name begun", zh: "开始户名核对申请" },
  HOLDER_NAME_NAMED: { id: "Nama di rekening ditulis", en: "Name on the account stated", zh: "已填写户名" },
  HOLDER_NAME_SUBMITTED: { id: "Permintaan nama dikirim", en: "Request about a name sent", zh: "户名核对申请已提交" },
  HOLDER_NAME_APPROVED: { id: "Nama disetujui", en: "Name approved", zh: "户名获批准" },
  HOLDER_NAME_DONE: { id: "Nama berlaku", en: "Name in effect", zh: "户名已生效" },
  HOLDER_NAME_REJECTED: { id: "Nama ditolak", en: "Name rejected", zh: "户名被拒" },
  HOLDER_NAME_WITHDRAWN: {
    id: "Permintaan nama dibatalkan",
    en: "Request about a name cancelled",
    zh: "户名核对申请已撤回",
  },
  HOLDER_NAME_EXPIRED: {
    id: "Permintaan nama kedaluwarsa",
    en: "Request about a name expired",
    zh: "户名核对申请已过期",
  },
  HOLDER_NAME_STOPPED: {
    id: "Permintaan nama dihentikan",
    en: "Request about a name stopped",
    zh: "户名核对申请已中止",
  },
});

export const words: ConsoleWords = { happenings };
