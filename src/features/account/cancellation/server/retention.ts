/**
 * Opening kept data of deleted borrowers: one person proposes it with a reason, another approves, and for a day the
 * first may open it item by item; each opening is in the audit trail. // Spec account 6
 */
import * as v from "valibot";
import { findErasure, keptItems, readKeptItem } from "#features/account/privacy/server/index.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { lastConfirmed, openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { getRetainedFile, listRetained, proposeReading, readingHours, readRetainedItem } from "../staff-contract.ts";
import { retentionWords as words } from "./retention-words.ts";
import { findClosed } from "./store.ts";

export const readingKind = defineProposal({
  kind: "retention.read",
  text: words.kind,
  payload: v.object({ pieces: v.number() }),
  permissions: { read: "retention.read", propose: "retention.read", check: "retention.read" },
  subject: (_proposal, { language }) => words.closed[language],
  consequences: () => ({ ifConfirmed: words.confirmedFollows, ifRefused: words.refusedFollows }),
  show: async (_services, _reader, { subjectId, payload: { pieces } }) => ({
    lines: [{ kind: "TEXT", label: words.pieces, text: String(pieces) }],
    to: `/staff/retention?number=${subjectId}`,
  }),
  // Nothing to carry out: the confirmed request itself allows the opening.
  carryOut: async () => {},
  isStale: async (services, reader, { subjectId }) => (await keptItems(services, reader, subjectId, "id")).length === 0,
});

/** Until when this person may open the kept data of a borrower; null without an approval, or after its end. */
async function readableUntil(
  services: Services,
  reader: Reader,
  borrowerId: string,
  staffId: string,
): Promise<Date | null> {
  const confirmed = await lastConfirmed(reader, { kind: readingKind.kind, subjectId: borrowerId, makerId: staffId });
  const until = confirmed && new Date(confirmed.getTime() + readingHours * 3_600_000);
  return until && until > services.clock.now() ? until : null;
}

/** @throws Refusal READING_NOT_ALLOWED, RETENTION_UNKNOWN */
async function opened(services: Services, staffId: string, borrowerId: string, itemId: string, language: Language) {
  const { database } = services;
  if (!(await readableUntil(services, database, borrowerId, staffId))) throw new Refusal("READING_NOT_ALLOWED");
  const found = await readKeptItem(services, database, { borrowerId, itemId, language });
  if (!found) throw new Refusal("RETENTION_UNKNOWN");
  return found;
}

export const retentionAnswers: readonly CallAnswer[] = [
  answer(listRetained, async ({ number }, { services, database, principal, language, refuse }) => {
    const borrowerId = (await findClosed(database, number))?.borrowerId ?? number;
    const erasure = (await findErasure(database, borrowerId)) ?? refuse("RETENTION_UNKNOWN");
    principal.trail?.note({ borrowerId });
    const until = await readableUntil(services, database, borrowerId, principal.staff.staffId);
    return {
      borrowerId,
      erasedAt: erasure.erasedAt?.toISOString() ?? null,
      items: (await keptItems(services, database, borrowerId, language)).map(({ keptAt, until: end, ...rest }) => ({
        ...rest,
        keptAt: keptAt.toISOString(),
        until: end.toISOString(),
      })),
      readableUntil: until?.toISOString() ?? null,
      proposalId: (await openProposalsBySubject(database, readingKind.kind, [borrowerId])).get(borrowerId) ?? null,
    };
  }),
  answer(proposeReading, async ({ borrowerId, reason }, { services, trx, principal, refuse }) => {
    if (!(await findErasure(trx, borrowerId))) refuse("RETENTION_UNKNOWN");
    principal.trail?.note({ borrowerId });
    const pieces = (await keptItems(services, trx, borrowerId, "id")).length;
    if (pieces === 0) refuse("RETENTION_UNKNOWN");
    const input = { subjectId: borrowerId, borrowerId, payload: { pieces }, reason };
    return { proposalId: await propose(services, trx, readingKind, principal.staff, input) };
  }),
  answer(readRetainedItem, async ({ borrowerId, itemId }, { services, principal, language }) => {
    principal.trail?.note({ borrowerId });
    const { fields, object } = await opened(services, principal.staff.staffId, borrowerId, itemId, language);
    return { fields, hasFile: object !== null };
  }),
  answer(getRetainedFile, async ({ borrowerId, itemId }, { services, principal, language, refuse }) => {
    principal.trail?.note({ borrowerId });
    const { object } = await opened(services, principal.staff.staffId, borrowerId, itemId, language);
    const file = object ?? refuse("RETENTION_UNKNOWN");
    const ending = file.contentType === "application/pdf" ? "pdf" : "jpg";
    return new Binary(file.bytes, file.contentType, {
      "Content-Disposition": `attachment; filename="${itemId}.${ending}"`,
      "Cache-Control": "private, no-store",
    });
  }),
];
