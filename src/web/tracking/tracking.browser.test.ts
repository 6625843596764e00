/** The after-load file in a real browser: what leaves the page, in which form, and what never does. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchChromium } from "#tests/support/chromium.ts";
import { assetPath, bundle } from "../enhance/build.ts";
import type { UploadEvent } from "./event.ts";

interface Upload {
  path: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin = "";
let uploads: Upload[] = [];
let attributes = "";
let down = false;
/** The answer to a sent form, which the test gives. */
let answerForm: (() => void) | undefined;
/** What the script waits for before it comes. */
let scriptMayCome = Promise.resolve();
/** The same for the bridge's. */
let bridgeMayCome = Promise.resolve();
let bridgesAsked = 0;

const inner = `<main><h1>Pinjam</h1><button id="pay" data-track="pay_now" data-track-content="primary">Bayar Budi 081234567890</button>
<input name="amount" data-track="amount"><a id="out" href="https://help.tunai.example/faq" target="_blank">Bantuan</a><button id="boom">x</button><form method="post" action="/send"><button id="send">Kirim</button></form><form method="post" action="/act"><button id="act" data-track="campaign_act" data-track-value="act=play">Buka</button></form><div>${"<p>x</p>".repeat(80)}</div></main>`;

const came = `<div data-activity="egg-win"><span hidden data-track="campaign_act" data-track-value="act=play&amp;outcome=AWARD" data-track-answer></span></div>`;

beforeAll(async () => {
  const [script, native] = await Promise.all([bundle("after-load"), bundle("native")]);
  server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] as string;
    if (path === "/after-load.js")
      return void scriptMayCome.then(() => response.setHeader("Content-Type", "text/javascript").end(script));
    if (path === `/${assetPath("native", native)}`) {
      bridgesAsked++;
      return void bridgeMayCome.then(() => response.setHeader("Content-Type", "text/javascript").end(native));
    }
    if (path.startsWith("/api/"))
      return void response
        .setHeader("Content-Type", "application/json")
        .end('{"status":"REGISTERED","userId":"secret"}');
    if (path === "/send") {
      answerForm = () => response.writeHead(303, { Location: "/sent" }).end();
      return;
    }
    if (path === "/act") return void response.writeHead(303, { Location: "/acted?act=play" }).end();
    if (request.method === "POST") {
      let body = "";
      request
        .on("data", (chunk) => (body += chunk))
        .on("end", () => {
          uploads.push({ path, body, headers: request.headers });
          response.writeHead(down ? 500 : 202).end();
        });
      return;
    }
    response
      .setHeader("Content-Type", "text/html")
      .end(
        `<!DOCTYPE html><html lang="id" data-brand="tunai" data-country="IDN" ${attributes}><body>${path === "/acted" ? came : ""}${inner}<script async src="/after-load.js"></script></body></html>`,
      );
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [uploads, attributes, down, answerForm, scriptMayCome] = [[], "", false, undefined, Promise.resolve()];
  [bridgeMayCome, bridgesAsked] = [Promise.resolve(), 0];
});
afterEach(() => context.close());

async function visit(path: string, userAgent?: string): Promise<void> {
  context = await browser.newContext(userAgent ? { userAgent } : {});
  await context.addCookies([
    { name: "deviceToken", value: "fake-1795000000000", url: origin },
    { name: "userToken", value: "v1-u42-xyz", url: origin },
  ]);
  page = await context.newPage();
  await page.goto(origin + path);
}
const events = (): UploadEvent[] =>
  uploads
    .filter(({ path }) => path === "/event/uploadEvents/v2")
    .flatMap(({ body }) => (JSON.parse(body) as { events: UploadEvent[] }).events);

describe("visits", () => {
  test("A page view leaves with the headers of the specification and without what the query must not tell.", async () => {
    attributes = 'data-attach="userKey userStatus"';
    await visit("/webview/message/0198a1b2?lang=id&t=canary-token&phone=081234567890&utm_source=sms");
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]).toMatchObject({
      eventType: "P",
      businessEvent: "/webview/message/{}",
      eventValue: "lang=id&utm_source=sms",
      platformType: "WEB",
    });
    expect(events()[0]?.eventParams.userKey).toMatch(/^[A-Z]{8}-\d{13}$/);
    expect(events()[0]?.eventParams.userStatus).toBe("REGISTERED");
    const { headers, body } = uploads[0] as Upload;
    expect(headers).toMatchObject({
      "yqg-platform-environment-info": "WEB",
      country: "IDN",
      "platform-type": "WEB",
      "platform-sdk-type": "WEB",
      build: "36000",
      "device-token": "fake-1795000000000",
      "accept-language": "id",
    });
    expect(body).not.toMatch(/canary|08123|secret/);
  });
  test("Clicks and used fields are told by their names, never by their contents.", async () => {
    await visit("/borrow");
    await page.waitForLoadState("networkidle");
    await page.click("#pay");
    await page.fill("[name=amount]", "1234567");
    await expect.poll(() => events().filter(({ eventType }) => eventType === "C").length).toBe(2);
    const [click, input] = events().filter(({ eventType }) => eventType === "C");
    expect(click).toMatchObject({
      businessEvent: "pay_now",
      eventParams: { elementType: "Button", elementId: "pay", elementContent: "primary" },
    });
    expect(input).toMatchObject({ businessEvent: "amount", eventParams: { elementType: "Input", elementContent: "" } });
    expect(uploads.map(({ body }) => body).join()).not.toMatch(/Budi|1234567/);
  });
  test("What waits when the page is left still arrives, and figures of the visit with it.", async () => {
    await visit("/borrow");
    await page.waitForLoadState("load");
    await page.waitForTimeout(700);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(100);
    await page.evaluate(() => document.getElementById("pay")?.click());
    await page.goto("about:blank");
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toContain("pay_now");
    await expect.poll(() => uploads.some(({ path }) => path === "/event/logMetrics")).toBe(true);
    const { metrics } = JSON.parse(uploads.find(({ path }) => path === "/event/logMetrics")?.body ?? "{}") as {
      metrics: { measurement: string }[];
    };
    expect(metrics.map(({ measurement }) => measurement)).toEqual(["page_load", "stay", "scroll"]);
  });
  test("While the answer to a form is awaited, all that there is to tell is told, and nothing is left for the moment that the answer comes in.", async () => {
    await visit("/borrow");
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(600);
    uploads = [];
    await page.evaluate(() => document.getElementById("pay")?.click());
    await page.click("#send", { noWaitAfter: true });
    await expect
      .poll(() => uploads.map(({ path }) => path).sort())
      .toEqual(["/event/logMetrics", "/event/uploadEvents/v2"]);
    answerForm?.();
    await page.waitForURL(/sent$/);
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toEqual(["pay_now", "/sent"]);
    expect(uploads.filter(({ path }) => path === "/event/logMetrics")).toHaveLength(1);
  });
  test("Sent before the script came, a form does not wait with it either.", async () => {
    let letCome = (): void => {};
    scriptMayCome = new Promise((come) => (letCome = come));
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`${origin}/borrow`, { waitUntil: "commit" });
    await page.waitForSelector("#send");
    await page.evaluate(() => document.getElementById("send")?.setAttribute("aria-busy", "true"));
    await page.click("#send", { noWaitAfter: true });
    await expect.poll(() => answerForm).toBeTruthy();
    letCome();
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toEqual(["/borrow"]);
    answerForm?.();
    await page.waitForURL(/sent$/);
  });
  test("What came of an act is told by the page that its answer leads to, once: neither again when that is read anew or gone back to, nor where a link leads there.", async () => {
    await visit("/borrow");
    await page.waitForLoadState("networkidle");
    await page.click("#act");
    await page.waitForURL(/acted/);
    const acts = () =>
      events().flatMap(({ businessEvent, eventValue, eventParams }) =>
        businessEvent === "campaign_act" ? [`${eventValue} ${eventParams.activity}`] : [],
      );
    await expect.poll(acts).toEqual(["act=play ", "act=play&outcome=AWARD egg-win"]);
    const views = () => events().filter(({ eventType }) => eventType === "P").length;
    await page.reload();
    await expect.poll(views).toBe(3);
    await page.goto(`${origin}/acted`);
    await expect.poll(views).toBe(4);
    await page.goBack();
    await page.waitForTimeout(700);
    expect(acts()).toHaveLength(2);
  });
  test("A failing script is logged in the form of the specification, five times at most; a failing log is silent.", async () => {
    down = true;
    const errors: string[] = [];
    await visit("/borrow");
    await page.waitForLoadState("networkidle");
    page.on("pageerror", (error) => errors.push(error.message));
    await page.evaluate(() => {
      for (let i = 0; i < 9; i++)
        setTimeout(() => {
          throw new Error("boom 081234567890");
        });
    });
    await expect.poll(() => uploads.filter(({ path }) => path === "/event/uploadLog").length).toBe(5);
    await page.waitForTimeout(300);
    const logs = uploads.filter(({ path }) => path === "/event/uploadLog");
    expect(logs).toHaveLength(5);
    expect(JSON.parse(logs[0]?.body ?? "{}")).toMatchObject({
      level: "ERROR",
      logs: [{ appId: "tunai", osType: "WEB", measurement: "js_error", parameter: { userId: "u42", url: "/borrow" } }],
    });
    expect(logs[0]?.body).not.toContain("081234567890");
    expect(errors).toHaveLength(9);
  });
  test("A browser asks for no bridge.", async () => {
    await visit("/borrow");
    await expect.poll(() => events().length).toBe(1);
    expect(bridgesAsked).toBe(0);
  });
  test("The staff console is no visit.", async () => {
    await visit("/staff/borrowers");
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(700);
    expect(uploads).toEqual([]);
  });
});

describe("inside an app", () => {
  const agent = (version: string) =>
    `Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 TunaiApp/${version}`;
  async function visitInApp(
    version: string,
  ): Promise<() => Promise<{ call: string; data: Record<string, unknown> }[]>> {
    attributes = 'data-host-app="TunaiApp" data-open-hosts="help.tunai.example"';
    context = await browser.newContext({ userAgent: agent(version) });
    await context.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, {
        heard,
        TunaiNative: {
          postMessage(text: string) {
            const asked = JSON.parse(text) as { id: string; call: string };
            heard.push(asked);
            const data = { statusBarHeight: 24, hashedUserId: "0123456789abcdef" }[asked.call] ?? null;
            queueMicrotask(() =>
              (window as unknown as { TunaiWeb: { receive(text: string): void } }).TunaiWeb.receive(
                JSON.stringify({ v: 1, id: asked.id, ok: true, data }),
              ),
            );
          },
        },
      });
    });
    page = await context.newPage();
    // A file that is still fetched holds up the load.
    await page.goto(`${origin}/webview/home`, { waitUntil: "domcontentloaded" });
    return () =>
      page.evaluate(() => (window as unknown as { heard: { call: string; data: Record<string, unknown> }[] }).heard);
  }
  test("Events go to the app instead, the bar's height is asked, links are handed over.", async () => {
    const heard = await visitInApp("2.11.8");
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("logEvent");
    await page.click("#out");
    const asked = await heard();
    expect(asked.map(({ call }) => call)).toEqual(
      expect.arrayContaining(["logEvent", "statusBarHeight", "hashedUserId", "openWebView"]),
    );
    expect(asked.find(({ call }) => call === "logEvent")?.data).toMatchObject({ eventType: "P", platformType: "WEB" });
    expect(asked.find(({ call }) => call === "openWebView")?.data).toMatchObject({
      url: "https://help.tunai.example/faq",
    });
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--status-bar"))).toBe("24px");
    expect(context.pages()).toHaveLength(1);
    await page.waitForTimeout(700);
    expect(events()).toEqual([]);
  });
  test("A bridge that has not come in a second is waited for no longer, and used once it is there.", async () => {
    let letCome = (): void => {};
    bridgeMayCome = new Promise((come) => (letCome = come));
    const heard = await visitInApp("2.11.8");
    await expect.poll(() => events().map(({ eventType }) => eventType)).toEqual(["P"]);
    expect(await heard()).toEqual([]);
    letCome();
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("statusBarHeight");
    await page.click("#pay");
    await expect.poll(async () => (await heard()).filter(({ call }) => call === "logEvent").length).toBe(1);
    expect(events()).toHaveLength(1);
  });
  test("An app too old for events leaves them to the network.", async () => {
    const heard = await visitInApp("1.9.0");
    await expect.poll(() => events().length).toBe(1);
    expect((await heard()).map(({ call }) => call)).toEqual([]);
  });
});
