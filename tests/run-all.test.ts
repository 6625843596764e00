import { expect, test, vi } from "vitest";
import { runAll, type Step } from "../scripts/run-all.ts";

const step = (exit: number, second?: number): Step => ({
  name: "checks",
  command: ["-e", `process.exit(${exit})`],
  alone: true,
  ...(second === undefined ? {} : { secondTry: () => ["-e", `process.exit(${second})`] }),
});

test("A step that fails is tried once more by its second command alone, and is named though it passes then.", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await runAll([step(0, 1)])).toBe(true);
    expect(printed).not.toHaveBeenCalled();
    expect(await runAll([step(1, 0)])).toBe(true);
    expect(printed.mock.calls.join()).toContain("Failed first, passed when tried once more: checks");
    expect(await runAll([step(1, 1)])).toBe(false);
    expect(await runAll([step(1)])).toBe(false);
    expect(printed.mock.calls.join()).toContain("Failed: checks, checks, once more");
  } finally {
    vi.restoreAllMocks();
  }
});
