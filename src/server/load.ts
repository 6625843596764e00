/**
 * How busy this process is, and which requests it turns away so that the others are answered in time (threat H9): a
 * server that takes more than it can do answers nobody. What was turned away had no effect and may be sent again.
 */
import type { Log } from "./log.server.ts";
import { repeat } from "./timers.ts";

/** Telemetry is given up first; a partner's report of money last, though it would be sent again or inquired. */
export type Importance = "telemetry" | "ordinary" | "callback";

export interface Load {
  /** True when one more request of this importance is to be turned away now. `underWay` counts the requests that are being answered, this one too. */
  mustShed(importance: Importance, underWay: number): boolean;
  stop(): Promise<void>;
}

/** A loop that comes round later than this is overloaded. // Threat H9 */
const mostLagMilliseconds = 200;
/** Nor may a call wait longer than this for a database connection: a page takes several, and the loop may be quick all the while. */
const mostWaitMilliseconds = 200;
/** How many times the limits are borne before the first request of this importance is turned away. */
const borne: Record<Importance, number> = { telemetry: 0.5, ordinary: 1, callback: 5 };
/**
 * With so few requests under way it is not they that make the loop late but other work on the machine: turning them
 * away would quicken nothing.
 */
const fewUnderWay = 12;
const sampleMilliseconds = 50;
/** Of a sample, so much counts at once: a burst that is over within a fifth of a second turns nobody away. */
const newShare = 0.25;
const tellMilliseconds = 10_000;

/**
 * Decides from samples. Nothing is turned away up to the limit, everything from twice the limit on, and in between a
 * growing share: all or nothing would swing between an idle and a flooded server.
 */
export class Shedder {
  #lag = 0;
  #wait = 0;
  readonly #owed: Record<Importance, number> = { telemetry: 0, ordinary: 0, callback: 0 };
  /** Requests turned away since `takeCount` was last asked. */
  #count = 0;

  /** How much later than planned the loop came round, and how long a caller waits for a connection. */
  sample(lagMilliseconds: number, waitMilliseconds: number): void {
    this.#lag += (Math.max(0, lagMilliseconds) - this.#lag) * newShare;
    this.#wait += (waitMilliseconds - this.#wait) * newShare;
  }

  mustShed(importance: Importance, underWay: number): boolean {
    if (underWay <= fewUnderWay) return false;
    const pressure = Math.max(this.#lag / mostLagMilliseconds, this.#wait / mostWaitMilliseconds) / borne[importance];
    const share = Math.min(1, Math.max(0, pressure - 1));
    // Evenly instead of by lot: of ten requests at a share of 0.3 the fourth, the seventh and the tenth.
    const owed = this.#owed[importance] + share;
    const isTurnedAway = share > 0 && owed >= 1;
    this.#owed[importance] = share === 0 ? 0 : owed - (isTurnedAway ? 1 : 0);
    if (isTurnedAway) this.#count++;
    return isTurnedAway;
  }

  get lagMilliseconds(): number {
    return Math.round(this.#lag);
  }

  takeCount(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}

/** Watches this process. `queue` waits in turn for a database connection and gives it back. */
export function watchLoad({ queue, log }: { queue: () => Promise<void>; log: Log }): Load {
  const shedder = new Shedder();
  let sampled = performance.now();
  let told = sampled;
  let queuedAt: number | undefined;
  let waited = 0;
  const round = async (): Promise<void> => {
    const now = performance.now();
    // Still in the queue: so long at least, and it goes on.
    shedder.sample(now - sampled - sampleMilliseconds, queuedAt === undefined ? waited : now - queuedAt);
    sampled = now;
    queuedAt ??= wait(now);
    if (now - told < tellMilliseconds) return;
    told = now;
    const count = shedder.takeCount();
    // One line for many: a line for each would be work of its own.
    if (count > 0) log.warn("overloaded: requests were turned away", { count, milliseconds: shedder.lagMilliseconds });
  };
  const wait = (begun: number): number => {
    const end = (): void => {
      waited = performance.now() - begun;
      queuedAt = undefined;
    };
    // A database that is away is the readiness's business and each call's own.
    void queue().then(end, end);
    return begun;
  };
  const watching = repeat(sampleMilliseconds, round, (error) => log.error("load not sampled", { error }));
  return { mustShed: (importance, underWay) => shedder.mustShed(importance, underWay), stop: () => watching.stop() };
}
