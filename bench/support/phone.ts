/** A low-end phone's browser, and how a visit on it begins. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from "playwright-core";

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
}

/** The browser of a new visitor from Indonesia. */
export function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 360, height: 740 }, locale: "id-ID" });
}

/**
 * A tab that shows a page of another site, as a person comes from a search or a message; slowed from then on. From a
 * blank tab a page without `Cross-Origin-Opener-Policy`, which ours must send, takes over the tab's warm process and
 * one with it starts a new one: real visits do not begin this way. From another site both start a new one
 * (docs/decisions/098).
 */
export async function openFromOtherSite(
  elsewhere: string,
  context: BrowserContext,
  slowdown: number,
): Promise<{ page: Page; protocol: CDPSession }> {
  const page = await context.newPage();
  await page.goto(elsewhere, { waitUntil: "load" });
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, protocol };
}
