/** The memory of a running product, as bytes: for tests of what it must not hold any more. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { pause } from "#server/work/timers.ts";
import type { RunningProduct } from "./journey-server.ts";

export interface Heaps {
  /** With which the product is started. */
  environment: Record<string, string>;
  /** A snapshot, which collects what nothing refers to before. */
  of(product: Pick<RunningProduct, "child">): Promise<Buffer>;
  remove(): Promise<void>;
}

export async function heapSnapshots(): Promise<Heaps> {
  const folder = await mkdtemp(join(tmpdir(), "tunai-heap-"));
  return {
    environment: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` },
    async of(product) {
      product.child.kill("SIGUSR2");
      const snapshot = async () => (await readdir(folder)).find((name) => name.endsWith(`.heapsnapshot`));
      await expect.poll(snapshot, { timeout: 60_000 }).toBeTruthy();
      const file = join(folder, (await snapshot())!);
      for (let size = -1; ;) {
        const bytes = await readFile(file);
        if (bytes.length === size && bytes.toString("latin1", bytes.length - 4).includes("]}")) return bytes;
        size = bytes.length;
        await pause(500);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
