/** The lines of a list as CSV, read page by page through the list's own call, so that the file never shows more than the list. // docs/decisions/316 */
import type { ContextOf } from "#server/call/pipeline.ts";
import { perServices } from "#server/process/per-services.ts";
import { csvBegin, csvLine } from "#server/records/csv.ts";
import { localTime } from "#shared/dates.ts";
import { say, type Language, type Text } from "#shared/texts.ts";

/** Texts and language for writing cells. */
export interface CellWords {
  language: Language;
  say: (text: Text) => string;
  /** A moment as `2026-11-21 14:05:00`, in WIB as everywhere in the console. */
  at: (instant: string | null) => string | null;
}
export interface CsvColumn<Item> {
  label: Text;
  /** Texts that people typed are escaped here; amounts and counts are passed as numbers. */
  cell: (item: Item, words: CellWords) => string | number | null;
}

/** The context for reading a list. A job has no caller, so the lists' answers get none. */
export type ReadingContext = Pick<ContextOf<"staff">, "services" | "database" | "principal" | "language">;

export interface ListPage {
  items: readonly unknown[];
  nextCursor: string | null;
}
export interface ExportBounds {
  /** Rows of a file that is sent at once; a longer list is made by a job. */
  sentRows: number;
  /** Rows of a file that a job makes. */
  madeRows: number;
  /** Number of rows after which a part of such a file is stored. */
  rowsOfPart: number;
}
export interface ExportableList {
  /** The file's name, without its date. */
  name: string;
  title: Text;
  /** The permission that reading the list needs. */
  permission: string;
  columns: readonly CsvColumn<unknown>[];
  bounds: ExportBounds;
  /** The answer to the list's own call. @throws its refusals */
  read(input: Filters & { cursor?: string; limit: number }, context: ReadingContext): Promise<ListPage>;
}

/** Lists that staff may export, by their call (`GET /api/staff/cases`): filled when calls are mounted. */
export const listExportsOf = perServices(() => new Map<string, ExportableList>());

/** The filters and order of a list, as its call takes them. */
export type Filters = Readonly<Record<string, unknown>>;

/** Rows that are read at a time. */
export const rowsOfRead = 500;

/** The file's head: byte order mark and column titles. */
export const csvHead = ({ columns }: ExportableList, language: Language): string =>
  csvBegin + csvLine(columns.map(({ label }) => say(label, language)));

export function csvRows({ columns }: ExportableList, items: readonly unknown[], language: Language): string {
  const words: CellWords = { language, say: (text) => say(text, language), at: cellTime };
  return items.map((item) => csvLine(columns.map(({ cell }) => cell(item, words)))).join("");
}

const two = (figure: number): string => String(figure).padStart(2, "0");

/** An instant in the form that a spreadsheet recognises as one. */
function cellTime(instant: string | null): string | null {
  if (instant === null) return null;
  const { date, hour, minute, second } = localTime(new Date(instant), "WIB");
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
}
