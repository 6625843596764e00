/** Rows that are as old as they may become, and a moment older; and which of them are left. */
import type { TestApp } from "./app.ts";

export const [hour, day] = [3_600_000, 86_400_000];

/** Writes a row that has this age (milliseconds of business time) under this name. */
export type Write = (name: string, at: Date) => Promise<unknown>;
export interface Kept {
  table: string;
  forMilliseconds: number;
  write: Write;
  /** Names that are still there. */
  left(): Promise<string[]>;
}

export function keeping({ services }: Pick<TestApp, "services">) {
  const { random, clock } = services;
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? (ids.set(name, random.uuid()), ids.get(name)!);
  const nameOf = (id: string): string => [...ids].find(([, known]) => known === id)?.[0] ?? "";
  const names = async <Row>(rows: Promise<Row[]>, read: (row: Row) => string): Promise<string[]> =>
    (await rows).map(read).filter(Boolean).toSorted();
  return {
    idOf,
    nameOf,
    names,
    /** Writes to each table one row of exactly its retention time, and one a moment older. */
    async writeBoth(kept: readonly Kept[]): Promise<void> {
      const now = clock.now().getTime();
      for (const { table, forMilliseconds, write } of kept) {
        await write(`${table} kept`, new Date(now - forMilliseconds));
        await write(`${table} gone`, new Date(now - forMilliseconds - 1));
      }
    },
    leftOf: (kept: readonly Kept[]): Promise<string[][]> => Promise.all(kept.map((one) => one.left())),
  };
}
