/**
 * Documents are drawn in a separate process: a hostile one may use all the memory and time it gets, and a worker's
 * limits do not cover WebAssembly's memory. This process has little of both, no environment, and is watched; it is
 * ended when it takes more, and with the server. // Security rules 18, docs/decisions/205
 */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { callAfter, repeatEvery } from "#server/work/timers.ts";
import { ByteReader } from "./byte-reader.ts";

/** A request to the process; the document's bytes follow. */
export interface Order {
  bytes: number;
  /** An uploaded document, which is inspected before it is opened. */
  isForeign: boolean;
  /** The single page to draw, from 0; undefined for all, if there are at most `most`. */
  page?: number;
  most: number;
  /** The box that a page's picture must fit into. */
  widthPixels: number;
  heightPixels: number;
}

/** An answer of the process. The pixels of a page follow, four bytes each: red, green, blue and an unused one. */
export type Answer =
  | { is: "READY" }
  | { is: "COUNT"; count: number }
  | { is: "PAGE"; width: number; height: number }
  | { is: "DONE" }
  | { is: "REFUSED"; why: "TOO_COMPLEX" | "UNREADABLE" };

export interface Bitmap {
  width: number;
  height: number;
  /** Red, green, blue and a fourth byte of no meaning, row by row. */
  data: Uint8Array;
}

export type Drawing =
  | { outcome: "DRAWN"; count: number }
  /** It takes more memory or time than allowed. */
  | { outcome: "TOO_COMPLEX" }
  /** The machine had no time for it: the upload may be repeated. */
  | { outcome: "BUSY" }
  /** Locked, damaged, or no PDF. */
  | { outcome: "UNREADABLE" };

export interface DrawingLimits {
  /** Memory limit of WebAssembly in MB: the document, its unpacked contents and the page. */
  wasmMegabytes: number;
  /** How much the process may grow above its size when ready, in MB. */
  growthMegabytes: number;
  /** Processor time for one document. */
  processorSeconds: number;
  /** From the order to its end, on a machine that has other things to do. */
  seconds: number;
}

/** Processor time after which the kernel ends the process, even when the server no longer watches it. */
const lastProcessorSeconds = 5;
/** Processor time used so far at which another document may still start: each has its own time. */
const wornProcessorSeconds = 1.5;
/** Far more than a start takes; a busy machine may need seconds. */
const startSeconds = 20;
const watchMilliseconds = 10;
/** Its whole environment: freed memory returns to the system, as in ours (docs/decisions/097), and sooner. */
const freeAtOnce = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "262144", MALLOC_TRIM_THRESHOLD_: "262144" };
/** Unit of the kernel's process times, the same on every machine that Node runs on. */
const ticksPerSecond = 100;

/** The built server has its build in the same folder; sources run directly. */
const entry = (): string =>
  import.meta.url.endsWith(".ts")
    ? fileURLToPath(new URL("./drawing-main.ts", import.meta.url))
    : resolve("build/server/pdf-drawing.js");

/** All running processes are ended with us, in every orderly end; when we are killed, the end of its input ends each. */
const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export class DrawingProcess {
  readonly #child: ChildProcess;
  readonly #limits: DrawingLimits;
  readonly #answers: ByteReader;
  /** Resident memory when it was ready, in MB; NaN when the system does not say. */
  #readyMegabytes = Number.NaN;

  private constructor(limits: DrawingLimits) {
    this.#limits = limits;
    const flags = [
      `--wasm-max-mem-pages=${limits.wasmMegabytes * 16}`,
      "--max-old-space-size=64",
      "--max-semi-space-size=1",
      // Compiles called functions once: most documents are drawn before a better compiler would be done.
      "--liftoff-only",
      "--v8-pool-size=1",
      "--expose-gc",
    ];
    // The address space cannot be limited: Node reserves a thousand times what it uses.
    const bounded = `ulimit -c 0; ulimit -t ${lastProcessorSeconds}; exec "$0" "$@"`;
    this.#child = spawn("/bin/sh", ["-c", bounded, process.execPath, ...flags, entry()], {
      env: freeAtOnce,
      stdio: ["pipe", "ignore", "ignore", "pipe"],
    });
    running.add(this.#child);
    this.#child.once("exit", () => running.delete(this.#child));
    const output = this.#child.stdio[3] as Readable;
    // A process that has ended takes no more input; its end is noticed where its output is read.
    for (const one of [this.#child, this.#child.stdin as Writable, output]) one.on("error", () => {});
    this.#answers = new ByteReader(output);
  }

  /** A process that is ready to draw. @throws Error when it does not get ready */
  static async start(limits: DrawingLimits): Promise<DrawingProcess> {
    const started = new DrawingProcess(limits);
    const late = callAfter(startSeconds, () => started.end());
    const first = await started.#answers.line().catch(() => undefined);
    late.cancel();
    if ((first as Answer | undefined)?.is !== "READY") {
      started.end();
      throw new Error("The process that draws documents did not start.");
    }
    started.#readyMegabytes = started.#residentMegabytes();
    // When idle, it does not keep the server's process alive; while drawing, its watch does.
    for (const one of [started.#child, ...started.#child.stdio]) (one as { unref?: () => void } | null)?.unref?.();
    return started;
  }

  /** Whether it draws another document: it is there, and has not taken too much of its time. */
  get isFresh(): boolean {
    return running.has(this.#child) && !this.#child.killed && !(this.#processorSeconds() > wornProcessorSeconds);
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }

  /**
   * Draws a document's pages and waits for `take` after each. If a document is not drawn to its end, this process
   * takes no further one. Errors of `take` go on to the caller.
   */
  async draw(pdf: Uint8Array, order: Omit<Order, "bytes">, take: (page: Bitmap) => Promise<void>): Promise<Drawing> {
    const { growthMegabytes, processorSeconds, seconds } = this.#limits;
    const maxMegabytes = this.#readyMegabytes + growthMegabytes;
    const before = this.#processorSeconds();
    const usedSeconds = (): number => this.#processorSeconds() - before;
    let late: Drawing | undefined;
    const limit = callAfter(seconds, () => {
      // It got less than half of its processor time: the machine was busy, the document may be fine.
      late = { outcome: usedSeconds() < processorSeconds / 2 ? "BUSY" : "TOO_COMPLEX" };
      this.end();
    });
    const look = async (): Promise<void> => {
      if (this.#residentMegabytes() > maxMegabytes || usedSeconds() > processorSeconds) this.end();
    };
    const watch = repeatEvery(watchMilliseconds, look, () => {});
    let drawing: Drawing = { outcome: "TOO_COMPLEX" };
    try {
      const input = this.#child.stdin as Writable;
      input.write(`${JSON.stringify({ bytes: pdf.length, ...order } satisfies Order)}\n`);
      input.write(pdf);
      drawing = await this.#hear(order, take);
      if (drawing.outcome === "TOO_COMPLEX") drawing = late ?? drawing;
    } finally {
      limit.cancel();
      void watch.stop();
      if (drawing.outcome !== "DRAWN") this.end();
    }
    return drawing;
  }

  /** A process that ends without an answer was ended by a limit: ours, the kernel's or its own. */
  async #hear(order: Omit<Order, "bytes">, take: (page: Bitmap) => Promise<void>): Promise<Drawing> {
    let count = 0;
    for (;;) {
      const answer = (await this.#answers.line().catch(() => undefined)) as Answer | undefined;
      if (answer?.is === "COUNT") count = answer.count;
      else if (answer?.is === "PAGE") {
        const { width, height } = answer;
        if (width > order.widthPixels || height > order.heightPixels) return { outcome: "UNREADABLE" };
        const data = await this.#answers.bytes(4 * width * height).catch(() => undefined);
        if (!data) return { outcome: "TOO_COMPLEX" };
        await take({ width, height, data });
      } else if (answer?.is === "DONE") return { outcome: "DRAWN", count };
      else return { outcome: answer?.is === "REFUSED" ? answer.why : "TOO_COMPLEX" };
    }
  }

  #residentMegabytes(): number {
    return Number(/^VmRSS:\s+(\d+)/m.exec(this.#told("status"))?.[1]) / 1024;
  }

  #processorSeconds(): number {
    const [, , , , , , , , , , , user, system] = this.#told("stat")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(user) + Number(system)) / ticksPerSecond;
  }

  /** Linux's figures about the process. Elsewhere both numbers are NaN and exceed nothing: the other limits apply. */
  #told(what: "status" | "stat"): string {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${what}`, "latin1");
    } catch {
      return "";
    }
  }
}
