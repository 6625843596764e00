/**
 * A copy of everything that is stored about a borrower: a ZIP of JSON and a readable page, made by a job from the
 * registry, sealed with the borrower's own key. // Spec account 11, docs/decisions/246
 */
import { sql } from "kysely";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import * as v from "valibot";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { transact, type Database } from "#server/database.server.ts";
import type { PersonalSection, PersonalUse } from "#server/personal-data/index.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { say, type Language } from "#shared/texts.ts";
import { exportDays, exportDownloads, exportEveryHours, exportPromiseHours, type DataExport } from "../contract.ts";
import { erasurePartsOf } from "./erasing.ts";
import { exportLate, exportReady } from "./export-notices.ts";
import {
  addDataExport,
  deleteOldExports,
  endExport,
  exportsOf,
  findExport,
  noteExportAlarm,
  noteReady,
  overdueExports,
  takeDownload,
  waitingExports,
  type ExportRow,
} from "./export-store.ts";
import { exportAsked, exportOpened } from "./events.ts";
import { readablePage } from "./readable.ts";

const [hour, day] = [3_600_000, 86_400_000];
const place = (id: string) => ({ table: "data_export", column: "objectKey", row: id });

const buildExport = defineJob("privacy-build-export", v.object({ borrowerId: v.string(), exportId: v.string() }));

export function exportOf(row: ExportRow, now: Date): DataExport {
  const isOver = row.state === "READY" && row.endsAt !== null && row.endsAt <= now;
  return {
    id: row.id,
    state: isOver ? "ENDED" : (row.state as DataExport["state"]),
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    bytes: row.bytes,
    downloadsLeft: row.state === "READY" && !isOver ? exportDownloads - row.downloads : 0,
  };
}

/** The first time at which another copy can be requested; null: now. A copy in progress is returned instead. */
export function nextExportAt([newest]: readonly ExportRow[], now: Date): Date | null {
  if (!newest) return null;
  const next = new Date(newest.askedAt.getTime() + exportEveryHours * hour);
  return next > now ? next : null;
}

/**
 * Requests a copy; two requests at once, or one during another, get the same answer. `from`: earliest time to make it.
 * @throws Refusal SECURITY_HOLD
 */
export async function requestDataExport(
  services: Services,
  input: { borrowerId: string; language: Language; brandId: string; sessionId: string },
): Promise<{ row: ExportRow } | { from: Date }> {
  const { database, clock, random, jobs } = services;
  const { borrowerId } = input;
  return transact(database, async (trx) => {
    await refuseOnHold(services, trx, borrowerId, input.language);
    const now = clock.now();
    const known = await exportsOf(trx, borrowerId, 1);
    if (known[0]?.state === "ASKED") return { row: known[0] };
    const from = nextExportAt(known, now);
    if (from) return { from };
    const id = random.uuid();
    const made = {
      borrowerId,
      id,
      language: input.language,
      brandId: input.brandId,
      askedAt: now,
      dueAt: new Date(now.getTime() + exportPromiseHours * hour),
    };
    if (await addDataExport(trx, made)) {
      await jobs.send(trx, buildExport, { borrowerId, exportId: id });
      const details = { at: now, borrowerId, exportId: id, sessionId: input.sessionId };
      await services.events.announce(trx, exportAsked, { id: `export_${id}`, ...details });
      return { row: (await findExport(trx, borrowerId, id))! };
    }
    const [first] = await exportsOf(trx, borrowerId, 1);
    if (!first) throw new Error("A copy that stood in the way is gone.");
    return { row: first };
  });
}

/** Uses one of the downloads and returns the file; null when none is left, or it has expired. */
export async function downloadExport(
  services: Services,
  borrowerId: string,
  id: string,
  sessionId: string,
): Promise<StoredObject | null> {
  const { database, clock } = services;
  const claimedDownload = await transact(database, async (trx) => {
    const at = clock.now();
    const download = await takeDownload(trx, borrowerId, id, at);
    if (download)
      await services.events.announce(trx, exportOpened, {
        id: `export_${id}_${download.number}`,
        at,
        borrowerId,
        exportId: id,
        sessionId,
      });
    return download;
  });
  return claimedDownload && getObject(services, database, borrowerId, claimedDownload.objectKey, place(id));
}

/** Makes the copy, unless it is there or the borrower is gone. */
async function build(services: Services, borrowerId: string, exportId: string): Promise<void> {
  const { database, clock, jobs } = services;
  const row = await findExport(database, borrowerId, exportId);
  if (row?.state !== "ASKED") return;
  const bytes = await archiveOf(services, database, row);
  const objectKey = await putObject(services, borrowerId, { bytes, contentType: "application/zip" }, place(exportId));
  const at = clock.now();
  const endsAt = new Date(at.getTime() + exportDays * day);
  await transact(database, async (trx) => {
    if (await noteReady(trx, borrowerId, exportId, { objectKey, bytes: bytes.length, at, endsAt })) {
      const values = { endsAt: endsAt.toISOString() };
      await notify(services, trx, exportReady, { id: exportId, borrowerId, values });
    } else await jobs.send(trx, removeObject, { objectKey });
  });
}

/** The ZIP, file by file: no more than one photo is open at a time. */
async function archiveOf(services: Services, reader: Database, row: ExportRow): Promise<Uint8Array> {
  const sections: PersonalSection[] = [];
  const uses: PersonalUse[] = [];
  for (const part of erasurePartsOf(services).toReversed()) {
    sections.push(...(await part.export(services, reader, row.borrowerId)));
    uses.push(...((await part.uses?.(services, reader, row.borrowerId)) ?? []));
  }
  const archive = newArchive(services.clock.now());
  const named = await storeFiles(archive, sections);
  await writePages(services, archive, row, { sections: sections.map((one) => withFiles(one, named)), uses });
  return archive.end();
}

type Archive = ReturnType<typeof newArchive>;

/** Photos and documents, one after the other; answers the name of each in the archive by the path that the registry gave it. */
async function storeFiles(archive: Archive, sections: readonly PersonalSection[]): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for (const { path, load } of sections.flatMap(({ files }) => files)) {
    const object = await load();
    if (!object) continue;
    const whole = path + (extensions[object.contentType] ?? "");
    named.set(path, whole);
    archive.stored(whole, object.bytes);
  }
  return named;
}

/** File extensions: phones and computers choose the program by them. */
const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "application/pdf": ".pdf",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
};

/** The rows with the names of their files in the copy; a missing file is omitted. */
function withFiles(section: PersonalSection, named: ReadonlyMap<string, string>): PersonalSection {
  const paths = new Set(section.files.map(({ path }) => path));
  if (paths.size === 0) return section;
  const ofFile = (value: unknown) =>
    typeof value === "string" && paths.has(value) ? (named.get(value) ?? null) : value;
  return {
    ...section,
    rows: section.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [field, ofFile(value)])),
    ),
  };
}

async function writePages(
  services: Services,
  archive: Archive,
  row: ExportRow,
  { sections, uses }: { sections: readonly PersonalSection[]; uses: readonly PersonalUse[] },
): Promise<void> {
  const language = row.language as Language;
  const brandName = services.brands.find(({ id }) => id === row.brandId)?.name ?? services.brands[0]?.name ?? "";
  const at = services.clock.now();
  archive.text("index.html", await readablePage(services, { language, brandName, at, sections, uses }));
  for (const { name, title, fields, rows } of sections)
    archive.text(
      `data/${name}.json`,
      JSON.stringify({ table: name, title: say(title, language), fields, rows }, null, 2),
    );
  const used = uses.map((use) => ({
    at: use.at,
    reference: use.reference,
    decision: use.decision && say(use.decision, language),
    rule: say(use.rule, language),
    outcome: say(use.outcome, language),
    read: use.read.map((one) => say(one, language)),
  }));
  archive.text("data/uses.json", JSON.stringify(used, null, 2));
}

function newArchive(at: Date) {
  const chunks: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  const add = (file: ZipDeflate | ZipPassThrough, bytes: Uint8Array) => {
    file.mtime = at;
    zip.add(file);
    file.push(bytes, true);
  };
  return {
    text: (path: string, text: string) => add(new ZipDeflate(path), Buffer.from(text, "utf8")),
    /** Photos and documents are small already. */
    stored: (path: string, bytes: Uint8Array) => add(new ZipPassThrough(path), bytes),
    end(): Uint8Array {
      zip.end();
      if (failure) throw failure;
      return Buffer.concat(chunks);
    },
  };
}

/** A job that was lost is started again after this time. */
const lostMilliseconds = 5 * 60_000;
const keptDays = 90;

export const exportSweep: Sweep = {
  name: "privacy-exports",
  everySeconds: 60,
  waits: {
    text: { id: "Salinan data", en: "Copies of data", zh: "数据副本" },
    rows: [
      { table: "data_export", at: "endsAt", where: sql<boolean>`state = 'READY'` },
      { table: "data_export", at: "dueAt", where: sql<boolean>`state = 'ASKED'` },
    ],
  },
  finds: [
    { table: "data_export", at: "endsAt", where: sql<boolean>`state = 'READY'` },
    {
      table: "data_export",
      at: "askedAt",
      afterSeconds: lostMilliseconds / 1000,
      where: sql<boolean>`state = 'ASKED'`,
    },
    { table: "data_export", at: "askedAt", afterSeconds: keptDays * 86_400, where: sql<boolean>`state = 'ENDED'` },
  ],
  async run(services) {
    const { database, clock, log } = services;
    const now = clock.now();
    const ended = await eachDue(
      await overdueExports(database, now, 100),
      (row) =>
        transact(database, async (trx) => {
          const objectKey = await endExport(trx, row.borrowerId, row.id, now);
          if (objectKey) await services.jobs.send(trx, removeObject, { objectKey });
          return objectKey !== null;
        }),
      { log, failure: "a copy of data was not destroyed after its time", idOf: ({ id }) => id },
    );
    const waiting = await waitingExports(database, new Date(now.getTime() - lostMilliseconds), 20);
    const built = await eachDue(waiting, (row) => buildOrAlarm(services, row), {
      log,
      failure: "a copy of data was not made",
      idOf: ({ id }) => id,
    });
    return ended + built + (await deleteOldExports(database, new Date(now.getTime() - keptDays * day)));
  },
};

async function buildOrAlarm(services: Services, row: ExportRow): Promise<boolean> {
  try {
    await build(services, row.borrowerId, row.id);
    return true;
  } finally {
    await alarmWhenLate(services, row);
  }
}

/** The promised time has passed: the borrower is notified, once, and the log gets an error. */
async function alarmWhenLate(services: Services, row: ExportRow): Promise<void> {
  const { borrowerId, id: exportId } = row;
  const isLate = await transact(services.database, async (trx) => {
    if (!(await noteExportAlarm(trx, row, services.clock.now()))) return false;
    await notify(services, trx, exportLate, { id: exportId, borrowerId, values: { exportId } });
    return true;
  });
  if (isLate) services.log.error("a copy of data was not made in time", { rowId: exportId });
}

export function workExports(services: Services): void {
  services.jobs.handle(buildExport, ({ borrowerId, exportId }) => build(services, borrowerId, exportId));
  services.sweeps.add(exportSweep);
}
