/**
 * A list whole, as CSV: read page by page by the answer to the list's own call, so that nobody gets more of it than the list
 * shows, and sent as it is read. The trail keeps why, by which filter, how many rows it were, and what they add up to. // docs/decisions/316
 */
import { createHash } from "node:crypto";
import { csvBegin, csvLine } from "#server/csv.ts";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { dateInWib, localTime } from "#shared/dates.ts";
import { maxExportedRows } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { callName, Streamed, type Api, type ContextOf } from "./pipeline.ts";
import { Refusal } from "./refusal.ts";

/** Rows that are read at a time. */
const rowsOfRead = 500;

const tooLong: Text = {
  id: "Daftar dipotong di sini: paling banyak {count} baris. Persempit saringannya.",
  en: "The list is cut here: at most {count} rows. Narrow the filter.",
  zh: "列表在此截断：最多 {count} 行。请缩小筛选范围。",
};

/** What columns are written with. */
export interface CellWords {
  language: Language;
  say: (text: Text) => string;
  /** A moment as `2026-11-21 14:05:00`, in WIB as everywhere in the console. */
  at: (instant: string | null) => string | null;
}
export interface CsvColumn<Item> {
  label: Text;
  /** Texts that people typed are safe here; amounts and counts are given as numbers. */
  cell: (item: Item, words: CellWords) => string | number | null;
}

type ItemOf<Reply> = Reply extends { items: readonly (infer Item)[] } ? Item : never;
type Context = ContextOf<"staff">;

/**
 * The handler of a list's export (`defineExport` of the list's call): `answer(api, exportKettles)(exporting(api, listKettles, …))`.
 * @param options.name the file's, without its date
 * @param options.columns no more than the list's page shows
 */
export function exporting<Sent, Heard, Reply, Problems extends ProblemKinds>(
  api: Api,
  list: Call<Sent, Heard, Reply, Problems>,
  options: { name: string; columns: readonly CsvColumn<ItemOf<Reply>>[] },
) {
  return async (
    { reason: _reason, ...filters }: Record<string, unknown> & { reason: string },
    context: Context,
  ): Promise<Streamed> => {
    const { policy } = list;
    const { principal, services } = context;
    if (policy.who !== "staff" || !mayStaff(principal.staff.roles, policy.permission)) throw new Refusal("NOT_ALLOWED");
    const handler = api.mounted.get(callName(list as unknown as Call))?.handler as unknown as (
      input: unknown,
      context: unknown,
    ) => Promise<ListPage>;
    const read = (cursor: string | undefined): Promise<ListPage> =>
      handler({ ...filters, ...(cursor === undefined ? {} : { cursor }), limit: rowsOfRead }, context);
    // A list that refuses is refused before anything is sent.
    const first = await read(undefined);
    const lines = linesOf(first, read, options.columns as readonly CsvColumn<unknown>[], context.language);
    const facts = choicesOf(filters);
    // Stands also where nobody takes its first part.
    principal.trail?.note({ facts: { ...facts, rows: 0, isWhole: false } });
    const parts = noted(lines, (told) => principal.trail?.note({ facts: { ...facts, ...told } }));
    return new Streamed(logged(parts, context), "text/csv; charset=utf-8", {
      "Content-Disposition": `attachment; filename="${options.name}-${dateInWib(services.clock.now())}.csv"`,
      "Cache-Control": "no-store",
    });
  };
}

interface ListPage {
  items: readonly unknown[];
  nextCursor: string | null;
}
interface Part {
  text: string;
  rows: number;
}

/** The heads, and then the rows of each page. */
async function* linesOf(
  first: ListPage,
  read: (cursor: string) => Promise<ListPage>,
  columns: readonly CsvColumn<unknown>[],
  language: Language,
): AsyncGenerator<Part> {
  const words: CellWords = { language, say: (text) => say(text, language), at: cellTime };
  yield { text: csvBegin + csvLine(columns.map(({ label }) => say(label, language))), rows: 0 };
  let rows = 0;
  for (let page = first; ;) {
    const items = page.items.slice(0, maxExportedRows - rows);
    rows += items.length;
    const lines = items.map((item) => csvLine(columns.map(({ cell }) => cell(item, words))));
    if (lines.length > 0) yield { text: lines.join(""), rows: lines.length };
    const { nextCursor } = page;
    if (nextCursor === null && items.length === page.items.length) return;
    if (nextCursor === null || rows >= maxExportedRows) {
      // Whoever adds the file up must see that it is not all.
      yield { text: csvLine([say(tooLong, language, { count: maxExportedRows })]), rows: 0 };
      return;
    }
    page = await read(nextCursor);
  }
}

/** The parts as bytes; when they end, however they do, it is told what was handed over. */
async function* noted(
  parts: AsyncGenerator<Part>,
  tell: (facts: { rows: number; isWhole: boolean; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let rows = 0;
  let isWhole = false;
  try {
    for await (const part of parts) {
      const bytes = new TextEncoder().encode(part.text);
      hash.update(bytes);
      rows += part.rows;
      yield bytes;
    }
    isWhole = true;
  } finally {
    tell({ rows, isWhole, sha256: hash.digest("hex") });
  }
}

/** Its reader sees a file that breaks off, and nothing of why. */
async function* logged(
  parts: AsyncGenerator<Uint8Array>,
  { services, caller }: Pick<Context, "services" | "caller">,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    services.log.error("list not exported to its end", { traceId: caller.traceId, error });
    throw error;
  }
}

/** Of the filter what is a choice, a day or an id of ours: what somebody typed freely is not kept. */
function choicesOf(filters: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(filters).filter(
    (one): one is [string, string] =>
      typeof one[1] === "string" && /^(?:[A-Z][A-Z_]{1,40}|[a-z][a-z_]{1,60}|\d{4}-\d\d-\d\d)$/.test(one[1]),
  );
  return Object.fromEntries(kept);
}

const two = (figure: number): string => String(figure).padStart(2, "0");

/** A moment as a spreadsheet takes it for one. */
function cellTime(instant: string | null): string | null {
  if (instant === null) return null;
  const { date, hour, minute, second } = localTime(new Date(instant), "WIB");
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
}
