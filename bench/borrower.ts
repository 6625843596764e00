/**
 * What borrowers open most, by processor time: `sh scripts/node.sh bench/borrower.ts`.
 * `--peer=FOLDER` measures another checkout of the product by turns, with its own build, on a database of its own;
 * `--only=home,bills,status,apply`, `--seconds=4`, `--rounds=3`, `--connections=20`.
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
import { median, option, report } from "./support/report.ts";
import { borrowerPaths, withRunningLoan } from "./support/running-loan.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 3);
const connections = Number(option("connections") ?? 20);
type Case = keyof typeof borrowerPaths;
const chosen = (option("only")?.split(",") ?? Object.keys(borrowerPaths)) as Case[];

interface Side {
  name: string;
  ground: Ground;
  served: Served;
  cookie: string;
}

async function open(name: string, folder?: string): Promise<Side> {
  const ground = await openGround();
  if (folder)
    spawnSync("sh", ["scripts/node.sh", "scripts/build.ts", "--unchecked"], { cwd: folder, stdio: "inherit" });
  const served = folder
    ? await serve([...startFlags, "server.ts"], environmentOf(ground), "is ready on", folder)
    : await startProduct(ground);
  return { name, ground, served, cookie: await withRunningLoan(ground) };
}

interface Measured extends Loaded {
  databaseMicroseconds: number;
}

/** The database's processes are the ground's, children of this one. */
async function measure({ served, cookie }: Side, path: string, length: number): Promise<Measured> {
  const others = () => descendants(process.pid).filter((pid) => pid !== served.child.pid);
  const before = new Map(others().map((pid) => [pid, processorMilliseconds(pid)]));
  const options = { path, headers: { cookie, "accept-encoding": "br" }, connections };
  const loaded = await load(served, { ...options, seconds: length });
  const spent = others().reduce((sum, pid) => sum + processorMilliseconds(pid) - (before.get(pid) ?? 0), 0);
  return { ...loaded, databaseMicroseconds: (spent * 1000) / (loaded.requestsPerSecond * length) };
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
      await waitForQuiet();
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        measured.get(side.name)?.push(await measure(side, borrowerPaths[name], seconds));
    }
    for (const [side, all] of measured) {
      const of = (figure: keyof Measured) => Math.round(median(all.map((one) => one[figure])));
      rows.push({
        case: name,
        side,
        "requests/s": of("requestsPerSecond"),
        "p50 ms": of("p50Milliseconds"),
        "p99 ms": of("p99Milliseconds"),
        "Node µs": of("processorMicroseconds"),
        "PostgreSQL µs": of("databaseMicroseconds"),
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
