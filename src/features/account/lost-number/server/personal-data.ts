/** Requests about accounts without their SIM. Typed data is sealed with the request's own key: it may belong to another person. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "lost_number_request",
    title: { id: "Permintaan nomor hilang", en: "Lost number requests", zh: "遗失号码申请" },
    shows: ["id", "state", "created_at", "submitted_at", "promised_until", "effective_from", "checked_at", "closed_at"],
    sealed: { facts_sealed: { holds: "facts", isJson: true, isStaffs: true, keyOf: (row) => String(row["owner_id"]) } },
    withholds: {
      FRAUD: ["owner_id", "tell_after", "told_at", "warnings"],
      UPKEEP: ["session_id", "expires_at", "reference"],
    },
    keeps: "NOTHING",
    retains: { kind: "CHANGE_REQUEST", rule: "IDENTITY_EVIDENCE", where: sql`state in ('APPROVED', 'DONE')` },
  },
];

export const personalData = personalDataOf(tables);
