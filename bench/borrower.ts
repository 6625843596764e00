/**
 * Processor time of the pages that borrowers open most: `sh scripts/node.sh bench/borrower.ts`.
 * `--peer=FOLDER` measures another checkout of the product by turns, with its own build, on a database of its own, and
 * tells the processor time of Node and PostgreSQL together as a share of the peer's: median of the rounds, lowest, highest;
 * `--only=home,bills,status,apply`, `--seconds=4`, `--rounds=3`, `--connections=20`, `--wait=20` seconds at most for quiet
 * before each round, `--encoding=gzip, br` that the borrower accepts.
 */
import { spawnSync } from "node:child_process";
import { load, type Loaded } from "./support/load.ts";
import {
  descendants,
  processorMilliseconds,
  serve,
  stayAside,
  waitForQuiet,
  type Served,
} from "./support/processes.ts";
import { environmentOf, openGround, startFlags, startProduct, type Ground } from "./support/product.ts";
import { median, option, report, short } from "./support/report.ts";
import { borrowerPaths, withRunningLoan } from "./support/running-loan.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 3);
const connections = Number(option("connections") ?? 20);
const maxWaitSeconds = Number(option("wait") ?? 20);
const encoding = option("encoding") ?? "gzip, br";
type Case = keyof typeof borrowerPaths;
const chosen = (option("only")?.split(",") ?? Object.keys(borrowerPaths)) as Case[];

interface Side {
  name: string;
  /** Its commit; with a mark where files were changed after it. */
  commit: string;
  ground: Ground;
  /** The processes that its PostgreSQL began with; those of connections are their children. */
  postgres: number[];
  served: Served;
  cookie: string;
}

async function open(name: string, folder?: string): Promise<Side> {
  const before = descendants(process.pid);
  const ground = await openGround();
  const postgres = descendants(process.pid).filter((pid) => !before.includes(pid));
  if (folder)
    spawnSync("sh", ["scripts/node.sh", "scripts/build.ts", "--unchecked"], { cwd: folder, stdio: "inherit" });
  const served = folder
    ? await serve([...startFlags, "server.ts"], environmentOf(ground), "is ready on", folder)
    : await startProduct(ground);
  return {
    name,
    commit: commitOf(folder ?? process.cwd()),
    ground,
    postgres,
    served,
    cookie: await withRunningLoan(ground),
  };
}

const commitOf = (folder: string): string =>
  spawnSync("git", ["describe", "--always", "--dirty=+"], { cwd: folder, encoding: "utf8" }).stdout.trim();

interface Measured extends Loaded {
  databaseMicroseconds: number;
  /** Processor time of Node, with its helper threads, and of PostgreSQL, for one request. */
  bothMicroseconds: number;
}

/** Both sides of a round stood side by side: the round's own ratio. */
function shareOf(product: readonly Measured[], peer: readonly Measured[]): string {
  const shares = product.map((one, round) => one.bothMicroseconds / (peer[round] as Measured).bothMicroseconds);
  return `${short(median(shares))} (${short(Math.min(...shares))} to ${short(Math.max(...shares))})`;
}

async function measure({ served, postgres, cookie }: Side, path: string, length: number): Promise<Measured> {
  const servers = () => [...new Set(postgres.flatMap((pid) => [pid, ...descendants(pid)]))];
  const before = new Map(servers().map((pid) => [pid, processorMilliseconds(pid)]));
  const options = { path, headers: { cookie, "accept-encoding": encoding }, connections };
  const loaded = await load(served, { ...options, seconds: length });
  const spent = servers().reduce((sum, pid) => sum + processorMilliseconds(pid) - (before.get(pid) ?? 0), 0);
  const databaseMicroseconds = (spent * 1000) / (loaded.requestsPerSecond * length);
  return { ...loaded, databaseMicroseconds, bothMicroseconds: loaded.processorMicroseconds + databaseMicroseconds };
}

stayAside();
const peer = option("peer");
const sides = [await open("product"), ...(peer ? [await open("peer", peer)] : [])];
try {
  const rows = [];
  for (const name of chosen) {
    const measured = new Map<string, Measured[]>(sides.map((side) => [side.name, []]));
    for (const side of sides) await measure(side, borrowerPaths[name], 2);
    for (let round = 0; round < rounds; round++) {
      await waitForQuiet(maxWaitSeconds);
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        measured.get(side.name)?.push(await measure(side, borrowerPaths[name], seconds));
    }
    for (const { name: side, commit } of sides) {
      const all = measured.get(side) ?? [];
      const of = (figure: keyof Measured) => Math.round(median(all.map((one) => one[figure])));
      rows.push({
        case: name,
        side,
        commit,
        "requests/s": of("requestsPerSecond"),
        "p50 ms": of("p50Milliseconds"),
        "p99 ms": of("p99Milliseconds"),
        "Node µs": of("processorMicroseconds"),
        "PostgreSQL µs": of("databaseMicroseconds"),
        "both µs": of("bothMicroseconds"),
        "share of the peer's": side === "product" && peer ? shareOf(all, measured.get("peer") ?? []) : "",
        "resident MB": of("residentMegabytes"),
      });
    }
  }
  report("borrower", rows);
} finally {
  for (const side of sides) {
    await side.served.stop();
    await side.ground.stop();
  }
}
