/**
 * Repeat loans, restructurings, limit refreshes and interest reductions survive killed processes: each flow is killed
 * with SIGKILL again and again, next to a bank that loses, duplicates and delays. Acknowledged work exists, nothing
 * counts twice, nothing is stuck, and the audit is clean.
 */
import { expect, it } from "vitest";
import { killedWorkers } from "#tests/support/reward-kills.ts";

const isLong = process.env["TEST_LONG"] === "1";
/**
 * A killed process is in the middle of several flows; payouts are tested alone in the long run, because the sweeps that
 * they need do the others' work.
 */
const options = isLong
  ? { people: 45, kills: 30, flows: ["RESTRUCTURE,REFRESH,REDUCTION", "RELOAN"] }
  : { people: 2, kills: 1, flows: ["work"] };

it(
  `${options.kills} killed processes in each flow of credit: 0 lost, 0 doubled, 0 stuck.`,
  { timeout: isLong ? 7_200_000 : 400_000 },
  async () => {
    const workers = await killedWorkers<{ kind: string }>("credit-worker.ts");
    const { open } = await workers.done("seed", options.people);
    expect(open).toEqual([1, 2, 3, 4].map(() => options.people));
    const killed: Record<string, number> = {};
    for (const flow of options.flows)
      for (let number = 0; number < options.kills; number++) {
        const when = { operations: 1 + (number % 4), milliseconds: (number * 37) % 120 };
        if (await workers.kill(flow, when)) killed[flow] = (killed[flow] ?? 0) + 1;
      }
    expect(killed, "a worker ended by itself").toEqual(
      Object.fromEntries(options.flows.map((flow) => [flow, options.kills])),
    );
    expect(workers.faults).toEqual([]);
    expect(await workers.done("finish")).toEqual({ open: [0, 0, 0, 0] });
    const books = await workers.done("verify", 0, JSON.stringify(workers.answered));
    const kinds = Map.groupBy(workers.answered, ({ kind }) => kind);
    // The figures of a run, for its reader.
    console.info(
      JSON.stringify({ killed, ...Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length])) }),
    );
    expect(books).toEqual({ problems: [], findings: [], clearing: 0, holds: 0, answered: workers.answered.length });
    expect(workers.answered.length).toBeGreaterThan(0);
  },
);
