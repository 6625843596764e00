/** The audit trail of staff calls: an entry before, its outcome after. */
import { callName } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import { sealReason } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import type { StaffTrail } from "#server/call/staff-trail.ts";
import { addEntry, addOutcome, type AuditFacts } from "./store.ts";

/** Calls with this permission show no personal data (the person's own session, counts of work), so they need no entry. */
const unrecorded = "console.enter";
const readingTheTrail = "audit.read";
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Inputs stored in addition to ids: choices from closed lists, which reveal nothing about a person. */
const keptChoices = new Set([
  "decision",
  "proposal",
  "agree",
  "outcome",
  "verdict",
  "action",
  "kind",
  "state",
  "status",
  "approve",
  "approved",
]);
const maxReason = 500;

export function trailOf(services: Services): StaffTrail {
  return {
    async begin({ call, caller, raw }) {
      if (call.policy.who !== "staff" || call.policy.permission === unrecorded) return null;
      const staff = await caller.staffSession();
      if (!staff) return null;
      const input = typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>) : {};
      const entryId = services.random.uuid();
      const borrowerId =
        typeof input["borrowerId"] === "string" && uuidPattern.test(input["borrowerId"]) ? input["borrowerId"] : null;
      const reason = typeof input["reason"] === "string" ? input["reason"].trim().slice(0, maxReason) : "";
      let about: string | null = null;
      let facts: AuditFacts = {};
      const written = addEntry(services.database, {
        id: entryId,
        at: services.clock.now(),
        staffId: staff.staffId,
        staffName: staff.name,
        roles: staff.roles,
        sessionId: staff.id,
        action: callName(call),
        permission: call.policy.permission,
        reason:
          reason === ""
            ? null
            : await sealReason(services.keys, services.database, "audit_entry", { id: entryId, borrowerId }, reason),
        borrowerId,
        subject: subjectOf(input),
        address: caller.address,
        traceId: caller.traceId,
      });
      // A reader of the audit trail must see this read in it.
      if (call.policy.permission === readingTheTrail) await written;
      // A caller that awaits it gets the error; a call that failed earlier awaits nothing.
      written.catch(() => {});
      return {
        written,
        note(note) {
          about = note.borrowerId ?? about;
          facts = { ...facts, ...note.facts };
        },
        end: (code) =>
          addOutcome(services.database, { entryId, at: services.clock.now(), code, borrowerId: about, facts }),
      };
    },
  };
}

/**
 * The ids and choices of an input. It is not parsed yet, so only values that look like an internal id or code are
 * taken.
 */
function subjectOf(input: Record<string, unknown>): AuditFacts {
  const storedInput = Object.entries(input).filter(([name, value]) => {
    if (name === "borrowerId") return false;
    if (name.endsWith("Id")) return typeof value === "string" && uuidPattern.test(value);
    if (!keptChoices.has(name)) return false;
    return typeof value === "boolean" || (typeof value === "string" && /^[A-Z][A-Z_]{1,40}$/.test(value));
  });
  return Object.fromEntries(storedInput) as AuditFacts;
}

/** Events outside of a staff call: a login, a refused one, a logout. */
export interface EventInput {
  staffId: string | null;
  staffName: string;
  roles?: readonly string[];
  sessionId?: string | null;
  action: string;
  /** The refusal's code; null after success. */
  code: string | null;
  facts?: AuditFacts;
  caller: Pick<Caller, "address" | "traceId">;
}

export async function writeAuditEvent(
  services: Services,
  trx: Parameters<typeof addEntry>[0],
  options: EventInput,
): Promise<void> {
  const id = services.random.uuid();
  const at = services.clock.now();
  await addEntry(trx, {
    id,
    at,
    staffId: options.staffId,
    staffName: options.staffName,
    roles: options.roles ?? [],
    sessionId: options.sessionId ?? null,
    action: options.action,
    permission: null,
    reason: null,
    borrowerId: null,
    subject: {},
    address: options.caller.address,
    traceId: options.caller.traceId,
  });
  await addOutcome(trx, { entryId: id, at, code: options.code, borrowerId: null, facts: options.facts ?? {} });
}
