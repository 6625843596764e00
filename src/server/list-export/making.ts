/**
 * A list too long for one response, made as a file by a job: part by part, each a stored object, so that at most one
 * part is in memory, no transaction lasts longer than a page, and a killed job continues where it stopped.
 * // docs/decisions/316
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as v from "valibot";
import { removeObject } from "#server/media/borrower-object.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { exportHours } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import type { Language } from "#shared/texts.ts";
import type { FilePart } from "./file.ts";
import { listExportLife } from "./lifecycle.ts";
import {
  csvHead,
  csvRows,
  rowsOfRead,
  type ExportableList,
  type Filters,
  type ReadingContext,
  listExportsOf,
} from "./lines.ts";
import {
  addListExport,
  addPart,
  deleteExport,
  dueExports,
  holdExport,
  exportPartsOf,
  releaseExport,
  removeParts,
  takeExport,
  type ExportPart,
  type ListExport,
} from "./store.ts";
import { rolesOfStaff } from "#server/console/questions.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** A job that has not started, or stored no part, for this long is lost. A part takes seconds. */
const lostMilliseconds = 5 * minute;
/** A failed or killed export is tried once more. */
const maxTries = 2;
/** How long a person sees the result. */
const keptDays = 90;

const makeListExport = defineJob(
  "server-make-list-export",
  v.object({ exportId: v.string() }),
  { retryLimit: 1, retryDelay: 5, expireInSeconds: 3600 },
  // One at a time per process: they are not urgent, and each reads a lot.
  { size: 1, sideBySide: 1 },
);
const input = sealedColumn<Filters>("list_export", "inputSealed");

/** The file cannot be made, and another try would not help. */
class CannotBeMade extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Orders a file of a list for a person; returns its id. */
export async function requestListExport(
  { database, clock, random, keys, jobs }: Services,
  request: Pick<ListExport, "staffId" | "list" | "choices"> & { language: Language; filters: Filters },
): Promise<string> {
  const { staffId, list, language, choices, filters } = request;
  const [id, at] = [random.uuid(), clock.now()];
  const dueAt = new Date(at.getTime() + lostMilliseconds);
  const inputSealed = input.seal(keys, id, filters);
  await transact(database, async (trx) => {
    await addListExport(trx, { id, staffId, list, language, choices, inputSealed, askedAt: at, dueAt });
    await listExportLife.begin(trx, { id, actor: `STAFF:${staffId}`, cause: "ASKED", at });
    await jobs.send(trx, makeListExport, { exportId: id });
  });
  return id;
}

/** Makes the file, or continues; false when there was nothing to do. @throws the error, when another try may follow or this was the last */
export async function makeExport(services: Services, exportId: string): Promise<boolean> {
  const { database, clock } = services;
  const row = await takeExport(database, exportId, { now: clock.now(), until: leaseEnd(services), maxTries });
  if (!row) return false;
  try {
    await makeParts(services, row);
  } catch (error) {
    const isFinal = error instanceof CannotBeMade || error instanceof Refusal;
    if (isFinal || row.tries >= maxTries) await fail(services, row, isFinal ? error.code : "FAILED");
    else await releaseExport(database, row, { now: clock.now(), asTry: true });
    if (!isFinal) throw error;
  }
  return true;
}

const leaseEnd = ({ clock }: Services): Date => new Date(clock.now().getTime() + lostMilliseconds);

async function makeParts(services: Services, row: ListExport): Promise<void> {
  const { database, keys, sweeps } = services;
  const list = listExportsOf(services).get(row.list);
  if (!list || row.inputSealed === null) throw new CannotBeMade("LIST_GONE");
  const filters = input.open(keys, row.id, row.inputSealed);
  const before = await exportPartsOf(database, row.id);
  let last = before.at(-1) ?? null;
  let rows = row.rows;
  while (last === null || last.nextCursor !== null) {
    // The next start, or another process, continues at once.
    if (sweeps.ending.aborted) return releaseExport(database, row, { now: services.clock.now(), asTry: false });
    if (rows > list.bounds.madeRows) throw new CannotBeMade("TOO_LONG");
    const part = await readPart(list, filters, last, await readingAs(services, row, list));
    last = await storePart(services, row, last, part);
    if (last === null) return;
    rows += last.rows;
  }
  if (rows > list.bounds.madeRows) throw new CannotBeMade("TOO_LONG");
  await finish(services, row);
}

/** The identity for reading the list: the requester, with the roles of this moment. */
async function readingAs(services: Services, row: ListExport, list: ExportableList): Promise<ReadingContext> {
  const { database, ask } = services;
  const roles = [...(await ask(rolesOfStaff)(database, row.staffId))];
  if (!mayStaff(roles, "export.run") || !mayStaff(roles, list.permission)) throw new CannotBeMade("NOT_ALLOWED");
  const staff = { id: row.id, staffId: row.staffId, name: "", roles, deviceToken: null, createdAt: row.askedAt };
  return {
    services,
    database,
    language: row.language as Language,
    principal: { kind: "staff", staff },
  };
}

async function readPart(
  list: ExportableList,
  filters: Filters,
  before: ExportPart | null,
  context: ReadingContext,
): Promise<FilePart & { nextCursor: string | null }> {
  const texts = before === null ? [csvHead(list, context.language)] : [];
  let rows = 0;
  let cursor = before?.nextCursor ?? null;
  do {
    const page = await list.read({ ...filters, ...(cursor === null ? {} : { cursor }), limit: rowsOfRead }, context);
    texts.push(csvRows(list, page.items, context.language));
    rows += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && rows < list.bounds.rowsOfPart);
  return { bytes: Buffer.from(texts.join(""), "utf8"), rows, nextCursor: cursor };
}

/** Null when another process has taken over. An object without a row, left by a crash, is removed with the orphans. */
async function storePart(
  services: Services,
  row: ListExport,
  before: ExportPart | null,
  { bytes, rows, nextCursor }: Awaited<ReturnType<typeof readPart>>,
): Promise<ExportPart | null> {
  const objectKey = await services.outside.storage.put({ bytes, contentType: "text/csv" });
  const part = { number: (before?.number ?? 0) + 1, objectKey, rows, bytes: bytes.length, nextCursor };
  return transact(services.database, async (trx) => {
    if (await addPart(trx, row, part, leaseEnd(services))) return part;
    await services.jobs.send(trx, removeObject, { objectKey });
    return null;
  });
}

/** The parts of a file in order. @throws when the store lacks one */
export async function* storedParts(services: Services, parts: readonly ExportPart[]): AsyncGenerator<FilePart> {
  for (const { number, objectKey, rows } of parts) {
    const object = await services.outside.storage.get(objectKey);
    if (!object) throw new Error(`Part ${number} of a list's file is not in the store.`);
    yield { bytes: object.bytes, rows };
  }
}

/** Hash and size are computed from the file as the store returns it. */
async function finish(services: Services, row: ListExport): Promise<void> {
  const { database, clock } = services;
  const hash = createHash("sha256");
  let rows = 0;
  for await (const part of storedParts(services, await exportPartsOf(database, row.id))) {
    hash.update(part.bytes);
    rows += part.rows;
    if (!(await holdExport(database, row, leaseEnd(services)))) return;
  }
  const at = clock.now();
  const endsAt = new Date(at.getTime() + exportHours * hour);
  const sha256 = hash.digest("hex");
  await transact(database, (trx) =>
    listExportLife.move(trx, {
      id: row.id,
      from: ["WAITING"],
      to: "READY",
      actor: "SYSTEM",
      cause: "MADE",
      facts: { rows, sha256 },
      at,
      set: { readyAt: at, endsAt, dueAt: endsAt, rows, sha256, inputSealed: null },
      where: sql`tries = ${row.tries}`,
    }),
  );
}

/** Keeps only the fact that it failed. */
async function fail(services: Services, row: ListExport, cause: string): Promise<boolean> {
  const at = services.clock.now();
  return transact(services.database, async (trx) => {
    const dueAt = new Date(at.getTime() + keptDays * day);
    const isMoved = await listExportLife.move(trx, {
      id: row.id,
      from: ["WAITING"],
      to: "FAILED",
      actor: "SYSTEM",
      cause,
      at,
      set: { cause, dueAt, inputSealed: null },
      where: sql`tries = ${row.tries}`,
    });
    if (isMoved) await removeObjects(services, trx, row.id);
    return isMoved;
  });
}

/** The file has expired: it is removed from the store, and the row stays for a while. */
async function expire(services: Services, { id }: ListExport): Promise<boolean> {
  const at = services.clock.now();
  return transact(services.database, async (trx) => {
    const dueAt = new Date(at.getTime() + keptDays * day);
    const isMoved = await listExportLife.move(trx, {
      id,
      from: ["READY"],
      to: "EXPIRED",
      actor: "SYSTEM",
      cause: "TIME_OVER",
      at,
      set: { dueAt },
      where: sql`ends_at <= ${at}`,
    });
    if (isMoved) await removeObjects(services, trx, id);
    return isMoved;
  });
}

async function removeObjects({ jobs }: Services, trx: Transaction, id: string): Promise<void> {
  for (const objectKey of await removeParts(trx, id)) await jobs.send(trx, removeObject, { objectKey });
}

const forget = ({ database, clock }: Services, { id }: ListExport): Promise<boolean> =>
  transact(database, async (trx) => {
    const isGone = await deleteExport(trx, id, clock.now());
    if (isGone) await listExportLife.forget(trx, [id]);
    return isGone;
  });

function takeUp(services: Services, row: ListExport): Promise<boolean> {
  if (row.state === "READY") return expire(services, row);
  if (row.state !== "WAITING") return forget(services, row);
  if (row.tries < maxTries) return makeExport(services, row.id);
  services.log.error("a list was not made as a file", { rowId: row.id, reason: "Its jobs were lost." });
  return fail(services, row, "FAILED");
}

const listExportSweep: Sweep = {
  name: "server-list-exports",
  everySeconds: 60,
  waits: {
    text: { id: "Daftar sebagai berkas", en: "Lists as files", zh: "列表文件" },
    rows: [{ table: "list_export", at: "dueAt", where: sql<boolean>`state in ('WAITING', 'READY')` }],
  },
  finds: [{ table: "list_export", at: "dueAt" }],
  async run(services) {
    const due = await dueExports(services.database, services.clock.now(), 20);
    // Making a file takes long; deletion does not wait for it.
    const inOrder = due.toSorted((one, other) => Number(one.state === "WAITING") - Number(other.state === "WAITING"));
    return eachDue(inOrder, (row) => takeUp(services, row), {
      log: services.log,
      failure: "a list was not made as a file, or did not go after its time",
      idOf: ({ id }) => id,
    });
  },
};

/** Registers the job and the sweep; once, by the domain that shows the files. */
export function workListExports(services: Services): void {
  services.jobs.handle(makeListExport, async ({ exportId }) => void (await makeExport(services, exportId)));
  services.sweeps.add(listExportSweep);
}
