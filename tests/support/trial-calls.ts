/** Calls that no domain has: one for each thing that the pipeline does. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";

const text = { id: "Tidak cukup: {left}", en: "Not enough: {left}", zh: "不足：{left}" };
export const read = defineCall({
  id: "read",
  method: "GET",
  path: "/api/test/read/{id}",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({ id: v.string(), n: v.optional(v.string()) }),
  output: v.object({ id: v.string() }),
  problems: {},
});
const left = v.object({ left: v.number() });
export const refused = defineCall({
  id: "refused",
  method: "POST",
  path: "/api/test/refused",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: { NOT_ENOUGH: { status: 409, field: "amount", text, data: left } },
});
export const wrongData = defineCall({
  id: "wrongData",
  method: "POST",
  path: "/api/test/wrong-data",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({ sent: v.picklist(["none", "bare", "other", "more"]) }),
  output: v.object({}),
  problems: { BARE: { status: 409, text }, NOT_ENOUGH: { status: 409, text, data: left } },
});
export const wrongAnswer = defineCall({
  id: "wrongAnswer",
  method: "POST",
  path: "/api/test/wrong",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({ n: v.number() }),
  problems: {},
});
export const crowded = defineCall({
  id: "crowded",
  method: "POST",
  path: "/api/test/crowded",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const stopped = defineCall({
  id: "stopped",
  method: "POST",
  path: "/api/test/stopped",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const secret = defineCall({
  id: "secret",
  method: "GET",
  path: "/api/test/secret",
  summary: "x",
  policy: { who: "borrower" },
  input: v.strictObject({}),
  output: v.object({ who: v.string() }),
  problems: {},
});
export const sensitive = defineCall({
  id: "sensitive",
  method: "POST",
  path: "/api/test/sensitive",
  summary: "x",
  policy: { who: "borrower", stepUp: "STEP_UP_SIGN" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const linked = defineCall({
  id: "linked",
  method: "POST",
  path: "/api/test/linked",
  summary: "x",
  policy: { who: "link", purpose: "TEST" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const noted = defineCall({
  id: "noted",
  method: "POST",
  path: "/api/test/noted",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({ words: v.pipe(v.record(v.string(), v.string()), v.maxEntries(10)) }),
  output: v.object({}),
  problems: {},
});
export const twice = defineCall({
  id: "twice",
  method: "POST",
  path: "/api/test/twice",
  summary: "x",
  policy: { who: "visitor" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const remembered = defineCall({
  id: "remembered",
  method: "GET",
  path: "/api/test/remembered",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({ count: v.number() }),
  problems: {},
});
export const slowWrite = defineCall({
  id: "slowWrite",
  method: "POST",
  path: "/api/test/slow-write",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
export const effect = defineCall({
  id: "effect",
  method: "POST",
  path: "/api/test/effect",
  summary: "x",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ a: v.number(), b: v.optional(v.number()) }),
  output: v.object({ note: v.optional(v.string()), count: v.number(), at: v.optional(v.string()) }),
  problems: { NOT_ENOUGH: { status: 409, text, data: left } },
});
