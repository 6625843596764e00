/** Money that people moved by hand. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "money_proposal",
    title: { id: "Uang yang dipindahkan petugas", en: "Money moved by staff", zh: "人工资金处理" },
    shows: ["id", "deed", "subject_id", "amount_rupiah", "state", "made_at", "checked_at"],
    sealed: {
      reason_sealed: { holds: "reason", isStaffs: true, byInstallation: (row) => row["reason_key"] === "INSTALLATION" },
      payee_sealed: { holds: ["bankCode", "accountNumber", "accountName"], isStaffs: true, byInstallation: true },
    },
    withholds: { STAFF: ["maker_id", "maker_device", "checker_id", "reason", "reason_key", "facts", "counts_with"] },
    keeps: "LOAN",
    empties: { payee_sealed: null },
    retains: { kind: "MONEY_DECISION", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
