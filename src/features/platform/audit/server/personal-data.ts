/** Registry of staff actions and reads. The rows stay without a name, and their reasons become unreadable with the borrower's key. */
import { happeningText } from "#server/console/console-words.ts";
import { personalDataOf, type InWords, type PersonalTable } from "#server/personal-data/index.ts";

const actionInWords: InWords = (services, row, language) => {
  const action = String(row["action"]);
  const text = happeningText(services, action, language);
  return text === action ? null : text;
};

const tables: readonly PersonalTable[] = [
  {
    table: "audit_entry",
    inWords: { action: actionInWords },
    title: { id: "Yang dibuka petugas", en: "What staff opened", zh: "员工查看记录" },
    shows: ["id", "at", "action", "roles"],
    sealed: {
      reason_sealed: { holds: "reason", isStaffs: true, byInstallation: (row) => row["reason_key"] === "INSTALLATION" },
    },
    withholds: {
      STAFF: [
        "staff_id",
        "staff_name",
        "session_id",
        "address",
        "permission",
        "reason",
        "reason_key",
        "subject",
        "trace_id",
      ],
    },
    keeps: "TRAIL",
  },
  {
    table: "audit_outcome",
    title: { id: "Hasilnya", en: "Result", zh: "结果" },
    shows: ["at", "outcome", "code"],
    withholds: { STAFF: ["entry_id", "facts"] },
    keeps: "TRAIL",
  },
];

export const personalData = personalDataOf(tables);
