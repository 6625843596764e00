/**
 * Rewards survive killed processes: processes that withdraw, check in, play, claim, wish, help, water and draw are
 * killed with SIGKILL again and again, beside a bank that loses, duplicates and delays. Acknowledged work exists,
 * nothing counts twice, nothing is stuck. // Product decisions, rewards 12, 13
 */
import { expect, it } from "vitest";
import { rewardWorkers } from "#tests/support/reward-kills.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Each process is killed some milliseconds after this many acknowledged operations. */
const options = isLong
  ? { people: 24, kills: 60, operations: 2_000, each: 46 }
  : { people: 8, kills: 3, operations: 40, each: 8 };

it(
  `${options.kills} killed processes within ${options.operations} operations: 0 lost, 0 doubled, 0 stuck.`,
  { timeout: isLong ? 3_600_000 : 400_000 },
  async () => {
    const workers = await rewardWorkers();
    await workers.done("seed", options.people);
    let killed = 0;
    for (let number = 0; number < options.kills; number++) {
      // A slow machine completes nothing more in those milliseconds, so the last process lives until all are done.
      const missing = number === options.kills - 1 ? options.operations - workers.answered.length : 0;
      const operations = Math.max(missing, 1 + ((number * 397) % (2 * options.each)));
      if (await workers.kill("work", { operations, milliseconds: (number * 61) % 180 })) killed += 1;
    }
    expect(killed, "a worker ended by itself").toBe(options.kills);
    expect(workers.faults).toEqual([]);
    expect(await workers.done("finish")).toEqual({ open: false });
    const books = await workers.done("verify", 0, JSON.stringify(workers.answered));
    // The figures of a run, for readers of its output.
    console.info(JSON.stringify({ kills: killed, answered: workers.answered.length, ...books }));
    expect(books["problems"]).toEqual([]);
    expect(Number(books["operations"])).toBeGreaterThanOrEqual(options.operations);
    expect(Number(books["withdrawals"])).toBeGreaterThan(0);
  },
);
