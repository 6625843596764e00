/**
 * Processor time of the pages that borrowers open most: `sh scripts/node.sh bench/borrower.ts`. `--peer=FOLDER`
 * measures another checkout of the product alternately, with its own build and database, and reports the processor time
 * of Node and PostgreSQL together as a share of the peer's: median of the rounds, lowest, highest;
 * `--only=home,bills,status,apply`, `--seconds=4`, `--rounds=3`, `--connections=20`, `--wait=20` seconds at most for
 * quiet before each round, `--encoding=gzip, br` that the borrower accepts. `--payments=180` also measures each side
 * with a borrower whose loan was paid so often, beside one of two payments; `--flags="--max-semi-space-size=24"` starts
 * the product, and not its peer, with these flags of V8 instead of those of `npm start`; `--bare=yes`
 * also measures a bare server that reads the session by one statement and renders the same tags by React, for pages.
 */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
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
import { pause } from "#server/work/timers.ts";
import { median, option, report, short } from "./support/report.ts";
import { borrowerPaths, runningLoans } from "./support/running-loan.ts";
import { bare, fetchRaw } from "./support/same-bytes.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 3);
const connections = Number(option("connections") ?? 20);
const maxWaitSeconds = Number(option("wait") ?? 20);
const encoding = option("encoding") ?? "gzip, br";
const payments = Number(option("payments") ?? 0);
const fewPayments = 2;
const hasBare = option("bare") !== undefined;
const paymentRupiah = 10_000;
const flags = option("flags")?.split(" ").filter(Boolean) ?? startFlags;
type Case = keyof typeof borrowerPaths;
const chosen = (option("only")?.split(",") ?? Object.keys(borrowerPaths)) as Case[];

interface Side {
  name: string;
  /** For a side with many payments: the side with the same server and few payments. */
  few?: Side;
  /** Its commit, with a mark if files were changed after it. */
  commit: string;
  ground: Ground;
  /** The processes that its PostgreSQL began with; those of connections are their children. */
  postgres: number[];
  served: Served;
  cookie: string;
}

async function open(name: string, folder?: string): Promise<Side[]> {
  const before = descendants(process.pid);
  const ground = await openGround();
  const postgres = descendants(process.pid).filter((pid) => !before.includes(pid));
  if (folder)
    spawnSync("sh", ["scripts/node.sh", "scripts/build.ts", "--unchecked"], { cwd: folder, stdio: "inherit" });
  const served = folder
    ? await serve([...startFlags, "server.ts"], environmentOf(ground), "is ready on", folder)
    : await startProduct(ground, {}, flags);
  const common = { commit: commitOf(folder ?? process.cwd()), ground, postgres, served };
  const [few, many] = await runningLoans(ground, payments > 0 ? 2 : 1, { amountRupiah: 9_000_000 });
  const side: Side = { name, ...common, cookie: few! };
  if (many === undefined) return [side];
  await payOften(served, few!, fewPayments);
  await payOften(served, many, payments);
  return [side, { name: `${name}, ${payments} payments`, few: side, ...common, cookie: many }];
}

/** Pays the loan of this session this many times, from the tap at the sandbox's bank, one payment after the other. */
async function payOften({ origin }: Served, cookie: string, count: number): Promise<void> {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { virtualAccountNumber } = await ask("/api/repayment/virtual-account", { bankCode: "014" });
  for (let paid = 0; paid < count; paid++)
    await ask("/api/sandbox/bank/pay", { virtualAccountNumber, amount: paymentRupiah });
  const paidRupiah = async () =>
    ((await ask("/api/repayment/bills"))["bill"] as { paidRupiah: number } | null)?.paidRupiah ?? 0;
  for (let tries = 0; (await paidRupiah()) < count * paymentRupiah; tries++) {
    if (tries > 240) throw new Error("Not all payments were booked.");
    await pause(500);
  }
}

const commitOf = (folder: string): string =>
  spawnSync("git", ["describe", "--always", "--dirty=+"], { cwd: folder, encoding: "utf8" }).stdout.trim();

interface Measured extends Loaded {
  databaseMicroseconds: number;
  /** Processor time of Node, with its helper threads, and of PostgreSQL, for one request. */
  bothMicroseconds: number;
}

/** Both sides ran side by side in a round, so the round gives its own ratio. */
function shareOf(product: readonly Measured[], peer: readonly Measured[]): string {
  const shares = product.map((one, round) => one.bothMicroseconds / (peer[round] as Measured).bothMicroseconds);
  return `${short(median(shares))} (${short(Math.min(...shares))} to ${short(Math.max(...shares))})`;
}

/** A bare server of the same page, on the product's database and for the same borrower. */
async function openBare({ ground, postgres, served, cookie }: Side, name: Case): Promise<Side> {
  const { body } = await fetchRaw(served.origin + borrowerPaths[name], { cookie });
  const file = join(ground.folder, `${name}.html`);
  await writeFile(file, body);
  const environment = { DATABASE_URL: ground.connection, QUALITY: "5" };
  return { name: "bare", commit: "", ground, postgres, served: await bare(["page", file], environment), cookie };
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
const sides = [...(await open("product")), ...(peer ? await open("peer", peer) : [])];
try {
  const rows = [];
  for (const name of chosen) {
    const isPage = !borrowerPaths[name].startsWith("/api/");
    const own = hasBare && isPage ? await openBare(sides[0]!, name) : null;
    const all = own ? [...sides, own] : sides;
    const measured = new Map<string, Measured[]>(all.map((side) => [side.name, []]));
    for (const side of all) await measure(side, borrowerPaths[name], 2);
    for (let round = 0; round < rounds; round++) {
      await waitForQuiet(maxWaitSeconds);
      for (const side of round % 2 === 0 ? all : all.toReversed())
        measured.get(side.name)?.push(await measure(side, borrowerPaths[name], seconds));
    }
    await own?.served.stop();
    const bareRates = (measured.get("bare") ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
    for (const { name: side, commit, few } of all) {
      const seen = measured.get(side) ?? [];
      const of = (figure: keyof Measured) => Math.round(median(seen.map((one) => one[figure])));
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
        "share of the peer's":
          side.startsWith("product") && peer ? shareOf(seen, measured.get(side.replace("product", "peer")) ?? []) : "",
        ...(payments > 0 ? { "share of two payments'": few ? shareOf(seen, measured.get(few.name) ?? []) : "" } : {}),
        ...(own
          ? { "of bare requests/s": short(median(seen.map((one, round) => one.requestsPerSecond / bareRates[round]!))) }
          : {}),
        "resident MB": of("residentMegabytes"),
      });
    }
  }
  report("borrower", rows);
} finally {
  for (const side of sides.filter(({ few }) => !few)) {
    await side.served.stop();
    await side.ground.stop();
  }
}
