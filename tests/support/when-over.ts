import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Cleans up when what runs now is over: the test that asks, or else its file. What asked last is cleaned first. */
export function whenOver(clean: () => Promise<void>): void {
  // `afterAll` asked for by a running test would never be heard, and what it opened would stay for all files of the worker.
  // While a file is read, the last test of the file before it in this worker is still the current one.
  if (TestRunner.getCurrentTest()?.result?.state === "run") onTestFinished(clean, 60_000);
  else afterAll(clean);
}
