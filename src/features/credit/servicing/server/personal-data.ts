/** Steps of the plan that were taken or skipped. */
import { personalDataOf, saidBy } from "#server/personal-data/index.ts";
import { outcomeTexts, promiseStateTexts } from "../texts.ts";

export const personalData = personalDataOf([
  {
    table: "servicing_taken",
    title: { id: "Pengingat", en: "Reminders", zh: "提醒" },
    shows: ["loan_id", "due_on", "step", "queued_at", "sent_at", "outcome", "cause"],
    keeps: "LOAN",
  },
  {
    table: "servicing_contact",
    inWords: { outcome: saidBy("outcome", outcomeTexts) },
    title: { id: "Kontak soal pembayaran", en: "Contacts about payment", zh: "还款联系记录" },
    shows: ["id", "loan_id", "channel", "started_at", "ended_at", "outcome", "objected_at"],
    sealed: { note_sealed: { holds: "note", isJson: true } },
    withholds: { STAFF: ["staff_id"], UPKEEP: ["number_until"] },
    keeps: "LOAN",
  },
  {
    table: "servicing_case",
    title: { id: "Pinjaman yang ditangani petugas", en: "Loans that staff work on", zh: "由人员处理的借款" },
    shows: ["id", "state", "opened_at", "closed_at"],
    withholds: { STAFF: ["claimed_by"], UPKEEP: ["claimed_until", "lender_told_at"] },
    keeps: "LOAN",
  },
  {
    table: "servicing_promise",
    inWords: { state: saidBy("state", promiseStateTexts) },
    title: { id: "Janji bayar", en: "Promises to pay", zh: "付款承诺" },
    shows: ["id", "loan_id", "state", "amount_rupiah", "promised_on", "last_on", "paid_rupiah", "made_at", "ended_at"],
    withholds: { STAFF: ["staff_id"] },
    keeps: "LOAN",
  },
]);
