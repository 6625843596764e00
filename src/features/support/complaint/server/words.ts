/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { complaintStateTexts } from "../texts.ts";

const happenings = defineTexts({
  COMPLAINT_RECEIVED: { id: "Pengaduan masuk", en: "Complaint received", zh: "收到投诉" },
  COMPLAINT_TAKEN: { id: "Pengaduan diambil", en: "Complaint taken", zh: "接手投诉" },
  COMPLAINT_ASSIGNED: { id: "Pengaduan diserahkan", en: "Complaint handed over", zh: "移交投诉" },
  COMPLAINT_MESSAGE: { id: "Pesan di pengaduan", en: "Message on a complaint", zh: "投诉新留言" },
  COMPLAINT_EVIDENCE: { id: "Foto di pengaduan", en: "Photo on a complaint", zh: "投诉新照片" },
  COMPLAINT_EXTENDED: { id: "Pengaduan diperpanjang", en: "Complaint extended", zh: "投诉延期" },
  COMPLAINT_ANSWERED: { id: "Pengaduan dijawab", en: "Complaint answered", zh: "答复投诉" },
  COMPLAINT_REFUSED: { id: "Jawaban pengaduan ditolak", en: "Answer to a complaint refused", zh: "投诉答复被拒" },
  COMPLAINT_ESCALATED: { id: "Pengaduan dieskalasi", en: "Complaint escalated", zh: "投诉升级" },
  COMPLAINT_DUE_SOON: { id: "Batas pengaduan dekat", en: "Complaint's deadline near", zh: "投诉期限临近" },
  COMPLAINT_OVERDUE: { id: "Batas pengaduan terlewat", en: "Complaint's deadline missed", zh: "投诉逾期" },
  COMPLAINT_CLOSING_SOON: {
    id: "Diingatkan sebelum pengaduan ditutup",
    en: "Warned before a complaint closes",
    zh: "投诉关闭前提醒",
  },
  COMPLAINT_ACCEPTED: { id: "Jawaban pengaduan diterima", en: "Answer to a complaint accepted", zh: "投诉答复被接受" },
  COMPLAINT_WITHDRAWN: { id: "Pengaduan ditarik", en: "Complaint withdrawn", zh: "撤回投诉" },
  COMPLAINT_REFUSED_AGAIN: {
    id: "Jawaban ditolak lagi, ke LAPS SJK",
    en: "Answer refused again, to LAPS SJK",
    zh: "再次拒绝答复，转 LAPS SJK",
  },
  COMPLAINT_UNANSWERED: {
    id: "Pengaduan ditutup tanpa balasan",
    en: "Complaint closed without a reply",
    zh: "投诉无回复关闭",
  },
  COMPLAINT_BY_STAFF: { id: "Pengaduan ditutup petugas", en: "Complaint closed by staff", zh: "投诉由工作人员关闭" },
});

const facts = defineTexts({
  complaint: { id: "pengaduan", en: "complaint", zh: "投诉" },
});

const codes = defineTexts({
  PERSON: { id: "pengadu", en: "the person", zh: "投诉人" },
});

export const words: ConsoleWords = { happenings, facts, codes: { ...complaintStateTexts, ...codes } };
