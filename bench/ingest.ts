/**
 * Reports about visits a second: `sh scripts/node.sh bench/ingest.ts`. Uploads of 20 events from 1,000 addresses, the
 * embedded database, the default byte budget of a day. `--seconds=5`, `--rounds=3`, `--wait=20` seconds at most for
 * quiet before each round, `--profile=FOLDER` for a profile of the processor. First as many as are taken, then 5,000 a
 * second while pages are asked for, by turns with the same pages alone. // Spec embedded-platform 8
 */
import { Agent, request as ask } from "node:http";
import { loadavg } from "node:os";
import { descendants, processorMilliseconds, stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct, type Ground } from "./support/product.ts";
import { median, option, quantile, report } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 5);
const rounds = Number(option("rounds") ?? 3);
const maxWaitSeconds = Number(option("wait") ?? 20);
const profileFolder = option("profile");
const profiling: Record<string, string> =
  profileFolder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };
export const goals = { eventsPerSecond: 5_000, uploadP99Milliseconds: 50, pagesRatio: 1.2 };
const eventsOfUpload = 20;
const addresses = 1_000;
const lanes = 24;
const pagesPerSecond = 40;
const page = "/webview/quota";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let sent = 0;

function bodyOf(number: number): string {
  const events = Array.from({ length: eventsOfUpload }, (_, index) => ({
    eventType: index === 0 ? "P" : "C",
    businessEvent: index === 0 ? "/webview/bills" : "bills-pay",
    eventValue: index === 0 ? "utm_source=wa" : "",
    componentId: "bill",
    eventParams: { activity: "", elementType: "Button", elementId: `pay-${index}`, elementContent: "primary" },
    eventTime: Date.now() - index,
    platformType: "WEB",
  }));
  return JSON.stringify({ events: events.map((event) => ({ ...event, componentId: `bill-${number}` })) });
}

interface Answer {
  status: number;
  milliseconds: number;
  accepted: number;
}

const send = ({ origin }: Served, path: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
  new Promise((done, fail) => {
    const begun = performance.now();
    const request = ask(origin + path, { agent, method: body === undefined ? "GET" : "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += body === undefined ? "" : chunk.toString()));
      answer.on("end", () =>
        done({
          status: answer.statusCode ?? 0,
          milliseconds: performance.now() - begun,
          accepted: Number(/"accepted":(\d+)/.exec(text)?.[1] ?? 0),
        }),
      );
    });
    request.on("error", fail);
    request.end(body);
  });

/** An upload of the next address. */
function upload(product: Served): Promise<Answer> {
  const number = sent++;
  const body = bodyOf(number);
  const place = number % addresses;
  return send(
    product,
    "/event/uploadEvents/v2",
    {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "x-forwarded-for": `10.${20 + (place >> 8)}.${place & 255}.7`,
      "device-token": `device-of-bench-${place}`,
    },
    body,
  );
}

/** Processor time so far, in milliseconds: of the product, and of PostgreSQL with all its processes. */
interface Spent {
  node: number;
  postgres: number;
}
let postgres: readonly number[] = [];
/** Processor time of ended PostgreSQL processes: its helpers come and go. */
const seen = new Map<number, number>();
function spentBy(product: Served): Spent {
  for (const pid of new Set(postgres.flatMap((one) => [one, ...descendants(one)]))) {
    const used = processorMilliseconds(pid);
    if (!Number.isNaN(used)) seen.set(pid, used);
  }
  return {
    node: processorMilliseconds(product.child.pid as number),
    postgres: [...seen.values()].reduce((sum, one) => sum + one, 0),
  };
}

const since = (before: Spent, now: Spent): Spent => ({
  node: now.node - before.node,
  postgres: now.postgres - before.postgres,
});

interface Sample {
  uploads: Answer[];
  pages: number[];
  /** Pages that were refused because of overload. */
  refusedPages: number;
  seconds: number;
  /** Processor milliseconds used during the run. */
  spent: Spent;
}

/** Requests pages at a steady rate, and uploads at a steady rate or as fast as they are accepted. */
async function run(
  product: Served,
  cookie: string,
  uploadsPerSecond: number | "MOST",
  pages: boolean,
): Promise<Sample> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun > seconds * 1000;
  const sample: Sample = { uploads: [], pages: [], refusedPages: 0, seconds: 0, spent: { node: 0, postgres: 0 } };
  const before = spentBy(product);
  const evenly = async (perSecond: number, act: () => Promise<void>): Promise<void> => {
    const open: Promise<void>[] = [];
    for (let count = 0; !isOver(); await new Promise((wait) => setTimeout(wait, 2)))
      for (const due = ((performance.now() - begun) / 1000) * perSecond; count < due; count++) open.push(act());
    await Promise.all(open);
  };
  const oneUpload = async () => void sample.uploads.push(await upload(product));
  const uploading =
    uploadsPerSecond === "MOST"
      ? Promise.all(
          Array.from({ length: lanes }, async () => {
            while (!isOver()) await oneUpload();
          }),
        )
      : evenly(uploadsPerSecond, oneUpload);
  const asking = pages
    ? evenly(pagesPerSecond, async () => {
        const answer = await send(product, page, { cookie, "accept-encoding": "br" });
        if (answer.status === 200) sample.pages.push(answer.milliseconds);
        else sample.refusedPages += 1;
      })
    : undefined;
  await Promise.all([uploading, asking]);
  sample.seconds = (performance.now() - begun) / 1000;
  sample.spent = since(before, spentBy(product));
  return sample;
}

const acceptedOf = ({ uploads }: Sample): number => uploads.reduce((sum, { accepted }) => sum + accepted, 0);
const acceptedPerSecond = (sample: Sample): number => acceptedOf(sample) / sample.seconds;
const p99 = (values: readonly number[]): number => quantile(values, 0.99);
/** Processor milliseconds for a thousand events. */
const perThousand = (spent: number, events: number): number => (spent * 1000) / events;

/** Waits until the sink has received all waiting events; returns the processor time that this took. */
async function drained({ database }: Ground, product: Served): Promise<Spent> {
  const before = spentBy(product);
  for (const latest = performance.now() + 120_000; performance.now() < latest;) {
    const waiting = await database
      .selectFrom("telemetry_event")
      .select("id")
      .where("publishedAt", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (waiting === undefined) return since(before, spentBy(product));
    await new Promise((wait) => setTimeout(wait, 500));
  }
  throw new Error("The sink did not take within two minutes what waits.");
}

interface Round {
  most: Sample;
  /** Use of the sink, after the uploads of `most`. */
  after: Spent;
  paced: Sample;
  calm: Sample;
}

function tell(rounds: readonly Round[]): void {
  const of = (figure: (round: Round) => number): number => median(rounds.map(figure));
  const uploads = rounds.flatMap(({ most, paced }) => [...most.uploads, ...paced.uploads]);
  const figures = {
    "events/s at most": of(({ most }) => acceptedPerSecond(most)),
    "events/s paced": of(({ paced }) => acceptedPerSecond(paced)),
    "upload p99 ms": of(({ paced }) => p99(paced.uploads.map(({ milliseconds }) => milliseconds))),
    "pages p99 ms alone": of(({ calm }) => p99(calm.pages)),
    "pages p99 ratio": of(({ calm, paced }) => p99(paced.pages) / p99(calm.pages)),
  };
  const isMet =
    figures["events/s at most"] >= goals.eventsPerSecond &&
    figures["upload p99 ms"] <= goals.uploadP99Milliseconds &&
    figures["pages p99 ratio"] <= goals.pagesRatio;
  report("Reports about visits in uploads of 20 from 1,000 addresses, one process, embedded database", [
    {
      ...figures,
      // Measures that other processes do not affect: they are valid on a busy machine too.
      "CPU ms of Node / 1,000 events": of(({ most }) => perThousand(most.spent.node, acceptedOf(most))),
      "of PostgreSQL": of(({ most }) => perThousand(most.spent.postgres, acceptedOf(most))),
      "with the sink, both": of(({ most, after }) =>
        perThousand(most.spent.node + most.spent.postgres + after.node + after.postgres, acceptedOf(most)),
      ),
      "refused uploads": uploads.filter(({ status }) => status !== 202).length,
      "dropped for the day's room": uploads.reduce(
        (sum, { status, accepted }) => sum + (status === 202 ? eventsOfUpload - accepted : 0),
        0,
      ),
      "refused pages": rounds.reduce((sum, { paced }) => sum + paced.refusedPages, 0),
      load: loadavg()[0]!,
      met: isMet ? "yes" : "no",
    },
  ]);
}

stayAside();
const others = descendants(process.pid);
const ground = await openGround();
postgres = descendants(process.pid).filter((pid) => !others.includes(pid));
try {
  await (await startProduct(ground)).stop();
  const product = await startProduct(ground, { TRUSTED_HOPS: "1", ...profiling });
  try {
    const { cookie } = await logIn(ground);
    await run(product, cookie, 50, true);
    const done: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      await drained(ground, product);
      await waitForQuiet(maxWaitSeconds);
      const most = await run(product, cookie, "MOST", false);
      const after = await drained(ground, product);
      const calm = await run(product, cookie, 0, true);
      const paced = await run(product, cookie, goals.eventsPerSecond / eventsOfUpload, true);
      done.push({ most, after, calm, paced });
    }
    tell(done);
  } finally {
    agent.destroy();
    await product.stop();
  }
} finally {
  await ground.stop();
}
