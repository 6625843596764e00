import type { Reporter, TestModule } from "vitest/node";

/** A skipped test proves nothing: where CI runs, it fails the run and is named. Long tests are not skipped but sized by TEST_LONG. */
export default class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    );
    if (skipped.length === 0 || process.env["CI"] !== "true" || isFiltered()) return;
    console.error(`\nSkipped tests fail where CI is true:\n${skipped.join("\n")}`);
    process.exitCode = 1;
  }
}

/** `-t name` skips everything else on purpose. */
function isFiltered(): boolean {
  return process.argv.some((argument) => argument === "-t" || argument.startsWith("--testNamePattern"));
}
