import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { BorrowerShredded, openKeys, SealBroken } from "./keys.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { testDatabase } from "#tests/support/database.ts";

const { database } = await testDatabase();
const random = systemRandom();
const folder = mkdtempSync(join(tmpdir(), "tunai-borrower-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { borrowerKeys } = openKeys({ folder, random });
const place = { table: "borrower", column: "nik", row: "1" };
const at = new Date("2026-11-21T02:00:00Z");

it("What is sealed for one borrower opens for that one alone, in any process of the installation.", async () => {
  const [one, other] = [random.uuid(), random.uuid()];
  const sealed = await borrowerKeys.seal(database, one, "3174011203900001", place);
  const bytes = await borrowerKeys.sealBytes(database, one, Buffer.from("selfie"), place);
  await borrowerKeys.cipher(database, other);
  const elsewhere = openKeys({ folder, random }).borrowerKeys;
  expect(await elsewhere.open(database, one, sealed, place)).toBe("3174011203900001");
  expect((await elsewhere.openBytes(database, one, bytes, place)).toString()).toBe("selfie");
  await expect(borrowerKeys.open(database, other, sealed, place)).rejects.toThrow(SealBroken);
  await expect(borrowerKeys.open(database, random.uuid(), sealed, place)).rejects.toThrow(SealBroken);
});

it("Parallel first uses agree on one key.", async () => {
  const id = random.uuid();
  const sealed = await Promise.all(
    Array.from({ length: 12 }, (_, n) => transact(database, (trx) => borrowerKeys.seal(trx, id, `value ${n}`, place))),
  );
  const cipher = await borrowerKeys.cipher(database, id);
  expect(sealed.map((value) => cipher.open(value, place))).toEqual(sealed.map((_, n) => `value ${n}`));
});

it("After shredding nothing opens or seals for the borrower, in any process at once, and the tombstone stays.", async () => {
  const [gone, stays] = [random.uuid(), random.uuid()];
  const elsewhere = openKeys({ folder, random }).borrowerKeys;
  const sealed = await borrowerKeys.seal(database, gone, "secret", place);
  await borrowerKeys.seal(database, stays, "secret", place);
  expect(await elsewhere.open(database, gone, sealed, place)).toBe("secret");
  expect(await transact(database, (trx) => borrowerKeys.shred(trx, gone, at))).toBe(true);
  expect(await transact(database, (trx) => borrowerKeys.shred(trx, gone, new Date(at.getTime() + 1)))).toBe(false);
  await expect(elsewhere.open(database, gone, sealed, place)).rejects.toThrow(BorrowerShredded);
  await expect(elsewhere.seal(database, gone, "again", place)).rejects.toThrow(BorrowerShredded);
  expect([...(await borrowerKeys.ciphers(database, [gone, stays, random.uuid()])).keys()]).toEqual([stays]);
  expect(await borrowerKeys.tombstones(database, { limit: 10 })).toEqual([{ borrowerId: gone, shreddedAt: at }]);
  expect(await borrowerKeys.tombstones(database, { afterId: gone, limit: 10 })).toEqual([]);
});

it("A borrower who never had a key can be shredded too, as a restore of an old backup needs.", async () => {
  const id = random.uuid();
  expect(await transact(database, (trx) => borrowerKeys.shred(trx, id, at))).toBe(true);
  await expect(borrowerKeys.seal(database, id, "late", place)).rejects.toThrow(BorrowerShredded);
});

it("The table holds no key in the clear.", async () => {
  const id = random.uuid();
  await borrowerKeys.cipher(database, id);
  const row = await database
    .selectFrom("borrower_key")
    .selectAll()
    .where("borrowerId", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.wrapped).toMatch(/^v1\.k1\.[\w-]{90,}$/);
});
