import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openKeys } from "./keys.server.ts";
import { rotateKeyring } from "#server/keys/keyring.ts";
import { systemRandom } from "#server/process/random.ts";
import { testDatabase } from "#tests/support/database.ts";
import { resealRows, valuesByKey } from "./resealing.ts";

const folder = mkdtempSync(join(tmpdir(), "tunai-resealing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { database } = await testDatabase();
const random = systemRandom();

it("Another rotation while rows are sealed anew brings the work to an end all the same.", async () => {
  const keys = openKeys({ folder, random });
  for (let n = 0; n < 3; n++) await keys.borrowerKeys.cipher(database, random.uuid());
  rotateKeyring(folder);
  rotateKeyring(folder);
  const afterBoth = openKeys({ folder, random });
  let sealed = 0;
  const sealer = {
    ...afterBoth,
    seal: (...input: Parameters<typeof afterBoth.seal>) => {
      if (++sealed > 10) throw new Error("The same rows are sealed again and again.");
      return afterBoth.seal(...input);
    },
  };
  // Started between the two: the second key was the newest then.
  expect(await resealRows(database, sealer, ["k1"])).toBe(3);
  expect(await valuesByKey(database)).toEqual([{ name: "borrower_key.wrapped", keyId: "k3", values: 3 }]);
});
