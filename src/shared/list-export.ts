/** The whole of a list as a file: a call beside the list's own, for who may take lists out of the house. // docs/decisions/316 */
import * as v from "valibot";
import { streamed } from "#shared/binary.ts";
import { reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type Call, type ProblemKinds, type RateLimit } from "#shared/contract.ts";
import type { Text } from "#shared/texts.ts";

/** Rows of one file. */
export const maxExportedRows = 50_000;

/** Of one person, of all lists together: a file is made for a purpose, not to copy the house list by list. */
const exporting: RateLimit & { by: "staff" } = { by: "staff", counter: "staff-export", max: 20, seconds: 3600 };

type Filters<Input> = Omit<Input, "cursor" | "limit"> & { reason: string };

/** The call that gives a list whole: its filters and its order, without its pages, and why somebody wants it. Who may not read the list may not take it either. */
export function defineExport<Sent, Heard, Reply, const Problems extends ProblemKinds>(
  list: Call<Sent, Heard, Reply, Problems>,
  words: { summary: string; trail: Text },
) {
  const { entries } = list.input as unknown as { entries: v.ObjectEntries };
  const { cursor: _cursor, limit: _limit, ...filters } = entries;
  const input: unknown = v.strictObject({ ...filters, reason });
  return defineCall({
    method: "POST",
    path: `${list.path}/csv`,
    summary: words.summary,
    policy: { who: "staff", permission: "export.run", trail: words.trail },
    limits: [exporting],
    input: input as v.GenericSchema<Filters<Sent>, Filters<Heard>>,
    output: streamed,
    problems: list.problems,
    fieldProblems: { ...list.fieldProblems, ...reasonProblems },
  });
}
