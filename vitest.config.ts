import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { scratchInMemory } from "./tests/support/scratch.ts";

scratchInMemory();

/** Faults that leave their process as it was: they share a worker's modules with the others, since a process of its own reads them for five seconds. */
const sharing = [
  "clock-jumps",
  "coupon-races",
  "domain-events",
  "due-by-index",
  "key-rotation",
  "one-bad-row",
  "reward-money",
];
/** Each in a process of its own: what starts browsers and servers, or is at odds with what others set for a whole process. */
const alone = [
  "src/**/*.browser.test.ts",
  "src/server/postgres/*.test.ts",
  `tests/faults/!(${sharing.join("|")}).test.ts`,
  "tests/{accessible,deletable,known-unknown,known-unknown-pages,near,rounds}.test.ts",
];
const hasPlenty = process.availableMemory() >= 8 * 2 ** 30;
/**
 * What a test makes mostly dies young: a larger nursery is swept half as often, and a sixth of the work was that. What lives
 * are the product's modules, some 200 MB: they are marked again and again, unless the heap may first grow to 1 GB.
 */
const memory = [
  "--max-semi-space-size=64",
  "--min-semi-space-size=16",
  ...(hasPlenty ? ["--initial-old-space-size=1024"] : []),
];
/** On two cores: a quarter to a third of these tests' time is waiting for processes that they start, kill or ask. */
const workers = 3;

/** React Router's plugin stays out: tests import modules as they are, and `#…` is resolved by package.json's imports. */
export default defineConfig({
  // The build alone makes the browser's scripts; screens that name one are read by tests too.
  resolve: { alias: { "virtual:enhance": resolve("tests/support/unbuilt-scripts.ts") } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./tests/support/no-skips.ts", "./tests/support/failed-files.ts"],
    // Far more than any test needs, for machines that are slow or busy; what must be quick says so itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is awaited comes when it comes; the second that Vitest gives by itself is too short for two busy cores.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*.test.{ts,tsx}", "tests/{,faults/}*.test.ts"],
          exclude: alone,
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: [
            "tests/support/rows-by-field.ts",
            "tests/support/fixed-queries.ts",
            "tests/support/closed-files.ts",
          ],
          // The product's modules are read once for a worker and not once for a file, as all calls of a process share them.
          isolate: false,
          maxWorkers: workers,
          execArgv: memory,
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: [
            "tests/support/rows-by-field.ts",
            "tests/support/fixed-queries.ts",
            "tests/support/closed-files.ts",
          ],
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        // Looks at what the tests of the run noted: a step of its own in `npm test`, after them.
        test: { name: "after", include: ["tests/after/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          // What `npm run test:long` adds: browsers that come from elsewhere.
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          globalSetup: ["tests/support/engines/fetch-chromium.ts", "tests/support/journey-server.ts"],
          testTimeout: 180_000,
          // A browser each, one after the other.
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts"],
          globalSetup: ["tests/support/journey-server.ts"],
          setupFiles: ["tests/support/closed-files.ts"],
          testTimeout: 300_000,
          // The files of a worker share its modules and its browser.
          isolate: false,
          maxWorkers: workers,
        },
      },
    ],
  },
});
