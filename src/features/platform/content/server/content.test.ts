import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const browser = app.client();

it("answers a standing text in the caller's language or the one that is named", async () => {
  const path = "/api/operation/staticText/getByKey?key=late-payment";
  const named = await browser.get(`${path}&language=en`);
  expect(named.body).toMatchObject({ key: "late-payment", language: "en", title: "If you pay late", format: "HTML" });
  expect(named.body.body).toContain("<h2");
  expect((await browser.get(path, { "Accept-Language": "zh-CN" })).body.language).toBe("zh");
  expect((await browser.get(path)).body.language).toBe("id");
  const unknown = await browser.get("/api/operation/staticText/getByKey?key=no-such-text", { "Accept-Language": "en" });
  expect([unknown.status, unknown.body.status.code, unknown.body.status.detail]).toEqual([
    404,
    "TEXT_UNKNOWN",
    "There is no such text.",
  ]);
});

it("answers agreement texts, rules and help by the same key as their files, each key once", async () => {
  const standing = ["static-text", "agreement-text", "campaign-text", "help"];
  const keys: string[] = [];
  for (const collection of standing)
    for (const { key } of (await browser.get(`/api/contents?collection=${collection}&limit=100`)).body.items)
      keys.push(key);
  expect(keys).toEqual([...new Set(keys)]);
  for (const key of ["privyid-faq", "coupon-instructions", "prevent-fraud"]) {
    const answer = await browser.get(`/api/operation/staticText/getByKey?key=${key}&language=en`);
    expect([answer.status, answer.body.key, answer.body.language]).toEqual([200, key, "en"]);
  }
});

it("lists a collection page by page, in its order, and knows no place that was made up", async () => {
  const first = (await browser.get("/api/contents?collection=static-text&limit=2")).body;
  expect(first.items).toHaveLength(2);
  const second = (await browser.get(`/api/contents?collection=static-text&limit=2&cursor=${first.nextCursor}`)).body;
  const all = (await browser.get("/api/contents?collection=static-text&limit=100")).body;
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4));
  expect(all.nextCursor).toBeNull();
  expect((await browser.get("/api/contents?collection=static-text&cursor=made-up")).body.items[0]).toEqual(
    all.items[0],
  );
  expect((await browser.get("/api/contents?collection=no-such")).status).toBe(422);
});

it("answers one content with its body, and the whole collection with theirs", async () => {
  const one = await browser.get("/api/contents/static-text/terms?language=en");
  expect(one.body).toMatchObject({ collection: "static-text", key: "terms", language: "en", summary: null });
  const { items } = (await browser.get("/api/contents/bodies?collection=static-text", { "Accept-Language": "en" }))
    .body;
  expect(items).toContainEqual(one.body);
  const unknown = await browser.get("/api/contents/static-text/no-such");
  expect([unknown.status, unknown.body.status.code]).toEqual([404, "CONTENT_UNKNOWN"]);
});

it("finds contents by words, in each language, also with a letter wrong or another ending", async () => {
  const keys = async (q: string, language: string) => {
    const { body } = await browser.get(`/api/contents/search?q=${encodeURIComponent(q)}`, {
      "Accept-Language": language,
    });
    return body.items.map(({ key }: { key: string }) => key);
  };
  expect((await keys("terlambat bayar", "id"))[0]).toBe("late-payment");
  expect((await keys("terlmbat membayar", "id"))[0]).toBe("late-payment");
  expect((await keys("device permisions", "en"))[0]).toBe("device-permissions");
  expect((await keys("逾期还款", "zh"))[0]).toBe("late-payment");
  expect(await keys("zzzzzz qqqq", "en")).toEqual([]);
});
