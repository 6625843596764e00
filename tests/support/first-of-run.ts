/** The first time of a thing in a run: its processes share a folder, so that each thing is looked at once by one of them. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Null where a file of tests runs by itself: then each process counts for itself. */
const folder = process.env["TEST_REFUSALS_SEEN"] || null;
const seen = new Set<string>();
const fileOf = (what: string): string => join(folder!, encodeURIComponent(what));

/** Whether any process of the run looks at this for the first time. `what`: at most 80 signs or so, since it names a file. */
export function isFirst(what: string): boolean {
  if (seen.has(what)) return false;
  seen.add(what);
  if (!folder) return true;
  try {
    closeSync(openSync(fileOf(what), "wx"));
    return true;
  } catch {
    return false;
  }
}

/** It counts as not looked at. */
export function forgetSeen(what: string): void {
  seen.delete(what);
  if (folder) rmSync(fileOf(what), { force: true });
}

/** Stores the findings for the step after the tests; does nothing if a file runs alone. */
export function notedIn(what: string, found: string): void {
  if (folder) writeFileSync(fileOf(what), found);
}

/** Begins the names of notes: other files of the folder are things that were looked at. */
export const notePrefix = "note-";

/** Kept for the other processes of the run, which may write it too; nowhere where a file runs by itself. */
export function keepNote(name: string, text: string): void {
  if (!folder) return;
  const written = join(folder, `${notePrefix}${process.pid}`);
  writeFileSync(written, text);
  renameSync(written, join(folder, notePrefix + name));
}

/** Null where no process of the run has written it. */
export function noteOf(name: string): string | null {
  try {
    return folder && readFileSync(join(folder, notePrefix + name), "utf8");
  } catch {
    return null;
  }
}
