/** Small works of one moment are done together: one statement for many requests costs a fraction of one each. */
import { AsyncLocalStorage } from "node:async_hooks";
import { isPassing } from "#server/call/passing-fault.ts";
import { pause } from "./timers.ts";

/** A batch belongs to none of the requests in it, so it runs in the context of none. */
const inNoRequest = AsyncLocalStorage.snapshot();

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * The first item is worked on at once. Those that come in the `everyMilliseconds` after it, or while it is worked on, wait and are the
 * next batch, of at most `most` items. `work` answers a result for each item, in their order. When a batch fails for one of its items,
 * each is worked on alone.
 */
export function gathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, everyMilliseconds }: { most: number; everyMilliseconds: number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;
  const runBatch = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      // A database that is unavailable fails all alike, and slowly.
      if (batch.length === 1 || isPassing(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const begun = performance.now();
      await runBatch(waiting.splice(0, most));
      await pause(Math.max(0, begun + everyMilliseconds - performance.now()));
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void inNoRequest(run);
    });
}
