/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const facts = defineTexts({
  actor: { id: "oleh", en: "by", zh: "操作方" },
  staff: { id: "petugas", en: "staff", zh: "工作人员" },
  cause: { id: "sebab", en: "cause", zh: "原因" },
  reason: { id: "alasan", en: "reason", zh: "理由" },
  reasons: { id: "alasan", en: "reasons", zh: "理由" },
  outcome: { id: "hasil", en: "outcome", zh: "结果" },
  code: { id: "kode", en: "code", zh: "代码" },
  amountRupiah: { id: "jumlah", en: "amount", zh: "金额" },
  kind: { id: "jenis", en: "kind", zh: "类型" },
  channel: { id: "saluran", en: "channel", zh: "渠道" },
  delivery: { id: "sampai", en: "arrival", zh: "送达" },
  deliveryAt: { id: "pada", en: "at", zh: "时间" },
  deliveryCode: { id: "kode penyedia", en: "provider's code", zh: "服务商代码" },
  state: { id: "status", en: "state", zh: "状态" },
  status: { id: "status", en: "status", zh: "状态" },
  about: { id: "tentang", en: "about", zh: "关于" },
});

const codes = defineTexts({
  BORROWER: { id: "peminjam", en: "the borrower", zh: "借款人" },
  SYSTEM: { id: "sistem", en: "the system", zh: "系统" },
  PARTNER: { id: "mitra", en: "a partner", zh: "合作方" },
  BANK: { id: "bank", en: "the bank", zh: "银行" },
  STAFF: { id: "petugas", en: "staff", zh: "工作人员" },
  SMS: { id: "SMS", en: "SMS", zh: "短信" },
  VOICE: { id: "telepon", en: "voice call", zh: "语音电话" },
  WHATSAPP: { id: "WhatsApp", en: "WhatsApp", zh: "WhatsApp" },
  SENT: { id: "terkirim", en: "sent", zh: "已发送" },
  REJECTED: { id: "ditolak", en: "refused", zh: "被拒绝" },
  UNKNOWN: { id: "tidak diketahui", en: "unknown", zh: "未知" },
  DELIVERED: { id: "sampai di ponsel", en: "on the phone", zh: "已送达手机" },
  READ: { id: "dibaca", en: "read", zh: "已读" },
  FAILED: { id: "tidak sampai", en: "not delivered", zh: "未送达" },
  DONE: { id: "selesai", en: "done", zh: "已完成" },
  REFUSED: { id: "ditolak", en: "refused", zh: "被拒绝" },
  true: { id: "ya", en: "yes", zh: "是" },
  false: { id: "tidak", en: "no", zh: "否" },
});

export const words: ConsoleWords = { facts, codes };
