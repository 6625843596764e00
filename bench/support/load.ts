/** Load on one address: as many requests as the connections carry, for a few seconds. */
import autocannon from "autocannon";
import { processorMilliseconds, residentMegabytes, type Served } from "./processes.ts";

export interface LoadOptions {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** `[<id>]` in it is replaced by a new id in every request. */
  body?: string;
  connections?: number;
  seconds: number;
  /** Answers that may be errors, if a busy moment of the machine is no failure of the measurement. */
  maxFailures?: number;
}

export interface Loaded {
  requestsPerSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Processor time of the server per request: hardly moves when the machine is busy with others. */
  processorMicroseconds: number;
  residentMegabytes: number;
}

/** Loads a server. Throws where any answer was not a 2xx: a fast refusal is no measurement. */
export async function load(served: Served, options: LoadOptions): Promise<Loaded> {
  const pid = served.child.pid as number;
  const before = processorMilliseconds(pid);
  const result = await autocannon({
    url: served.origin + options.path,
    method: options.method ?? "GET",
    headers: options.headers ?? {},
    connections: options.connections ?? 16,
    duration: options.seconds,
    ...(options.body === undefined ? {} : { requests: [{ setupRequest: withNewKey(options) }] }),
  });
  if (result.non2xx + result.errors > (options.maxFailures ?? 0))
    throw new Error(`${options.path}: ${result.non2xx} answers were no success, ${result.errors} failed.`);
  const requests = result.requests.total;
  return {
    requestsPerSecond: requests / result.duration,
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
    processorMicroseconds: ((processorMilliseconds(pid) - before) * 1000) / requests,
    residentMegabytes: residentMegabytes(pid),
  };
}

let sent = 0;
/** Every POST differs: a new idempotency key, and its number in the body. */
function withNewKey(options: LoadOptions): (request: autocannon.Request) => autocannon.Request {
  return (request) => {
    const id = `bench-${process.pid}-${++sent}`;
    return {
      ...request,
      headers: { ...options.headers, "Idempotency-Key": id },
      body: (options.body as string).replaceAll("[<id>]", id),
    };
  };
}
