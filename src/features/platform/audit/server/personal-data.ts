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
      reasonSealed: { holds: "reason", isStaffs: true, byInstallation: (row) => row["reasonKey"] === "INSTALLATION" },
    },
    withholds: {
      STAFF: [
        "staffId",
        "staffName",
        "sessionId",
        "address",
        "permission",
        "reason",
        "reasonKey",
        "subject",
        "traceId",
      ],
    },
    keeps: "TRAIL",
  },
  {
    table: "audit_outcome",
    title: { id: "Hasilnya", en: "Result", zh: "结果" },
    shows: ["at", "outcome", "code"],
    withholds: { STAFF: ["entryId", "facts"] },
    keeps: "TRAIL",
  },
];

export const personalData = personalDataOf(tables);
