/** Steps of the plan that were taken or skipped. */
import { personalDataOf, wordFromTexts } from "#server/personal-data/index.ts";
import { contactOutcomeTexts, promiseStateTexts } from "../texts.ts";

export const personalData = personalDataOf([
  {
    table: "servicing_taken",
    title: { id: "Pengingat", en: "Reminders", zh: "提醒" },
    shows: ["loanId", "dueOn", "step", "queuedAt", "sentAt", "outcome", "cause"],
    keeps: "LOAN",
  },
  {
    table: "servicing_contact",
    inWords: { outcome: wordFromTexts("outcome", contactOutcomeTexts) },
    title: { id: "Kontak soal pembayaran", en: "Contacts about payment", zh: "还款联系记录" },
    shows: ["id", "loanId", "channel", "startedAt", "endedAt", "outcome", "objectedAt"],
    sealed: { noteSealed: { holds: "note", isJson: true } },
    withholds: { STAFF: ["staffId"], UPKEEP: ["numberUntil"] },
    keeps: "LOAN",
  },
  {
    table: "servicing_case",
    title: { id: "Pinjaman yang ditangani petugas", en: "Loans that staff work on", zh: "由人员处理的借款" },
    shows: ["id", "state", "openedAt", "closedAt"],
    withholds: { STAFF: ["claimedBy"], UPKEEP: ["claimedUntil", "lenderToldAt"] },
    keeps: "LOAN",
  },
  {
    table: "servicing_promise",
    inWords: { state: wordFromTexts("state", promiseStateTexts) },
    title: { id: "Janji bayar", en: "Promises to pay", zh: "付款承诺" },
    shows: ["id", "loanId", "state", "amountRupiah", "promisedOn", "lastOn", "paidRupiah", "madeAt", "endedAt"],
    withholds: { STAFF: ["staffId"] },
    keeps: "LOAN",
  },
]);
