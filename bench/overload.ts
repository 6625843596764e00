/**
 * What is left of the answers at twice the load that a process can carry (threat H9): `sh scripts/node.sh bench/overload.ts`.
 * `--seconds=6`. Goal: at least 80 % of the peak, and nobody who is answered waits long.
 */
import { Agent, get } from "node:http";
import { load } from "./support/load.ts";
import { stayAside, waitForQuiet } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { option, report } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 6);
/** A person has left by then. */
const patienceMilliseconds = 5_000;
/** Until answers come as steadily as requests go; what is answered before is not counted. */
const warmSeconds = 3;
const goalShare = 0.8;
const path = "/webview/quota";

interface Overloaded {
  goodPerSecond: number;
  turnedAwayPerSecond: number;
  goodP50Milliseconds: number;
  goodP99Milliseconds: number;
  failed: number;
}

/** Sends so many requests a second, evenly, whether the earlier ones are answered or not. */
async function overload(origin: string, cookie: string, perSecond: number): Promise<Overloaded> {
  const agent = new Agent({ keepAlive: true });
  const good: number[] = [];
  const open = new Set<Promise<void>>();
  let turnedAway = 0;
  let failed = 0;
  const send = (): Promise<void> =>
    new Promise((done) => {
      const begun = performance.now();
      const request = get(origin + path, { agent, headers: { cookie, "accept-encoding": "br" }, timeout: patienceMilliseconds }, (response) => {
        if (response.statusCode === 200) good.push(performance.now() - begun);
        else turnedAway++;
        response.resume().on("close", done);
      });
      request.on("timeout", () => request.destroy()).on("error", () => (failed++, done()));
    });
  const begun = performance.now();
  let before = { good: 0, turnedAway: 0 };
  for (let sent = 0; performance.now() - begun < (warmSeconds + seconds) * 1000; await new Promise((wait) => setTimeout(wait, 5))) {
    for (const due = ((performance.now() - begun) / 1000) * perSecond; sent < due; sent++) {
      const one = send().finally(() => open.delete(one));
      open.add(one);
    }
    if (performance.now() - begun < warmSeconds * 1000) before = { good: good.length, turnedAway };
  }
  const goodInTime = good.length - before.good;
  const turnedAwayInTime = turnedAway - before.turnedAway;
  await Promise.all(open);
  agent.destroy();
  good.sort((a, b) => a - b);
  const at = (share: number): number => good[Math.floor(good.length * share)] ?? NaN;
  return { goodPerSecond: goodInTime / seconds, turnedAwayPerSecond: turnedAwayInTime / seconds, goodP50Milliseconds: at(0.5), goodP99Milliseconds: at(0.99), failed };
}

stayAside();
const ground = await openGround();
try {
  await (await startProduct(ground)).stop();
  const product = await startProduct(ground);
  try {
    const { cookie } = await logIn(ground);
    const calm = { path, mostFailures: 50, headers: { cookie, "accept-encoding": "br" } };
    await load(product, { ...calm, seconds: 2 });
    await waitForQuiet();
    const peak = await load(product, { ...calm, seconds });
    const rows = [];
    for (const times of [1, 2, 4]) {
      const seen = await overload(product.origin, cookie, peak.requestsPerSecond * times);
      const share = seen.goodPerSecond / peak.requestsPerSecond;
      rows.push({
        "times the peak": times,
        "peak/s": peak.requestsPerSecond,
        "good/s": seen.goodPerSecond,
        "turned away/s": seen.turnedAwayPerSecond,
        "share of the peak": share,
        "p50 ms": seen.goodP50Milliseconds,
        "p99 ms": seen.goodP99Milliseconds,
        failed: seen.failed,
        met: times === 1 || share >= goalShare ? "yes" : "no",
      });
    }
    report("Overload: a page with session and database, one core", rows);
  } finally {
    await product.stop();
  }
} finally {
  await ground.stop();
}
