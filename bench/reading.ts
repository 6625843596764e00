/**
 * Reading pages: the first paint on a low-end phone over a slow path beside a hand-written page of the same words, and
 * requests a second beside a bare Node server that sends the same bytes: `sh scripts/node.sh bench/reading.ts`.
 * `--only=paint,requests`, `--rounds=15`, `--cpu=4,12`, `--seconds=3`.
 */
import type { Browser } from "playwright-core";
import { load, type Loaded } from "./support/load.ts";
import { openFromOtherSite, openBrowser, openPhone } from "./support/phone.ts";
import { freePort, serve, stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { openGround, startProduct } from "./support/product.ts";
import { median, medianRatio, option, report, short, type Row } from "./support/report.ts";
import { sameBytes } from "./support/same-bytes.ts";
import { openSlowPath } from "./support/slow-path.ts";

const rounds = Number(option("rounds") ?? 15);
const seconds = Number(option("seconds") ?? 3);
const slowdowns = (option("cpu") ?? "4,12").split(",").map(Number);
const parts = option("only")?.split(",") ?? ["paint", "requests"];
const path = { roundTripMilliseconds: 150, bitsPerSecond: 1_600_000, handshakes: 2 };
export const goals = { paintRatio: 1.1, requestsRatio: 0.85, p99Ratio: 2 };
/** The page that is also written by hand, and other cached pages of the website. */
const written = "/borrow";
const cachedPages = [written, "/about/faq", "/blog"];
const headers = { "accept-encoding": "br" };

interface Visit {
  requestsBefore: number;
  kilobytes: number;
  paint: number;
}

async function visit(browser: Browser, elsewhere: string, url: string, slowdown: number): Promise<Visit> {
  const context = await openPhone(browser);
  try {
    const { page } = await openFromOtherSite(elsewhere, context, slowdown);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    return await page.evaluate(() => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
      const document = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
      // Resources that the paint waits for: the page itself and everything that blocks rendering.
      const blocking = (
        performance.getEntriesByType("resource") as (PerformanceResourceTiming & { renderBlockingStatus?: string })[]
      ).filter((one) => one.renderBlockingStatus === "blocking");
      return { paint, requestsBefore: 1 + blocking.length, kilobytes: document.transferSize / 1000 };
    });
  } finally {
    await context.close();
  }
}

async function paintRows(product: Served, productPort: number): Promise<Row[]> {
  const writtenPort = await freePort();
  const peer = await serve(["bench/pages/server.ts"], {}, "server is ready");
  const browser = await openBrowser();
  const elsewhere = `http://127.0.0.1:${new URL(peer.origin).port}/elsewhere`;
  const paths = [
    await openSlowPath(productPort, Number(new URL(product.origin).port), path),
    await openSlowPath(writtenPort, Number(new URL(peer.origin).port), path),
  ];
  const origins = { product: `http://localhost:${productPort}`, written: `http://localhost:${writtenPort}` };
  try {
    const rows: Row[] = [];
    for (const slowdown of slowdowns) {
      const visits: Record<keyof typeof origins, Visit[]> = { product: [], written: [] };
      for (const origin of Object.values(origins)) await visit(browser, elsewhere, origin + written, slowdown);
      for (let round = 0; round < rounds; round++) {
        await waitForQuiet();
        for (const side of round % 2 === 0 ? (["product", "written"] as const) : (["written", "product"] as const))
          visits[side].push(await visit(browser, elsewhere, origins[side] + written, slowdown));
      }
      const of = (side: keyof typeof origins, figure: keyof Visit) => median(visits[side].map((one) => one[figure]));
      const pair = (figure: keyof Visit) => `${short(of("product", figure))} / ${short(of("written", figure))}`;
      const ratio = medianRatio(
        visits.product.map(({ paint }) => paint),
        visits.written.map(({ paint }) => paint),
      );
      rows.push({
        page: written,
        cpu: `${slowdown}x`,
        "requests before paint": pair("requestsBefore"),
        KB: pair("kilobytes"),
        "first paint ms": pair("paint"),
        ratio,
        "goal ratio": goals.paintRatio,
        met: ratio <= goals.paintRatio ? "yes" : "no",
      });
    }
    return rows;
  } finally {
    for (const one of paths) one.stop();
    await browser.close();
    await peer.stop();
  }
}

async function requestsRow(folder: string, product: Served, page: string): Promise<Row> {
  const peer = await sameBytes(folder, product, page, headers);
  try {
    const options = { path: page, headers };
    for (const side of [product, peer]) await load(side, { ...options, seconds: 1 });
    const loaded: Record<"product" | "peer", Loaded[]> = { product: [], peer: [] };
    for (let round = 0; round < Math.min(rounds, 5); round++) {
      await waitForQuiet();
      for (const side of round % 2 === 0 ? (["product", "peer"] as const) : (["peer", "product"] as const))
        loaded[side].push(await load(side === "product" ? product : peer, { ...options, seconds }));
    }
    const ratio = (figure: keyof Loaded) =>
      medianRatio(
        loaded.product.map((one) => one[figure]),
        loaded.peer.map((one) => one[figure]),
      );
    const pair = (figure: keyof Loaded) =>
      `${short(median(loaded.product.map((one) => one[figure])))} / ${short(median(loaded.peer.map((one) => one[figure])))}`;
    const requests = ratio("requestsPerSecond");
    // The resolution is a millisecond: 1 compared with 0 gives no ratio.
    const p99 = ratio("p99Milliseconds");
    const isSlow = p99 > goals.p99Ratio && median(loaded.product.map((one) => one.p99Milliseconds)) > 2;
    return {
      page,
      "requests/s": pair("requestsPerSecond"),
      ratio: requests,
      "goal ratio": goals.requestsRatio,
      "p99 ms": pair("p99Milliseconds"),
      "CPU µs": pair("processorMicroseconds"),
      met: requests >= goals.requestsRatio && !isSlow ? "yes" : "no",
    };
  } finally {
    await peer.stop();
  }
}

const ground = await openGround();
const [fastPort, slowPort] = await Promise.all([freePort(), freePort()]);
const environment = {
  PORT: String(fastPort),
  PUBLIC_ORIGIN: `http://localhost:${fastPort},http://localhost:${slowPort}`,
};
// The very first start seeds the sandbox's staff with a dozen costly password hashes, which prod never does.
await (await startProduct(ground, environment)).stop();
const product = await startProduct(ground, environment);
try {
  if (parts.includes("paint"))
    report(
      `First paint of a reading page over ${path.roundTripMilliseconds} ms and ${path.bitsPerSecond / 1e6} Mbps, new connection, product / hand-written; medians of ${rounds} rounds and of their ratios`,
      await paintRows(product, slowPort),
    );
  if (parts.includes("requests")) {
    // Not earlier: a browser that shares one core with everything else paints at random times.
    stayAside();
    const rows: Row[] = [];
    for (const page of cachedPages) rows.push(await requestsRow(ground.folder, product, page));
    report("Kept pages, requests a second on one core, product / bare Node with the same bytes", rows);
  }
} finally {
  await product.stop();
  await ground.stop();
}
