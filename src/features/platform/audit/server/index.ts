/**
 * The audit trail: gives the staff's calls their audit trail, returns its list, and stores events of staff accounts.
 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { factsText, happeningText } from "#server/console/console-words.ts";
import type { Database, Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { listAuditEntries, type StaffEvent } from "../contract.ts";
import { auditEntries } from "./entries.ts";
import { borrowersAmong, listEntries } from "./store.ts";
import { trailOf, writeAuditEvent, type EventInput } from "./trail.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords, staffTrail } from "#server/console/questions.ts";

const answers: readonly CallAnswer[] = [
  answer(
    listAuditEntries,
    async ({ cursor, limit, staffId, borrowerId, onlyRefused }, { services, database, principal, language }) => {
      if (borrowerId) principal.trail?.note({ borrowerId });
      const rows = await auditEntries(services, database, {
        staffId,
        borrowerId,
        onlyRefused: onlyRefused === "true",
        before: placeInTime(cursor),
        limit: limit + 1,
      });
      const { page, nextCursor } = listPage(rows, limit, ({ at, id }) => cursorInTime(new Date(at), id));
      const items = page.map((entry) => ({
        ...entry,
        text: happeningText(services, entry.action, language),
        details: factsText(services, entry.facts, language),
      }));
      return { items, nextCursor };
    },
  ),
];

/** Staff access to a borrower's data, newest first: when, in which role, by which call. No names, no addresses. */
export async function openingsOf(
  reader: Reader,
  borrowerId: string,
  page: { before?: { at: Date; id: string } | undefined; limit: number },
): Promise<{ id: string; at: Date; roles: readonly string[]; action: string }[]> {
  const rows = await listEntries(reader, { borrowerId, onlyDone: true, withoutHeads: true, ...page });
  return rows.map(({ id, at, roles, action }) => ({ id, at, roles, action }));
}

/** The borrowers whose data a member of the staff opened in that time. */
export const borrowersOpenedBy = (reader: Database, staffId: string, from: Date, until: Date): Promise<string[]> =>
  borrowersAmong(reader, staffId, from, until);

/** Records an event of a staff account outside of a staff call. */
export async function recordStaffEvent(
  services: Services,
  trx: Reader,
  input: EventInput & { action: StaffEvent },
): Promise<void> {
  await writeAuditEvent(services, trx, input);
}

export const domain: Domain = {
  answers,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    staffTrail.by(trailOf),
  ],
};
