/** A list of the console that no domain has: kettles, as many as a test says, and its export. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { answer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import type { ExportBounds } from "#server/list-export/lines.ts";
import { skippedBy } from "#server/records/list-order.ts";

const kettleTitle = { id: "Ketel", en: "Kettles", zh: "水壶" };
const trail = { id: "Melihat ketel", en: "Saw kettles", zh: "查看水壶" };
export const listKettles = defineCall({
  id: "listKettles",
  method: "GET",
  path: "/api/staff/kettles",
  summary: "Kettles.",
  policy: { who: "staff", permission: "audit.read", trail },
  input: v.strictObject({ ...listQuery, state: v.optional(v.picklist(["HOT", "COLD"], "CHOICE_INVALID")) }),
  output: listOf(v.object({ name: v.string(), litres: v.number() })),
  problems: { KETTLE_UNKNOWN: { status: 404, text: trail } },
});
const exportKettles = defineExport(listKettles, { id: "exportKettles", summary: "Kettles as CSV.", trail });

export interface Kettles {
  domain: Domain;
  /** How many there are; with fewer than none the list refuses. */
  there: number;
  /** Queries of the list since this array was emptied. */
  reads: { cursor: string | undefined; limit: number; state: string | undefined }[];
  /** Runs before a read; `from` is the read's first row. */
  before: (from: number) => void | Promise<void>;
}

const columns = [
  { label: trail, cell: ({ name }: { name: string }) => name },
  { label: trail, cell: ({ litres }: { litres: number }) => litres },
];

/** A domain of kettles, with a list and its export. */
export function kettlesOf(bounds: Partial<ExportBounds> = {}): Kettles {
  const kettles: Kettles = {
    there: 0,
    reads: [],
    before: () => {},
    domain: {
      answers: [
        answer(listKettles, async ({ cursor, limit, state }, { refuse }) => {
          kettles.reads.push({ cursor, limit, state });
          if (kettles.there < 0) return refuse("KETTLE_UNKNOWN");
          const skipped = skippedBy(cursor);
          const from = skipped > 0 ? skipped : Number(cursor ?? 0);
          await kettles.before(from);
          const until = Math.min(kettles.there, from + limit);
          const count = Math.max(0, until - from);
          const items = Array.from({ length: count }, (_, n) => ({ name: `=k${from + n}`, litres: -(from + n) }));
          return { items, nextCursor: until < kettles.there ? String(until) : null };
        }),
        answerExport(exportKettles, listKettles, { name: "kettles", title: kettleTitle, columns, bounds }),
      ],
    },
  };
  return kettles;
}
