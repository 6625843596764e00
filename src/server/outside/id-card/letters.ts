/**
 * Recognises the letters of a picture in a separate process: it takes 200 MB and a second of a core, which an answering
 * server cannot spare. It starts with the first picture, ends after a pause, and is ended when it takes too long.
 * // docs/decisions/253
 */
import { spawn, type ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callAfter } from "#server/work/timers.ts";

export interface LettersOrder {
  id: number;
  /** A JPEG. */
  picture: Uint8Array;
}
/** `id` null: ready. `text` null: nothing was read. */
export interface LettersAnswer {
  id: number | null;
  text: string | null;
}

export interface LettersLimits {
  /** From the order to its end, the process's start and those that wait before it included. */
  seconds: number;
  /** Waiting at a time; with a full queue the borrower types. */
  waiting: number;
  /** Without work the process is ended after this time. */
  idleSeconds: number;
}

/** The built server has its build in the same folder; sources run directly. */
const entry = (): string =>
  import.meta.url.endsWith(".ts")
    ? fileURLToPath(new URL("./letters-main.ts", import.meta.url))
    : resolve("build/server/card-letters.js");

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

interface Waiting {
  order: LettersOrder;
  done(text: string | null): void;
}

export class LetterRecognition {
  readonly #limits: LettersLimits;
  #child: ChildProcess | null = null;
  #isReady = false;
  #last = 0;
  readonly #waiting: Waiting[] = [];
  #idle: { cancel(): void } | undefined;

  constructor(limits: LettersLimits) {
    this.#limits = limits;
  }

  /** The text of a JPEG, lines by line feeds; null where it cannot be read, or not in time. Never throws. */
  read(picture: Uint8Array): Promise<string | null> {
    if (this.#waiting.length >= this.#limits.waiting) return Promise.resolve(null);
    return new Promise((done) => {
      const one: Waiting = {
        order: { id: ++this.#last, picture },
        done: (text) => {
          late.cancel();
          this.#waiting.splice(this.#waiting.indexOf(one), 1);
          done(text);
        },
      };
      const late = callAfter(this.#limits.seconds, () => {
        // The process works on this picture or on an earlier one: only ending the process stops that.
        one.done(null);
        this.end();
      });
      this.#waiting.push(one);
      this.#idle?.cancel();
      if (!this.#child) this.#begin();
      this.#child?.ref();
      this.#child?.channel?.ref();
      if (this.#waiting.length === 1) this.#sendFirst();
    });
  }

  /** Ends the process; waiting callers get the answer that nothing was read. */
  end(): void {
    this.#child?.kill("SIGKILL");
  }

  #begin(): void {
    const child = spawn(process.execPath, ["--max-old-space-size=128", entry()], {
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    this.#child = child;
    running.add(child);
    child.on("error", () => {});
    child.on("message", (answer: LettersAnswer) => this.#heard(answer));
    child.once("exit", () => {
      running.delete(child);
      this.#child = null;
      this.#isReady = false;
      for (const one of this.#waiting.slice()) one.done(null);
    });
  }

  /** When idle, it does not keep the server's process alive. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = callAfter(this.#limits.idleSeconds, () => this.end());
  }

  #heard({ id, text }: LettersAnswer): void {
    if (id === null) this.#isReady = true;
    else this.#waiting.find(({ order }) => order.id === id)?.done(text);
    if (this.#waiting.length > 0) this.#sendFirst();
    else this.#rest();
  }

  #sendFirst(): void {
    const [first] = this.#waiting;
    if (first && this.#isReady) this.#child?.send(first.order, () => {});
  }
}
