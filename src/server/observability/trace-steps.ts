/**
 * Keeps the steps of traces for the console: in memory, until a sweep of `operations/trace` stores them. Each request that is no
 * GET is kept, each refusal, each job, each sweep that asks a partner, fails or leaves something to staff, and one GET in a hundred. Steps may be lost: at
 * the end of a process, and beyond the bound. They hold declared fields of the log alone. // Spec credit-support 9
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { perServices } from "#server/process/per-services.ts";
import type { Services } from "#server/services.ts";
import { setStepRecorder, type SpanFields, type SpanName } from "./spans.ts";

export interface TraceStep extends SpanFields {
  traceId: string;
  at: Date;
  /** Its place among the steps that began in the same millisecond of this process. */
  ordinal: number;
  name: SpanName | "browser";
  milliseconds: number;
  hasFailed: boolean;
}

/** Steps that wait in this process to be stored; further ones are lost. */
const maxWaiting = 5_000;
/** Steps that a process stores in a day, about 400 MB: a flood of refused requests fills no disk. // Threat I3 */
const maxOfDay = 2_000_000;
/** Maximal steps of one trace: a job with a thousand partner requests is not recorded whole. */
const maxOfTrace = 50;
/** Spans inside a trace that are useful to a person. */
const recordedSpans: ReadonlySet<SpanName> = new Set(["call", "partner"]);

const waitingOf = perServices((): TraceStep[] => []);

/** Takes what waits in this process. */
export const takeSteps = (services: Services): TraceStep[] => waitingOf(services).splice(0);

/** Whether a request is kept whatever its answer is: one GET in a hundred, by its trace's id, so that every process agrees. */
export const isKeptWhole = (method: string, traceId: string): boolean =>
  method !== "GET" ? method !== "HEAD" : Number.parseInt(traceId.slice(-4), 16) % 100 === 0;

interface Trace {
  traceId: string;
  steps: TraceStep[];
  isOver: boolean;
}
interface Running {
  trace: Trace;
  step: TraceStep;
  spanId: string;
}

/** Begins to keep steps; `stop` ends it. */
export function openTraceSteps(services: Services): { stop(): void } {
  const { random } = services;
  const running = new AsyncLocalStorage<Running>();
  const { keep, begun } = shelfOf(services);
  setStepRecorder({
    root(name, { fields, traceId: own, parent, isKept = true }, work) {
      if (!isKept) return running.getStore() ? running.exit(work) : work();
      const traceId = parent?.traceId ?? own ?? random.traceId();
      const trace: Trace = { traceId, steps: [], isOver: false };
      const step = begun(name, traceId, fields);
      return runIn(running, { trace, step, spanId: random.traceId().slice(0, 16) }, work, () => {
        trace.isOver = true;
        const tells = step.hasFailed || step.code !== undefined || trace.steps.some((one) => one.name === "partner");
        if (name !== "sweep" || tells) keep([step, ...trace.steps]);
        trace.steps = [];
      });
    },
    child(name, fields, work) {
      const above = running.getStore();
      if (!above || !recordedSpans.has(name) || above.trace.steps.length >= maxOfTrace) return work();
      const { trace } = above;
      const step = begun(name, trace.traceId, fields);
      return runIn(running, { ...above, step }, work, () => {
        // Work that lasts longer than its request has steps of its own.
        if (trace.isOver) keep([step]);
        else trace.steps.push(step);
      });
    },
    add(fields) {
      Object.assign(running.getStore()?.step ?? {}, fields);
    },
    traceparent() {
      const one = running.getStore();
      return one ? `00-${one.trace.traceId}-${one.spanId}-00` : null;
    },
    note(name, traceId, fields) {
      if (/^[0-9a-f]{32}$/.test(traceId)) keep([{ ...begun(name, traceId, fields), hasFailed: true }]);
    },
  });
  return { stop: () => setStepRecorder(null) };
}

/** Begins steps, and keeps those that are over as far as there is room. */
function shelfOf(services: Services) {
  const { clock } = services;
  const waiting = waitingOf(services);
  const stored = { day: 0, count: 0 };
  let last = 0;
  return {
    begun: (name: TraceStep["name"], traceId: string, fields: SpanFields): TraceStep => ({
      ...fields,
      name,
      traceId,
      at: clock.realNow(),
      ordinal: (last = (last + 1) % 1_000_000),
      milliseconds: 0,
      hasFailed: false,
    }),
    keep(steps: readonly TraceStep[]): void {
      const day = Math.floor(clock.realNow().getTime() / 86_400_000);
      if (stored.day !== day) Object.assign(stored, { day, count: 0 });
      if (waiting.length + steps.length > maxWaiting || stored.count + steps.length > maxOfDay) return;
      stored.count += steps.length;
      waiting.push(...steps);
    },
  };
}

/** Runs `work` in its step; `ended` is called once it is over, also when it failed. */
function runIn<Result>(
  running: AsyncLocalStorage<Running>,
  one: Running,
  work: () => Result,
  ended: () => void,
): Result {
  const from = performance.now();
  const end = (hasFailed: boolean): void => {
    one.step.milliseconds = Math.round(performance.now() - from);
    one.step.hasFailed ||= hasFailed;
    ended();
  };
  const failed = (error: unknown): never => {
    // Only its name: a message may quote a person's data.
    one.step.reason ??= error instanceof Error ? error.name : typeof error;
    end(true);
    throw error;
  };
  try {
    const result = running.run(one, work);
    if (result instanceof Promise)
      return result.then((value: unknown) => {
        end(false);
        return value;
      }, failed) as Result;
    end(false);
    return result;
  } catch (error) {
    return failed(error);
  }
}
