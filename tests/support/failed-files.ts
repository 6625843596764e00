import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Writes the files with failed tests, one a line, to the path in TEST_FAILED_FILES, so that `npm test` can run them once
 * more. After an error outside any test it writes nothing: no file is to blame, and the run stays failed.
 */
export default class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env["TEST_FAILED_FILES"];
    if (!path || errors.length > 0) return;
    const failed = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
    writeFileSync(path, failed.map((file) => `${file}\n`).join(""));
  }
}
