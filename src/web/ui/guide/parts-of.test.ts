import { expect, it } from "vitest";
import { guidePartsOf } from "./parts-of.ts";

it("A text is cut at its headings; what stands before the first one is the introduction.", () => {
  const html =
    '<p>Hello.</p>\n<h2 id="nomor-cs">Nomor &quot;CS&quot; &amp; <strong>palsu</strong></h2>\n<p>One.</p>\n<h3 id="inside">Inside</h3>\n<h2 id="two">Two</h2>\n<ul>\n<li>a</li>\n</ul>\n';
  const { intro, parts } = guidePartsOf(html);
  expect(intro).toBe("<p>Hello.</p>");
  expect(parts.map(({ id, title }) => [id, title])).toEqual([
    ["nomor-cs", 'Nomor "CS" & palsu'],
    ["two", "Two"],
  ]);
  expect(parts[0]?.body).toContain("<h3");
  expect(parts[1]?.body).toContain("<li>a</li>");
});

it("A text without headings is an introduction alone.", () => {
  expect(guidePartsOf("<p>Only words.</p>")).toEqual({ intro: "<p>Only words.</p>", parts: [] });
});
