/** The memory of pages that axe found whole must not take one page for another. */
import { afterAll, expect, it } from "vitest";
import { axeFindings, standingOf } from "./support/accessible.ts";
import { launchChromium } from "./support/chromium.ts";

const browser = await launchChromium();
const page = await browser.newPage();
afterAll(() => browser.close());

const form = (label: string, amount: string) =>
  `<!DOCTYPE html><html lang="id"><title>Bayar</title><main><h1>Bayar</h1><p>Rp ${amount}</p><label for="${label}">Nama</label><input id="f1" name="a"><label for="f2">Kota</label><input id="f2" name="b"></main></html>`;
async function standing(html: string): Promise<string> {
  await page.setContent(html);
  return standingOf(page);
}

it("Another amount is the same standing.", async () => {
  expect(await standing(form("f1", "100.000"))).toBe(await standing(form("f1", "250.000")));
});

it("A label that leads to another field is another standing, and axe says so.", async () => {
  expect(await standing(form("f2", "100.000"))).not.toBe(await standing(form("f1", "100.000")));
  await page.setContent(form("f2", "100.000"));
  expect((await axeFindings(page)).join()).toContain("label");
});

it.each([
  [
    "another element",
    () => page.evaluate(() => document.querySelector("main")?.append(document.createElement("button"))),
  ],
  ["a filled field", () => page.fill("#f1", "Siti")],
  ["the focus", () => page.focus("#f2")],
  ["another width", () => page.setViewportSize({ width: 320, height: 700 })],
  ["dark colours", () => page.emulateMedia({ colorScheme: "dark" })],
] as const)("%s is another standing", async (_what, change) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 360, height: 700 });
  const html = form("f1", "100.000").replaceAll('name="', 'placeholder=" " name="');
  const before = await standing(html);
  await change();
  expect(await standingOf(page)).not.toBe(before);
});
