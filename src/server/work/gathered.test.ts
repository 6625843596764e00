/** Small tasks executed together: their order, their limits, their errors, and that they run outside of requests. */
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { gathered } from "./gathered.ts";

it("works on the first item at once, and on those that come during it together, in their order and within the bound", async () => {
  const batches: number[][] = [];
  const add = gathered(
    async (items: readonly number[]) => {
      batches.push([...items]);
      return items.map((item) => item * 2);
    },
    { most: 3, everyMilliseconds: 5 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await add(6)).toBe(12);
});

it("fails alone an item that cannot be done, and all of them where the database is away", async () => {
  let isAway = false;
  let calls = 0;
  const add = gathered(
    async (items: readonly number[]) => {
      calls += 1;
      if (isAway) throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
      if (items.includes(3)) throw new Error("not a number of ours");
      return items;
    },
    { most: 10, everyMilliseconds: 5 },
  );
  const statuses = async (items: number[]) => (await Promise.allSettled(items.map(add))).map(({ status }) => status);
  expect(await statuses([1, 2, 3, 4])).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  isAway = true;
  calls = 0;
  expect(await statuses([1, 2, 4])).toEqual(["rejected", "rejected", "rejected"]);
  expect(calls).toBeLessThan(3);
});

it("runs a batch in the context of no request", async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const add = gathered(
    async (items: readonly number[]) => {
      seen.push(request.getStore());
      return items;
    },
    { most: 10, everyMilliseconds: 1 },
  );
  await Promise.all(["one", "two"].map((name, item) => request.run(name, () => add(item))));
  expect(seen).toEqual([undefined, undefined]);
});
