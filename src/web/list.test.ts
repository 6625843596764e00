/** Navigation through the pages of a list. */
import { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { expect, it } from "vitest";
import { defineCall } from "#shared/contract.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { serverCall } from "./api.ts";
import { readPage } from "./list.ts";

const listKettles = defineCall({
  id: "listKettles",
  method: "GET",
  path: "/api/kettle",
  summary: "Kettles.",
  policy: { who: "borrower" },
  input: v.strictObject({ ...listQuery, state: v.optional(v.string()) }),
  output: listOf(v.string()),
  problems: {},
});
let nextCursor: string | null = null;
let asked: unknown;
const context = new RouterContextProvider();
context.set(serverCall, async (_name, input) => {
  asked = input;
  return { ok: true, status: 200, reply: { items: ["a"], nextCursor } };
});
const read = (address: string, input = {}) =>
  readPage(new Request(`http://localhost${address}`), listKettles, input, { context });

it("reads the page that the address names, and leads to the next and back to the first", async () => {
  nextCursor = "b~1";
  expect(await read("/kettles")).toEqual({
    items: ["a"],
    nextCursor,
    page: { first: null, next: "/kettles?cursor=b%7E1" },
  });
  expect(asked).toEqual({});
  expect((await read("/kettles?cursor=a")).page).toEqual({ first: "/kettles", next: "/kettles?cursor=b%7E1" });
  expect(asked).toEqual({ cursor: "a" });
  nextCursor = null;
  expect((await read("/kettles?cursor=a")).page).toEqual({ first: "/kettles", next: null });
});

it("keeps filters and a web view's bars on the way, and nothing else of the address", async () => {
  nextCursor = "b";
  const { page } = await read("/kettles?state=HOT&navBar=1&receipt=x&saved=1&cursor=a", { state: "HOT", limit: 50 });
  expect(page).toEqual({ first: "/kettles?state=HOT&navBar=1", next: "/kettles?state=HOT&navBar=1&cursor=b" });
  expect(asked).toEqual({ state: "HOT", limit: 50, cursor: "a" });
  expect((await read("/kettles?state=&cursor=a", { state: "" })).page.first).toBe("/kettles");
});

it("knows one of several lists of a page by a key of its own, and leads to its section", async () => {
  nextCursor = "b";
  const request = new Request("http://localhost/kettles?cursor=x&lateCursor=a");
  const { page } = await readPage(request, listKettles, {}, { context, key: "lateCursor", anchor: "late" });
  expect(asked).toEqual({ cursor: "a" });
  expect(page).toEqual({ first: "/kettles#late", next: "/kettles?lateCursor=b#late" });
});
