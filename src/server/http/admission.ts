/**
 * Admission control: how busy this process is, which requests wait, and which are refused so that the others are
 * answered in time (threat H9). A server that accepts more than it can do answers none in time. A refused request had
 * no effect and may be sent again.
 */
import { performance } from "node:perf_hooks";
import type { Log } from "#server/process/log.server.ts";
import { repeatEvery } from "#server/work/timers.ts";

/** Telemetry is refused first; a partner's report of money last, even though it would be sent again or inquired. */
export type Importance = "telemetry" | "ordinary" | "callback";

export interface AdmissionControl {
  /** Whether one more request is admitted: true or false at once, or once its turn has come. Each admitted request must call `leave`. */
  admit(importance: Importance): boolean | Promise<boolean>;
  /** An admitted request has been answered. */
  leave(): void;
  /** An admitted request waits for its body, perhaps for minutes, and gives its slot back for that time. The returned function ends the pause, and waits for a slot when none is free. */
  pause(): () => void | Promise<void>;
}

/** Admits every request. */
export const admitAll: AdmissionControl = { admit: () => true, leave: () => {}, pause: () => () => {} };

/** A process is busy when its event loop works for more than this share of the time … */
const maxActive = 0.9;
/** … or in which a call waits longer than this for a database connection: a page takes several, and the loop may be idle all that time. */
const maxQueueMilliseconds = 100;
/**
 * Slots of a busy process: enough to keep processor and database at work. More would not be faster: with a hundred,
 * each request costs a quarter more processor time than with sixteen.
 */
const slotsOfBusy = 24;
/** Slots added per sample when the process is no longer busy although all slots are taken: adding all at once would overload it again. */
const moreSlots = 12;
/** The longest expected wait for a slot, estimated on arrival; a request that would wait longer is refused at once. // Threat H9 */
const maxExpectedMilliseconds: Record<Importance, number> = { telemetry: 200, ordinary: 400, callback: 2_000 };
/** A request that has waited this many times the limit is refused after all. */
const patience = 2.5;
/** The minimal rate assumed when nothing was answered in a fifth of a second. */
const minAnswersPerMillisecond = 0.02;
const sampleMilliseconds = 50;
/** Number of samples averaged, with equal weight: neither a short burst nor one long piece of work makes a process busy. */
const samplesHeard = 4;
const tellMilliseconds = 10_000;

export interface Sample {
  /** Duration of this sample: longer than planned when the loop was late. */
  milliseconds: number;
  /** Share of it in which the loop was working. */
  utilization: number;
  /** Milliseconds that a caller waits for a database connection. */
  queueMilliseconds: number;
}

interface Waiting {
  /** The time at which its patience ends. */
  until: number;
  decide(isLetIn: boolean): void;
}

/**
 * Decides from samples and counts. The samples show whether the process is busy at all. The expected wait of one more
 * request follows from the queue's length and the rate of answers (Little's law), and is known at once: a limit on
 * measured waits would admit everything until the first request has waited.
 */
export class Admission implements AdmissionControl {
  readonly #now: () => number;
  readonly #heard: (Sample & { answers: number })[] = [];
  /** Admitted requests that have received their bodies and need a slot again; they come before all waiting ones. */
  readonly #returning: (() => void)[] = [];
  #waiting: Waiting[] = [];
  /** Number of requests that may run. */
  #slots = Infinity;
  #underWay = 0;
  #answersPerMillisecond = 0;
  #answers = 0;
  /** Requests turned away since `takeCount` was last asked. */
  #count = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  sample(sample: Sample): void {
    this.#heard.push({ ...sample, answers: this.#answers });
    this.#answers = 0;
    if (this.#heard.length > samplesHeard) this.#heard.shift();
    const sum = (of: (one: Sample & { answers: number }) => number): number =>
      this.#heard.reduce((all, one) => all + of(one), 0);
    const isBusy =
      sum((one) => one.utilization) / samplesHeard > maxActive ||
      sum((one) => one.queueMilliseconds) / samplesHeard > maxQueueMilliseconds;
    this.#slots = isBusy ? slotsOfBusy : this.#underWay >= this.#slots ? this.#slots + moreSlots : Infinity;
    this.#answersPerMillisecond = Math.max(
      minAnswersPerMillisecond,
      sum((one) => one.answers) / sum((one) => one.milliseconds),
    );
    this.#turnAwayImpatient();
    this.#letNextIn();
  }

  admit(importance: Importance): boolean | Promise<boolean> {
    const before = this.#returning.length + this.#waiting.length;
    if (before === 0 && this.#underWay < this.#slots) {
      this.#underWay++;
      return true;
    }
    const most = maxExpectedMilliseconds[importance];
    if ((before + 1) / this.#answersPerMillisecond > most) {
      this.#count++;
      return false;
    }
    return new Promise((decide) => this.#waiting.push({ until: this.#now() + most * patience, decide }));
  }

  leave(): void {
    this.#answers++;
    this.#underWay--;
    this.#letNextIn();
  }

  /** Does not admit another request at once: most bodies arrive a moment later, and each pause would add a request. */
  pause(): () => void | Promise<void> {
    this.#underWay--;
    return () => {
      if (this.#underWay >= this.#slots) return new Promise<void>((go) => this.#returning.push(go));
      this.#underWay++;
    };
  }

  /** Requests turned away since this was last asked. */
  takeCount(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }

  #letNextIn(): void {
    while (this.#underWay < this.#slots) {
      const returning = this.#returning.shift();
      const next = returning ? undefined : this.#waiting.shift();
      if (!returning && !next) return;
      this.#underWay++;
      returning?.();
      next?.decide(true);
    }
  }

  #turnAwayImpatient(): void {
    const now = this.#now();
    const isImpatient = (one: Waiting): boolean => one.until < now;
    const impatient = this.#waiting.filter(isImpatient);
    if (impatient.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !isImpatient(one));
    this.#count += impatient.length;
    for (const one of impatient) one.decide(false);
  }
}

/** Watches this process. `queue` waits for a database connection and returns it. */
export function watchAdmission({
  queue,
  log,
}: {
  queue: () => Promise<void>;
  log: Log;
}): AdmissionControl & { stop(): Promise<void> } {
  const admission = new Admission(() => performance.now());
  let sampled = performance.now();
  let loop = performance.eventLoopUtilization();
  let told = sampled;
  let queuedAt: number | undefined;
  let waited = 0;
  const round = async (): Promise<void> => {
    const now = performance.now();
    const before = loop;
    loop = performance.eventLoopUtilization();
    // The request is still in the queue: it has waited at least this long so far.
    const queueMilliseconds = queuedAt === undefined ? waited : now - queuedAt;
    admission.sample({
      milliseconds: now - sampled,
      utilization: performance.eventLoopUtilization(loop, before).utilization,
      queueMilliseconds,
    });
    sampled = now;
    queuedAt ??= wait(now);
    if (now - told < tellMilliseconds) return;
    told = now;
    const count = admission.takeCount();
    // One log line for many refusals: a line for each would be a load of its own.
    if (count > 0) log.warn("overloaded: requests were turned away", { count });
  };
  const wait = (begun: number): number => {
    const end = (): void => {
      waited = performance.now() - begun;
      queuedAt = undefined;
    };
    // A database that is unavailable is the readiness's business and each call's own.
    void queue().then(end, end);
    return begun;
  };
  const watching = repeatEvery(sampleMilliseconds, round, (error) => log.error("load not sampled", { error }));
  return Object.assign(admission, { stop: () => watching.stop() });
}
