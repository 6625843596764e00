/** Registry of staff proposals about a borrower and their decisions. The reasons belong to the staff. */
import {
  personalDataOf,
  type PersonalTable,
  type PersonalRow,
  type SealedFields,
} from "#server/personal-data/index.ts";
import { proposalPlace } from "#server/four-eyes/proposal-seals.ts";

type Column = Parameters<typeof proposalPlace>[1];

const sealedBy = (column: Column, keyColumn: string) => ({
  isStaffs: true as const,
  byInstallation: (row: PersonalRow) => row[keyColumn] === "INSTALLATION",
  place: (row: PersonalRow) =>
    proposalPlace({ id: String(row["id"]), sealedIn: row["sealedIn"] as string | null }, column),
});

const sealed: Readonly<Record<Column, SealedFields>> = {
  reasonSealed: { holds: "reason", ...sealedBy("reasonSealed", "reasonKey") },
  checkReasonSealed: { holds: "checkReason", ...sealedBy("checkReasonSealed", "checkReasonKey") },
  secretSealed: { holds: "secret", isJson: true, ...sealedBy("secretSealed", "secretKey") },
};

const tables: readonly PersonalTable[] = [
  {
    table: "proposal",
    title: { id: "Keputusan petugas", en: "Decisions of staff", zh: "人工决定" },
    shows: ["id", "kind", "subjectId", "amountRupiah", "state", "madeAt", "endedAt"],
    sealed,
    withholds: {
      STAFF: [
        "makerId",
        "makerDevice",
        "checkerId",
        "reason",
        "reasonKey",
        "checkReason",
        "checkReasonKey",
        "secretKey",
        "payload",
        "result",
        "countsWith",
      ],
      UPKEEP: ["sealedIn"],
    },
    keeps: "LOAN",
    // Values that the installation's key could still open, and values that the sweep has not sealed yet.
    empties: { secretSealed: null, secretKey: null, reason: null, checkReason: null },
    retains: { kind: "DECISION", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
