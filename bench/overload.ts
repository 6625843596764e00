/**
 * Answers at twice the load that a process can carry, compared with its peak (threat H9): `sh scripts/node.sh bench/overload.ts`.
 * `--seconds=6`, `--rounds=3`. Goal: at least 80 % of the peak, and no answered request waits long. Each round measures
 * the peak again just before. The share by processor time hardly moves when the machine is busy with others.
 */
import { Agent, get } from "node:http";
import { load } from "./support/load.ts";
import { processorMilliseconds, stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { median, option, report } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 6);
const rounds = Number(option("rounds") ?? 3);
/** A person would have given up by then. */
const patienceMilliseconds = 5_000;
/** Warm-up until the rate of answers is steady; earlier answers are not counted. */
const warmSeconds = 3;
const goalShare = 0.8;
const path = "/webview/quota";

interface Overloaded {
  goodPerSecond: number;
  /** Good answers a second of the server's processor time. */
  goodPerProcessorSecond: number;
  turnedAwayPerSecond: number;
  goodP50Milliseconds: number;
  goodP99Milliseconds: number;
  failed: number;
}

/** Sends requests at a fixed rate per second, evenly, whether the earlier ones are answered or not. */
async function overload({ origin, child }: Served, cookie: string, perSecond: number): Promise<Overloaded> {
  const pid = child.pid as number;
  const agent = new Agent({ keepAlive: true });
  const good: number[] = [];
  const open = new Set<Promise<void>>();
  let turnedAway = 0;
  let failed = 0;
  const send = (): Promise<void> =>
    new Promise((done) => {
      const begun = performance.now();
      const request = get(
        origin + path,
        { agent, headers: { cookie, "accept-encoding": "br" }, timeout: patienceMilliseconds },
        (response) => {
          if (response.statusCode === 200) good.push(performance.now() - begun);
          else turnedAway++;
          response.resume().on("close", done);
        },
      );
      request.on("timeout", () => request.destroy()).on("error", () => (failed++, done()));
    });
  const begun = performance.now();
  let before = { good: 0, turnedAway: 0, processor: processorMilliseconds(pid) };
  for (
    let sent = 0;
    performance.now() - begun < (warmSeconds + seconds) * 1000;
    await new Promise((wait) => setTimeout(wait, 5))
  ) {
    for (const due = ((performance.now() - begun) / 1000) * perSecond; sent < due; sent++) {
      const one = send().finally(() => open.delete(one));
      open.add(one);
    }
    if (performance.now() - begun < warmSeconds * 1000)
      before = { good: good.length, turnedAway, processor: processorMilliseconds(pid) };
  }
  const goodInTime = good.length - before.good;
  const turnedAwayInTime = turnedAway - before.turnedAway;
  const processorSeconds = (processorMilliseconds(pid) - before.processor) / 1000;
  await Promise.all(open);
  agent.destroy();
  good.sort((a, b) => a - b);
  const at = (share: number): number => good[Math.floor(good.length * share)] ?? NaN;
  return {
    goodPerSecond: goodInTime / seconds,
    goodPerProcessorSecond: goodInTime / processorSeconds,
    turnedAwayPerSecond: turnedAwayInTime / seconds,
    goodP50Milliseconds: at(0.5),
    goodP99Milliseconds: at(0.99),
    failed,
  };
}

stayAside();
const ground = await openGround();
try {
  await (await startProduct(ground)).stop();
  const product = await startProduct(ground);
  try {
    const { cookie } = await logIn(ground);
    const calm = { path, maxFailures: 50, headers: { cookie, "accept-encoding": "br" } };
    await load(product, { ...calm, seconds: 2 });
    const rows = [];
    for (const times of [1, 2, 4]) {
      const seen: (Overloaded & { peak: number; share: number; processorShare: number })[] = [];
      for (let round = 0; round < rounds; round++) {
        await waitForQuiet();
        const peak = await load(product, { ...calm, seconds });
        const one = await overload(product, cookie, peak.requestsPerSecond * times);
        const processorShare = (one.goodPerProcessorSecond * peak.processorMicroseconds) / 1e6;
        seen.push({
          ...one,
          peak: peak.requestsPerSecond,
          share: one.goodPerSecond / peak.requestsPerSecond,
          processorShare,
        });
      }
      const of = (figure: keyof (typeof seen)[number]) => median(seen.map((one) => one[figure]));
      rows.push({
        "times the peak": times,
        "peak/s": of("peak"),
        "good/s": of("goodPerSecond"),
        "turned away/s": of("turnedAwayPerSecond"),
        "share of the peak": of("share"),
        "share by processor time": of("processorShare"),
        "p50 ms": of("goodP50Milliseconds"),
        "p99 ms": of("goodP99Milliseconds"),
        failed: of("failed"),
        met: times === 1 || of("share") >= goalShare ? "yes" : "no",
      });
    }
    report("Overload: a page with session and database, one core", rows);
  } finally {
    await product.stop();
  }
} finally {
  await ground.stop();
}
