/**
 * Requests a second beside bare Node in the same run, on one core: `sh scripts/node.sh bench/throughput.ts`.
 * `--only=cached,api,configuration,description,health,file,unknown,refused,session,page,posting`, `--seconds=4`, `--rounds=3`.
 */
import { account, post } from "#server/ledger/index.ts";
import { transact } from "#server/database.server.ts";
import { bundleQuota } from "./peers/bundle.ts";
import { load, type Loaded, type LoadOptions } from "./support/load.ts";
import { serve, stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { environmentOf, logIn, openGround, startFlags, startProduct, type Ground } from "./support/product.ts";
import { median, option, report, type Row } from "./support/report.ts";
import { bare, fetchRaw, sameBytes } from "./support/same-bytes.ts";

const seconds = Number(option("seconds") ?? 4);
const rounds = Number(option("rounds") ?? 3);
/** Goals: the share of bare Node's requests per second, and memory in megabytes. */
export const goals = {
  cached: 0.85,
  api: 0.85,
  configuration: 0.85,
  description: 0.85,
  health: 0.85,
  file: 0.85,
  unknown: 0.85,
  refused: 0.85,
  session: 0.5,
  page: 0.5,
  posting: 0.5,
  residentMegabytes: 250,
};
type Case = Exclude<keyof typeof goals, "residentMegabytes">;
const chosen = (option("only")?.split(",") ??
  Object.keys(goals).filter((name) => name !== "residentMegabytes")) as Case[];
const compressed = { "accept-encoding": "br" };

interface Pair {
  product: Served;
  peer: Served;
  options: Omit<LoadOptions, "seconds">;
  /** The product runs for several cases and is stopped at the end. */
  keep: boolean;
}

/** An answer without the database, beside a bare server that sends the same bytes and headers. */
const withoutDatabase =
  (path: string, headers: Record<string, string> = {}, status = 200) =>
  async (ground: Ground, product: Served): Promise<Pair> => ({
    product,
    peer: await sameBytes(ground.folder, product, path, headers, status),
    options: { path, headers, ...(status === 200 ? {} : { maxFailures: Infinity }) },
    keep: true,
  });

const cases: Record<Case, (ground: Ground, product: Served) => Promise<Pair>> = {
  cached: withoutDatabase("/", compressed),
  // The provinces.
  api: withoutDatabase("/api/user/getAreaDataList"),
  configuration: withoutDatabase("/api/generalConfig?key=app_config.standard_rate_for_web"),
  description: withoutDatabase("/api/openapi.json", compressed),
  health: withoutDatabase("/healthz"),
  file: withoutDatabase("/icon.svg", compressed),
  // These two run through the whole request pipeline, down to the policy of a call.
  unknown: withoutDatabase("/api/no-such-call", {}, 404),
  refused: withoutDatabase("/api/credit/limits", {}, 401),
  async session(ground, product) {
    const { cookie } = await logIn(ground);
    return {
      product,
      peer: await bare(["limits"], { DATABASE_URL: ground.connection }),
      options: { path: "/api/credit/limits", headers: { cookie } },
      keep: true,
    };
  },
  async page(ground, product) {
    const { cookie } = await logIn(ground);
    const own = (await fetchRaw(`${product.origin}/webview/quota`, { cookie })).body.toString();
    const environment = {
      DATABASE_URL: ground.connection,
      QUALITY: option("quality") ?? "5",
      PAGE_HEAD: /<style[^]*?<\/style>/.exec(own)?.[0] ?? "",
      PAGE_TAIL: own.slice(own.indexOf("<script"), own.lastIndexOf("</body>")),
    };
    const peer = await bare(["quota", await bundleQuota(ground.folder)], environment);
    const peerBytes = (await fetchRaw(`${peer.origin}/webview/quota`, { cookie, "accept-encoding": "br" })).body.length;
    const productBytes = (await fetchRaw(`${product.origin}/webview/quota`, { cookie, "accept-encoding": "br" })).body
      .length;
    console.log(`page: ${productBytes} bytes of the product, ${peerBytes} of bare React`);
    return { product, peer, options: { path: "/webview/quota", headers: { cookie, ...compressed } }, keep: true };
  },
  async posting(ground) {
    const { borrowerId, cookie } = await logIn(ground);
    const product = await serve([...startFlags, "bench/peers/posting-product.ts"], environmentOf(ground), "is ready");
    const now = ground.services.clock.now();
    const funded = {
      kind: "REWARD_FUNDED" as const,
      debit: account("PROMOTION_COST"),
      credit: account("REWARD_BUDGET", borrowerId),
      amount: 1_000_000_000,
      reference: "bench",
      valueDate: "2026-11-21",
    };
    await transact(ground.database, (trx) => post(trx, now, [{ id: `fund_${borrowerId}`, ...funded }]));
    const peer = await bare(["posting"], { DATABASE_URL: ground.connection });
    const headers = { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
    return {
      product,
      peer,
      options: { path: "/api/bench/reward", method: "POST", headers, body: `{"reference":"[<id>]"}` },
      keep: false,
    };
  },
};

/** Both sides alternately, so that a busy moment of the machine affects both. */
async function compare({ product, peer, options }: Pair): Promise<{ product: Loaded[]; peer: Loaded[] }> {
  const measured = { product: [] as Loaded[], peer: [] as Loaded[] };
  for (const served of [product, peer]) await load(served, { ...options, seconds: 2 });
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["product", "peer"] as const) : (["peer", "product"] as const);
    await waitForQuiet();
    for (const side of order)
      measured[side].push(await load(side === "product" ? product : peer, { ...options, seconds }));
  }
  return measured;
}

const decimal = (value: number): string => String(Math.round(value * 10) / 10);

function rowOf(name: Case, { product, peer }: { product: Loaded[]; peer: Loaded[] }): Row {
  const of = (side: Loaded[], figure: keyof Loaded) => median(side.map((one) => one[figure]));
  // Both sides of a round ran side by side, so each round gives its own ratio.
  const ratioOf = (figure: keyof Loaded) =>
    median(product.map((one, round) => one[figure] / (peer[round] as Loaded)[figure]));
  const ratio = ratioOf("requestsPerSecond");
  return {
    case: name,
    "product/s": of(product, "requestsPerSecond"),
    "bare/s": of(peer, "requestsPerSecond"),
    ratio,
    "goal ratio": goals[name],
    "p50 ms": `${decimal(of(product, "p50Milliseconds"))} / ${decimal(of(peer, "p50Milliseconds"))}`,
    "p99 ms": `${decimal(of(product, "p99Milliseconds"))} / ${decimal(of(peer, "p99Milliseconds"))}`,
    "CPU µs": `${Math.round(of(product, "processorMicroseconds"))} / ${Math.round(of(peer, "processorMicroseconds"))}`,
    "CPU ratio": 1 / ratioOf("processorMicroseconds"),
    "RSS MB": of(product, "residentMegabytes"),
    met: ratio >= goals[name] && of(product, "residentMegabytes") <= goals.residentMegabytes ? "yes" : "no",
  };
}

stayAside();
const ground = await openGround();
// The very first start seeds the sandbox's staff with a dozen costly password hashes, which prod never does.
await (await startProduct(ground)).stop();
const product = await startProduct(ground);
const rows: Row[] = [];
try {
  for (const name of chosen) {
    const pair = await cases[name](ground, product);
    try {
      rows.push(rowOf(name, await compare(pair)));
    } finally {
      await pair.peer.stop();
      if (!pair.keep) await pair.product.stop();
    }
  }
  report("Requests a second, one core, product against bare Node", rows);
} finally {
  await product.stop();
  await ground.stop();
}
