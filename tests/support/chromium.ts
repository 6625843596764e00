/** Starts the browser of a test. */
import { chromium, type Browser } from "playwright-core";

export interface ChromiumOptions {
  /** With the back/forward cache, as people have it; Playwright starts Chromium without. */
  keepsPages?: boolean;
  /** SHA-256 of the key whose certificate it takes as if an authority had signed it; so pages count as secure and are kept as such. */
  trusts?: string;
  /** Which names it finds elsewhere, as Chromium's host rules: `MAP tunai.test:443 127.0.0.1:40123`. */
  hosts?: string;
}

/**
 * Chromium's headless shell where CHROMIUM_SHELL names one: the same engine without what only a window needs, a fifth less
 * work for a page. It keeps no pages to go back to; for that the whole browser is started.
 */
export function launchChromium({ keepsPages = false, trusts, hosts }: ChromiumOptions = {}): Promise<Browser> {
  const whole = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
    // Empty where there is none.
    executablePath: keepsPages ? whole : process.env["CHROMIUM_SHELL"] || whole,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(trusts ? [`--ignore-certificate-errors-spki-list=${trusts}`] : []),
      // The environment may name a proxy, which would be asked for the names instead.
      ...(hosts ? [`--host-resolver-rules=${hosts}`, "--no-proxy-server"] : []),
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
}
