import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languages } from "#shared/texts.ts";
import { LanguageProvider } from "#web/language.tsx";
import { parseSheets, usedCss } from "#web/rendering/used-css.ts";
import { allExamples } from "./gallery.tsx";

const folder = new URL(".", import.meta.url);
const parts = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const sheets = ["tokens.css", "base.css", ...parts.map((part) => `${part}/${part}.css`)].flatMap((name) => {
  try {
    return [readFileSync(new URL(name, folder), "utf8")];
  } catch {
    return [];
  }
});
const styles = parseSheets(sheets);
const cases = Object.entries(allExamples).flatMap(([part, examples]) =>
  Object.entries(examples).map(([name, example]) => ({ part, name, example })),
);

test("Every part of the kit has examples in the gallery.", () => {
  expect(Object.keys(allExamples).sort()).toEqual([...parts].sort());
});

describe.each(cases)("The example $name of $part", ({ example }) => {
  const html = renderToStaticMarkup(example);

  test("carries no style attribute, which the content policy would refuse.", () => {
    expect(html).not.toMatch(/\sstyle=/);
  });

  test("gives every control a name to screen readers.", () => {
    for (const [tag] of html.matchAll(/<(?:input|select|textarea|progress)\b[^>]*>/g)) {
      if (/type="hidden"|aria-hidden="true"/.test(tag)) continue;
      const id = /\sid="([^"]+)"/.exec(tag)?.[1];
      const named =
        tag.includes("aria-label") || (id !== undefined && html.includes(`for="${id}"`)) || standsInLabel(html, tag);
      expect(named, tag).toBe(true);
    }
  });

  test("describes fields only by elements that are there.", () => {
    for (const [, ids] of html.matchAll(/aria-(?:describedby|labelledby|controls)="([^"]+)"/g)) {
      for (const id of (ids as string).split(" ")) expect(html).toContain(` id="${id}"`);
    }
  });

  test("uses an id once.", () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("has at most one heading of the first level, and words or a name in every link and button.", () => {
    expect(html.match(/<h1/g)?.length ?? 0).toBeLessThanOrEqual(1);
    for (const [tag, inner] of html.matchAll(/<(?:a|button)\b[^>]*>([^]*?)<\/(?:a|button)>/g)) {
      const words = (inner as string).replace(/<[^>]+>/g, "").trim();
      expect(words !== "" || tag.includes("aria-label="), tag).toBe(true);
    }
  });
});

test.each(languages)("Every class of the examples has a rule, in %s.", (language) => {
  const html = renderToStaticMarkup(
    <LanguageProvider language={language}>
      {cases.map(({ part, name, example }) => (
        <div key={`${part} ${name}`}>{example}</div>
      ))}
    </LanguageProvider>,
  );
  const used = new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap((match) => (match[1] as string).split(" ")));
  const ruled = new Set([...styles.whole.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));
  const withoutRules = [...used].filter((name) => !ruled.has(name));
  expect(withoutRules).toEqual([]);
});

test("The kit's whole CSS is at most 10 KB compressed, what travels with every page at most 1.5 KB.", () => {
  expect(brotliCompressSync(styles.whole).length).toBeLessThanOrEqual(10_240);
  expect(brotliCompressSync(usedCss(styles, "<p></p>")).length).toBeLessThanOrEqual(1536);
});

function standsInLabel(html: string, tag: string): boolean {
  const before = html.slice(0, html.indexOf(tag));
  return before.lastIndexOf("<label") > before.lastIndexOf("</label>");
}
