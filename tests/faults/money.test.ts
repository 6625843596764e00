/**
 * Money survives its processes: a worker is killed with SIGKILL again and again in the middle of its work. // Threats
 * B4 to B7
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { moneyWorker } from "#tests/support/money-process.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Each loan is one payout and about four payments: 400 of them are 2,000 operations. */
const options = isLong ? { loans: 400, kills: 60 } : { loans: 4, kills: 2 };

const { connection } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), "tunai-faults-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { worker, done } = moneyWorker(() => ({ DATABASE_URL: connection, DATA_DIR: folder }));

/** Starts a worker and kills it some time after it began to work; the instants are spread over its work. */
async function workAndKill(number: number): Promise<void> {
  const { child } = worker("work");
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
