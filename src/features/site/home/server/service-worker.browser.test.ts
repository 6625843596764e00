/** The service worker in a real browser: what it stores, what it never stores, and how it is removed. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { launchChromium } from "#tests/support/chromium.ts";
import {
  offlinePage,
  offlinePath,
  offlinePolicy,
  removingScript,
  workerPolicy,
  workerScript,
} from "./service-worker.ts";

let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin = "";
let script = "";
let isDown = false;
const requests: string[] = [];
const register = `navigator.serviceWorker.register("/sw.js")`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(`${request.method} ${path}`);
    if (isDown) return void response.socket?.destroy();
    const answer = (type: string, body: string, headers: Record<string, string> = {}) =>
      void response.writeHead(200, { "Content-Type": type, ...headers }).end(body);
    if (path === "/sw.js")
      return answer("text/javascript", script, {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": workerPolicy,
      });
    if (path === offlinePath)
      return answer("text/html", offlinePage("Tunai"), { "Content-Security-Policy": offlinePolicy });
    if (path.startsWith("/assets/")) return answer("text/javascript", `globalThis.loaded = ${JSON.stringify(path)};`);
    if (path.startsWith("/api/")) return answer("application/json", "{}");
    answer(
      "text/html",
      `<!DOCTYPE html><title>${path}</title><h1>Saldo Rp 1.234.567</h1><form method="post"><button>Kirim</button></form><script src="/assets/a-1.js"></script>`,
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
beforeEach(async () => {
  [script, isDown] = [workerScript("one"), false];
  context = await browser.newContext({ locale: "id-ID" });
  page = await context.newPage();
});
afterEach(() => context.close());

/** Registers the worker and waits until it serves the page. */
async function served(): Promise<void> {
  await page.goto(`${origin}/webview/wallet`);
  await page.evaluate(register);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.reload();
}
const keptByBrowser = () =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(`${name} ${new URL(url).pathname}`);
    return kept.sort();
  });

it("It keeps the build's files and the offline page, and no page, call or console beside them.", async () => {
  await served();
  await page.evaluate(async () => {
    for (const path of ["/api/user", "/staff", "/sandbox", "/event/uploadLog", "/verify.pdf"]) await fetch(path);
    await fetch("/webview/wallet", { method: "POST" });
  });
  for (const path of ["/webview/bills", "/", "/staff/login"]) await page.goto(origin + path);
  expect(await keptByBrowser()).toEqual(["tunai-one /assets/a-1.js", "tunai-one /offline.html"]);
  const texts = await page.evaluate(async () => {
    const cache = await caches.open("tunai-one");
    return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))!.text()));
  });
  expect(texts.join()).not.toContain("Saldo");
});

it("Without a network a page that is asked for gives way to the offline page in three languages, whose link asks again; a post fails as ever.", async () => {
  await served();
  isDown = true;
  await page.goto(`${origin}/webview/bills`);
  for (const words of ["Tidak ada jaringan", "No network", "没有网络"])
    expect(await page.textContent("main")).toContain(words);
  expect(page.url()).toBe(`${origin}/webview/bills`);
  expect(await page.evaluate(() => fetch("/webview/bills", { method: "POST" }).then(String, () => "failed"))).toBe(
    "failed",
  );
  expect(await page.evaluate(() => fetch("/api/user").then(String, () => "failed"))).toBe("failed");
  isDown = false;
  requests.length = 0;
  await page.getByRole("link").click();
  await page.getByRole("heading", { name: "Saldo" }).waitFor();
  // The worker sends nothing later on its own.
  expect(requests.filter((line) => line.startsWith("POST"))).toEqual([]);
});

it("A new build takes over at once and throws away what the earlier one kept.", async () => {
  await served();
  script = workerScript("two");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(keptByBrowser).toEqual(["tunai-two /offline.html"]);
});

it("Switched off, it removes itself with all that it kept.", async () => {
  await served();
  script = removingScript;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(keptByBrowser).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  isDown = true;
  await expect(page.goto(`${origin}/webview/bills`)).rejects.toThrow(/ERR_/);
});

it("It shows what is pushed, and a tap opens that page on our own origin alone.", async () => {
  await served();
  const [worker] = context.serviceWorkers();
  const shown = await worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { showNotification(title: string, options: object): Promise<void> };
      clients: { openWindow(url: string): Promise<null> };
      location: Location;
    };
    const seen: unknown[] = [];
    scope.registration.showNotification = async (title, options) => void seen.push({ title, ...options });
    scope.clients.openWindow = async (url) => (seen.push(url.replace(scope.location.origin, "")), null);
    const told = { title: "Tunai", body: "Jatuh tempo", tag: "a", lang: "id", url: "/n/abc" };
    const push = Object.assign(new Event("push"), { data: { json: () => told }, waitUntil: () => {} });
    globalThis.dispatchEvent(push);
    for (const data of ["/n/abc", "https://elsewhere.example/", "//elsewhere.example/x"]) {
      const notification = { data, close: () => seen.push("closed") };
      globalThis.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
    }
    return seen;
  });
  expect(shown).toEqual([
    { title: "Tunai", body: "Jatuh tempo", tag: "a", lang: "id", data: "/n/abc", icon: "/icon-192.png" },
    "closed",
    "/n/abc",
    "closed",
    "closed",
  ]);
});

it("It weighs less than two kilobytes.", () => expect(workerScript("0123456789ab").length).toBeLessThan(2048));
