/** A page with the file that every page fetches, and what leaves it: for tests of tracking and of the bridge in a real browser. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { assetPath, bundle } from "#web/enhance/build.ts";
import type { UploadedEvent } from "#web/tracking/event.ts";
import { launchChromium } from "./chromium.ts";

export interface Upload {
  path: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}
interface TrackedSite {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  origin: string;
  uploads: Upload[];
  /** Attributes of `<html>`. */
  attributes: string;
  /** Uploads are answered by 500. */
  down: boolean;
  /** The answer to a sent form, which the test gives. */
  answerForm: (() => void) | undefined;
  /** Delays the page's script, and the bridge's, until resolved. */
  scriptMayCome: Promise<void>;
  bridgeMayCome: Promise<void>;
  bridgesAsked: number;
  /** The answer of `/api/session`. */
  isLoggedIn: boolean;
}

const inner = `<main><h1>Pinjam</h1><button id="pay" data-track="pay_now" data-track-content="primary">Bayar Budi 081234567890</button>
<input name="amount" data-track="amount"><a id="out" href="https://help.tunai.example/faq" target="_blank">Bantuan</a><button id="boom">x</button><form method="post" action="/send"><button id="send">Kirim</button></form><form method="post" action="/act"><button id="act" data-track="campaign_act" data-track-value="act=play">Buka</button></form><div>${"<p>x</p>".repeat(80)}</div></main>`;

const ways = `<a id="phone" href="tel:+622150001234">Telepon</a><a id="share" href="/shared" data-share="Ayo pinjam">Bagikan</a><p data-logged-out></p>`;

const tall = `<div id="banner" data-component="banner"><p>Spanduk</p></div><div style="height:3000px"></div><div id="offer" data-component="offer"><p>Tawaran</p></div><div style="height:3000px"></div>`;
const came = `<div data-activity="egg-win"><span hidden data-track="campaign_act" data-track-value="act=play&amp;outcome=AWARD" data-track-answer></span></div>`;
const coded = `<form method="post" action="/code"><input type="hidden" name="verificationId" value="0198a1b2-0000-7000-8000-000000000000"><input name="code" autocomplete="one-time-code"></form><dialog id="dialog"><p>Syarat</p></dialog>`;

/** Starts the site and its browser with the file's tests, and ends both with them. */
export function trackedSite() {
  const site = { origin: "" } as TrackedSite;
  let close = (): void => {};
  beforeAll(async () => {
    const [script, native] = await Promise.all([bundle("after-load"), bundle("native")]);
    const server = createServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] as string;
      if (path === "/after-load.js")
        return void site.scriptMayCome.then(() => response.setHeader("Content-Type", "text/javascript").end(script));
      if (path === `/${assetPath("native", native)}`) {
        site.bridgesAsked++;
        return void site.bridgeMayCome.then(() => response.setHeader("Content-Type", "text/javascript").end(native));
      }
      if (path.startsWith("/api/") && request.method === "GET")
        return void response
          .setHeader("Content-Type", "application/json")
          .end(`{"status":"REGISTERED","userId":"secret","loggedIn":${site.isLoggedIn}}`);
      if (path === "/send") {
        site.answerForm = () => response.writeHead(303, { Location: "/sent" }).end();
        return;
      }
      if (path === "/act") return void response.writeHead(303, { Location: "/acted?act=play" }).end();
      if (request.method === "POST") {
        let body = "";
        request
          .on("data", (chunk) => (body += chunk))
          .on("end", () => {
            site.uploads.push({ path, body, headers: request.headers });
            response.writeHead(site.down ? 500 : 202).end();
          });
        return;
      }
      response
        .setHeader("Content-Type", "text/html")
        .end(
          `<!DOCTYPE html><html lang="id" data-brand="tunai" data-country="IDN" ${site.attributes}><head><title>Masuk</title></head><body>${path.startsWith("/exposed") ? tall : ""}${path === "/acted" ? came : ""}${path === "/login" ? ways : ""}${path === "/code" ? coded : ""}${inner}<script async src="/after-load.js"></script></body></html>`,
        );
    }).listen(0, "127.0.0.1");
    await new Promise((ready) => server.once("listening", ready));
    site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    site.browser = await launchChromium();
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterAll(async () => {
    await site.browser.close();
    close();
  });
  beforeEach(() => {
    Object.assign(site, {
      uploads: [],
      attributes: "",
      down: false,
      answerForm: undefined,
      bridgesAsked: 0,
      isLoggedIn: true,
    });
    site.scriptMayCome = site.bridgeMayCome = Promise.resolve();
  });
  afterEach(() => site.context.close());
  return site;
}

export const eventsOf = ({ uploads }: TrackedSite): UploadedEvent[] =>
  uploads
    .filter(({ path }) => path === "/event/uploadEvents/v2")
    .flatMap(({ body }) => (JSON.parse(body) as { events: UploadedEvent[] }).events);

/** Opens a page as a visitor who was here before, and is logged in. */
export async function visitSite(site: TrackedSite, path: string): Promise<void> {
  site.context = await site.browser.newContext();
  await site.context.addCookies([
    { name: "deviceToken", value: "fake-1795000000000", url: site.origin },
    { name: "userToken", value: "v1-u42-xyz", url: site.origin },
  ]);
  site.page = await site.context.newPage();
  await site.page.goto(site.origin + path);
}
