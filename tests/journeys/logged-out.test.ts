/**
 * A phone that several people use: after a logout no later user finds the last one there, neither by going back nor by an address
 * that looks like a file to a cache. Chromium keeps its pages for going back, as it does for people. // Threat F8
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invented, logIn, personOf } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

let product: RunningProduct;
let borrower: Phone;
/** Values that only this borrower's pages contain. */
let traces: string[];

beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-logged-out-")));
  borrower = await phone({ origin: product.origin, keepsPages: true });
  const person = await personOf(borrower, "approved-1");
  await madeApplication(borrower, "approved-1", (await invented(borrower, 21)).mobileNumber);
  const { maskedMobileNumber } = await borrower.page.evaluate(
    async () => (await fetch("/api/session")).json() as Promise<{ maskedMobileNumber: string }>,
  );
  traces = [maskedMobileNumber, person["employment"].companyName, person["address"].street];
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

const personalPages = ["/webview/home", "/webview/my-profile", "/webview/sessions"];
/** Those that a text shows. */
const shownIn = (text: string, wanted = traces): string[] => wanted.filter((trace) => text.includes(trace));
const textOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);
const wasKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { wasKept?: boolean }).wasKept === true);

/** Walks through pages that are this person's alone, each marked in its memory: a page with the mark comes from the browser's cache. */
async function walk({ page, origin }: Phone, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(origin + path);
    expect(new URL(page.url()).pathname).toBe(path);
    await page.evaluate(() => Object.assign(window, { wasKept: true }));
  }
}

/** One step back, as the phone's own button makes it; waits until another page than the one now is there. */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { wasLeft: true }));
  // The page may be gone before it can answer.
  await page.evaluate(() => history.back()).catch(() => {});
  const isElsewhere = () =>
    page.evaluate(() => document.readyState === "complete" && !("wasLeft" in window)).catch(() => false);
  await expect.poll(isElsewhere).toBe(true);
}

/** Steps back through a person's pages: each is the login page, or says that one is logged out. */
async function findsNobody({ page, origin }: Phone, steps: number, login: RegExp, wanted = traces): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await back(page);
    const where = `${step + 1} steps back, ${page.url()}`;
    expect(shownIn(await textOf(page), wanted), where).toEqual([]);
    expect(await wasKept(page), where).toBe(false);
    if (page.url().startsWith(`${origin}/webview/logout`)) continue;
    expect(page.url(), where).toMatch(login);
    expect(await page.locator("form input[required]").count(), `a form to log in by, ${where}`).toBeGreaterThan(0);
  }
}

it("Chromium shows a kept page when someone who is logged in goes back: without that the rest would prove nothing.", async () => {
  // A page whose own messages are still under way when it is left is not kept; so there are a few tries.
  let kept = false;
  for (let tries = 0; tries < 5 && !kept; tries++) {
    await walk(borrower, ["/webview/my-profile", "/webview/sessions"]);
    await back(borrower.page);
    expect(new URL(borrower.page.url()).pathname).toBe("/webview/my-profile");
    expect(shownIn(await textOf(borrower.page))).not.toEqual([]);
    kept = await wasKept(borrower.page);
  }
  expect(kept).toBe(true);
});

it("Only what is the same for everybody may be kept by a cache, page, data or call.", async () => {
  const rows = readFileSync("docs/screens.tsv", "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  const screens = rows.filter(
    ([path = "", , , , since = ""]) => since.trim() && !/[{}]/.test(path) && !path.startsWith("/staff"),
  );
  const api = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: object }>;
  };
  const calls = Object.entries(api.paths)
    .filter(([path, { get }]) => get && !/[{}]/.test(path) && !path.startsWith("/api/staff"))
    .map(([path]) => path);
  const asked = [...screens.flatMap(([path = ""]) => (path === "/" ? [path] : [path, `${path}.data`])), ...calls];
  expect(asked.length).toBeGreaterThan(150);
  const cookies = await cookieOf(borrower);
  const needsLogin = new Set(screens.filter(([, , login]) => login === "yes").map(([path]) => path));
  let personal = 0;
  for (const path of asked) {
    const answer = await fetch(product.origin + path, { headers: { Cookie: cookies }, redirect: "manual" });
    const text = await answer.text();
    if (shownIn(text).length > 0) personal += 1;
    const cacheControl = answer.headers.get("cache-control");
    if (cacheControl !== "no-store") {
      expect(shownIn(text), `${path} is kept (${cacheControl})`).toEqual([]);
      expect(needsLogin.has(path.replace(/\.data$/, "")), `${path} is for one person and kept (${cacheControl})`).toBe(
        false,
      );
    }
  }
  // The person was really there to be found.
  expect(personal).toBeGreaterThan(5);
});

it("An address that ends like a file leads to no page of a person.", async () => {
  const cookies = await cookieOf(borrower);
  const ends = [
    "/x.css",
    ".css",
    "/x.js",
    "/logo.png",
    "%2Fx.css",
    ";x.css",
    "%3Bx.css",
    "%3Fx.css",
    "%23x.css",
    "%00.css",
    "%0A.css",
    "/..%2Fx.css",
    "/x.css.data",
    ".json",
    ".html",
  ];
  const calls = ["/api/session", "/api/profile", "/api/sessions"];
  for (const path of [...personalPages, "/webview/apply-loan", "/webview/profile", ...calls])
    for (const end of ends) {
      const answer = await fetch(product.origin + path + end, { headers: { Cookie: cookies }, redirect: "manual" });
      expect([path + end, answer.status]).toEqual([path + end, 404]);
      expect(answer.headers.get("cache-control"), path + end).toBe("no-store");
      expect(shownIn(await answer.text()), path + end).toEqual([]);
    }
});

it("After a logout, going back shows the login page, in this window and in another one.", async () => {
  const second: Phone = { ...borrower, page: await borrower.context.newPage() };
  await walk(second, ["/webview/my-profile", "/webview/sessions"]);
  await second.page.goto(`${product.origin}/about`);
  await walk(borrower, personalPages);
  await borrower.page.goto(`${product.origin}/webview/logout`);
  await borrower.page.evaluate(() => localStorage.setItem("left", "behind"));
  const [answer] = await Promise.all([
    borrower.page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/logout"),
    ),
    borrower.page.getByRole("button", { name: "Keluar" }).click(),
  ]);
  expect(await answer.headerValue("clear-site-data")).toBe('"cache", "storage"');
  await borrower.page.getByRole("heading", { name: "Anda sudah keluar" }).waitFor();
  expect(await borrower.page.evaluate(() => localStorage.getItem("left"))).toBeNull();
  await findsNobody(borrower, 4, /\/login\?next=/);
  await findsNobody(second, 2, /\/login\?next=/);
});

it("After a logout by the call alone, which clears nothing, going back shows the login page too.", async () => {
  const app = await phone({ origin: product.origin, keepsPages: true });
  await logIn(app, (await invented(app, 22)).mobileNumber, "/webview/home");
  await walk(app, personalPages);
  await app.page.goto(`${product.origin}/about`);
  expect(
    await app.page.evaluate(
      async () =>
        (
          await fetch("/api/session/logout", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: "{}",
          })
        ).status,
    ),
  ).toBe(200);
  await findsNobody(app, 3, /\/login\?next=/);
});

it("After a logout of the console, going back shows the console's login, and the browser keeps nothing of it.", async () => {
  const agent = await staffPhone("support", 0, { origin: product.origin, keepsPages: true });
  const { items } = await agent.page.evaluate(
    async () => (await fetch("/api/sandbox/staff")).json() as Promise<{ items: { name: string; role: string }[] }>,
  );
  const { name } = items.find(({ role }) => role === "support")!;
  await walk(agent, ["/staff/borrowers", "/staff/cases"]);
  expect(shownIn(await textOf(agent.page), [name])).toEqual([name]);
  const [answer] = await Promise.all([
    agent.page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/logout"),
    ),
    agent.page.getByRole("button", { name: "Keluar" }).click(),
  ]);
  expect(await answer.headerValue("clear-site-data")).toBe('"cache", "storage"');
  await agent.page.waitForURL(/\/staff\/login/);
  await findsNobody(agent, 2, /\/staff\/login/, [name]);
});

async function cookieOf({ context }: Phone): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}
