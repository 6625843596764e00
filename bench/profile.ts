/**
 * Where the processor time of a page goes: `sh scripts/node.sh bench/profile.ts`. Runs the product under V8's sampling
 * profiler while borrowers load one address, and reports the time of each request by part of the product and by
 * function. `--only=home,bills,status,apply`, `--seconds=15`, `--connections=20`, `--top=25`, `--keep=FOLDER` for the
 * profiles themselves.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "./support/load.ts";
import { serve, stayAside } from "./support/processes.ts";
import { environmentOf, openGround, startFlags, startProduct, type Ground } from "./support/product.ts";
import { option, report } from "./support/report.ts";
import { borrowerPaths, withRunningLoan } from "./support/running-loan.ts";

const seconds = Number(option("seconds") ?? 15);
const connections = Number(option("connections") ?? 20);
const top = Number(option("top") ?? 25);
const keepFolder = option("keep");
type Case = keyof typeof borrowerPaths;
const chosen = (option("only")?.split(",") ?? ["home", "status"]) as Case[];

interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
  /** Microseconds of the system's steady clock, which every process shares. */
  startTime: number;
}

/** Parts by the file of a sample's innermost function; the first match counts. */
const parts: readonly [name: string, file: RegExp][] = [
  ["React's rendering", /react-dom/],
  ["elements (React)", /\/node_modules\/react\//],
  ["router", /\/react-router\/|@react-router/],
  ["PostgreSQL client", /\/(?:pg|pg-[\w-]+|postgres-[\w-]+)\//],
  ["queries as text (Kysely)", /\/kysely\//],
  ["checks of input and output (Valibot)", /\/valibot\//],
  ["dates (Temporal)", /temporal/],
  ["screens and their texts", /\/build\/|\/src\/web\/|\/screens\/|\/parts\//],
  ["domains", /\/src\/features\//],
  ["the floor (src/server, src)", /\/src\//],
  ["libraries", /\/node_modules\//],
  ["Node", /^node:/],
];

function partOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  if (functionName === "(garbage collector)") return "collection of garbage";
  if (functionName === "(program)") return "outside JavaScript (system calls, compression's own threads not counted)";
  if (functionName === "(idle)") return "idle";
  return parts.find(([, file]) => file.test(url))?.[0] ?? "V8 and native functions";
}

const steadyMicroseconds = (): number => Number(process.hrtime.bigint() / 1000n);

/** Self time in microseconds by part and by function between two moments; idle time is omitted. */
function selfTimes(
  { nodes, samples, timeDeltas, startTime }: Profile,
  from: number,
  to: number,
): {
  parts: Map<string, number>;
  names: Map<string, number>;
} {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const totals = { parts: new Map<string, number>(), names: new Map<string, number>() };
  const add = (to: Map<string, number>, key: string, time: number) => to.set(key, (to.get(key) ?? 0) + time);
  let at = startTime;
  samples.forEach((id, n) => {
    const frame = byId.get(id);
    const time = timeDeltas[n] ?? 0;
    at += time;
    if (!frame || frame.functionName === "(idle)" || at < from || at > to) return;
    add(totals.parts, partOf(frame), time);
    const file = frame.url.replace(/^.*\/(?:node_modules|tunai|src|build)\//, "").replace(/^file:\/\//, "");
    add(totals.names, `${frame.functionName || "(anonymous)"} ${file}:${frame.lineNumber + 1}`, time);
  });
  return totals;
}

/**
 * Processor time so far in microseconds by the names of a process's threads; empty where the system does not report it.
 */
function threadMicroseconds(pid: number): Map<string, number> {
  const spent = new Map<string, number>();
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      const fields = stat.replace(/^.*\) /, "").split(" ");
      const name = thread === String(pid) ? "main" : stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      spent.set(name, (spent.get(name) ?? 0) + (Number(fields[11]) + Number(fields[12])) * 10_000);
    }
  } catch {
    // A thread that ended is not counted.
  }
  return spent;
}

async function profiled(ground: Ground, cookie: string, name: Case): Promise<void> {
  const folder = keepFolder ? join(keepFolder, name) : await mkdtemp(join(tmpdir(), "tunai-profile-"));
  await mkdir(folder, { recursive: true });
  const options = { path: borrowerPaths[name], headers: { cookie, "accept-encoding": "br" }, connections };
  const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=500"];
  const product = await serve([...startFlags, ...flags, "server.ts"], environmentOf(ground), "is ready on");
  // The start of the process, and the first requests, which are compiled while they run, do not count for a page.
  await load(product, { ...options, seconds: 2 });
  const from = steadyMicroseconds();
  const before = threadMicroseconds(product.child.pid as number);
  const loaded = await load(product, { ...options, seconds });
  const after = threadMicroseconds(product.child.pid as number);
  const to = steadyMicroseconds();
  await product.stop();
  const [file] = (await readdir(folder)).filter((one) => one.endsWith(".cpuprofile"));
  const profile = JSON.parse(await readFile(join(folder, file as string), "utf8")) as Profile;
  if (!keepFolder) await rm(folder, { recursive: true, force: true });
  const times = selfTimes(profile, from, to);
  const requests = loaded.requestsPerSecond * seconds;
  const rowsOf = (from: Map<string, number>, what: string) => {
    const all = [...from.values()].reduce((sum, one) => sum + one, 0);
    return [...from]
      .sort((one, other) => other[1] - one[1])
      .slice(0, top)
      .map(([key, time]) => ({ [what]: key, "µs a request": Math.round(time / requests), "%": (time / all) * 100 }));
  };
  const threads = [...after].map(([thread, spent]) => [thread, spent - (before.get(thread) ?? 0)] as const);
  report(`${name}: ${Math.round(loaded.requestsPerSecond)} a second`, rowsOf(times.parts, "part"));
  report(`${name}: threads, of which the profile sees the main one alone`, rowsOf(new Map(threads), "thread"));
  report(`${name}: functions by their own time`, rowsOf(times.names, "function"));
}

stayAside();
const ground = await openGround();
try {
  // A separate start creates keys, tables and the sandbox's own rows.
  const first = await startProduct(ground);
  const cookie = await withRunningLoan(ground);
  await first.stop();
  for (const name of chosen) await profiled(ground, cookie, name);
} finally {
  await ground.stop();
}
