/**
 * Runs work that needs a processor core for seconds in a few lanes. Each owner has at most one lane, so a heavy user
 * only delays himself. // Threat H9, docs/decisions/205
 */
import { LRUCache } from "lru-cache";
import { Refusal } from "#server/call/refusal.ts";
import type { commonProblems } from "#shared/problems.ts";

export interface LaneLimits {
  /** Running at a time. */
  lanes: number;
  /** Waiting at a time, of all owners together. */
  waiting: number;
  /** Maximal duration of one piece of work. */
  seconds: number;
}

interface Waiting {
  owner: string;
  begin(): void;
}

/** For this long, owners of costly work share one lane with each other. */
const costlyMilliseconds = 10 * 60_000;

export class FairLanes {
  readonly #limits: LaneLimits;
  readonly #atWork = new Set<string>();
  #waiting: Waiting[] = [];
  readonly #costly = new LRUCache<string, true>({ max: 1_000, ttl: costlyMilliseconds });

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when its owner's turn has come; the result says whether it was costly.
   * @throws Refusal RATE_LIMITED when the owner waits already, UNAVAILABLE when too many do.
   */
  async run<Result>(owner: string, work: () => Promise<{ result: Result; isCostly: boolean }>): Promise<Result> {
    await this.#turn(owner);
    try {
      const { result, isCostly } = await work();
      if (isCostly) this.#costly.set(owner, true);
      return result;
    } finally {
      this.#atWork.delete(owner);
      this.#beginNext();
    }
  }

  #turn(owner: string): Promise<void> | undefined {
    if (this.#waiting.some((one) => one.owner === owner))
      throw new Refusal<typeof commonProblems>("RATE_LIMITED", { retryInSeconds: this.#limits.seconds });
    if (this.#mayBegin(owner)) {
      this.#atWork.add(owner);
      return undefined;
    }
    const isCostly = (one: Waiting): boolean => this.#costly.has(one.owner);
    if (this.#waiting.length >= this.#limits.waiting || (this.#costly.has(owner) && this.#waiting.some(isCostly)))
      throw new Refusal("UNAVAILABLE");
    return new Promise((begin) => this.#waiting.push({ owner, begin }));
  }

  #mayBegin(owner: string): boolean {
    if (this.#atWork.size >= this.#limits.lanes || this.#atWork.has(owner)) return false;
    return !this.#costly.has(owner) || ![...this.#atWork].some((other) => this.#costly.has(other));
  }

  /** First come, first served, among owners who may start. */
  #beginNext(): void {
    for (;;) {
      const next = this.#waiting.find((one) => this.#mayBegin(one.owner));
      if (!next) return;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#atWork.add(next.owner);
      next.begin();
    }
  }
}
