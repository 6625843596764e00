import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";

type Clean = () => Promise<void>;

/** Whether the present file is still read. A hook that is asked for later, in a `beforeAll`, is never heard. */
let isFileRead = false;
const afterFile: Clean[] = [];

/** Cleans up when what runs now is over: the test that asks, or else its file. What asked last is cleaned first. */
export function whenOver(clean: Clean): void {
  // `afterAll` asked for by a running test would never be heard, and what it opened would stay for all files of the worker.
  // While a file is read, the last test of the file before it in this worker is still the current one.
  if (TestRunner.getCurrentTest()?.result?.state === "run") onTestFinished(clean, 60_000);
  else if (isFileRead) afterFile.push(clean);
  else afterAll(clean);
}

/** Cleans up when the file is over, wherever in it this is asked for. */
export function whenFileOver(clean: Clean): void {
  if (isFileRead) afterFile.push(clean);
  else afterAll(clean);
}

/** Asked for before each file is read: an app that a `beforeAll` opens would else sweep and poll until its worker ends. */
export function watchFile(): void {
  isFileRead = false;
  beforeAll(() => {
    isFileRead = true;
  });
  afterAll(async () => {
    const failures: unknown[] = [];
    for (let clean = afterFile.pop(); clean; clean = afterFile.pop())
      await clean().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  });
}
