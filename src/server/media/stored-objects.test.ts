/**
 * Objects without a row are deleted after a day; objects that a row names, that are young or that are not ours stay.
 */
import { mkdtemp, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applicant } from "#tests/support/person.ts";
import { testApp } from "#tests/support/app.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { createFolderStorage } from "#server/outside/storage/folder.ts";
import { systemRandom } from "#server/process/random.ts";
import { removeOrphans, undeclaredColumns } from "./stored-objects.ts";

const app = await testApp();
const { services } = app;
const { storage } = services.outside;
const folder = join(services.config.dataDir, "objects");
const picture = { bytes: new Uint8Array([1, 2, 3]), contentType: "image/jpeg" };

async function put(ageHours: number, store = storage): Promise<string> {
  const key = await store.put(picture);
  const at = new Date(services.clock.realNow().getTime() - ageHours * 3_600_000);
  await utimes(join(folder, key), at, at);
  return key;
}

it("knows every column that may hold a key of an object: a new one is registered in its domain's work, or is named as none", async () => {
  expect(await undeclaredColumns(services)).toEqual([]);
});

it("removes what no row has named for a day, and nothing else", async () => {
  const { borrowerId } = await applicant(app, "approved-1", { mobileNumber: "081277770001" });
  const rows = await services.database
    .selectFrom("identity_photo")
    .select("objectKey")
    .where("borrowerId", "=", borrowerId)
    .execute();
  const papers = await services.database
    .selectFrom("document")
    .select("objectKey")
    .where("borrowerId", "=", borrowerId)
    .execute();
  const named = [...rows, ...papers].map((row) => row.objectKey);
  expect(named.length).toBeGreaterThan(1);
  const long = new Date(services.clock.realNow().getTime() - 90 * 86_400_000);
  for (const key of named) await utimes(join(folder, key), long, long);
  const [orphan, young] = [await put(25), await put(23)];
  const keys = openKeys({ folder: join(await mkdtemp(join(tmpdir(), "other-")), "secrets"), random: systemRandom() });
  const foreign = await put(48, createFolderStorage({ folder, random: systemRandom(), sealer: keys }));
  expect(await removeOrphans(services)).toBe(1);
  expect(await storage.get(orphan)).toBeUndefined();
  expect(await storage.get(young)).toEqual(picture);
  for (const key of named) expect(await storage.get(key)).toBeDefined();
  await expect(storage.get(foreign)).rejects.toThrow();
  expect(await removeOrphans(services)).toBe(0);
});

it("removes nothing while a column may hold keys that nobody has registered", async () => {
  const orphan = await put(30);
  await services.database.schema.createTable("forgotten_paper").addColumn("objectKey", "text").execute();
  expect(await undeclaredColumns(services)).toEqual(["forgotten_paper.objectKey"]);
  expect(await removeOrphans(services)).toBe(0);
  await services.database.schema.dropTable("forgotten_paper").execute();
  expect(await storage.get(orphan)).toEqual(picture);
  expect(await removeOrphans(services)).toBe(1);
});

it("runs once a day for the whole installation", async () => {
  await app.settle();
  const orphan = await put(30);
  app.clock.advance(3_700_000);
  await app.settle();
  expect(await storage.get(orphan)).toEqual(picture);
  app.clock.advance(86_400_000);
  await app.settle();
  expect(await storage.get(orphan)).toBeUndefined();
});
