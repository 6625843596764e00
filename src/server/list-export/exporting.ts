/** The answer to a list's export: the file, sent as it is read, or, of a list too long for that, a job that makes it. // docs/decisions/316 */
import { answer, callName, type CallAnswer, type CallContext, type Streamed } from "#server/call/pipeline.ts";
import { Refusal, type Refuse } from "#server/call/refusal.ts";
import { readOnStandby } from "#server/call/request-reads.ts";
import { csvLine } from "#server/records/csv.ts";
import { skipping } from "#server/records/list-order.ts";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { maxExportedRows, type ExportBegun, type ExportFormat } from "#shared/list-export.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { fileOf, type FilePart } from "./file.ts";
import {
  csvHead,
  csvRows,
  rowsOfRead,
  type CsvColumn,
  type ExportableList,
  type ExportBounds,
  type Filters,
  type ListPage,
  type ReadingContext,
  listExportsOf,
} from "./lines.ts";
import { requestListExport } from "./making.ts";

const tooLong: Text = {
  id: "Daftar dipotong di sini: paling banyak {count} baris. Persempit saringannya.",
  en: "The list is cut here: at most {count} rows. Narrow the filter.",
  zh: "列表在此截断：最多 {count} 行。请缩小筛选范围。",
};

const usualBounds: ExportBounds = {
  sentRows: maxExportedRows,
  // A spreadsheet's maximum; a part of ten thousand rows is one or two megabytes.
  madeRows: 1_000_000,
  rowsOfPart: 10_000,
};

type Handler = (
  input: Parameters<ExportableList["read"]>[0],
  context: ReadingContext & Pick<CallContext<ProblemKinds>, "refuse">,
) => Promise<ListPage>;
const refuse: Refuse<ProblemKinds> = (...refusing) => {
  throw new Refusal(...refusing);
};

type ItemOf<Reply> = Reply extends { items: readonly (infer Item)[] } ? Item : never;

export interface ExportingOptions<Item> {
  /** The file's, without its date. */
  name: string;
  /** The list's title for staff. */
  title: Text;
  /** Never more columns than the list's page shows. */
  columns: readonly CsvColumn<Item>[];
  bounds?: Partial<ExportBounds>;
}

interface AskedExport {
  reason: string;
  format?: ExportFormat | undefined;
}
type ExportPolicy = { who: "staff"; permission: "export.run"; trail: Text };

/** The answer to a list's export (`defineExport` of the list's call). @throws RangeError of a list that is not the console's */
export function answerExport<
  Sent,
  Heard extends AskedExport,
  ListSent,
  ListHeard,
  Reply,
  Problems extends ProblemKinds,
>(
  call: Call<Sent, Heard, Streamed | ExportBegun, Problems, ExportPolicy>,
  list: Call<ListSent, ListHeard, Reply, Problems>,
  { name, title, columns, bounds }: ExportingOptions<ItemOf<Reply>>,
): CallAnswer {
  const { policy } = list;
  if (policy.who !== "staff") throw new RangeError(`${list.path} is no list of staff.`);
  const { permission } = policy;
  const called = callName(list as unknown as Call);
  const answered = answer(call, async (input, context) => {
    const { reason: _reason, format = "CSV", ...filters } = input as AskedExport & Filters;
    const { principal, services, language } = context;
    if (!mayStaff(principal.staff.roles, permission)) throw new Refusal("NOT_ALLOWED");
    const exported = listExportsOf(services).get(called)!;
    const read = (cursor: string): Promise<ListPage> =>
      exported.read({ ...filters, cursor, limit: rowsOfRead }, context);
    // A list that refuses is refused before anything is sent.
    const first = await exported.read({ ...filters, limit: rowsOfRead }, context);
    const choices = choicesOf(filters);
    if (await isLonger(first, exported, filters, context)) {
      const staffId = principal.staff.staffId;
      const exportId = await requestListExport(services, { staffId, list: called, language, filters, choices });
      principal.trail?.note({ facts: { ...choices, exportId } });
      return { exportId };
    }
    const lines = linesOf(first, read, exported, language);
    return fileOf(lines, { name, at: services.clock.now(), facts: choices, format }, context);
  });
  return {
    ...answered,
    mounted(api) {
      listExportsOf(api.services).set(called, {
        name,
        title,
        permission,
        columns: columns as readonly CsvColumn<unknown>[],
        bounds: { ...usualBounds, ...bounds },
        read: (input, { services, database, principal, language }) => {
          const handler = api.mounted.get(called)?.handler as unknown as Handler;
          return readOnStandby(services.database, () =>
            handler(input, { services, database, principal, language, refuse }),
          );
        },
      });
    },
  };
}

/** Whether the list has more rows than one response may hold: if the first page is not the whole list, reads one row after the maximum. */
async function isLonger(
  first: ListPage,
  list: ExportableList,
  filters: Filters,
  context: ReadingContext,
): Promise<boolean> {
  const { sentRows } = list.bounds;
  if (first.nextCursor === null) return first.items.length > sentRows;
  const { items } = await list.read({ ...filters, cursor: skipping(sentRows), limit: 1 }, context);
  return items.length > 0;
}

/** The heads, and then the rows of each page. */
async function* linesOf(
  first: ListPage,
  read: (cursor: string) => Promise<ListPage>,
  list: ExportableList,
  language: Language,
): AsyncGenerator<FilePart> {
  const { sentRows } = list.bounds;
  const part = (text: string, rows: number): FilePart => ({ bytes: new TextEncoder().encode(text), rows });
  yield part(csvHead(list, language), 0);
  let rows = 0;
  for (let page = first; ;) {
    const items = page.items.slice(0, sentRows - rows);
    rows += items.length;
    if (items.length > 0) yield part(csvRows(list, items, language), items.length);
    const { nextCursor } = page;
    if (nextCursor === null && items.length === page.items.length) return;
    if (nextCursor === null || rows >= sentRows) {
      // The list grew after the request: a reader who adds the file up must see that it is incomplete.
      yield part(csvLine([say(tooLong, language, { count: sentRows })]), 0);
      return;
    }
    page = await read(nextCursor);
  }
}

const choice = /^(?:[A-Z][A-Z_]{1,40}|[a-z][a-z_]{1,60}|\d{4}-\d\d-\d\d)$/;
const ownId = /^[A-Za-z\d-]{1,60}$/;

/** Only the filters with a fixed choice, a date or one of our ids: free text is not kept, it may be personal. */
function choicesOf(filters: Filters): Record<string, string> {
  const storedFilters = Object.entries(filters).filter(
    (one): one is [string, string] =>
      typeof one[1] === "string" && (choice.test(one[1]) || (one[0].endsWith("Id") && ownId.test(one[1]))),
  );
  return Object.fromEntries(storedFilters);
}
