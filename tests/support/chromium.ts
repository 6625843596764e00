/** Starts the browser of a test. */
import { chromium, type Browser } from "playwright-core";

export interface ChromiumOptions {
  /** With the back/forward cache, as people have it; Playwright starts Chromium without. */
  keepsPages?: boolean;
  /** SHA-256 of the key whose certificate it takes as if an authority had signed it; so pages count as secure and are kept as such. */
  trusts?: string;
}

/** A page of a test lives for seconds: the compilers that make long work quick cost it more than they give, a seventh of a page that axe looks at. */
const forShortWork = "--js-flags=--no-opt --no-maglev --always-sparkplug";

/** A phone's pages share a process: a start of one for each page of a journey is a twentieth of its work. Sites of strangers are not what these tests open. */
const fewProcesses = ["--disable-site-isolation-trials", "--renderer-process-limit=1"];

/**
 * Chromium's headless shell where CHROMIUM_SHELL names one: the same engine without what only a window needs, a fifth less
 * work for a page. It keeps no pages to go back to; for that the whole browser is started.
 */
export function launchChromium({ keepsPages = false, trusts }: ChromiumOptions = {}): Promise<Browser> {
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
      forShortWork,
      ...fewProcesses,
      ...(trusts ? [`--ignore-certificate-errors-spki-list=${trusts}`] : []),
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
}
