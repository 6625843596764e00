/**
 * Keeps the ranges that an audit has proven, in a file: its first line says how far the audit goes, each further line is a range without
 * findings. It lies outside the database that is audited, which is only read.
 */
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import type { AuditProgress, AuditScope, ProvenPart } from "./whole-audit.ts";

/** @throws SyntaxError where the file is something else */
export async function openAuditProgress(path: string): Promise<AuditProgress> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // A line that was cut off in the middle is not proven.
  const [head, ...lines] = text.split("\n").slice(0, -1);
  const scope = head === undefined ? null : scopeIn(head);
  return {
    scope,
    parts: new Map(lines.map((line) => JSON.parse(line) as [string, ProvenPart])),
    begin: (began) => writeFile(path, `${JSON.stringify(began)}\n`, { mode: 0o600 }),
    keep: (name, part) => appendFile(path, `${JSON.stringify([name, part])}\n`),
    end: () => rm(path, { force: true }),
  };
}

function scopeIn(line: string): AuditScope {
  const read = JSON.parse(line) as Partial<AuditScope>;
  const { sealNumber, root, position } = read;
  if (typeof sealNumber !== "number" || typeof root !== "string" || typeof position !== "number")
    throw new SyntaxError("It is no file of an audit that was cut off.");
  return { sealNumber, root, position };
}
