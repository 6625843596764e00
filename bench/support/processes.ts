/**
 * Server processes under measurement: pinned to one core, with their processor time and memory read from the kernel.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"], { stdio: "ignore" }).status === 0;
const serverCore = 0;
/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Pins this process, and all that it starts without a core of their own, to the other cores. */
export function stayAside(): void {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", `1-${availableParallelism() - 1}`, String(process.pid)]);
}

export interface Served {
  origin: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Pins this process, and what it starts until `stayAside`, to the servers' core: for a database that shares it. */
export function stayWithServers(): void {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(serverCore), String(process.pid)]);
}

/** Starts a Node server on the servers' core and waits for the line that says it is ready. `PORT` is its port. */
export async function serve(
  script: readonly string[],
  environment: Record<string, string>,
  readyWord: string,
  cwd = process.cwd(),
): Promise<Served> {
  const port = environment["PORT"] ?? String(await freePort());
  const command = [...(canPin ? ["taskset", "-c", String(serverCore)] : []), process.execPath, ...script];
  const child = spawn(command[0] as string, command.slice(1), {
    env: { ...process.env, NODE_ENV: "production", ...environment, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  const output: string[] = [];
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      if (output.length < 200) output.push(chunk.toString());
      if (chunk.includes(readyWord)) ready();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => failed(new Error(`${script.join(" ")} ended with ${code}:\n${output.join("")}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    child,
    async stop() {
      child.kill("SIGTERM");
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

/** Processor time that a process has used so far, in milliseconds; NaN where the system does not report it. */
export function processorMilliseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return NaN;
  }
}

/** Every process that this one started, by itself or through others; none where the system does not report it. */
export function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** Share of all cores that is idle in this quarter of a second; 1 where the system does not report it. */
async function idleShare(): Promise<number> {
  const read = (): number[] => {
    try {
      return (readFileSync("/proc/stat", "utf8").split("\n")[0] as string).split(/\s+/).slice(1).map(Number);
    } catch {
      return [];
    }
  };
  const before = read();
  await new Promise((wait) => setTimeout(wait, 250));
  const spent = read().map((ticks, n) => ticks - (before[n] ?? 0));
  const all = spent.reduce((sum, ticks) => sum + ticks, 0);
  return all === 0 ? 1 : ((spent[3] ?? 0) + (spent[4] ?? 0)) / all;
}

/** Waits for a moment in which no other process needs the machine, with a time limit. */
export async function waitForQuiet(maxSeconds = 20): Promise<void> {
  const latest = performance.now() + maxSeconds * 1000;
  while ((await idleShare()) < 0.85 && performance.now() < latest);
}

/** Memory of a process that is in RAM now, in megabytes. */
export function residentMegabytes(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
