/**
 * The cost of traces and figures: `sh scripts/node.sh bench/tracing.ts`. The product with a collector, at the sampling of a built one (one
 * trace in a hundred), beside the same product without, by turns. `--seconds=4`, `--rounds=9`, `--wait=20` seconds at most for quiet.
 * Goal: at most 3 % of the requests a second, and of the processor time. Then the steps that the console keeps: a request that is kept
 * whole with two steps inside, beside the same that is not kept, with what storing them takes of Node and PostgreSQL. Requests that
 * are kept write something, so they take more processor time than the call that they are compared with.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { load, type Loaded } from "./support/load.ts";
import { addSteps } from "#features/operations/trace/server/store.ts";
import { observeRequest } from "#server/observability/request.ts";
import { inSpan } from "#server/observability/spans.ts";
import { openTraceSteps, takeSteps } from "#server/observability/trace-steps.ts";
import { descendants, processorMilliseconds, stayAside, waitForQuiet } from "./support/processes.ts";
import { logIn, openGround, startProduct, type Ground } from "./support/product.ts";
import { median, medianRatio, option, report, short, type Row } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 9);
const maxWaitSeconds = Number(option("wait") ?? 20);
export const goals = { requestsRatio: 0.97, stepsShare: 0.03 };
const paths = ["/api/session", "/webview/quota"];

/** Processor milliseconds so far of this process and of PostgreSQL. */
function spent(postgres: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  const servers = new Set(postgres.flatMap((pid) => [pid, ...descendants(pid)]));
  return (user + system) / 1000 + [...servers].reduce((sum, pid) => sum + (processorMilliseconds(pid) || 0), 0);
}

const requestsAtOnce = 1_000;
const requestsInAll = 20_000;
/** Microseconds of a processor for a request's steps: those of 20,000 requests, stored a thousand at a time. */
async function stepsMicroseconds({ services, database }: Ground, postgres: readonly number[]): Promise<number> {
  const steps = openTraceSteps(services);
  const request = (isKept: boolean) =>
    observeRequest(
      {
        traceId: services.random.traceId(),
        parent: null,
        name: async () => "POST /api/bench",
        isKept,
        refused: () => ({}),
      },
      () =>
        inSpan("call", { call: "POST /api/bench" }, () =>
          inSpan("partner", { port: "bench" }, async () => ({ status: 200 })),
        ),
    );
  const all = async (isKept: boolean): Promise<number> => {
    const before = spent(postgres);
    for (let done = 0; done < requestsInAll; done += requestsAtOnce) {
      for (let one = 0; one < requestsAtOnce; one++) await request(isKept);
      const waiting = takeSteps(services);
      if (waiting.length > 0) await addSteps(database, services.random, waiting);
    }
    return ((spent(postgres) - before) * 1000) / requestsInAll;
  };
  try {
    await all(true);
    const pairs: number[] = [];
    for (let round = 0; round < 5; round++) pairs.push((await all(true)) - (await all(false)));
    return median(pairs);
  } finally {
    steps.stop();
  }
}

stayAside();
let received = 0;
const collector = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => (received += chunk.length)).on("end", () => response.end());
}).listen(0, "127.0.0.1");
await new Promise((ready) => collector.once("listening", ready));
const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const others = descendants(process.pid);
const ground = await openGround();
const postgres = descendants(process.pid).filter((pid) => !others.includes(pid));
try {
  await (await startProduct(ground)).stop();
  const [traced, plain] = [
    await startProduct(ground, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp }),
    await startProduct(ground),
  ];
  try {
    const { cookie } = await logIn(ground);
    const rows: Row[] = [];
    for (const path of paths) {
      const options = { path, headers: { cookie, "accept-encoding": "br" } };
      for (const side of [traced, plain]) await load(side, { ...options, seconds: 2 });
      const loaded: Record<"traced" | "plain", Loaded[]> = { traced: [], plain: [] };
      for (let round = 0; round < rounds; round++) {
        await waitForQuiet(maxWaitSeconds);
        for (const side of round % 2 === 0 ? (["traced", "plain"] as const) : (["plain", "traced"] as const))
          loaded[side].push(await load(side === "traced" ? traced : plain, { ...options, seconds }));
      }
      const of = (side: keyof typeof loaded, figure: keyof Loaded) => loaded[side].map((one) => one[figure]);
      const ratio = medianRatio(of("traced", "requestsPerSecond"), of("plain", "requestsPerSecond"));
      rows.push({
        path,
        "requests/s": `${short(median(of("traced", "requestsPerSecond")))} / ${short(median(of("plain", "requestsPerSecond")))}`,
        ratio,
        "CPU µs": median(of("plain", "processorMicroseconds")),
        "CPU ratio": medianRatio(of("traced", "processorMicroseconds"), of("plain", "processorMicroseconds")),
        "goal ratio": goals.requestsRatio,
        "collector KB": received / 1000,
        met: ratio >= goals.requestsRatio ? "yes" : "no",
      });
    }
    let cheapest = Infinity;
    for (const { "CPU µs": own } of rows) cheapest = Math.min(cheapest, Number(own));
    report(`Traces at one in a hundred and figures, with a collector / without; medians of ${rounds} rounds`, rows);
    const perRequest = await stepsMicroseconds(ground, postgres);
    const share = perRequest / cheapest;
    report("Steps of a kept request, stored, in processor time of Node and PostgreSQL", [
      {
        "µs a request": perRequest,
        "share of the cheapest call": share,
        goal: goals.stepsShare,
        met: share <= goals.stepsShare ? "yes" : "no",
      },
    ]);
  } finally {
    await traced.stop();
    await plain.stop();
  }
} finally {
  await ground.stop();
  collector.close();
}
