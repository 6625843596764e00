import { defineConfig } from "vitest/config";

/** React Router's plugin stays out: tests import modules as they are, and `#…` is resolved by package.json's imports. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["tests/support/database-server.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
