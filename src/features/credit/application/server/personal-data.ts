/** The values chosen for an application that was not sent. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "loan_draft",
    title: { id: "Pengajuan belum terkirim", en: "Application not sent yet", zh: "未提交的申请" },
    shows: ["amount_rupiah", "tenor_days", "purpose", "bank_account_id", "discount_choice", "updated_at"],
    keeps: "NOTHING",
  },
]);
