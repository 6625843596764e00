/**
 * Reports about visits a second: `sh scripts/node.sh bench/ingest.ts`. Uploads of 20 events from 1,000 addresses, the embedded database,
 * the byte budget of a day as it stands. `--seconds=8`, `--rounds=3`. First as many as are taken, then 5,000 a second while pages are asked
 * for, by turns with the same pages alone. // Spec embedded-platform 8
 */
import { Agent, request as ask } from "node:http";
import { stayAside, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { median, option, quantile, report } from "./support/report.ts";

const seconds = Number(option("seconds") ?? 8);
const rounds = Number(option("rounds") ?? 3);
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
    const asked = ask(origin + path, { agent, method: body === undefined ? "GET" : "POST", headers }, (answer) => {
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
    asked.on("error", fail);
    asked.end(body);
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

interface Sample {
  uploads: Answer[];
  pages: number[];
  /** Pages that were turned away. */
  refusedPages: number;
  seconds: number;
}

/** Asks for pages evenly, and uploads evenly or as fast as they are taken. */
async function run(
  product: Served,
  cookie: string,
  uploadsPerSecond: number | "MOST",
  pages: boolean,
): Promise<Sample> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun > seconds * 1000;
  const sample: Sample = { uploads: [], pages: [], refusedPages: 0, seconds: 0 };
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
  return sample;
}

const acceptedPerSecond = ({ uploads, seconds: took }: Sample): number =>
  uploads.reduce((sum, { accepted }) => sum + accepted, 0) / took;
const p99 = (values: readonly number[]): number => quantile(values, 0.99);

stayAside();
const ground = await openGround();
try {
  await (await startProduct(ground)).stop();
  const product = await startProduct(ground, { TRUSTED_HOPS: "1" });
  try {
    const { cookie } = await logIn(ground);
    await run(product, cookie, 50, true);
    const most: Sample[] = [];
    const paced: { sample: Sample; ratio: number; calm: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      await waitForQuiet();
      most.push(await run(product, cookie, "MOST", false));
      // The sink takes what waits before the next part.
      await new Promise((wait) => setTimeout(wait, 5_000));
      const calm = await run(product, cookie, 0, true);
      const sample = await run(product, cookie, goals.eventsPerSecond / eventsOfUpload, true);
      paced.push({ sample, calm: p99(calm.pages), ratio: p99(sample.pages) / p99(calm.pages) });
    }
    const rate = median(most.map(acceptedPerSecond));
    const pacedRate = median(paced.map(({ sample }) => acceptedPerSecond(sample)));
    const uploadP99 = median(paced.map(({ sample }) => p99(sample.uploads.map(({ milliseconds }) => milliseconds))));
    const ratio = median(paced.map((one) => one.ratio));
    const refused = [...most, ...paced.map(({ sample }) => sample)].flatMap(({ uploads }) =>
      uploads.filter(({ status }) => status !== 202),
    );
    report("Reports about visits in uploads of 20 from 1,000 addresses, one process, embedded database", [
      {
        "events/s at most": rate,
        "events/s paced": pacedRate,
        "upload p99 ms": uploadP99,
        "pages p99 ms alone": median(paced.map(({ calm }) => calm)),
        "pages p99 ratio": ratio,
        "refused uploads": refused.length,
        "refused pages": paced.reduce((sum, { sample }) => sum + sample.refusedPages, 0),
        met:
          rate >= goals.eventsPerSecond && uploadP99 <= goals.uploadP99Milliseconds && ratio <= goals.pagesRatio
            ? "yes"
            : "no",
      },
    ]);
  } finally {
    agent.destroy();
    await product.stop();
  }
} finally {
  await ground.stop();
}
