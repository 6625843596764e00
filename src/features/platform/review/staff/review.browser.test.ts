/**
 * The page of a case in a browser without script: photos side by side, enlarged and turned, on a desktop and a phone.
 * No kind of review had a case that a journey could open, so the page is rendered here from the calls' answers.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createElement as h, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { permissionsOf, type StaffRole } from "#shared/staff-permissions.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { parseSheets } from "#web/rendering/used-css.ts";
import type { PageFrame } from "#web/screen.ts";
import { languages, type Language } from "#shared/texts.ts";
import { axeFindings } from "#tests/support/accessible.ts";
import { testApp } from "#tests/support/app.ts";
import { launchChromium } from "#tests/support/chromium.ts";
import { nameChange, reviewDomain, reviewsOf } from "#tests/support/review.ts";
import { storeEvidence } from "../server/index.ts";
import Screen from "./review.tsx";

const app = await testApp({ domains: [reviewDomain] });
const { services, clock } = app;
const { person, opened, photo, post, ask } = await reviewsOf(app);
const underwriter = person();
const pictures = process.env["PICTURES"];
const origin = "http://case.test";

const web = join(import.meta.dirname, "../../../../web");
const cssBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? cssBelow(join(folder, entry.name))
      : entry.name.endsWith(".css")
        ? [join(folder, entry.name)]
        : [],
  );
const rank = (path: string) => (path.endsWith("tokens.css") ? 0 : path.endsWith("base.css") ? 1 : 2);
const css = parseSheets(
  ["ui", "shells", "console"]
    .flatMap((room) => cssBelow(join(web, room)))
    .sort((a, b) => rank(a) - rank(b))
    .map((path) => readFileSync(path, "utf8")),
).whole;

/** The page of a case as this person receives it. */
async function drawn(
  caseId: string,
  language: Language,
  query: URLSearchParams,
  roles = ["underwriter"],
): Promise<string> {
  const client = await underwriter.client();
  const { body: found } = await client.get(`/api/staff/reviews/${caseId}`, { "Accept-Language": language });
  const frame = {
    language,
    now: clock.now().toISOString(),
    formKey: "key",
    path: `/staff/reviews/${caseId}`,
    pathWithQuery: `/staff/reviews/${caseId}`,
    staff: { name: "Ratna", roles, permissions: permissionsOf(roles as StaffRole[]) },
  } as unknown as PageFrame;
  const loaderData = {
    found,
    staff: { names: {}, ownId: underwriter.staffId },
    left: query.get("left"),
    right: query.get("right"),
  };
  const inner = renderToStaticMarkup(
    h(FrameProvider, {
      frame,
      children: h(LanguageProvider, {
        language,
        children: h(Screen as unknown as ComponentType<Record<string, unknown>>, { loaderData, actionData: undefined }),
      }),
    }),
  );
  return `<!doctype html><html lang="${language}"><head><meta name="viewport" content="width=device-width"><title>Case</title>
    <style>${css}</style></head><body><div class="page page-dense"><main class="page-main">${inner}</main></div></body></html>`;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A case with two photos, on a screen of this width. */
async function onScreen(width: number, javaScript = false, language: Language = "id") {
  const of = { kind: nameChange, borrowerId: randomUUID(), subjectId: randomUUID() };
  for (const shade of [3, 40]) await storeEvidence(services, of, await photo(shade));
  const { caseId } = await opened({ ...of, isFlagged: true });
  const requests: string[] = [];
  const context = await browser.newContext({ viewport: { width, height: 740 }, javaScriptEnabled: javaScript });
  const page = await context.newPage();
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (!url.pathname.startsWith("/api/"))
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        body: await drawn(caseId, language, url.searchParams),
      });
    requests.push(url.pathname);
    return route.fulfill({ contentType: "image/jpeg", body: Buffer.from(await photo(40)) });
  });
  const open = () => page.goto(`${origin}/staff/reviews/${caseId}`);
  await open();
  return { page, caseId, asked: requests, open, close: () => context.close() };
}

async function look(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

it("opens photos one by one, side by side on a desk, and looks closer without opening them anew", async () => {
  const { page, asked, close } = await onScreen(1024);
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: "Buka Foto 1 di kiri" }).click();
  await expect.poll(() => asked.length).toBe(1);
  await page.getByRole("link", { name: "Buka Foto 2 di kanan" }).click();
  const panes = page.locator(".evidence-pane");
  await expect.poll(() => panes.count()).toBe(2);
  const boxes = await Promise.all([0, 1].map((index) => panes.nth(index).boundingBox()));
  expect(boxes[0]!.y).toBe(boxes[1]!.y);
  expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(boxes[1]!.x);

  const before = asked.length;
  const left = panes.first();
  const picture = left.locator("img");
  const width = async () => picture.evaluate((one) => (one as HTMLElement).offsetWidth);
  const once = await width();
  await left.getByLabel("2×").check();
  expect(Math.abs((await width()) - 2 * once)).toBeLessThanOrEqual(2);
  await left.getByLabel("90°").check();
  expect(await picture.evaluate((one) => getComputedStyle(one).transform)).toBe("matrix(0, 1, -1, 0, 0, 0)");
  // The other side does not change.
  expect(
    await panes
      .last()
      .locator("img")
      .evaluate((one) => getComputedStyle(one).transform),
  ).toBe("none");
  expect(asked).toHaveLength(before);
  await look(page, "review-desk");
  await left.getByRole("link", { name: "Tutup foto" }).click();
  await expect.poll(() => panes.count()).toBe(1);
  await close();
});

it("stands below one another on a phone, with what is asked for and what is decided", async () => {
  const { page, caseId, open, close } = await onScreen(360);
  await page.getByRole("link", { name: "Buka Foto 1 di kiri" }).click();
  await page.getByRole("link", { name: "Buka Foto 2 di kanan" }).click();
  const panes = page.locator(".evidence-pane");
  await expect.poll(() => panes.count()).toBe(2);
  const boxes = await Promise.all([0, 1].map((index) => panes.nth(index).boundingBox()));
  expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y + boxes[0]!.height - 1);
  await look(page, "review-phone");
  await post(underwriter, `${caseId}/claim`);
  await open();
  expect(await page.getByText("Anda mengerjakannya sampai hari ini").count()).toBe(1);
  await ask(underwriter, caseId, ["LETTER"]);
  await open();
  expect(await page.getByText("Waktu berhenti").count()).toBe(1);
  expect(await page.getByText("Surat keterangan").count()).toBe(1);
  expect(await page.getByRole("button").count()).toBe(0);
  await look(page, "review-phone-asked");
  await close();
});

it.each(languages)("is accessible in %s", async (language) => {
  const { page, close } = await onScreen(360, true, language);
  await page.locator(".evidence-open").first().click();
  await page.locator(".evidence-picture").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await close();
});
