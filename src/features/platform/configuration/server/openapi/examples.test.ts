/**
 * Examples are real answers of the product: they fit their contracts, mask personal values, and cover nearly every
 * call.
 */
import { expect, it } from "vitest";
import * as v from "valibot";
import { fits, masked } from "#tests/support/api-examples.ts";
import { testApp } from "#tests/support/app.ts";
import type { Call } from "#shared/contract.ts";
import { binary, streamed } from "#shared/binary.ts";
import { callExampleOf, namesOfExamples, withoutExample } from "./examples.ts";

const app = await testApp();
const { body: document } = await app.client().get("/api/openapi.json");
const calls = app.api
  .calls()
  .map(({ call }) => call)
  .filter(({ internal }) => !internal);
const answersJson = ({ output }: Call) => !([binary, streamed] as unknown[]).includes(output);
const recorded = calls.filter((call) => callExampleOf(call).answered !== undefined);

it("fit their contracts: what is sent, what is answered, and what refusals bring", () => {
  expect(recorded.filter((call) => !fits(call, callExampleOf(call))).map(({ id }) => id)).toEqual([]);
  const refusals = calls.flatMap((call) =>
    Object.entries(callExampleOf(call).refused ?? {}).map(([code, { data }]) => ({ call, code, data })),
  );
  expect(refusals.length).toBeGreaterThan(30);
  const strange = refusals.filter(({ call, code, data }) => !v.safeParse(call.problems[code]!.data!, data).success);
  expect(strange.map(({ call, code }) => `${call.id} ${code}`)).toEqual([]);
});

it("stand at every call with a JSON answer, or a reason says why there is none", () => {
  const bare = calls
    .filter((call) => answersJson(call) && callExampleOf(call).answered === undefined)
    .map(({ id }) => id);
  expect(bare.sort()).toEqual(Object.keys(withoutExample).sort());
  // A removed domain removes its examples too.
  const ids = new Set(calls.map(({ id }) => id));
  expect(namesOfExamples().filter((id) => !ids.has(id))).toEqual([]);
});

it("are what the document shows", () => {
  const shown = JSON.stringify(
    document.paths["/api/loan/quote"].get.responses["200"].content["application/json"].example,
  );
  expect(shown).toBe(JSON.stringify(callExampleOf({ id: "getLoanQuote" }).answered));
  const { firstInstalmentRupiah: _first, ...quote } = JSON.parse(shown);
  const sum = (name: string) =>
    quote.instalments.reduce((all: number, one: Record<string, number>) => all + one[name]!, 0) as number;
  // Three instalments are not shortened, so the figures of a loan add up.
  expect(sum("principalRupiah")).toBe(quote.amountRupiah);
});

it("show no secret and no number of a person that is not of the sandbox, and masking again changes nothing", () => {
  for (const call of calls) {
    const { parameters, query, sent, answered } = callExampleOf(call);
    const example = JSON.parse(JSON.stringify({ parameters, query, sent, answered }));
    expect([call.id, masked(example)]).toEqual([call.id, example]);
  }
});
