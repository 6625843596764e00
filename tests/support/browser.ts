/** A phone-sized Chromium for the journeys. Every page is watched: console errors, CSP violations and axe findings fail the test. */
import { mkdirSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { findingsIn, standingFrom, standingScript, unknownIn, type StandingRead } from "./accessible.ts";
import { brokenSentences } from "./broken-sentences.ts";
import { launchChromium } from "./chromium.ts";
import { hasFirstPicture, isActing, measuredPicture, type FirstPicture } from "./first-picture.ts";
import { whenFileOver } from "./when-over.ts";

/** All files of a worker share a browser: a start costs as much as several pages. */
let browser: Promise<Browser> | undefined;
let keepingBrowser: Promise<Browser> | undefined;

/** One that keeps pages is one more browser, which few files need: it ends with its file. */
function openBrowser(keepsPages: boolean): Promise<Browser> {
  const { keyHash } = inject("front").made;
  if (!keepsPages)
    return (browser ??= launchChromium({ trusts: keyHash }).then((opened) =>
      opened.once("disconnected", () => (browser = undefined)),
    ));
  if (!keepingBrowser) {
    const opened = (keepingBrowser = launchChromium({ keepsPages, trusts: keyHash }));
    whenFileOver(async () => {
      keepingBrowser = undefined;
      await (await opened).close();
    });
  }
  return keepingBrowser;
}

export interface PhoneOptions {
  language?: "id-ID" | "en-GB" | "zh-CN";
  javaScript?: boolean;
  width?: number;
  userAgent?: string;
  /** Another product than the shared one. */
  origin?: string;
  colorScheme?: "light" | "dark";
  /** Each look holds the page's sentences whole, and on a small phone its action at the thumb. */
  looksCloser?: true;
  /** The server will be killed: a failed load in between is no fault of the page. */
  outages?: boolean;
  /** Chromium's back/forward cache is on, as people have it. Go back by `history.back()`: Playwright's own `goBack` never sees the end of it. */
  keepsPages?: boolean;
}

export interface Phone {
  page: Page;
  context: BrowserContext;
  origin: string;
  language: string;
  /** Opens an own path and looks at the page: no axe violation, no console error, one h1, a title. */
  open(path: string): Promise<void>;
  /** Looks at the page as it stands, and keeps a picture of it under this name. */
  look(name: string): Promise<void>;
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Pictures for looking at one's work; never in the repository. */
const pictures = process.env["PICTURES"];
/** Height of a small phone, in CSS pixels. */
const height = 740;

export async function phone(options: PhoneOptions = {}): Promise<Phone> {
  const origin = options.origin ?? inject("origin");
  const width = options.width ?? 360;
  const language = options.language ?? "id-ID";
  // The front leads to https origins only; http on localhost goes straight to its process.
  const front = origin.startsWith("https:") ? inject("front") : null;
  const context = await (
    await openBrowser(options.keepsPages ?? false)
  ).newContext({
    ...(front ? { proxy: { server: front.proxy } } : {}),
    viewport: { width, height },
    locale: language,
    javaScriptEnabled: options.javaScript ?? true,
    colorScheme: options.colorScheme ?? "light",
    // Requests that a journey watches or answers itself must not pass through a service worker.
    serviceWorkers: "block",
    ...(options.userAgent ? { userAgent: options.userAgent } : {}),
  });
  const page = await context.newPage();
  // Only a page that does not come at all takes so long, also on a busy machine.
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text()) && !(options.outages && isOutage(message.text())))
      faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  whenFileOver(() => context.close());

  const look = async (name: string) => {
    expect(faults, "console errors and CSP violations").toEqual([]);
    const path = pathOf(page);
    const isSmall = width === 360;
    const { frame, words, bars, picture, read } = (await page.evaluate(
      lookScript({
        // The published API and the sources of contents are read with their parameters.
        words: options.looksCloser === true && !/^\/(?:api\/docs|staff\/contents)/.test(path),
        bars: options.looksCloser === true && isSmall,
        picture: isSmall && hasFirstPicture(path) ? { isActing: isActing(path) } : null,
        // Where a page runs no script, axe cannot run either.
        standing: options.javaScript ?? true,
      }),
    )) as Look;
    expect(frame.title).not.toBe("");
    expect(frame.headings, `h1 on ${page.url()}`).toBe(1);
    expect(frame.isWithin, `nothing wider than the screen on ${page.url()}`).toBe(true);
    expect(brokenSentences(words), `sentences of ${page.url()}`).toEqual([]);
    expect(bars, `the action of ${page.url()}`).toEqual([]);
    if (picture) {
      if (pictures) console.info(`${name}: ${picture.amount} | ${picture.action}`);
      expect(picture.faults, `the first picture of ${page.url()} as ${name}`).toEqual([]);
    }
    const standing = read && standingFrom(read);
    const asked = standing ? unknownIn(standing) : [];
    if (asked.length === 0 && !pictures) return;
    // As tall as the page, so that nothing stands under a bar that sticks to the lower edge.
    await page.setViewportSize({
      width,
      height: Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight)),
    });
    if (standing && asked.length > 0)
      expect(await findingsIn(page, standing, asked), `axe on ${page.url()}`).toEqual([]);
    if (pictures) await keepPicture(name);
    await page.setViewportSize({ width, height });
  };
  const keepPicture = async (name: string) => {
    mkdirSync(pictures as string, { recursive: true });
    await page.screenshot({
      path: `${pictures}/${name.replaceAll("/", "_")}-${language}-${width}${options.colorScheme === "dark" ? "-dark" : ""}.png`,
      fullPage: true,
    });
  };
  return {
    page,
    context,
    origin,
    language,
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
  return /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)/.test(
    text,
  );
}

interface Look {
  frame: ReturnType<typeof frameOf>;
  words: string;
  bars: string[];
  picture: FirstPicture | null;
  read: StandingRead | null;
}

/** All that a look asks of a page, at once: each question by itself is a way there and back through three processes. */
function lookScript(asked: {
  words: boolean;
  bars: boolean;
  picture: { isActing: boolean } | null;
  standing: boolean;
}): string {
  return `(() => ({
    frame: (${frameOf})(),
    words: ${asked.words ? 'document.querySelector("main").innerText' : '""'},
    bars: ${asked.bars ? `(${barFaults})()` : "[]"},
    picture: ${asked.picture ? `(${measuredPicture})(${asked.picture.isActing})` : "null"},
    read: ${asked.standing ? standingScript : "null"},
  }))()`;
}

/** Runs in the browser. */
function frameOf(): { title: string; headings: number; isWithin: boolean } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const headings = document.querySelectorAll("h1").length;
  return { title: document.title, headings, isWithin: scrollWidth <= clientWidth };
}

/** Where the action of a phone's page does not stand at the thumb: the bar is cut by the window's edge, floats above other content, or is one of two. Runs in the browser. */
function barFaults(): string[] {
  const isShown = (element: Element): boolean =>
    element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const bars = [...document.querySelectorAll(".page-narrow .action-bar")].filter(isShown);
  if (bars.length > 1) return [`${bars.length} bars: ${bars.map((bar) => bar.textContent?.trim()).join(" | ")}`];
  const [bar] = bars;
  // A bar that leads on without the page's action, which then stands in mid-page.
  if (bar && !bar.querySelector(".button-primary, .button-danger") && document.querySelector("main .button-primary"))
    return [`the action stands outside the bar "${bar.textContent?.trim()}"`];
  if (!bar || getComputedStyle(bar).position !== "sticky") return [];
  const { top, bottom } = bar.getBoundingClientRect();
  const tabs = [...document.querySelectorAll(".tab-bar")].find(isShown)?.getBoundingClientRect().top ?? innerHeight;
  const edge = Math.min(innerHeight, tabs);
  const words = bar.textContent?.trim();
  if (top < 0 || bottom > innerHeight + 1) return [`"${words}" is cut: ${Math.round(top)} to ${Math.round(bottom)}`];
  return bottom < edge - 1 ? [`"${words}" floats ${Math.round(edge - bottom)} px above the edge`] : [];
}
