/**
 * Starts the built server on a copy of an installation's data, only with sandbox ports: nothing in the copy reaches a
 * real partner.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { BackupFault } from "#server/postgres/backup.ts";
import { finishedWithin } from "#server/work/timers.ts";

const startMilliseconds = 60_000;

/** Returns a line about the checked pages. @throws BackupFault when the server does not get ready or does not read */
export async function startCopy(dataDir: string, secretsDir: string): Promise<string> {
  const port = await freePort();
  // No variable of the installation is passed on: no address, no credential, no adapter but the sandbox's.
  const environment = {
    PATH: process.env["PATH"] ?? "",
    APP_ENV: "test",
    DATA_DIR: dataDir,
    SECRETS_DIR: secretsDir,
    PORT: String(port),
  };
  const begun = performance.now();
  const child = spawn(process.execPath, ["server.ts"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-4_000);
        if (output.includes("is ready on")) done();
      });
    }
  });
  try {
    const isReady = await finishedWithin(startMilliseconds, Promise.race([ready, ended]));
    if (!isReady || child.exitCode !== null) throw new BackupFault(`The server did not start on the copy:\n${output}`);
    const origin = `http://localhost:${port}`;
    // The second one reads the database and the keys.
    for (const path of ["/readyz", "/api/loan/products", "/"]) {
      const { status } = await fetch(origin + path, { redirect: "manual" });
      if (status >= 500) throw new BackupFault(`The server on the copy answers ${path} with ${status}.`);
    }
    return `The server started on the copy in ${Math.round(performance.now() - begun)} ms and answers.`;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}
