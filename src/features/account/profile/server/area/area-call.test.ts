import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const { client } = await testApp();

it("The area call gives the provinces first, then what lies below a code.", async () => {
  const first = await client().get("/api/user/getAreaDataList");
  expect(first.status).toBe(200);
  expect(first.body.items).toHaveLength(38);
  const below = await client().get("/api/user/getAreaDataList?parentCode=31.71.01");
  expect(below.body.items[0]).toEqual({ code: "31.71.01.1001", name: "Gambir", level: "VILLAGE", zone: "WIB" });
});

it("The area call refuses an unknown code with AREA_UNKNOWN and an unreadable one with a field problem.", async () => {
  const unknown = await client().get("/api/user/getAreaDataList?parentCode=99");
  expect([unknown.status, unknown.body.status.code]).toEqual([404, "AREA_UNKNOWN"]);
  const unreadable = await client().get("/api/user/getAreaDataList?parentCode=abc");
  expect([unreadable.status, unreadable.body.status.fields[0].path]).toEqual([422, "parentCode"]);
});
