/** Requests to change something about the account. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "change_request",
    title: { id: "Permintaan perubahan akun", en: "Requests to change the account", zh: "账户变更申请" },
    shows: [
      "id",
      "kind",
      "state",
      "is_open",
      "created_at",
      "expires_at",
      "promised_until",
      "effective_from",
      "closed_at",
    ],
    sealed: { facts_sealed: { holds: "facts", isJson: true } },
    withholds: { FINDER: ["device_index"], UPKEEP: ["proven_session_id"] },
    keeps: "NOTHING",
    // The customer's identity before a change belongs to the identity papers.
    retains: { kind: "CHANGE_REQUEST", rule: "IDENTITY_EVIDENCE", where: sql`state in ('APPROVED', 'DONE')` },
  },
];

export const personalData = personalDataOf(tables);
