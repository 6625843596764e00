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

const list = (lang: string, items: string[], labels = ["Menu", "Kaki"]) =>
  `<!DOCTYPE html><html lang="${lang}"><title>x</title><nav aria-label="${labels[0]}"></nav><nav aria-label="${labels[1]}"></nav><main><h1>Daftar</h1><ul>${items.map((item) => `<li><a href="/a">${item}</a></li>`).join("")}</ul></main></html>`;

it("Other words, another language and more of the same are the same standing.", async () => {
  const three = await standing(list("id", ["Bayar", "Pinjam", "Bantuan"]));
  expect(await standing(list("en", ["Pay", "Borrow", "Help", "Log out"], ["Menu", "Footer"]))).toBe(three);
});

it("Something without words, and labels that are equal, are other standings, and axe says so.", async () => {
  const three = await standing(list("id", ["Bayar", "Pinjam", "Bantuan"]));
  expect(await standing(list("id", ["Bayar", "", "Bantuan"]))).not.toBe(three);
  expect((await axeFindings(page)).join()).toContain("link-name");
  expect(await standing(list("id", ["Bayar", "Pinjam", "Bantuan"], ["Menu", "Menu"]))).not.toBe(three);
  expect((await axeFindings(page)).join()).toContain("landmark-unique");
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
