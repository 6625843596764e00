/** The audit trail: actions and reads of staff. Append-only; written by the pipeline, read here. Product decisions 5, threat E4t. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";

/** Trail entries without a call: events of staff accounts that happen before a session exists. */
export const staffEvents = [
  "LOGIN",
  "LOGIN_COMPANY",
  "LOGIN_PASSKEY",
  "LOGIN_REFUSED",
  "LOGOUT",
  "INVITED_BY_OPERATOR",
  "JOINED",
  "ROLES_BY_COMPANY",
  "ENDED_BY_COMPANY",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "PASSKEY_COPIED",
] as const;
export type StaffEvent = (typeof staffEvents)[number];

export const auditOutcomes = ["DONE", "REFUSED", "UNKNOWN"] as const;

export const auditEntry = v.object({
  id: v.string(),
  at: instant,
  staffId: v.nullable(v.string()),
  staffName: v.string(),
  roles: v.array(v.string()),
  /** A call (`POST /api/staff/…`) or one of `staffEvents`. */
  action: v.string(),
  reason: v.nullable(v.string()),
  /** There was a reason; it was deleted together with its borrower's data. */
  isReasonForgotten: v.boolean(),
  /** The borrower concerned, if any. */
  borrowerId: v.nullable(v.string()),
  /** Ids and choices from the call's input, and the handler's notes. Never a personal value. */
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** `action` and `facts` in the reader's language. */
  text: v.string(),
  details: v.string(),
  /** UNKNOWN: the process ended before the outcome was written. */
  outcome: v.picklist(auditOutcomes),
  code: v.nullable(v.string()),
  address: v.string(),
  traceId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

const emptyOr = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.optional(
    v.union(
      [
        v.pipe(
          v.literal(""),
          v.transform(() => undefined),
        ),
        schema,
      ],
      "ID_INVALID",
    ),
  );

export const listAuditEntries = defineCall({
  id: "listAuditEntries",
  method: "GET",
  path: "/api/staff/audit",
  summary: "Actions and reads of staff, newest first; of one staff member or about one borrower.",
  policy: {
    who: "staff",
    permission: "audit.read",
    trail: { id: "Membaca jejak audit", en: "Read the audit trail", zh: "查看审计记录" },
  },
  input: v.strictObject({
    ...listQuery,
    staffId: emptyOr(uuid),
    borrowerId: emptyOr(uuid),
    onlyRefused: v.optional(v.picklist(["true", ""])),
  }),
  output: listOf(auditEntry),
  problems: {},
});
