/** Shapes of due work. The services that it is handed are a parameter: they hold the sweeps themselves. */
import type { SweepWaits, WaitingRows } from "./waits.ts";

/**
 * One kind of due work. Every process runs every sweep, also at the same time, so a sweep claims its rows in SQL: a
 * guarded update (`where state = … and due_at <= …`), `for update skip locked`, or a unique key made of the period
 * (`draw:2026-11-21`). It takes a bounded number of rows per round.
 */
export interface SweepOf<Services> {
  /** `domain-what`: `agreement-expiry`. */
  name: string;
  /** Real seconds between two rounds in one process. */
  everySeconds: number;
  /** Handles rows that are due by `services.clock.now()`; returns how many it changed, 0 when nothing was due. */
  run(services: Services): Promise<number>;
  /** The due rows, for the console's charts; omitted when the sweep only clears up. */
  waits?: SweepWaits;
  /**
   * The rows that it finds due, or a superset, when they differ from `waits`; null when its work has no waiting rows. A
   * sweep without this information gets its own round.
   */
  finds?: readonly WaitingRows[] | null;
  /** Set when it deletes by age or keeps tables: no other work makes something due for it. */
  isUpkeep?: true;
  /** A process reports ready only after this has run: people would miss its results. */
  isBeforeReady?: true;
}

export interface SweepsOf<Services> {
  /** Registers a sweep; before `start`. */
  add(sweep: SweepOf<Services>): void;
  /** The registered ones, in the order of registration. */
  list(): readonly SweepOf<Services>[];
  /** Runs the sweeps that come before a process is ready; a failure is logged, and its rounds continue. */
  prepare(services: Services): Promise<void>;
  /** Runs each sweep at its interval in this process; the first rounds one after the other, and sooner again after a failure. */
  start(services: Services): void;
  /**
   * Runs each of these sweeps until it finds no more work; returns how many rows changed. One that is upkeep is omitted
   * when it found nothing since that moment, by default the present one.
   */
  runOnce(services: Services, which: WhichSweeps, since?: Date): Promise<number>;
  /** Runs all until none finds anything due, including work that one made due for another; returns how many rows changed. */
  runAllDue(services: Services): Promise<number>;
  /** Starts no further round and waits for running ones; `ending` signals it to them. */
  stop(): Promise<void>;
  /** Aborted when this process stops: a round leaves the rows that it has not begun to others and to the next start. */
  readonly ending: AbortSignal;
}

/** OFTEN: those that come round often; when they find nothing, also the others. */
export type WhichSweeps = "ALL" | "OFTEN";
