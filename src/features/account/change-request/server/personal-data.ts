/** Requests to change something about the account. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "change_request",
    title: { id: "Permintaan perubahan akun", en: "Requests to change the account", zh: "账户变更申请" },
    shows: ["id", "kind", "state", "isOpen", "createdAt", "expiresAt", "promisedUntil", "effectiveFrom", "closedAt"],
    sealed: { factsSealed: { holds: "facts", isJson: true } },
    withholds: { FINDER: ["deviceIndex"], UPKEEP: ["provenSessionId"] },
    keeps: "NOTHING",
    // The customer's identity before a change belongs to the identity documents.
    retains: { kind: "CHANGE_REQUEST", rule: "IDENTITY_EVIDENCE", where: sql`state in ('APPROVED', 'DONE')` },
  },
];

export const personalData = personalDataOf(tables);
