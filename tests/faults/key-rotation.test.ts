/**
 * The sealing key is replaced while people read and write: every value can be opened all the time, afterwards no
 * changeable value needs the old key, and people are found as before. // Threat G6
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bankAccountsOf, findBorrowersByAccount } from "#features/account/bank-account/server/index.ts";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { staffEmailOf } from "#features/platform/console/server/member-store.ts";
import { transact } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { keyringFile, readKeyring } from "#server/keys/keyring.ts";
import { unchangeable, valuesByKey } from "#server/keys/resealing.ts";
import { pause } from "#server/work/timers.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower, type RipeBorrower } from "#tests/support/approved-loan.ts";
import { testDatabase } from "#tests/support/database.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const isLong = process.env["TEST_LONG"] === "1";
const options = isLong ? { people: 2_000, readers: 8 } : { people: 30, readers: 3 };

const made = await testDatabase();
const app = await testApp({ database: made });
const { services } = app;
const { database, random } = services;
const { secretsDir } = services.config;
const { enter, nextNumber } = loggingIn(app);
const fewer = await mkdtemp(join(tmpdir(), "tunai-fewer-keys-"));
afterAll(() => rm(fewer, { recursive: true, force: true }));

/** An operator's command beside the running product. */
async function keysCommand(command: string): Promise<{ status: number | null; said: string }> {
  const environment = {
    PATH: process.env["PATH"],
    APP_ENV: "test",
    DATABASE_URL: made.connection,
    SECRETS_DIR: secretsDir,
  };
  const child = spawn("sh", ["scripts/node.sh", "scripts/keys.ts", command], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  return { status: await new Promise((ended) => child.once("close", ended)), said: output };
}

const people: RipeBorrower[] = [];
const writtenBy: { borrowerId: string; accountNumber: string }[] = [];

/** Opens a borrower's stored values, as any page does. */
async function readOne(person: RipeBorrower, by = services): Promise<void> {
  const [account] = await bankAccountsOf(by, database, person.borrowerId);
  expect(account?.accountName).toBe("BUDI SANTOSO");
  expect((await identityOf(by, database, person.borrowerId))?.fullName).toBe("Budi Santoso");
}

/** A new borrower, and one more bank account of a known one. */
async function writeOne(n: number): Promise<void> {
  const { borrowerId } = await ripeBorrower(app);
  const accountNumber = String(7_000_000_000 + n);
  await transact(database, (trx) =>
    addAccount(services, trx, borrowerId, {
      bankCode: "008",
      accountNumber,
      accountName: "BUDI SANTOSO",
      nameMatch: "SAME",
      isMain: false,
    }),
  );
  writtenBy.push({ borrowerId, accountNumber });
}

it(
  "A rotation under load: all opens, the old key is needed for nothing that may change, and people are found.",
  { timeout: isLong ? 900_000 : 120_000 },
  async () => {
    await services.sweeps.runAllDue(services);
    for (let n = 0; n < options.people; n++) people.push(await ripeBorrower(app));
    const number = nextNumber();
    const { userId } = (await enter(app.client(), number)).body;
    expect(userId).toMatch(/^[\w-]{36}$/);
    const old = readKeyring(secretsDir)!.keys.at(-1)!.id;

    let isOver = false;
    let reads = 0;
    const readers = Array.from({ length: options.readers }, async (_, reader) => {
      for (let n = reader; !isOver; n++) {
        await readOne(people[n % people.length]!);
        reads += 1;
      }
    });
    const writer = (async () => {
      for (let n = 0; !isOver; n++) {
        await writeOne(n);
        await pause(10);
      }
    })();
    const load = Promise.all([...readers, writer]);
    load.catch(() => {});

    expect(await keysCommand("rotate")).toMatchObject({ status: 0 });
    const resealed = await keysCommand("reseal");
    expect(resealed.status, resealed.said).toBe(0);
    const [writes, readsThen] = [writtenBy.length, reads];
    await pause(1_000);
    isOver = true;
    await load;
    expect([readsThen > 0, writes > 0, reads > readsThen, writtenBy.length > writes]).toEqual([true, true, true, true]);

    // No changeable value is sealed with the old key, including those written since.
    const held = await valuesByKey(database);
    expect(held.filter(({ name, keyId }) => keyId === old && !unchangeable.includes(name))).toEqual([]);
    expect(held.find(({ name }) => name === "borrower_key.wrapped")?.values).toBeGreaterThan(options.people);

    // The proof: without the old key every value of every person still opens.
    const ring = readKeyring(secretsDir)!;
    await writeFile(keyringFile(fewer), JSON.stringify({ ...ring, keys: ring.keys.filter(({ id }) => id !== old) }), {
      mode: 0o600,
    });
    const later = { ...services, keys: openKeys({ folder: fewer, random, mayGenerate: false }) };
    for (const person of people) await readOne(person, later);
    for (const { borrowerId, accountNumber } of writtenBy) {
      expect(
        (await bankAccountsOf(later, database, borrowerId)).some((account) => account.accountNumber === accountNumber),
      ).toBe(true);
      expect(await findBorrowersByAccount(later, database, "008", accountNumber)).toEqual([borrowerId]);
    }
    const members = await database.selectFrom("staff_member").select(["id", "emailSealed"]).execute();
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) expect(staffEmailOf(later, member)).toContain("@");

    app.clock.advance(61_000);
    expect((await enter(app.client(), number)).body.userId).toBe(userId);
    expect(await keysCommand("reseal")).toMatchObject({
      status: 0,
      said: expect.stringContaining("0 values are sealed anew"),
    });
  },
);
