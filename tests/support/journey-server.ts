/** Once for the browser journeys: the built product as `npm start` runs it, on data of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:net";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the product runs, such as http://localhost:40123. */
    origin: string;
  }
}

export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProductAt(await mkdtemp(join(tmpdir(), "tunai-journeys-")));
  const withoutFindings = await mkdtemp(join(tmpdir(), "tunai-axe-"));
  project.provide("origin", product.origin);
  project.provide("withoutFindings", withoutFindings);
  return async () => {
    await product.stop("SIGTERM");
    await rm(product.dataDir, { recursive: true, force: true });
    await rm(withoutFindings, { recursive: true, force: true });
  };
}

export interface RunningProduct {
  origin: string;
  dataDir: string;
  child: ChildProcess;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts the product on a folder; the same folder again goes on where it was. */
export async function startProductAt(
  dataDir: string,
  environment: Record<string, string> = {},
  port?: number,
): Promise<RunningProduct> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, ["server.ts"], {
    env: { ...process.env, APP_ENV: "test", DATA_DIR: dataDir, PORT: String(chosen), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      lines.push(chunk.toString());
      if (chunk.toString().includes("is ready on")) ready();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) =>
      failed(new Error(`The product ended with ${code} before it was ready:\n${lines.join("")}`)),
    );
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return {
    origin: `http://localhost:${chosen}`,
    dataDir,
    child,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

export async function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}
