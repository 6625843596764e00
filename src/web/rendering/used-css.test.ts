import { describe, expect, it } from "vitest";
import { parseSheets, usedCss } from "./used-css.ts";

const sheet = parseSheets([
  `:root{--a:1px} body{top:var(--a)}
   /* said once */ .button, .button-primary:hover { color : red ; margin: 0 auto }
   .card > .card-heading { font-weight: 700 }
   .button:not(.button-quiet)[aria-busy=true]{opacity:.5;animation:spin 1s}
   @media (min-width: 400px) { .card { padding: 1px } .menu { padding: 2px } }
   @keyframes spin { from { opacity: 0 } to { opacity: 1 } }
   @keyframes wave { from { opacity: 0 } to { opacity: 1 } }
   h1 + p { margin: 0 }`,
]);

describe("the CSS that a page uses", () => {
  it("keeps rules without classes and drops rules of classes that do not occur", () => {
    const css = usedCss(sheet, `<p class="other">`);
    expect(css).toContain(":root{--a:1px}");
    expect(css).toContain("h1+p{margin:0}");
    expect(css).not.toContain("button");
    expect(css).not.toContain("card");
  });
  it("keeps of a selector list only what can match", () => {
    expect(usedCss(sheet, `<a class="button">`)).toContain(".button{color:red;margin:0 auto}");
  });
  it("needs every class of a compound or descendant selector, but not those it negates", () => {
    expect(usedCss(sheet, `<a class="card">`)).not.toContain("card-heading");
    expect(usedCss(sheet, `<a class="card"><b class="card-heading x">`)).toContain(
      ".card>.card-heading{font-weight:700}",
    );
    expect(usedCss(sheet, `<a class="button">`)).toContain(".button:not(.button-quiet)[aria-busy=true]");
  });
  it("filters inside media queries and leaves no empty ones", () => {
    expect(usedCss(sheet, `<a class="card">`)).toContain("@media (min-width: 400px){.card{padding:1px}}");
    expect(usedCss(sheet, `<a class="x">`)).not.toContain("@media");
  });
  it("keeps an animation only where a kept rule plays it", () => {
    expect(usedCss(sheet, `<a class="button">`)).toContain("@keyframes spin");
    expect(usedCss(sheet, `<a class="button">`)).not.toContain("@keyframes wave");
    expect(usedCss(sheet, `<a class="card">`)).not.toContain("@keyframes");
  });
  it("keeps a token only where a kept rule or a drawing of the page names it", () => {
    const tokens = parseSheets([
      `:root{--ink:#000;--sun:#ff0;--bad:#f00;--radius:14px}@media (prefers-color-scheme:dark){:root{--ink:#fff;--bad:#f99}} body{color:var(--ink)} .card{border-radius:var(--radius)}`,
    ]);
    expect(usedCss(tokens, `<p>`)).toBe(
      ":root{--ink:#000;}@media (prefers-color-scheme:dark){:root{--ink:#fff;}}body{color:var(--ink)}",
    );
    expect(usedCss(tokens, `<p class="card">`)).toContain(":root{--ink:#000;--radius:14px}");
    expect(usedCss(tokens, `<path fill="var(--sun)"/>`)).toContain(":root{--ink:#000;--sun:#ff0;}");
    expect(tokens.whole).toContain("--bad:#f00");
  });
  it("holds every rule in the whole sheet for hydrated pages", () => {
    for (const part of [".menu", ".card-heading", "@keyframes wave"]) expect(sheet.whole).toContain(part);
  });
});
