/** Money outlives its processes: a worker is killed with SIGKILL again and again in the middle of its work. // Threats B4 to B7 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Each loan is one payout and some four payments: 400 of them are 2,000 operations. */
const options = isLong ? { loans: 400, kills: 60 } : { loans: 6, kills: 3 };

const { connection } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), "tunai-faults-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function worker(...words: string[]): ChildProcess {
  const script = join(import.meta.dirname, "../support/money-worker.ts");
  const environment = { ...process.env, NODE_ENV: "test", APP_ENV: "test", DATABASE_URL: connection, DATA_DIR: folder };
  return spawn(process.execPath, [script, ...words], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
}

async function done(...words: string[]): Promise<Record<string, unknown>> {
  const child = worker(...words);
  const [out, faults] = ["", ""].map(() => [] as string[]);
  child.stdout?.on("data", (chunk: Buffer) => out?.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => faults?.push(chunk.toString()));
  const code = await new Promise((ended) => child.once("exit", ended));
  const last = out
    ?.join("")
    .trim()
    .split("\n")
    .findLast((line) => line.startsWith("{") && !line.includes('"level"'));
  if (code !== 0 || !last)
    throw new Error(`The worker ended with ${String(code)}:\n${faults?.join("")}\n${out?.join("").slice(-2000)}`);
  return JSON.parse(last) as Record<string, unknown>;
}

/** Starts a worker and kills it some time after it began to work; the moments are spread over what it does. */
async function workAndKill(number: number): Promise<void> {
  const child = worker("work");
  const ended = new Promise((gone) => child.once("exit", gone));
  await new Promise<void>((ready, failed) => {
    child.stdout?.on("data", (chunk: Buffer) => chunk.toString().includes("working") && ready());
    child.once("exit", (code) => failed(new Error(`The worker ended by itself with ${code}.`)));
  });
  await new Promise((later) => setTimeout(later, 150 + ((number * 397) % 1400)));
  expect(child.exitCode, "the worker ended by itself").toBeNull();
  child.kill("SIGKILL");
  await ended;
}

it(
  `${options.kills} killed processes and a hostile bank lose nothing and pay nothing twice.`,
  { timeout: isLong ? 1_800_000 : 400_000 },
  async () => {
    expect(await done("seed", String(options.loans))).toEqual({ loans: options.loans });
    for (let number = 0; number < options.kills; number++) await workAndKill(number);
    expect(await done("finish")).toEqual({ open: [] });
    const found = await done("verify");
    expect(found).toMatchObject({
      problems: [],
      findings: [],
      holds: 0,
      unhandled: 0,
      loans: options.loans,
      paidOff: options.loans,
    });
    expect(Number(found["operations"])).toBeGreaterThanOrEqual(options.loans * 4);
  },
);
