/** Registry of staff proposals about a borrower and their decisions. The reasons belong to the staff. */
import { personalDataOf, type PersonalTable, type Row, type SealedColumn } from "#server/personal-data/index.ts";
import { proposalPlace } from "#server/four-eyes/proposal-seals.ts";

type Column = Parameters<typeof proposalPlace>[1];

const sealedBy = (column: Column, keyColumn: string) => ({
  isStaffs: true as const,
  byInstallation: (row: Row) => row[keyColumn] === "INSTALLATION",
  place: (row: Row) => proposalPlace({ id: String(row["id"]), sealedIn: row["sealed_in"] as string | null }, column),
});

const sealed: Readonly<Record<Column, SealedColumn>> = {
  reason_sealed: { holds: "reason", ...sealedBy("reason_sealed", "reason_key") },
  check_reason_sealed: { holds: "checkReason", ...sealedBy("check_reason_sealed", "check_reason_key") },
  secret_sealed: { holds: "secret", isJson: true, ...sealedBy("secret_sealed", "secret_key") },
};

const tables: readonly PersonalTable[] = [
  {
    table: "proposal",
    title: { id: "Keputusan petugas", en: "Decisions of staff", zh: "人工决定" },
    shows: ["id", "kind", "subject_id", "amount_rupiah", "state", "made_at", "ended_at"],
    sealed,
    withholds: {
      STAFF: [
        "maker_id",
        "maker_device",
        "checker_id",
        "reason",
        "reason_key",
        "check_reason",
        "check_reason_key",
        "secret_key",
        "payload",
        "result",
        "counts_with",
      ],
      UPKEEP: ["sealed_in"],
    },
    keeps: "LOAN",
    // Values that the installation's key could still open, and values that the sweep has not sealed yet.
    empties: { secret_sealed: null, secret_key: null, reason: null, check_reason: null },
    retains: { kind: "DECISION", rule: "STAFF_REASON" },
  },
];

export const personalData = personalDataOf(tables);
