/**
 * The cost of traces and figures: `sh scripts/node.sh bench/tracing.ts`. The product with a collector, at the sampling of a built one (one
 * trace in a hundred), beside the same product without, by turns. `--seconds=4`, `--rounds=9`. Goal: at most 3 % of the requests a second.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { load, type Loaded } from "./support/load.ts";
import { stayAside, waitForQuiet } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { median, medianRatio, option, report, short, type Row } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 9);
export const goals = { requestsRatio: 0.97 };
const paths = ["/api/session", "/webview/quota"];

stayAside();
let received = 0;
const collector = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => (received += chunk.length)).on("end", () => response.end());
}).listen(0, "127.0.0.1");
await new Promise((ready) => collector.once("listening", ready));
const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const ground = await openGround();
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
        await waitForQuiet();
        for (const side of round % 2 === 0 ? (["traced", "plain"] as const) : (["plain", "traced"] as const))
          loaded[side].push(await load(side === "traced" ? traced : plain, { ...options, seconds }));
      }
      const of = (side: keyof typeof loaded, figure: keyof Loaded) => loaded[side].map((one) => one[figure]);
      const ratio = medianRatio(of("traced", "requestsPerSecond"), of("plain", "requestsPerSecond"));
      rows.push({
        path,
        "requests/s": `${short(median(of("traced", "requestsPerSecond")))} / ${short(median(of("plain", "requestsPerSecond")))}`,
        ratio,
        "CPU ratio": medianRatio(of("traced", "processorMicroseconds"), of("plain", "processorMicroseconds")),
        "goal ratio": goals.requestsRatio,
        "collector KB": received / 1000,
        met: ratio >= goals.requestsRatio ? "yes" : "no",
      });
    }
    report(`Traces at one in a hundred and figures, with a collector / without; medians of ${rounds} rounds`, rows);
  } finally {
    await traced.stop();
    await plain.stop();
  }
} finally {
  await ground.stop();
  collector.close();
}
