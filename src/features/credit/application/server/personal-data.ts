/** The values chosen for an application that was not sent. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "loan_draft",
    title: { id: "Pengajuan belum terkirim", en: "Application not sent yet", zh: "未提交的申请" },
    shows: ["amountRupiah", "tenorDays", "purpose", "bankAccountId", "discountChoice", "updatedAt"],
    keeps: "NOTHING",
  },
]);
