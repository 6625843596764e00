/** Requests about accounts without their SIM. Typed data is sealed with the request's own key: it may belong to another person. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "lost_number_request",
    title: { id: "Permintaan nomor hilang", en: "Lost number requests", zh: "遗失号码申请" },
    shows: ["id", "state", "createdAt", "submittedAt", "promisedUntil", "effectiveFrom", "checkedAt", "closedAt"],
    sealed: { factsSealed: { holds: "facts", isJson: true, isStaffs: true, keyOf: (row) => String(row["ownerId"]) } },
    withholds: {
      FRAUD: ["ownerId", "tellAfter", "toldAt", "warnings"],
      UPKEEP: ["sessionId", "expiresAt", "reference"],
    },
    keeps: "NOTHING",
    retains: { kind: "CHANGE_REQUEST", rule: "IDENTITY_EVIDENCE", where: sql`state in ('APPROVED', 'DONE')` },
  },
];

export const personalData = personalDataOf(tables);
