/** A list of the console: its address selects the rows, is kept in every link, and is part of the export. */
import { renderToStaticMarkup } from "react-dom/server";
import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { serverCall } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { permissionsOf, type StaffRole } from "#shared/staff-permissions.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { defineList, type ListState } from "./list.ts";
import { ListTable } from "./list-table.tsx";

const trail = { id: "Melihat ketel", en: "Viewed kettles", zh: "查看水壶" };
const orders = ["NEWEST", "OLDEST", "HOTTEST"] as const;
const listKettles = defineCall({
  id: "listKettles",
  method: "GET",
  path: "/api/staff/kettles",
  summary: "Kettles.",
  policy: { who: "staff", permission: "audit.read", trail },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    order: v.optional(v.picklist(orders)),
    state: v.optional(v.string()),
    secret: v.optional(v.string()),
  }),
  output: listOf(v.string()),
  problems: {},
});
const kettles = defineList(listKettles, {
  filters: ["state"],
  usualOrder: ({ state }) => (state === "COLD" ? "OLDEST" : "NEWEST"),
});
const forms = defineForms({
  csv: { call: defineExport(listKettles, { id: "exportKettles", summary: "Kettles as CSV.", trail }) },
});

async function read(query: string): Promise<{ list: ListState; asked: unknown }> {
  let asked: unknown;
  const context = new RouterContextProvider();
  context.set(serverCall, async (_name, input) => {
    asked = input;
    return { ok: true, status: 200, reply: { items: ["a"], nextCursor: "b" } };
  });
  const request = new Request(`http://localhost/staff/kettles${query}`);
  return { list: (await kettles.read({ request, context, input: { roomId: "r" } })).list, asked };
}

function drawn(list: ListState, rows: string[], roles: StaffRole[] = ["finance"]): string {
  const frame = { path: "/staff/kettles", staff: { roles, permissions: permissionsOf(roles) }, formKey: "key" };
  return renderToStaticMarkup(
    <FrameProvider frame={frame as never}>
      <LanguageProvider language="en">
        <ListTable
          list={list}
          filter={{ names: ["state"], fields: null }}
          hasPeriod
          csv={forms.form("csv", undefined)}
          table={{
            caption: "Kettles",
            rows,
            rowKey: (one) => one,
            empty: "No kettle.",
            columns: [
              { key: "at", label: "Bought", orders: ["OLDEST", "NEWEST"], show: (one) => one },
              { key: "heat", label: "Heat", orders: ["COLDEST", "HOTTEST"], show: (one) => one },
            ],
          }}
        />
      </LanguageProvider>
    </FrameProvider>,
  ).replaceAll("&amp;", "&");
}

it("asks the call for what the address says of it, and leaves everything else in the address alone", async () => {
  const { list, asked } = await read("?state=COLD&from=2026-11-01&to=&secret=1&cursor=a&receipt=2");
  expect(asked).toEqual({ roomId: "r", state: "COLD", from: "2026-11-01", limit: 50, cursor: "a" });
  expect(list).toEqual({
    path: "/staff/kettles",
    asked: { state: "COLD", from: "2026-11-01" },
    order: "OLDEST",
    page: {
      first: "/staff/kettles?state=COLD&from=2026-11-01",
      next: "/staff/kettles?state=COLD&from=2026-11-01&cursor=b",
    },
  });
});

it("sorts by its heads and keeps the filter, but not the days of another column", async () => {
  const html = drawn((await read("?state=COLD&from=2026-11-01")).list, ["a"]);
  expect(html).toContain('aria-sort="ascending"><a href="/staff/kettles?state=COLD&from=2026-11-01&order=NEWEST">');
  expect(html).toContain('<a href="/staff/kettles?state=COLD&order=COLDEST">Heat</a>');
  expect(drawn((await read("?order=HOTTEST")).list, ["a"])).toContain(
    'aria-sort="descending"><a href="/staff/kettles?order=COLDEST">',
  );
});

it("filters by a form that needs no script, says which days it asks for, and that nothing matches", async () => {
  const { list } = await read("?state=COLD&order=HOTTEST&from=2026-11-01");
  const html = drawn(list, []);
  const filter = /<form[^>]*id="filter"[^]*?<\/form>/.exec(html)?.[0] ?? "";
  expect(filter).toMatch(/action="\/staff\/kettles" method="get"/);
  expect(filter).toContain('<input type="hidden" name="order" value="HOTTEST"/>');
  expect(filter).not.toContain('type="hidden" name="state"');
  expect(filter).toMatch(/Heat: from/);
  expect(filter).toMatch(/type="date"[^>]*value="2026-11-01"/);
  expect(filter).toContain('<a href="/staff/kettles?order=HOTTEST">Clear the filter</a>');
  expect(html).toContain("Nothing matches this filter.");
  expect(drawn((await read("")).list, [])).toContain("No kettle.");
});

it("gives the whole of it as a file to who may take lists, by the filter that is shown", async () => {
  const { list } = await read("?state=COLD&order=NEWEST");
  const csv = /<form[^>]*id="csv"[^]*?<\/form>/.exec(drawn(list, ["a"]))?.[0] ?? "";
  expect(csv).toContain('<input type="hidden" name="state" value="COLD"/>');
  expect(csv).toContain('<input type="hidden" name="order" value="NEWEST"/>');
  expect(csv).toMatch(/required="" id="csv-reason"/);
  // It has no further links: scripts that wait for the next page ignore it.
  expect(csv).not.toContain("data-enhance=");
  expect(drawn(list, ["a"], ["support"])).not.toContain('id="csv"');
});
