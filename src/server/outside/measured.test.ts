/** A counted port answers and fails as before, and each call is counted once with its result and duration. */
import { expect, it } from "vitest";
import { createTally, type Tally } from "#server/work/tally.ts";
import { healthCharts } from "#features/operations/report/health-contract.ts";
import { measured, measuredPorts, medianOf } from "./measured.ts";

function counting() {
  const counted: string[] = [];
  let milliseconds = 0;
  const tally: Tally = {
    ...createTally({ now: () => new Date(0) }),
    add: (_metric, dimension) => counted.push(dimension),
  };
  class Port {
    readonly adapter = "test";
    #answer: unknown = { status: "ACCEPTED" };
    next(answer: unknown, takes: number) {
      this.#answer = answer;
      this.takes = takes;
    }
    takes = 0;
    async ask(): Promise<unknown> {
      milliseconds += this.takes;
      if (this.#answer instanceof Error) throw this.#answer;
      return this.#answer;
    }
  }
  const port = new Port();
  return { counted, port, seen: measured(port, "bank", { tally, monotonicMs: () => milliseconds }) };
}

it.each([
  [{ status: "ACCEPTED" }, 7, ["bank:ANSWERED", "bank:8"]],
  [{ status: "REJECTED" }, 8, ["bank:ANSWERED", "bank:8"]],
  [{ status: "UNKNOWN" }, 5000, ["bank:UNKNOWN", "bank:5000"]],
  [{ outcome: "UNKNOWN" }, 5001, ["bank:UNKNOWN", "bank:6300"]],
  [{ outcome: "UNAVAILABLE" }, 0, ["bank:FAILED", "bank:1"]],
  [undefined, 1, ["bank:ANSWERED", "bank:1"]],
  [true, 99_000, ["bank:ANSWERED", "bank:20000"]],
])("counts %o after %i ms as it ended", async (answer, takes, expected) => {
  const { counted, port, seen } = counting();
  port.next(answer, takes);
  expect(await seen.ask()).toBe(answer);
  expect(counted).toEqual(expected);
  expect(seen.adapter).toBe("test");
});

it("counts what is thrown as failed and hands the error on", async () => {
  const { counted, port, seen } = counting();
  const error = new Error("The partner hangs up.");
  port.next(error, 3);
  await expect(seen.ask()).rejects.toBe(error);
  expect(counted).toEqual(["bank:FAILED", "bank:3"]);
});

it("has a median that half of all calls reach, and none of nothing", () => {
  expect(medianOf(new Map())).toBeNull();
  expect(medianOf(new Map([[5, 0]]))).toBeNull();
  expect(
    medianOf(
      new Map([
        [100, 1],
        [5, 1],
        [20, 1],
      ]),
    ),
  ).toBe(20);
  expect(
    medianOf(
      new Map([
        [5, 2],
        [100, 2],
      ]),
    ),
  ).toBe(5);
  expect(
    medianOf(
      new Map([
        [5, 2],
        [100, 3],
      ]),
    ),
  ).toBe(100);
});

it("has a chart for each port with each outcome", () => {
  const shown = healthCharts.flatMap(({ parts }) => parts.map(({ dimension }) => dimension));
  for (const port of measuredPorts)
    for (const outcome of ["ANSWERED", "FAILED", "UNKNOWN"]) expect(shown).toContain(`${port}:${outcome}`);
});
