import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as fontkit from "fontkit";
import { describe, expect, test } from "vitest";
import { contactHours, formatHours } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import { loanDocumentKinds } from "./data.ts";
import { contentFile } from "#server/process/content-file.ts";
import { bindSection, parseTemplate, templateOf } from "./template.ts";
import { canDraw } from "./writer.ts";
import { agreementWords } from "./words.ts";

const kinds = [...loanDocumentKinds, "evidence"];
const folder = dirname(contentFile("agreement", "loan-agreement.id.md"));
const sourceOf = (key: string, language: string) =>
  readFileSync(contentFile("agreement", `${key}.${language}.md`), "utf8");
const placeholders = (source: string) => [...new Set(source.match(/\{[\w:-]+\}/g))].sort();

describe("The legal texts", () => {
  test.each(kinds)("%s says the same with the same data, section by section, in every language.", (key) => {
    const indonesian = templateOf(key, "id");
    for (const language of languages) {
      const template = templateOf(key, language);
      expect(template.version).toBe(indonesian.version);
      expect(template.sections.map((tokens) => tokens.map((token) => token.type))).toEqual(
        indonesian.sections.map((tokens) => tokens.map((token) => token.type)),
      );
      expect(placeholders(sourceOf(key, language))).toEqual(placeholders(sourceOf(key, "id")));
    }
  });

  test("Every document names the two rules it stands on, in every language.", () => {
    for (const key of ["loan-agreement", "riplay", "risk-acknowledgement", "declarations"]) {
      for (const language of languages) {
        expect(sourceOf(key, language)).toContain("19/SEOJK.06/2025");
        expect(sourceOf(key, language)).toMatch(/Nomor 40 Tahun 2024|Number 40 of 2024|2024 年第 40 号/);
      }
    }
  });

  test("No text types by hand a figure that the rules know: it changes with them.", () => {
    const typed =
      /\d+ ?(?:hari kerja|working days|个工作日|tahun atau|years old|周岁)|Rp ?\d|\d\d[.:]00|\d ?(?:\(\S+\) )?(?:penyelenggara|operators|or more operators|家平台)/g;
    const found = readdirSync(folder).flatMap((name) =>
      (readFileSync(contentFile("agreement", name), "utf8").match(typed) ?? []).map((words) => `${name}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  test("The embedded fonts hold every letter of every text.", () => {
    const texts = [
      ...readdirSync(folder)
        .filter((name) => name.endsWith(".md"))
        .map((name) => readFileSync(contentFile("agreement", name), "utf8")),
      ...Object.values(agreementWords).flatMap((text) => Object.values(text)),
      ...languages.map((language) => formatHours(contactHours, language)),
    ];
    const missing = [...new Set(texts.join(""))].filter(
      (letter) => letter !== "\n" && !canDraw(letter.codePointAt(0) ?? 0),
    );
    expect(missing).toEqual([]);
  });
});

describe("The embedded fonts", () => {
  test.each(readdirSync(dirname(contentFile("fonts", "README.md"))).filter((name) => name.endsWith(".ttf")))(
    "%s draws every letter by a glyph of its own, so that text copied from a document is the text that was written.",
    (name) => {
      const font = fontkit.create(readFileSync(contentFile("fonts", name))) as fontkit.Font;
      const glyphs = font.characterSet.map((letter) => font.glyphForCodePoint(letter).id);
      expect(new Set(glyphs).size).toBe(glyphs.length);
      const drawnAlone = font.characterSet.every(
        (letter) => font.layout(String.fromCodePoint(letter)).glyphs.length === 1,
      );
      expect(drawnAlone).toBe(true);
    },
  );
});

describe("Binding data", () => {
  const parse = (body: string) => parseTemplate(`---\nkey: k\ntitle: T\nversion: 1\n---\n${body}`).sections[0] ?? [];

  test("A value full of markup stays text.", () => {
    const hostile = "**Budi** [x](http://a) # {amount} <b>";
    const section = bindSection(
      parse("Nama {name}."),
      { values: { name: hostile, amount: "Rp 1" }, tables: {} },
      "id",
      false,
    );
    expect(section.blocks).toEqual([{ kind: "paragraph", text: [{ text: `Nama ${hostile}.` }] }]);
  });
  test("A placeholder without data refuses the document.", () => {
    expect(() => bindSection(parse("Jumlah {amount}."), { values: {}, tables: {} }, "id", false)).toThrow("{amount}");
    expect(() => bindSection(parse("{table:costs}"), { values: {}, tables: {} }, "id", false)).toThrow("costs");
  });
  test("Markup that documents do not have refuses the template.", () => {
    expect(() =>
      bindSection(parse("Lihat [sini](https://a.example)."), { values: {}, tables: {} }, "id", false),
    ).toThrow("link");
    expect(() => bindSection(parse("<script>1</script>"), { values: {}, tables: {} }, "id", false)).toThrow("html");
  });
});
