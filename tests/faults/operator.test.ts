/** The operator's commands: auditing, lifting a stop, erasing again after a restore, rotating keys. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { BorrowerShredded, openKeys } from "#server/keys/keys.server.ts";
import { openStop } from "#server/ledger/index.ts";
import { systemRandom } from "#server/process/random.ts";
import { compiledCode } from "#tests/support/compiled-code.ts";
import { testDatabase } from "#tests/support/database.ts";

const { database, connection } = await testDatabase();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-operator-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script as its line in package.json does. */
function run(script: string, ...rest: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("sh", ["scripts/node.sh", `scripts/${script}.ts`, ...rest], {
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      ...compiledCode(),
      APP_ENV: "test",
      DATABASE_URL: connection,
      SECRETS_DIR: join(folder, "secrets"),
    },
  });
  return { status, said: stdout + stderr };
}
const keys = () => openKeys({ folder: join(folder, "secrets"), random: systemRandom(), mayGenerate: false });

it("makes keys once, and a new one beside them that seals while all of them open", () => {
  expect(run("keys", "make").status).toBe(0);
  expect(run("keys", "make")).toMatchObject({ status: 1, said: expect.stringContaining("nothing was changed") });
  const place = { table: "a", column: "b", row: "c" };
  const before = keys().seal("a value", place);
  expect(run("keys", "rotate")).toMatchObject({ status: 0, said: expect.stringContaining("2 keys open") });
  expect(keys().open(before, place)).toBe("a value");
  expect(keys().seal("a value", place).slice(0, 8)).not.toBe(before.slice(0, 8));
  expect(run("keys").status).toBe(2);
}, 180_000);

it("audits the ledger, and lifts a stop only with a name, a reason and nothing left to find", async () => {
  expect(run("audit")).toMatchObject({ status: 0, said: expect.stringContaining("0 findings") });
  await sql`insert into ledger_stop (findings, stopped_at) values ('[]'::jsonb, now())`.execute(database);
  expect(run("audit")).toMatchObject({ status: 1, said: expect.stringContaining("money writes are stopped since") });
  expect(run("audit", "--lift").status).toBe(2);
  expect(run("audit", "--lift", "--by", "An Operator", "--reason", "The row was put back").status).toBe(0);
  expect(await openStop(database)).toBeUndefined();
  const { rows } = await sql<{
    liftedBy: string;
    liftReason: string;
  }>`select lifted_by, lift_reason from ledger_stop`.execute(database);
  expect(rows).toEqual([{ liftedBy: "An Operator", liftReason: "The row was put back" }]);
}, 180_000);

it("forgets again, after a restore, whom the list of tombstones names", async () => {
  const { borrowerKeys } = keys();
  const [forgotten, kept] = [systemRandom().uuid(), systemRandom().uuid()] as [string, string];
  const place = { table: "a", column: "b", row: "c" };
  const sealed = new Map<string, string>();
  for (const id of [forgotten, kept])
    sealed.set(id, await transact(database, (trx) => borrowerKeys.seal(trx, id, "a name", place)));
  const backup = await sql<{
    wrapped: string;
  }>`select wrapped from borrower_key where borrower_id = ${forgotten}`.execute(database);
  await transact(database, (trx) => borrowerKeys.shred(trx, forgotten, new Date()));
  const list = join(folder, "tombstones.tsv");
  expect(run("tombstones", "list", list)).toMatchObject({ status: 0, said: expect.stringContaining("1 tombstones") });
  expect(await readFile(list, "utf8")).toMatch(new RegExp(`^${forgotten}\t\\S+\n$`));
  // The backup is older than the erasure request: it brings the key back.
  await sql`update borrower_key set wrapped = ${backup.rows[0]?.wrapped}, shredded_at = null where borrower_id = ${forgotten}`.execute(
    database,
  );
  const open = (id: string) => borrowerKeys.open(database, id, sealed.get(id) as string, place);
  expect(await open(forgotten)).toBe("a name");
  expect(run("tombstones", "apply", list)).toMatchObject({
    status: 0,
    said: expect.stringContaining("1 of them forgotten again"),
  });
  await expect(open(forgotten)).rejects.toThrow(BorrowerShredded);
  expect(await open(kept)).toBe("a name");
  expect(run("tombstones", "apply", list).said).toContain("0 of them");
  await writeFile(list, "not a list");
  expect(run("tombstones", "apply", list).status).toBe(1);
  for (const words of [[], ["list"], ["apply"]]) expect(run("tombstones", ...words).status).toBe(2);
}, 180_000);

it("lists whose data was open, and notes it for the server only when it is told to", async () => {
  const file = join(folder, "affected.txt");
  const [one, two] = [systemRandom().uuid(), systemRandom().uuid()];
  await writeFile(file, `${one}\n${two}\n${one}\n`);
  const when = ["--from", "2026-11-20T03:00:00Z", "--until", "2026-11-21T09:00:00Z", "--ids", file];
  expect(run("breach").status).toBe(2);
  expect(run("breach", ...when, "--tell").status).toBe(2);
  expect(run("breach", ...when)).toMatchObject({ status: 0, said: expect.stringContaining("Nobody is told") });
  expect(await database.selectFrom("data_breach").select("id").execute()).toEqual([]);
  const noted = run("breach", ...when, "--data", "NAME,NIK", "--found", "2026-11-21T10:00:00Z", "--tell");
  expect(noted.status, noted.said).toBe(0);
  const [breach] = await database.selectFrom("data_breach").selectAll().execute();
  expect(breach).toMatchObject({ data: ["NAME", "NIK"], dueAt: new Date("2026-11-24T10:00:00Z") });
  const persons = await database.selectFrom("data_breach_person").select("borrowerId").execute();
  expect(persons.map(({ borrowerId }) => borrowerId).toSorted()).toEqual([one, two].toSorted());
}, 180_000);
