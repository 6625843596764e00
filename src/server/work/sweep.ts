/** Shapes of due work. The services that it is handed are a parameter: they hold the sweeps themselves. */
import type { SweepWaits, WaitingRows } from "./waits.ts";

/**
 * One kind of due work. Every process of an installation runs every sweep, at the same time too, so a sweep claims
 * what it changes in SQL: a guarded update (`where state = … and due_at <= …`), `for update skip locked`, or a unique
 * key made of the period (`draw:2026-11-21`). It takes a bounded number of rows in a round.
 */
export interface SweepOf<Services> {
  /** `domain-what`: `agreement-expiry`. */
  name: string;
  /** Real seconds between two rounds in one process. */
  everySeconds: number;
  /** Does what is due by `services.clock.now()`; answers how many things it changed, 0 when nothing was due. */
  run(services: Services): Promise<number>;
  /** The due rows, for the console's charts; omitted when the sweep only clears up. */
  waits?: SweepWaits;
  /**
   * The rows that it finds due, or some more, where they are others than `waits` shows; null where it does work for which no
   * row waits. A sweep that tells none of its rows is asked by a round of its own.
   */
  finds?: readonly WaitingRows[] | null;
  /** A process says that it is ready once this has run: people would miss what it brings. */
  isBeforeReady?: true;
}

export interface SweepsOf<Services> {
  /** Registers a sweep; before `start`. */
  add(sweep: SweepOf<Services>): void;
  /** The registered ones, in the order of registration. */
  list(): readonly SweepOf<Services>[];
  /** Runs those that come before a process is ready; one that fails is logged, and its rounds go on by themselves. */
  prepare(services: Services): Promise<void>;
  /** Runs each sweep at its interval in this process; the first rounds one behind the other, and sooner again where one fails. */
  start(services: Services): void;
  /** Runs each of these sweeps until it finds nothing more itself; answers how many things changed. */
  runOnce(services: Services, which: WhichSweeps): Promise<number>;
  /** Runs all until none finds anything due, also what one made due for another; answers how many things changed. */
  runAllDue(services: Services): Promise<number>;
  /** Begins no further round and waits for those under way; `ending` tells them so. */
  stop(): Promise<void>;
  /** Aborted when this process stops: a round leaves the rows that it has not begun to others and to the next start. */
  readonly ending: AbortSignal;
}

/** By how often they come round. */
export type WhichSweeps = "ALL" | "OFTEN" | "SELDOM";
