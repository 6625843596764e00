/** A whole list as a file: a call in addition to the list's own, for staff who may export lists. // docs/decisions/316 */
import * as v from "valibot";
import { streamed } from "#shared/binary.ts";
import { reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type Call, type ProblemKinds, type RateLimit } from "#shared/contract.ts";
import type { Text } from "#shared/texts.ts";

/** Rows of a file that is sent at once; a longer list is made as a file by a job. // Spec credit-support 9 */
export const maxExportedRows = 50_000;

/** Hours for which a file that a job made can be fetched. // Spec credit-support 9 */
export const exportHours = 24;

/** The page on which the requester finds the file; the query marks that it was just requested. */
export const exportsPage = "/staff/exports?asked=1";

/** Limit per person, over all lists: a file is made for a purpose, not to copy the whole database list by list. */
export const exporting: RateLimit & { by: "staff" } = { by: "staff", counter: "staff-export", max: 20, seconds: 3600 };

/** CSV for programs (RFC 4180), or a workbook, in which spreadsheets change nothing. */
const exportFormats = ["CSV", "XLSX"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportFormat = v.optional(v.picklist(exportFormats, "CHOICE_INVALID"), "CSV");

/** The list is too long to be sent at once: its file is made, and is to be fetched by this id. */
export const exportBegun = v.object({ exportId: v.string() });
export type ExportBegun = v.InferOutput<typeof exportBegun>;

/** The file, or that it is made. */
export const fileOrBegun = v.union([streamed, exportBegun]);

type Filters<Input> = Omit<Input, "cursor" | "limit"> & { reason: string; format?: ExportFormat | undefined };

/** Defines the export of a list: its filters and order, without pages, and a reason. It needs the list's own permission too. */
export function defineExport<Sent, Heard, Reply, const Problems extends ProblemKinds>(
  list: Call<Sent, Heard, Reply, Problems>,
  words: { id: string; summary: string; trail: Text },
) {
  const { entries } = list.input as unknown as { entries: v.ObjectEntries };
  const { cursor: _cursor, limit: _limit, ...filters } = entries;
  const input: unknown = v.strictObject({ ...filters, reason, format: exportFormat });
  return defineCall({
    id: words.id,
    method: "POST",
    path: `${list.path}/csv`,
    summary: words.summary,
    policy: { who: "staff", permission: "export.run", trail: words.trail },
    limits: [exporting],
    input: input as v.GenericSchema<Filters<Sent>, Filters<Heard>>,
    output: fileOrBegun,
    problems: list.problems,
    fieldProblems: { ...list.fieldProblems, ...reasonProblems },
  });
}
