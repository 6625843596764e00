/** What waits for the same row is done together. */
import { ownTurn } from "./turns.ts";

interface Waiting<Item, Result> {
  item: Item;
  done(result: Result): void;
  failed(error: unknown): void;
}

/**
 * Does items of one key in one go: whoever comes while others of its key are under way goes with the next ones, in the order of
 * coming, `most` at a time. So no more than one connection waits for a row that many want. Where a go fails, each of it is tried
 * alone, and no item is held up by another's fault.
 * @param act answers a result for each item, in their order.
 */
export function togetherBy<Item, Result>(
  most: number,
  act: (items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  const go = async (some: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await act(some.map(({ item }) => item));
      some.forEach(({ done }, index) => done(results[index]!));
    } catch (error) {
      if (some.length === 1) return some[0]!.failed(error);
      for (const one of some) await go([one]);
    }
  };
  const work = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    // Those that come at the same time go together from the first time on.
    await ownTurn();
    while (queue.length > 0) await go(queue.splice(0, most));
    queues.delete(key);
  };
  return (key, item) =>
    new Promise((done, failed) => {
      const queue = queues.get(key) ?? [];
      queue.push({ item, done, failed });
      if (queues.has(key)) return;
      queues.set(key, queue);
      void work(key, queue);
    });
}
