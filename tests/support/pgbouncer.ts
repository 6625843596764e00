/** Debian's PgBouncer, which `npm run test:long` installs. */
import { spawn } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseAccount } from "#server/postgres/binaries.ts";
import { pause } from "#server/work/timers.ts";
import { freePort } from "./journey-server.ts";

/** The server behind it: a folder with its socket, or an address. */
interface Server {
  host: string;
  port: number;
  password?: string;
}

/** A PgBouncer in front of a server, as the account that owns its socket or may run a database. */
export async function startPgBouncer({ host, port: behind, password = "" }: Server, mode: "session" | "transaction") {
  const folder = await mkdtemp(join(tmpdir(), "tunai-pgbouncer-"));
  const account = await chooseAccount(host);
  const port = await freePort();
  await writeFile(join(folder, "users.txt"), `"tunai" "${password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${host} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
admin_users = tunai
pool_mode = ${mode}
default_pool_size = ${mode === "session" ? 40 : 8}
max_client_conn = 200
server_login_retry = 1
`,
  );
  for (const path of [folder, join(folder, "users.txt"), join(folder, "pgbouncer.ini")])
    if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid);
  const child = spawn("/usr/sbin/pgbouncer", [join(folder, "pgbouncer.ini")], {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += String(text)));
  const ended = new Promise((done) => child.once("exit", done));
  const connection = `postgresql://tunai@127.0.0.1:${port}/tunai`;
  for (let tries = 0; !said.includes("process up"); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${said}`);
    await pause(50);
  }
  return {
    connection,
    said: () => said,
    async stop() {
      child.kill("SIGINT");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
