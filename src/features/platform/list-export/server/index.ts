/** Files of long lists: the requester's view and download. `src/server/list-export` makes and removes them. // docs/decisions/316 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { factsText } from "#server/console/console-words.ts";
import type { Domain } from "#server/domain.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { fileOf } from "#server/list-export/file.ts";
import { listExportLife } from "#server/list-export/lifecycle.ts";
import { storedParts, workListExports } from "#server/list-export/making.ts";
import { ownExport, ownExports, exportPartsOf, type ListExport } from "#server/list-export/store.ts";
import type { Services } from "#server/services.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say, type Language } from "#shared/texts.ts";
import { fetchListExport, listExportCauses, listListExports, type ListExportSummary } from "../contract.ts";
import { texts } from "../texts.ts";
import { words } from "./words.ts";
import { consoleWords } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { objectColumns } from "#server/media/stored-objects.ts";
import { listExportsOf } from "#server/list-export/lines.ts";

/** Expired after its hours, even when its file is not deleted yet. */
const stateOf = ({ state, endsAt }: ListExport, now: Date): ListExport["state"] =>
  state === "READY" && endsAt !== null && endsAt <= now ? "EXPIRED" : state;

const answers: readonly CallAnswer[] = [
  answer(listListExports, async ({ cursor, limit }, { services, database, principal, language }) => {
    const rows = await ownExports(database, principal.staff.staffId, { cursor, max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id, askedAt }) => cursorIn(askedAt, id));
    return { items: page.map((row) => summaryOf(services, row, language)), nextCursor };
  }),
  answer(fetchListExport, async ({ exportId, format }, { services, database, principal, refuse, caller }) => {
    const row = (await ownExport(database, principal.staff.staffId, exportId)) ?? refuse("EXPORT_UNKNOWN");
    const list = listExportsOf(services).get(row.list);
    if (list && !mayStaff(principal.staff.roles, list.permission)) throw new Refusal("NOT_ALLOWED");
    const state = stateOf(row, services.clock.now());
    if (state === "WAITING") return refuse("EXPORT_NOT_READY");
    if (state !== "READY" || !list) return refuse("EXPORT_GONE");
    const parts = storedParts(services, await exportPartsOf(database, exportId));
    const made = { name: list.name, at: row.askedAt, facts: row.choices, format };
    return fileOf(parts, made, { services, principal, caller });
  }),
];

function summaryOf(services: Services, row: ListExport, language: Language): ListExportSummary {
  const isKnown = (cause: string): cause is (typeof listExportCauses)[number] =>
    (listExportCauses as readonly string[]).includes(cause);
  return {
    exportId: row.id,
    state: stateOf(row, services.clock.now()),
    // A list that this release no longer has has no name either.
    text: say(listExportsOf(services).get(row.list)?.title ?? texts.title, language),
    filter: factsText(services, row.choices, language),
    askedAt: row.askedAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    rows: row.rows,
    bytes: row.bytes,
    sha256: row.sha256,
    // Refusals of the list itself are not shown as the file's cause.
    cause: row.cause === null ? null : isKnown(row.cause) ? row.cause : "LIST_GONE",
  };
}

export const domain: Domain = {
  answers,
  work: workListExports,
  answersTo: [
    consoleWords.by(words),
    lifecycles.by([listExportLife]),
    objectColumns.by([{ table: "list_export_part", columns: ["objectKey"] }]),
  ],
};
