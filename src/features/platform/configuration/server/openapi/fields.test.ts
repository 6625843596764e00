/** Properties of the published API document their meaning and unit, and the rules of inputs. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { namesWithMeaning } from "./field-words.ts";

type Json = Record<string, unknown>;
const app = await testApp();
const { body: document } = await app.client().get("/api/openapi.json");

/** Every schema of the document with its location, except those inside examples. */
function* schemasIn(node: unknown, place = "#"): Generator<{ place: string; schema: Json }> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield { place, schema: node as Json };
  for (const [key, value] of Object.entries(node))
    if (key !== "example" && key !== "examples") yield* schemasIn(value, `${place}/${key}`);
}
const schemas = [...schemasIn(document)];
const properties = schemas.flatMap(({ place, schema }) =>
  typeof schema["properties"] === "object" && !place.endsWith("/properties")
    ? Object.entries(schema["properties"] as Record<string, Json>).map(([name, own]) => ({ place, name, own }))
    : [],
);

it("every property says its meaning, and no sentence stands twice in it", () => {
  expect(properties.length).toBeGreaterThan(5_000);
  const silent = properties.filter(({ own }) => typeof own["description"] !== "string");
  expect([...new Set(silent.map(({ name }) => name))]).toEqual([]);
  const doubled = properties.filter(({ own }) => /(.{12,}\.) \1/.test(String(own["description"])));
  expect(doubled.map(({ place, name }) => `${place} ${name}`)).toEqual([]);
});

it("every parameter says its meaning", () => {
  const parameters = schemas.filter(({ schema }) => typeof schema["in"] === "string" && "schema" in schema);
  expect(parameters.filter(({ schema }) => !schema["description"]).map(({ schema }) => schema["name"])).toEqual([]);
});

it("the table of meanings has no name that no property goes by", () => {
  const used = new Set([...properties.map(({ name }) => name), ...schemas.map(({ schema }) => schema["name"])]);
  expect(namesWithMeaning().filter((name) => !used.has(name))).toEqual([]);
});

it("amounts, instants, dates and shares say their unit", () => {
  const said = (name: string) => properties.find((one) => one.name === name)!.own["description"] as string;
  expect(said("remainingRupiah")).toBe("Remaining. In whole rupiah.");
  expect(said("paidAt")).toMatch(/^When: paid\. .*An instant in UTC, ISO 8601\.$/);
  expect(said("nextDueDate")).toContain("A business date in Asia/Jakarta");
  const without = properties.filter(
    ({ name, own }) => name.endsWith("Rupiah") && !/rupiah/.test(String(own["description"])),
  );
  expect(without).toEqual([]);
});

it("an input has no default that a client would send, and no bound that is a computer's and not the field's", () => {
  expect(schemas.filter(({ schema }) => "default" in schema && !("in" in schema)).map(({ place }) => place)).toEqual(
    [],
  );
  const bounds = schemas.filter(
    ({ schema }) => schema["maximum"] === Number.MAX_SAFE_INTEGER || schema["minimum"] === Number.MIN_SAFE_INTEGER,
  );
  expect(bounds.map(({ place }) => place)).toEqual([]);
  const limit = document.paths["/api/message"].get.parameters.find(({ name }: { name: string }) => name === "limit");
  expect(limit.description).toContain("Where it is left out: 20.");
});
