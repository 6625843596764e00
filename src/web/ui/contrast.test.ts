import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast } from "#tests/support/contrast.ts";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const sets = {
  light: tokensOf(/^:root \{([^}]*)\}/m),
  dark: tokensOf(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/),
};

/** Text and the surfaces behind it. */
const textPairs: readonly (readonly [text: string, surface: string])[] = [
  ...["paper", "card", "brand-soft", "sun-soft", "bad-soft", "ok-soft", "line"].map(
    (surface) => ["ink", surface] as const,
  ),
  ...["paper", "card", "brand-soft", "bad-soft", "line"].map((surface) => ["ink-soft", surface] as const),
  ...["paper", "card", "brand-soft"].map((surface) => ["brand", surface] as const),
  ["on-brand", "brand"],
  ["on-band", "band"],
  ["on-band-soft", "band"],
  ["on-sun", "sun"],
  ["on-bad", "bad"],
  ...["paper", "card", "bad-soft"].map((surface) => ["bad", surface] as const),
  ...["paper", "card", "ok-soft"].map((surface) => ["ok", surface] as const),
  // A toast has inverted colours.
  ["paper", "ink"],
];
/** Edges of controls, and states shown by a shape: contrast of 3:1. */
const shapePairs = [
  ["edge", "card"],
  ["edge", "paper"],
  ["brand", "paper"],
  ["brand", "line"],
] as const;

describe.each(Object.entries(sets))("the %s tokens", (_name, tokens) => {
  test.each(textPairs)("%s can be read on %s", (text, surface) => {
    expect(contrast(tokens[text], tokens[surface])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(shapePairs)("%s can be told from %s", (shape, surface) => {
    expect(contrast(tokens[shape], tokens[surface])).toBeGreaterThanOrEqual(3);
  });
});

test("Every colour of the light set has its dark value.", () => {
  const colours = Object.keys(sets.light).filter((name) => name !== "radius" && name !== "font");
  expect(Object.keys(sets.dark).sort()).toEqual(colours.sort());
});

test("A brand's tokens, which come later, count in light and in dark: no selector of the kit's tokens is stronger than theirs.", () => {
  const selectors = [...css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}\s][^{}]*?) \{\s*--/g)].map(
    (match) => match[1],
  );
  expect(selectors).toEqual([":root", ":root"]);
});

function tokensOf(block: RegExp): Record<string, string> {
  const body = block.exec(css)?.[1];
  if (body === undefined) throw new Error(`tokens.css has no block ${block}`);
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map((match) => [match[1], match[2]]));
}
