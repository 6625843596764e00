/**
 * The forms on a low-end phone over a slow path, beside hand-written pages of the same forms: `sh scripts/node.sh bench/form.ts`.
 * `--forms=login,apply,apply-bare,home,home-bare`, `--rounds=9`, `--cpu=4,12`.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { firstVisit, sessionCookie, type FirstVisit } from "./support/first-visit.ts";
import { openFromOtherSite, openBrowser, openPhone } from "./support/phone.ts";
import { freePort, serve, waitForQuiet, type Served } from "./support/processes.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { median, medianRatio, option, report, short, type Row } from "./support/report.ts";
import { openSlowPath } from "./support/slow-path.ts";

const rounds = Number(option("rounds") ?? 9);
const slowdowns = (option("cpu") ?? "4,12").split(",").map(Number);
const path = { roundTripMilliseconds: 150, bitsPerSecond: 1_600_000, handshakes: 2 };
/** A tap counts, and a result shows, within this factor of the hand-written page's time. */
export const goals = { worksRatio: 1.15, resultRatio: 1.15 };

interface Form {
  product: string;
  written: string;
  /** The button of the form's purpose. */
  submit: { product: string; written: string };
  /** Fills the form so that it is sent and answered by the same page; null if sending redirects to another one. */
  fill: ((page: Page) => Promise<void>) | null;
  /** The login on the product's side. */
  as?: "borrower";
  /** A second peer, reported in addition to the one of the goals. */
  aside?: true;
}

const application = {
  product: "/webview/apply-loan",
  // A borrower with incomplete data keeps the application as a draft; the answer redirects to the form.
  submit: { product: "form .button[value=save]" },
  fill: (page: Page) => page.selectOption("select[name=purpose]", "EDUCATION").then(() => {}),
  as: "borrower",
} as const;

const front = { product: "/", submit: { product: "form .button-primary", written: ".submit" }, fill: null } as const;

const everyForm: Record<string, Form> = {
  // Its peer is bare: fields and checks in a plain frame, one light look, none of the drawings, menus and hints. After the
  // first few codes that are not entered, both answer with a page that asks for a captcha.
  login: {
    aside: true,
    product: "/login",
    written: "/login",
    submit: { product: "form .button-primary", written: ".submit" },
    async fill(page) {
      await page.fill("[name=mobileNumber]", `0812${String(Math.floor(Math.random() * 1e8)).padStart(8, "1")}`);
      for (const name of ["agreeTerms", "agreePrivacy"]) await page.check(`[name=${name}]`);
    },
  },
  // The same form: the same texts, fields, receipt, drawings and reactions to touch, in light and dark mode
  // (docs/decisions/098).
  apply: { ...application, written: "/apply", submit: { ...application.submit, written: "[value=save]" } },
  // Only its fields and checks, without receipt, schedule, menus, drawings and styling.
  "apply-bare": {
    ...application,
    written: "/apply-bare",
    submit: { ...application.submit, written: ".submit" },
    aside: true,
  },
  home: { ...front, written: "/" },
  "home-bare": { ...front, written: "/home-bare", aside: true },
};
const forms = Object.entries(everyForm).filter(
  ([name]) => !option("forms") || option("forms")?.split(",").includes(name),
);

interface Visit extends FirstVisit {
  result: number;
}

async function visit(
  browser: Browser,
  elsewhere: string,
  origin: string,
  address: string,
  selector: string,
  fill: Form["fill"],
  slowdown: number,
  token: string | null,
): Promise<Visit> {
  const context = await openPhone(browser);
  try {
    if (token) await context.addCookies([sessionCookie(token)]);
    const first = await firstVisit(elsewhere, context, origin + address, selector, slowdown);
    return {
      ...first,
      result: fill ? await submitToResult(elsewhere, context, origin + address, selector, fill, slowdown) : NaN,
    };
  } finally {
    await context.close();
  }
}

async function submitToResult(
  elsewhere: string,
  context: BrowserContext,
  url: string,
  selector: string,
  fill: NonNullable<Form["fill"]>,
  slowdown: number,
): Promise<number> {
  const { page } = await openFromOtherSite(elsewhere, context, slowdown);
  await page.goto(url, { waitUntil: "load" });
  await fill(page);
  const loaded = page.waitForNavigation({ waitUntil: "load" });
  const tapped = await page.evaluate((button) => {
    const at = performance.timeOrigin + performance.now();
    document.querySelector<HTMLElement>(button)?.click();
    return at;
  }, selector);
  await loaded;
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const painted = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN),
  );
  await page.close();
  return painted - tapped;
}

/**
 * How long the product's warm backend takes for a POST, without the network: the hand-written page's server is made to
 * wait as long.
 */
async function backendMilliseconds(
  browser: Browser,
  origin: string,
  form: Form,
  token: string | null,
): Promise<number> {
  if (!form.fill) return 0;
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const context = await browser.newContext({ locale: "id-ID" });
    if (token) await context.addCookies([sessionCookie(token)]);
    const page = await context.newPage();
    await page.goto(origin + form.product);
    await form.fill(page);
    const answered = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().includes(form.product),
      { timeout: 10_000 },
    );
    const loaded = page.waitForNavigation({ waitUntil: "load" });
    await page.click(form.submit.product);
    const response = await answered;
    await loaded;
    const { requestStart, responseStart } = response.request().timing();
    times.push(responseStart - requestStart);
    // The page's last events are still being sent; Chromium never ends a context that is closed during this.
    await page.waitForTimeout(700);
    await context.close();
  }
  return median(times.slice(-9));
}

const ground = await openGround();
const [fastPort, productPort, writtenPort] = await Promise.all([freePort(), freePort(), freePort()]);
const product = await startProduct(ground, {
  PORT: String(fastPort),
  PUBLIC_ORIGIN: `http://localhost:${fastPort},http://localhost:${productPort}`,
});
const { token } = await logIn(ground);
const browser = await openBrowser();
let written: Served | undefined;
const closing: { stop(): void }[] = [];
try {
  const delays: Record<string, string> = {};
  for (const [name, form] of forms) {
    const [kind] = name.split("-");
    delays[`DELAY_${kind?.toUpperCase()}`] ??= String(
      await backendMilliseconds(browser, product.origin, form, form.as ? token : null),
    );
  }
  console.log("backend, ms:", delays);
  written = await serve(["bench/pages/server.ts"], delays, "server is ready");
  const elsewhere = `http://127.0.0.1:${new URL(written.origin).port}/elsewhere`;
  closing.push(
    await openSlowPath(productPort, fastPort, path),
    await openSlowPath(writtenPort, Number(new URL(written.origin).port), path),
  );
  const rows: Row[] = [];
  for (const slowdown of slowdowns)
    for (const [name, form] of forms) rows.push(...(await compare(elsewhere, name, form, slowdown)));
  report(
    `Forms over ${path.roundTripMilliseconds} ms and ${path.bitsPerSecond / 1e6} Mbps, new connection, product against hand-written; medians of ${rounds} rounds and of their ratios`,
    rows,
  );
} finally {
  for (const one of closing) one.stop();
  await browser.close();
  await written?.stop();
  await product.stop();
  await ground.stop();
}

async function compare(elsewhere: string, name: string, form: Form, slowdown: number): Promise<Row[]> {
  const visits: Record<"product" | "written", Visit[]> = { product: [], written: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["product", "written"] as const) : (["written", "product"] as const);
    await waitForQuiet();
    for (const side of order) {
      const origin = `http://localhost:${side === "product" ? productPort : writtenPort}`;
      visits[side].push(
        await visit(
          browser,
          elsewhere,
          origin,
          form[side],
          form.submit[side],
          form.fill,
          slowdown,
          side === "product" && form.as ? token : null,
        ),
      );
    }
  }
  const of = (side: "product" | "written", figure: keyof Visit) => median(visits[side].map((one) => one[figure]));
  const pair = (figure: keyof Visit) => `${short(of("product", figure))} / ${short(of("written", figure))}`;
  const ratio = (figure: keyof Visit) =>
    medianRatio(
      visits.product.map((one) => one[figure]),
      visits.written.map((one) => one[figure]),
    );
  const met = ratio("works") <= goals.worksRatio && !(ratio("result") > goals.resultRatio);
  return [
    {
      form: name,
      cpu: `${slowdown}x`,
      requests: pair("requests"),
      KB: pair("kilobytes"),
      "first paint ms": pair("paint"),
      "works ms": pair("works"),
      "works ratio": ratio("works"),
      "submit to result ms": pair("result"),
      "result ratio": ratio("result"),
      "blocking ms": pair("blocked"),
      met: form.aside ? "–" : met ? "yes" : "no",
    },
  ];
}
