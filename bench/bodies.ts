/**
 * The effect of a stranger's request bodies on others (threat H9): `sh scripts/node.sh bench/bodies.ts`. While six
 * clients send one body after the other, `/healthz` is requested every 10 ms; goal: its 99th percentile stays under 100
 * ms. It is compared with a bare server that discards the same bytes. `--seconds=2`, `--only=<words of a body's name>`.
 */
import { Agent, get } from "node:http";
import { Worker } from "node:worker_threads";
import { hostileBodies, type HostileBody } from "#tests/support/hostile-bodies.ts";
import { processorMilliseconds, serve, stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import type { HostileSending } from "./support/hostile-senders.ts";
import { option, quantile, report } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 2);
const only = option("only") ?? "";
const connections = 6;
const betweenMilliseconds = 10;
const goalMilliseconds = 100;

interface Target {
  name: string;
  path: string;
  cookie?: string;
}

interface Seen {
  p99Milliseconds: number;
  /** Processor time of the server for one body. */
  processorMilliseconds: number;
  statuses: string;
}

async function measure(served: Served, { path, cookie }: Target, { type, bytes }: HostileBody): Promise<Seen> {
  const headers: Record<string, string> = {
    "content-type": type,
    "sec-fetch-site": "same-origin",
    origin: served.origin,
  };
  if (cookie !== undefined) headers["cookie"] = cookie;
  const workerData: HostileSending = { origin: served.origin, path, headers, bytes, connections };
  const before = processorMilliseconds(served.child.pid as number);
  const senders = new Worker(new URL("./support/hostile-senders.ts", import.meta.url), { workerData });
  const measured = new Promise<Record<string, number>>((done, failed) =>
    senders.once("message", done).once("error", failed),
  );
  const waits = await healthWaits(served);
  senders.postMessage("over");
  const statuses = await measured;
  const count = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  return {
    p99Milliseconds: quantile(waits, 0.99),
    processorMilliseconds: (processorMilliseconds(served.child.pid as number) - before) / count,
    statuses: Object.entries(statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(", "),
  };
}

/** Latency of `/healthz` for other clients, in milliseconds each. */
async function healthWaits({ origin }: Served): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const open: Promise<void>[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    open.push(
      new Promise((done, failed) => {
        get(`${origin}/healthz`, { agent }, (response) =>
          response.resume().on("end", () => (waits.push(performance.now() - begun), done())),
        ).on("error", failed);
      }),
    );
    await new Promise((wait) => setTimeout(wait, betweenMilliseconds));
  }
  await Promise.all(open);
  agent.destroy();
  return waits;
}

stayAside();
const ground = await openGround();
try {
  await (await startProduct(ground)).stop();
  const product = await startProduct(ground);
  const peer = await serve(["bench/peers/drain.ts"], {}, "is ready on");
  try {
    const { cookie } = await logIn(ground);
    const verify = "/verify/00000000-0000-4000-8000-000000000000";
    const targets: Target[] = [
      { name: "call", path: "/api/user/generateCaptcha" },
      { name: "call, logged in", path: "/api/profile/draft", cookie },
      { name: "call with a file", path: `/api${verify}` },
      { name: "borrowers' call with a file", path: "/api/identity/card-photo" },
      { name: "the same, logged in", path: "/api/identity/card-photo", cookie },
      { name: "page", path: "/login" },
      { name: "page with a file", path: verify },
      { name: "borrowers' page with a file", path: "/webview/identity" },
      { name: "the same, logged in", path: "/webview/identity", cookie },
      { name: "partner's report", path: "/api/webhook/whatsapp" },
    ];
    const rows = [];
    for (const body of hostileBodies().filter(({ name }) => name.includes(only))) {
      await waitForQuiet(5);
      const bare = await measure(peer, { name: "peer", path: "/" }, body);
      for (const target of targets) {
        const seen = await measure(product, target, body);
        rows.push({
          body: body.name,
          to: target.name,
          "healthz p99 ms": seen.p99Milliseconds,
          "peer's": bare.p99Milliseconds,
          "processor ms a body": seen.processorMilliseconds,
          "peer's own": bare.processorMilliseconds,
          answers: seen.statuses,
          met: seen.p99Milliseconds < goalMilliseconds ? "yes" : "no",
        });
        console.log(JSON.stringify(rows.at(-1)));
      }
    }
    report("A stranger's bodies: what others wait", rows);
  } finally {
    await peer.stop();
    await product.stop();
  }
} finally {
  await ground.stop();
}
