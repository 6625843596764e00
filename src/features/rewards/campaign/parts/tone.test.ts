/** Each skin's colours are readable in light and dark mode, where the brand's colours apply otherwise. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "#tests/support/contrast.ts";
import { skins } from "../skins-contract.ts";
import { toneOf, tones } from "./tone.ts";

const read = (address: string): string => readFileSync(new URL(address, import.meta.url), "utf8");
const valuesOf = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));

/** The values of a class in a style sheet, outside and inside its dark-mode section. */
function sets(css: string, selector: string): { light: Record<string, string>; dark: Record<string, string> } {
  const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
  const block = (part: string) => new RegExp(`${selector} \\{([^}]*)\\}`).exec(part)?.[1] ?? "";
  const own = valuesOf(block(light));
  return { light: own, dark: { ...own, ...valuesOf(block(dark)) } };
}
const kit = sets(read("../../../../web/ui/tokens.css"), ":root");
const css = read("tone.css");

it("Every skin has one of the tones, and every tone its class.", () => {
  for (const skin of skins) expect(tones.map((tone) => `tone-${tone}`)).toContain(toneOf(skin));
  expect(toneOf("unheard-of")).toBe("tone-leaf");
  for (const tone of tones) expect(css).toContain(`.tone-${tone} {`);
});

describe.each(tones)("the tone %s", (tone) => {
  it.each(["light", "dark"] as const)(
    "can be read on every surface of a page in %s, and white on its win.",
    (scheme) => {
      const values = { ...kit[scheme], ...sets(css, `\\.tone-${tone}`)[scheme] };
      for (const surface of ["paper", "card", "brand-soft"]) {
        expect(contrast(values["brand"], values[surface]), surface).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(values["ink"], values["brand-soft"])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(values["on-brand"], values["brand"])).toBeGreaterThanOrEqual(4.5);
      expect(contrast("#ffffff", values["tone"])).toBeGreaterThanOrEqual(4.5);
    },
  );
});
