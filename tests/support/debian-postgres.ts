/** A throwaway server of the system's PostgreSQL, over TCP with a password, whose programs (pg_dump, pg_restore) fit it. */
import { spawn, spawnSync } from "node:child_process";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { chooseAccount } from "#server/postgres/binaries.ts";
import { pause } from "#server/work/timers.ts";
import { freePort } from "./journey-server.ts";

const versions = "/usr/lib/postgresql";

/** `connection` is that of a role `tunai` which may create databases. */
/** @param settings of this server, as `name=value` */
export async function startDebianPostgres(
  settings: readonly string[] = [],
): Promise<{ connection: string; stop(): Promise<void> }> {
  const newest = (await readdir(versions)).map(Number).toSorted((one, other) => other - one)[0];
  const programs = join(versions, String(newest), "bin");
  const folder = await mkdtemp(join(tmpdir(), "tunai-debian-"));
  const account = await chooseAccount(folder);
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  const password = join(folder, "password");
  await writeFile(password, "geheim wort\n", { mode: 0o644 });
  const data = join(folder, "data");
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "tunai", "--pwfile", password, "--auth=scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8"],
    { ...account, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  const port = await freePort();
  const server = spawn(
    join(programs, "postgres"),
    [
      "-D",
      data,
      "-k",
      folder,
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "fsync=off",
      ...settings.flatMap((one) => ["-c", one]),
    ],
    { ...account, cwd: folder, stdio: "ignore" },
  );
  const ended = new Promise((done) => server.once("exit", done));
  const connection = `postgresql://tunai:geheim%20wort@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: connection });
    try {
      await client.connect();
      await client.end();
      return { connection, stop };
    } catch (error) {
      if (tries < 100) await pause(100);
      else {
        await stop();
        throw error;
      }
    }
  }
}
