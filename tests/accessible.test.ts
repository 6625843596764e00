/** The cache of pages that axe found accessible must not confuse two pages. */
import { afterAll, expect, it } from "vitest";
import { askAxe, axeFindings, standingOf, type Kind, type Standing } from "./support/accessible.ts";
import { launchChromium } from "./support/chromium.ts";

const browser = await launchChromium();
const page = await browser.newPage();
afterAll(() => browser.close());

const form = (label: string, amount: string) =>
  `<!DOCTYPE html><html lang="id"><title>Bayar</title><main><h1>Bayar</h1><p>Rp ${amount}</p><label for="${label}">Nama</label><input id="f1" name="a"><label for="f2">Kota</label><input id="f2" name="b"></main></html>`;
async function standing(html: string): Promise<Standing> {
  await page.setContent(html);
  return standingOf(page);
}
const structure = async (html: string): Promise<string> => (await standing(html)).structure;

it("Another amount is the same standing.", async () => {
  expect(await standing(form("f1", "100.000"))).toEqual(await standing(form("f1", "250.000")));
});

const list = (lang: string, items: string[], labels = ["Menu", "Kaki"]) =>
  `<!DOCTYPE html><html lang="${lang}"><title>x</title><nav aria-label="${labels[0]}"></nav><nav aria-label="${labels[1]}"></nav><main><h1>Daftar</h1><ul>${items.map((item) => `<li><a href="/a">${item}</a></li>`).join("")}</ul></main></html>`;

it("Other words, another language and more of the same are the same standing.", async () => {
  const three = await standing(list("id", ["Bayar", "Pinjam", "Bantuan"]));
  expect(await standing(list("en", ["Pay", "Borrow", "Help", "Log out"], ["Menu", "Footer"]))).toEqual(three);
});

it("Something without words, and labels that are equal, are other standings, and axe says so.", async () => {
  const three = await structure(list("id", ["Bayar", "Pinjam", "Bantuan"]));
  expect(await structure(list("id", ["Bayar", "", "Bantuan"]))).not.toBe(three);
  expect((await axeFindings(page)).join()).toContain("link-name");
  expect(await structure(list("id", ["Bayar", "Pinjam", "Bantuan"], ["Menu", "Menu"]))).not.toBe(three);
  expect((await axeFindings(page)).join()).toContain("landmark-unique");
});

it("The language that is in use is the same standing in each language, and one that does not exist is another.", async () => {
  const switches = (lang: string) =>
    list(lang, ["a", "b"]).replace(
      "</main>",
      `${["id", "en", "zh"].map((one) => `<a href="/${one}" lang="${one}"${one === lang ? ' aria-current="true"' : ""}>${one}</a>`).join("")}</main>`,
    );
  const indonesian = await standing(switches("id"));
  expect(await standing(switches("zh"))).toEqual(indonesian);
  expect(await structure(switches("id").replace('lang="en"', 'lang="xx"'))).not.toBe(indonesian.structure);
  expect((await axeFindings(page)).join()).toContain("valid-lang");
});

it("A field that is filled or has the focus is the same standing where no style changes.", async () => {
  const before = await standing(form("f1", "100.000"));
  await page.fill("#f1", "Siti");
  expect(await standingOf(page)).toEqual(before);
});

it("A label that leads to another field is another standing, and axe says so.", async () => {
  expect(await structure(form("f2", "100.000"))).not.toBe(await structure(form("f1", "100.000")));
  await page.setContent(form("f2", "100.000"));
  expect((await axeFindings(page)).join()).toContain("label");
});

const changes: [string, Kind, () => Promise<unknown>][] = [
  [
    "another element",
    "structure",
    () => page.evaluate(() => void document.querySelector("main")?.append(document.createElement("button"))),
  ],
  ["a field that styles change where it is filled", "colours", () => page.fill("#f1", "Siti")],
  ["the focus that styles show", "colours", () => page.focus("#f2")],
  ["another width", "layout", () => page.setViewportSize({ width: 320, height: 700 })],
  ["dark colours", "colours", () => page.emulateMedia({ colorScheme: "dark" })],
  ["a hidden part", "structure", () => page.addStyleTag({ content: "label[for=f2] { display: none }" })],
];
it.each(changes)("%s is another standing of %s", async (_what, kind, change) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 360, height: 700 });
  const html = form("f1", "100.000")
    .replaceAll('name="', 'placeholder=" " name="')
    .replace(
      "<main>",
      "<style>input { color: #222 } input:focus, #f1:not(:placeholder-shown) { color: #111 }</style><main>",
    );
  const before = await standing(html);
  await change();
  const after = await standingOf(page);
  expect(after[kind]).not.toBe(before[kind]);
  // Neither width nor colours repeat checks that do not depend on them.
  if (kind !== "structure") expect(after.structure).toBe(before.structure);
});

const words = (inner: string, css = "") =>
  `<!DOCTYPE html><html lang="id"><title>x</title><style>main { background: #fff; color: #595959 } ${css}</style><main><h1>Judul</h1>${inner}</main></html>`;
/** Axe's findings about the colours of a page, its texts, and the texts whose contrast axe accepted. */
async function judged(html: string): Promise<{ findings: string; good: string[]; texts: string[] }> {
  const { texts } = await standing(html);
  const { findings, good } = await askAxe(page, ["colours"]);
  return { findings: findings.join(), good, texts };
}

it("A text whose colours axe has found good is known on another page, and on no other ground.", async () => {
  const { good, texts, findings } = await judged(words("<p>Satu</p>"));
  expect([findings, texts.toSorted()]).toEqual(["", good.toSorted()]);
  const elsewhere = await standing(words("<ul><li><span>Dua</span></li></ul>"));
  expect(elsewhere.texts.filter((text) => !good.includes(text))).toEqual([]);
  for (const css of [
    "p { background: #777 }",
    "section { background: #777 }",
    "p { color: #999 }",
    "p { opacity: 0.5 }",
    // Not an ancestor's background, but one behind the text.
    "section { position: relative } i { position: absolute; inset: 0; background: #777 } p { position: relative }",
  ]) {
    const other = await judged(words("<section><i></i><p>Satu</p></section>", css));
    expect(other.findings, css).toContain("color-contrast");
    expect(other.texts.filter((text) => !good.includes(text)).length, css).toBeGreaterThan(0);
  }
});

it("A text that axe leaves out, or cannot measure, is known nowhere else.", async () => {
  for (const inner of [
    `<p hidden>Satu</p>`,
    `<p inert>Satu</p>`,
    `<fieldset disabled><label>Satu <input type="checkbox"></label></fieldset>`,
    `<label>Satu <input disabled type="checkbox"></label>`,
  ]) {
    const page = await judged(words(inner, "p, label { color: #999 }"));
    expect(page.findings, inner).toBe("");
    const open = await judged(words("<p>Satu</p>", "p { color: #999 }"));
    expect(open.findings).toContain("color-contrast");
    expect(
      open.texts.every((text) => page.good.includes(text)),
      inner,
    ).toBe(false);
  }
  const unclear = await judged(words("<p>Satu</p>", "p { background-image: linear-gradient(#fff, #000) }"));
  expect([unclear.findings, unclear.texts.length - unclear.good.length]).toEqual(["", 1]);
});

it("A link that only its colour tells from its sentence is known by both colours.", async () => {
  const sentence = words("<p>Baca <a href='/a'>syarat</a> dulu.</p>", "a { color: #0b6b3a; text-decoration: none }");
  const first = await judged(sentence);
  expect(first.findings).toContain("link-in-text-block");
  expect(first.texts.length).toBe((await standing(sentence.replace("none }", "underline }"))).texts.length + 1);
});

it("A text that is known is not measured again, and the others of its page are.", async () => {
  const { good } = await judged(words("<p>Satu</p>"));
  const html = words("<p>Satu</p><b>Dua</b><i>Tiga</i>", "b { color: #111 } i { color: #999 }");
  const { texts } = await standing(html);
  const asked = await askAxe(page, ["colours"], good);
  expect(asked.good).toEqual(texts.filter((text) => text.includes("rgb(17, 17, 17)")));
  expect(asked.findings.map((finding) => finding.slice(0, 20))).toEqual(["color-contrast: <i>T"]);
  expect((await axeFindings(page)).length).toBe(1);
});

it("A colour that changes is looked at where it ends.", async () => {
  const css = "p { color: #999; transition: color 60s } p.done { color: #111 }";
  await page.setContent(words("<p>Satu</p>", css));
  await page.evaluate(() => getComputedStyle(document.querySelector("p")!).color);
  await page.evaluate(() => (document.querySelector("p")!.className = "done"));
  expect((await standingOf(page)).texts.join()).toContain("rgb(17, 17, 17)");
  expect(await axeFindings(page)).toEqual([]);
});
