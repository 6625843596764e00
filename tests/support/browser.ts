/** A phone-sized Chromium for the journeys. Every page is watched: console errors, CSP violations and axe findings fail the test. */
import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";

let browser: Promise<Browser> | undefined;
let keepingBrowser: Promise<Browser> | undefined;

/** Playwright starts Chromium without its back/forward cache; one that keeps pages is one more browser. */
function openBrowser(keepsPages: boolean): Promise<Browser> {
  return keepsPages ? (keepingBrowser ??= launch(["--disable-back-forward-cache"])) : (browser ??= launch([]));
}

function launch(ignoreDefaultArgs: string[]): Promise<Browser> {
  return chromium.launch({
    ignoreDefaultArgs,
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}

export interface PhoneWish {
  language?: "id-ID" | "en-GB" | "zh-CN";
  javaScript?: boolean;
  width?: number;
  userAgent?: string;
  /** Another product than the shared one. */
  origin?: string;
  colorScheme?: "light" | "dark";
  /** The server will be killed: what cannot be loaded meanwhile is no fault of the page. */
  outages?: boolean;
  /** Chromium's back/forward cache is on, as people have it. Go back by `history.back()`: Playwright's own `goBack` never sees the end of it. */
  keepsPages?: boolean;
}

export interface Phone {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** Opens an own path and looks at the page: no axe violation, no console error, one h1, a title. */
  open(path: string): Promise<void>;
  /** Looks at the page as it stands, and keeps a picture of it under this name. */
  look(name: string): Promise<void>;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Pictures for looking at one's work; never in the repository. */
const pictures = process.env["PICTURES"];
/** Of a small phone, in CSS pixels. */
const height = 740;

export async function phone(wish: PhoneWish = {}): Promise<Phone> {
  const origin = wish.origin ?? inject("origin");
  const width = wish.width ?? 360;
  const context = await (await openBrowser(wish.keepsPages ?? false)).newContext({
    viewport: { width, height },
    locale: wish.language ?? "id-ID",
    javaScriptEnabled: wish.javaScript ?? true,
    colorScheme: wish.colorScheme ?? "light",
    ...(wish.userAgent ? { userAgent: wish.userAgent } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text()) && !(wish.outages && isOutage(message.text()))) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  afterAll(() => context.close());

  const look = async (name: string) => {
    expect(faults, "console errors and CSP violations").toEqual([]);
    expect(await page.title()).not.toBe("");
    expect(await page.locator("h1").count(), `h1 on ${page.url()}`).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `nothing wider than the screen on ${page.url()}`).toBe(true);
    // As tall as the page, so that nothing stands under a bar that sticks to the lower edge.
    await page.setViewportSize({ width, height: Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight)) });
    if (wish.javaScript ?? true) expect(await axeFindings(page), `axe on ${page.url()}`).toEqual([]);
    if (pictures) await keepPicture(name);
    await page.setViewportSize({ width, height });
  };
  const keepPicture = async (name: string) => {
    mkdirSync(pictures as string, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name.replaceAll("/", "_")}-${wish.language ?? "id-ID"}-${width}${wish.colorScheme === "dark" ? "-dark" : ""}.png`, fullPage: true });
  };
  return {
    page,
    context,
    origin,
    look,
    async open(path) {
      await page.goto(origin + path);
      await look(path.split("?")[0] === "/" ? "home" : (path.split("?")[0] as string).slice(1));
    },
  };
}

/** The browser reports an answer of 4xx as an error; the journeys provoke them on purpose and check what the page says. */
function isExpected(text: string): boolean {
  return /Failed to load resource: the server responded with a status of (4\d\d|503)/.test(text);
}

function isOutage(text: string): boolean {
  return /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)/.test(text);
}

/** Violations of WCAG 2.2 AA and best practice, as `rule: element`. */
async function axeFindings(page: Page): Promise<string[]> {
  const run = `${axeSource};axe.run(document,{runOnly:["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"]}).then(r=>r.violations.flatMap(v=>v.nodes.map(n=>v.id+": "+n.html.slice(0,160))))`;
  return page.evaluate(run) as Promise<string[]>;
}
