/**
 * A sealed value whose key is destroyed while it is read: the reader gets none, like the next one, and no error is
 * reported.
 */
import * as v from "valibot";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { defineCall } from "#shared/contract.ts";
import { testApp } from "#tests/support/app.ts";
import { answer } from "./pipeline.ts";

const sealedValue = defineCall({
  method: "GET",
  id: "testSealed",
  path: "/api/test/sealed",
  summary: "x",
  policy: { who: "borrower" },
  input: v.strictObject({}),
  output: v.object({ value: v.nullable(v.string()), reads: v.number() }),
  problems: {},
});
const place = { table: "optional_information", column: "answersSealed", row: "x" };
/** Removes the value between reading its row and its key. */
let remove: (() => Promise<void>) | undefined;
const rows = new Map<string, string>();
let reads = 0;
const app = await testApp({
  mount(api) {
    const { keys } = api.services;
    api.mount(
      answer(sealedValue, async (_input, { database, borrowerId }) => {
        reads += 1;
        const row = rows.get(borrowerId);
        await remove?.();
        const value = row === undefined ? null : await keys.borrowerKeys.open(database, borrowerId, row, place);
        return { value, reads };
      }),
    );
  },
});
const { database, keys, random, clock } = app.services;

it("answers as if there were none, after a second look, and says that a key is gone which its row still needs", async () => {
  const borrowerId = random.uuid();
  const client = await app.loggedIn(borrowerId);
  rows.set(borrowerId, await keys.borrowerKeys.seal(database, borrowerId, "two children", place));
  expect((await client.get(sealedValue.path)).body).toEqual({ value: "two children", reads: 1 });
  remove = async () => {
    remove = undefined;
    await transact(database, (trx) => keys.borrowerKeys.shred(trx, borrowerId, clock.now()));
    rows.delete(borrowerId);
  };
  const answered = await client.get(sealedValue.path);
  expect([answered.status, answered.body]).toEqual([200, { value: null, reads: 3 }]);
  // A row that has lost its key but still exists is an error: it is not retried forever.
  rows.set(borrowerId, "sealed");
  expect((await client.get(sealedValue.path)).status).toBe(500);
  expect(reads).toBe(5);
});

it("does a transaction once more that met such a key, and no more than once", async () => {
  let tries = 0;
  const met = (until: number) => () => {
    tries += 1;
    return tries <= until ? Promise.reject(new BorrowerShredded("gone")) : Promise.resolve("done");
  };
  expect(await transact(database, met(1))).toBe("done");
  tries = 0;
  await expect(transact(database, met(9))).rejects.toThrow(BorrowerShredded);
  expect(tries).toBe(2);
});
