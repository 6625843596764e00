import { defineConfig } from "vitest/config";

/** React Router's plugin stays out: tests import modules as they are, and `#…` is resolved by package.json's imports. */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    reporters: ["default", "./tests/support/no-skips.ts"],
    // Far more than any test needs, for machines that are slow or busy; what must be quick says so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*.test.{ts,tsx}", "tests/*.test.ts", "tests/faults/**/*.test.ts"],
          globalSetup: ["tests/support/database-server.ts"],
          // Of two cores: a third of these tests' time is waiting for processes that they start and kill.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts"],
          globalSetup: ["tests/support/journey-server.ts"],
          testTimeout: 180_000,
        },
      },
    ],
  },
});
