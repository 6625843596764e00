/** A first visit to a page on a low-end phone: the times of the first paint and of the first working tap, and the phone's processor time. */
import type { BrowserContext } from "playwright-core";
import { loopbackCookies } from "#server/http/cookies.ts";
import { openFromOtherSite } from "./phone.ts";

export interface FirstVisit {
  requests: number;
  kilobytes: number;
  /** First contents, in ms after the visit began. */
  paint: number;
  /** A tap on the button changed the page, and the change was painted. */
  works: number;
  /** Time of long tasks beyond 50 ms each. */
  blocked: number;
  /** Processor time of the page's main thread in ms until a second and a half after the load, and of it scripts, styles and layout. */
  thread: number;
  script: number;
  styling: number;
  layout: number;
}

/** Cookies are shared by all ports of a host. */
export const sessionCookie = (token: string) => ({
  name: loopbackCookies.names.borrower,
  value: token,
  url: "http://localhost/",
  httpOnly: true,
  sameSite: "Lax" as const,
});

/**
 * Runs in the page: taps the button in every frame until something in the page visibly changes, and reports when that
 * was painted.
 */
function tapUntilItReacts(selector: string): void {
  const results = window as unknown as { works?: number; blocked: number };
  results.blocked = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) results.blocked += Math.max(0, task.duration - 50);
  }).observe({ type: "longtask", buffered: true });
  // The page's own listeners have run by then; the visit ends here, not on the next page.
  window.addEventListener("submit", (event) => event.preventDefault());
  const tap = (): void => {
    const button = document.querySelector<HTMLElement>(selector);
    if (!button) return void requestAnimationFrame(tap);
    let isChanged = false;
    const changes = new MutationObserver(() => (isChanged = true));
    changes.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
    button.click();
    // React changes the page in a microtask of its own.
    queueMicrotask(() => {
      const reacted = isChanged || changes.takeRecords().length > 0;
      changes.disconnect();
      if (!reacted) return void requestAnimationFrame(tap);
      requestAnimationFrame(() => setTimeout(() => (results.works = performance.now())));
    });
  };
  requestAnimationFrame(tap);
}

/** Opens a page as a phone's first visit, and taps its button in every frame until it reacts. */
export async function firstVisit(
  elsewhere: string,
  context: BrowserContext,
  url: string,
  selector: string,
  slowdown: number,
): Promise<FirstVisit> {
  const { page, protocol } = await openFromOtherSite(elsewhere, context, slowdown);
  await protocol.send("Network.enable");
  // In time that the thread had a processor: other work on the machine hardly moves it.
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  let requests = 0;
  let bytes = 0;
  protocol.on("Network.requestWillBeSent", () => requests++);
  protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(tapUntilItReacts, selector);
  await page.goto(url, { waitUntil: "load" });
  // Work after the load, such as tracking, belongs to the visit.
  await page.waitForTimeout(1500);
  const result = await page.evaluate(() => {
    const { works = NaN, blocked } = window as unknown as { works?: number; blocked: number };
    return { works, blocked, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN };
  });
  const { metrics } = await protocol.send("Performance.getMetrics");
  const metricOf = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? NaN) * 1000;
  await page.close();
  return {
    ...result,
    requests,
    kilobytes: bytes / 1000,
    thread: metricOf("TaskDuration"),
    script: metricOf("ScriptDuration"),
    styling: metricOf("RecalcStyleDuration"),
    layout: metricOf("LayoutDuration"),
  };
}
