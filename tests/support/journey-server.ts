/** Once for the browser journeys: what ends TLS, and behind it the built product as `npm start` runs it, on data of its own. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:net";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { nameOfPort, startTlsFront, type TlsFront } from "./tls-front.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the product runs, such as https://p40123.tunai.test. */
    origin: string;
    /** The folder of data as a first start leaves it, which further products begin with. */
    preparedData: string;
    /** A folder in which each invented person of the run takes a number that no other has. */
    takenPersons: string;
    /** How a browser comes to the https origins of journeys. */
    front: Pick<TlsFront, "proxy" | "port" | "made">;
  }
}

export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const front = await startTlsFront();
  const trusted = await mkdtemp(join(tmpdir(), "tunai-tls-"));
  await leadThrough(front, join(trusted, "certificate.pem"));
  const compiled = (process.env[compiledFolder] = await mkdtemp(join(tmpdir(), "tunai-compiled-")));
  const preparedData = await prepareData();
  const product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-journeys-")), {}, { preparedData });
  const withoutFindings = await mkdtemp(join(tmpdir(), "tunai-axe-"));
  const takenPersons = await mkdtemp(join(tmpdir(), "tunai-persons-"));
  project.provide("origin", product.origin);
  project.provide("preparedData", preparedData);
  project.provide("front", { proxy: front.proxy, port: front.port, made: front.made });
  project.provide("withoutFindings", withoutFindings);
  project.provide("takenPersons", takenPersons);
  return async () => {
    await product.stop("SIGTERM");
    await rm(product.dataDir, { recursive: true, force: true });
    await front.close();
    for (const folder of [withoutFindings, takenPersons, trusted, preparedData, compiled])
      await rm(folder, { recursive: true, force: true });
  };
}

/** Names the folder in which the products of a run keep their compiled modules: a start compiles for a fifth of its time. */
const compiledFolder = "TUNAI_COMPILED";

/** Prepares the data of a first start: the database with its migrations, the keys, the sandbox's people and campaigns. */
async function prepareData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-prepared-"));
  const product = await startProductAt(folder);
  const headers = { "Content-Type": "application/json", Origin: product.origin };
  const body = JSON.stringify({ advanceSeconds: 0 });
  // It answers once everything due is done, so the others find nothing left over.
  const answer = await fetch(`${product.origin}/api/sandbox/clock`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The sandbox's clock answered ${answer.status}: ${await answer.text()}`);
  await product.stop("SIGTERM");
  return folder;
}

/** Gives an empty folder the prepared data, each file with its owner: PostgreSQL takes its own files only. */
function copyData(preparedData: string, dataDir: string): void {
  if (readdirSync(dataDir).length === 0) execFileSync("cp", ["-a", `${preparedData}/.`, dataDir]);
}

/** How `fetch` of the workers, which have this process's environment, comes to https origins and trusts their certificate. */
const leading = [
  "NODE_USE_ENV_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  // A machine may name its own proxy by the small ones, which go before.
  "https_proxy",
  "no_proxy",
] as const;
async function leadThrough(front: TlsFront, file: string): Promise<void> {
  await writeFile(file, front.made.certificate);
  const here = "localhost,127.0.0.1";
  const values = ["1", front.proxy, here, file, front.proxy, here];
  for (const [n, name] of leading.entries()) process.env[name] = values[n];
}
/** None of it is the product's: what it asks of others goes straight there. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !(leading as readonly string[]).includes(name)));

export interface RunningProduct {
  origin: string;
  /** Where the process itself listens, on plain http. */
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** The output so far, of stdout and stderr. */
  said(): string;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts the product behind what ends TLS, at an https origin of its own; an empty folder gets the data of a first start. */
export async function startBehindTls(
  dataDir: string,
  environment: Record<string, string> = {},
  place: Place = {},
): Promise<RunningProduct> {
  // In production there is no sandbox.
  if (!environment["APP_ENV"]) copyData(place.preparedData ?? inject("preparedData"), dataDir);
  const port = place.port ?? (await freePort());
  const origin = `https://${nameOfPort(port)}`;
  const behind = { PUBLIC_ORIGIN: origin, TRUSTED_HOPS: "1", ...environment };
  return { ...(await startProductAt(dataDir, behind, { ...place, port })), origin };
}

export interface Place {
  /** The data that an empty folder starts with; by default those that the run prepared. */
  preparedData?: string;
  port?: number;
  /** The folder in which the process starts, with brands of its own; the repository by default. */
  folder?: string;
}

/** Starts the product on a folder, on plain http at localhost; the same folder again goes on where it was. */
export async function startProductAt(
  dataDir: string,
  environment: Record<string, string> = {},
  { port, folder }: Place = {},
): Promise<RunningProduct> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, ["server.ts"], {
    ...(folder ? { cwd: folder } : {}),
    // The runner's own `test` would load what React has for development, which `npm start` does not.
    env: {
      ...ownEnvironment(),
      NODE_ENV: "production",
      APP_ENV: "test",
      DATA_DIR: dataDir,
      PORT: String(chosen),
      ...(process.env[compiledFolder] ? { NODE_COMPILE_CACHE: process.env[compiledFolder] } : {}),
      ...environment,
    },
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
    port: chosen,
    dataDir,
    child,
    said: () => lines.join(""),
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
