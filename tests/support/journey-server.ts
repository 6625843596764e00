/** Once for the browser journeys: what ends TLS, and behind it the built product as `npm start` runs it, on data of its own. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { nameOfPort, startTlsFront, type TlsFront } from "./tls-front.ts";
import { whenFileOver } from "./when-over.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the product runs, such as https://p40123.tunai.test. */
    origin: string;
    /** The folder of data as a first start leaves it, which further products begin with. */
    preparedData: string;
    /** A folder in which each invented person of the run takes a number that no other has. */
    takenPersons: string;
    /** Where a worker asks for the product whose days its files move (`ownDays`). */
    products: string;
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
  const perWorker = await serveProducts(preparedData);
  const withoutFindings = await mkdtemp(join(tmpdir(), "tunai-axe-"));
  const takenPersons = await mkdtemp(join(tmpdir(), "tunai-persons-"));
  project.provide("origin", product.origin);
  project.provide("preparedData", preparedData);
  project.provide("products", perWorker.address);
  project.provide("front", { proxy: front.proxy, port: front.port, made: front.made });
  project.provide("withoutFindings", withoutFindings);
  project.provide("takenPersons", takenPersons);
  return async () => {
    await perWorker.close();
    await end(product);
    await front.close();
    for (const folder of [withoutFindings, takenPersons, trusted, preparedData, compiled])
      await rm(folder, { recursive: true, force: true });
  };
}

/** Ends a product and deletes its data. */
async function end(product: RunningProduct): Promise<void> {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
}

/**
 * Starts a product for each worker that asks for one, and ends them with the run: a worker ends without notice, so what it
 * started itself would go on. While no file uses it, its process stands still: an idle one asks its database twenty times
 * a second, a twenty-fifth of a core.
 */
async function serveProducts(preparedData: string): Promise<{ address: string; close(): Promise<void> }> {
  const started = new Map<string, Promise<RunningProduct>>();
  const productOf = (worker: string): Promise<RunningProduct> => {
    const product =
      started.get(worker) ??
      mkdtemp(join(tmpdir(), "tunai-days-")).then((folder) => startBehindTls(folder, {}, { preparedData }));
    started.set(worker, product);
    return product;
  };
  const server = createHttpServer((request, response) => {
    const [worker = "", act] = (request.url ?? "").slice(1).split("/");
    productOf(worker).then(
      ({ origin, dataDir, child }) => {
        child.kill(act === "rest" ? "SIGSTOP" : "SIGCONT");
        response.end(JSON.stringify({ origin, dataDir }));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      for (const product of await Promise.all(started.values())) {
        product.child.kill("SIGCONT");
        await end(product);
      }
    },
  };
}

/** Where a product runs, and its data. */
export type ReadyProduct = Pick<RunningProduct, "origin" | "dataDir">;

/**
 * The product whose clock this worker's files move by hours and days, one file after the other. For files that bring people
 * of their own and count nothing of all borrowers; it goes on to the worker's next file as this one leaves it.
 */
export async function ownDays(): Promise<ReadyProduct> {
  const ask = async (act: string) => {
    const answer = await fetch(`${inject("products")}/${process.env["VITEST_POOL_ID"]}/${act}`);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as ReadyProduct;
  };
  whenFileOver(async () => void (await ask("rest")));
  return ask("go-on");
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
      // Instead of 20: each connection reads the catalogue and plans by itself.
      ...(environment["APP_ENV"] ? {} : { DATABASE_POOL: "14" }),
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
