/**
 * The loan form's first view on a low-end phone over a slow path, compared with a lean hand-written page of the same
 * fields and with a page of the same fields that React Router renders and takes over in the browser: `sh
 * scripts/node.sh bench/first-view.ts`. `--rounds=9`, `--cpu=4,12`. All three are visited in each round, in an order
 * that turns.
 */
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { bundleHydrated } from "./peers/bundle.ts";
import { firstVisit, sessionCookie, type FirstVisit } from "./support/first-visit.ts";
import { openBrowser, openPhone } from "./support/phone.ts";
import { freePort, serve, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { median, option, quantile, report, short, type Row } from "./support/report.ts";
import { openSlowPath } from "./support/slow-path.ts";

const rounds = Number(option("rounds") ?? 9);
const slowdowns = (option("cpu") ?? "4,12").split(",").map(Number);
const path = { roundTripMilliseconds: 150, bitsPerSecond: 1_600_000, handshakes: 2 };
/** Compared with the lean page: first working tap, and time of long tasks at a processor twelve times slower. Compared with the hydrated page: first paint. */
const goals = { works: 1.15, blocked: 1.25, paint: 1.05 };

interface Side {
  url: string;
  button: string;
  token: string | null;
}
type Name = "product" | "lean" | "hydrated";
type Visits = Record<Name, FirstVisit[]>;

async function visitOnce(
  browser: Browser,
  elsewhere: string,
  { url, button, token }: Side,
  slowdown: number,
): Promise<FirstVisit> {
  const context = await openPhone(browser);
  try {
    if (token) await context.addCookies([sessionCookie(token)]);
    return await firstVisit(elsewhere, context, url, button, slowdown);
  } finally {
    await context.close();
  }
}

async function visits(
  browser: Browser,
  elsewhere: string,
  sides: Record<Name, Side>,
  slowdown: number,
): Promise<Visits> {
  const all: Visits = { product: [], lean: [], hydrated: [] };
  const names = Object.keys(sides) as Name[];
  for (let round = 0; round < rounds; round++) {
    await waitForQuiet(5);
    const turned = [...names.slice(round % 3), ...names.slice(0, round % 3)];
    for (const name of turned) all[name].push(await visitOnce(browser, elsewhere, sides[name], slowdown));
  }
  return all;
}

/** Median of the rounds' ratios, and the quartiles below and above. */
function compared(all: Visits, peer: Name, figure: keyof FirstVisit): { ratio: number; told: string } {
  const ratios = all.product.map((one, round) => one[figure] / (all[peer][round] as FirstVisit)[figure]);
  const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share)) as [number, number, number];
  const of = (name: Name) => short(median(all[name].map((one) => one[figure])));
  return { ratio, told: `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}; ${of("product")} / ${of(peer)})` };
}

function rowsOf(all: Visits, slowdown: number): Row[] {
  const figures: [what: string, figure: keyof FirstVisit][] = [
    ["first paint, ms", "paint"],
    ["first tap that counts, ms", "works"],
    ["blocking, ms", "blocked"],
    ["main thread, ms of processor", "thread"],
    ["of it scripts", "script"],
    ["of it styles", "styling"],
    ["of it layout", "layout"],
    ["kilobytes", "kilobytes"],
  ];
  return figures.map(([what, figure]) => {
    const [lean, hydrated] = [compared(all, "lean", figure), compared(all, "hydrated", figure)];
    const isJudged = figure === "works" || figure === "paint" || (figure === "blocked" && slowdown === 12);
    const isMet = figure === "paint" ? hydrated.ratio <= goals.paint : !(lean.ratio > goals[figure as "works"]);
    return {
      cpu: `${slowdown}x`,
      figure: what,
      "beside lean": lean.told,
      "beside hydrated": hydrated.told,
      met: isJudged ? (isMet ? "yes" : "no") : "–",
    };
  });
}

const ground = await openGround();
const [fastPort, productPort, writtenPort, hydratedPort] = await Promise.all([
  freePort(),
  freePort(),
  freePort(),
  freePort(),
]);
const product = await startProduct(ground, {
  PORT: String(fastPort),
  PUBLIC_ORIGIN: `http://localhost:${fastPort},http://localhost:${productPort}`,
});
const browser = await openBrowser();
const started: Served[] = [product];
const paths: { stop(): void }[] = [];
try {
  const { token } = await logIn(ground);
  const { server, client } = await bundleHydrated(ground.folder);
  const leanFile = fileURLToPath(new URL("pages/apply-lean.html", import.meta.url));
  const written = await serve(["bench/pages/server.ts"], {}, "server is ready");
  const hydrated = await serve([server], { STYLE_OF: leanFile, CLIENT: client }, "server is ready");
  started.push(written, hydrated);
  const portOf = ({ origin }: Served): number => Number(new URL(origin).port);
  for (const [slow, fast] of [
    [productPort, fastPort],
    [writtenPort, portOf(written)],
    [hydratedPort, portOf(hydrated)],
  ] as const)
    paths.push(await openSlowPath(slow, fast, path));
  const elsewhere = `http://127.0.0.1:${portOf(written)}/elsewhere`;
  const sides: Record<Name, Side> = {
    product: {
      url: `http://localhost:${productPort}/webview/apply-loan`,
      button: "form .button[value=save]",
      token,
    },
    lean: { url: `http://localhost:${writtenPort}/apply-lean`, button: ".submit", token: null },
    hydrated: { url: `http://localhost:${hydratedPort}/hydrated`, button: ".submit", token: null },
  };
  // The product's first pages compile code that later ones reuse.
  for (let n = 0; n < 2; n++) for (const side of Object.values(sides)) await visitOnce(browser, elsewhere, side, 1);
  const rows: Row[] = [];
  for (const slowdown of slowdowns) rows.push(...rowsOf(await visits(browser, elsewhere, sides, slowdown), slowdown));
  report(`First view of the loan form over ${path.roundTripMilliseconds} ms and 1.6 Mbps; ${rounds} rounds`, rows);
} finally {
  for (const one of paths) one.stop();
  await browser.close();
  for (const one of started) await one.stop();
  await ground.stop();
}
