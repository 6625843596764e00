/**
 * How busy this process is, which requests wait for their turn, and which are turned away so that the others are answered
 * in time (threat H9): a server that takes more than it can do answers nobody. What was turned away had no effect and may
 * be sent again.
 */
import { performance } from "node:perf_hooks";
import type { Log } from "./log.server.ts";
import { repeat } from "./timers.ts";

/** Telemetry is given up first; a partner's report of money last, though it would be sent again or inquired. */
export type Importance = "telemetry" | "ordinary" | "callback";

export interface Load {
  /** Whether one more request is let in: true and false at once, or when its turn has come. Whoever was let in leaves. */
  letIn(importance: Importance): boolean | Promise<boolean>;
  /** A request that was let in has been answered. */
  leave(): void;
  /** A request that was let in waits for its own body, perhaps for minutes: meanwhile it keeps nobody out. */
  pause(): void;
  resume(): void;
}

/** Everybody is let in. */
export const noLimit: Load = { letIn: () => true, leave: () => {}, pause: () => {}, resume: () => {} };

/** A process is busy whose loop is at work for more than this share of the time … */
const mostActive = 0.9;
/** … or where a call waits longer than this for a database connection: a page takes several, and the loop may idle all the while. */
const mostQueueMilliseconds = 100;
/**
 * So many requests at a time keep processor and database at work. More would be no sooner done: with a hundred each costs
 * a quarter more processor time than with sixteen.
 */
const mostUnderWay = 24;
/** How long a request may have to wait for those before it; one that would wait longer is turned away at once. // Threat H9 */
const mostWaitMilliseconds: Record<Importance, number> = { telemetry: 200, ordinary: 400, callback: 2_000 };
/** Nobody waits longer than this only to be turned away, whatever came between. */
const mostPatienceMilliseconds = 1_000;
const sampleMilliseconds = 50;
/** So many samples speak together, each as loud: neither a short burst nor one long piece of work makes a process busy. */
const samplesHeard = 4;
const tellMilliseconds = 10_000;

export interface Sample {
  /** How long this sample took: longer than planned where the loop came round late. */
  milliseconds: number;
  /** For how much of it the loop was at work. */
  activeMilliseconds: number;
  /** How long a caller waits for a database connection. */
  queueMilliseconds: number;
}

interface Waiting {
  since: number;
  decide(isLetIn: boolean): void;
}

/**
 * Decides from samples and from counts. The samples say whether the process is busy at all. How long one more would have
 * to wait follows from how many are before it and how many are answered a second (Little's law), and that is known at
 * once: a limit on waits that were measured would let in as many as come until the first of them has waited.
 */
export class Admission implements Load {
  readonly #now: () => number;
  readonly #heard: (Sample & { answers: number })[] = [];
  readonly #waiting: Waiting[] = [];
  #isBusy = false;
  #answersPerMillisecond = 0;
  #answers = 0;
  #underWay = 0;
  /** Requests turned away since `takeCount` was last asked. */
  #count = 0;

  /** `now`: milliseconds of a clock that only goes forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  sample(sample: Sample): void {
    this.#heard.push({ ...sample, answers: this.#answers });
    this.#answers = 0;
    if (this.#heard.length > samplesHeard) this.#heard.shift();
    const sum = (of: (one: Sample & { answers: number }) => number): number => this.#heard.reduce((all, one) => all + of(one), 0);
    const active = sum((one) => one.activeMilliseconds / one.milliseconds) / samplesHeard;
    const queue = sum((one) => one.queueMilliseconds) / samplesHeard;
    this.#isBusy = active > mostActive || queue > mostQueueMilliseconds;
    this.#answersPerMillisecond = sum((one) => one.answers) / sum((one) => one.milliseconds);
    const latest = this.#now() - mostPatienceMilliseconds;
    while (this.#waiting[0] && this.#waiting[0].since < latest) this.#turnAway(this.#waiting.shift());
    this.#letNextIn();
  }

  letIn(importance: Importance): boolean | Promise<boolean> {
    if (this.#hasRoom) {
      this.#underWay++;
      return true;
    }
    const wait = (this.#underWay + this.#waiting.length) / this.#answersPerMillisecond;
    if (wait > mostWaitMilliseconds[importance]) return this.#turnAway();
    return new Promise((decide) => {
      const one = { since: this.#now(), decide };
      // A partner reports what happened; whoever waits at a screen can see that it takes a moment.
      if (importance === "callback") this.#waiting.unshift(one);
      else this.#waiting.push(one);
    });
  }

  leave(): void {
    this.#answers++;
    this.#underWay--;
    this.#letNextIn();
  }

  /** Lets nobody in: most bodies have come a moment later. */
  pause(): void {
    this.#underWay--;
  }

  resume(): void {
    this.#underWay++;
  }

  /** Requests turned away since this was last asked. */
  takeCount(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }

  get #hasRoom(): boolean {
    return !this.#isBusy || this.#underWay < mostUnderWay;
  }

  #letNextIn(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      this.#underWay++;
      this.#waiting.shift()?.decide(true);
    }
  }

  #turnAway(one?: Waiting): false {
    this.#count++;
    one?.decide(false);
    return false;
  }
}

/** Watches this process. `queue` waits in turn for a database connection and gives it back. */
export function watchLoad({ queue, log }: { queue: () => Promise<void>; log: Log }): Load & { stop(): Promise<void> } {
  const admission = new Admission(() => performance.now());
  let sampled = performance.now();
  let utilization = performance.eventLoopUtilization();
  let told = sampled;
  let queuedAt: number | undefined;
  let waited = 0;
  const round = async (): Promise<void> => {
    const now = performance.now();
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    // Still in the queue: so long at least, and it goes on.
    const queueMilliseconds = queuedAt === undefined ? waited : now - queuedAt;
    admission.sample({ milliseconds: now - sampled, activeMilliseconds: utilization.active - before.active, queueMilliseconds });
    sampled = now;
    queuedAt ??= wait(now);
    if (now - told < tellMilliseconds) return;
    told = now;
    const count = admission.takeCount();
    // One line for many: a line for each would be work of its own.
    if (count > 0) log.warn("overloaded: requests were turned away", { count });
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
  return Object.assign(admission, { stop: () => watching.stop() });
}
