import fc from "fast-check";
import { expect, it } from "vitest";
import { renderMarkdown } from "./markdown.ts";

it("never lets markup, scripts, handlers or styles of a text through", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "<img src=x onerror=alert(1)>",
      "<script>",
      "</p>",
      "[a](javascript:alert(1))",
      "[a](//evil.example)",
      "![a](https://evil.example/x.png)",
      "[a](data:text/html,x)",
      "<a href='x' onclick='y'>",
      "`<b>`",
      "```\n<i>\n```",
      "| a |\n|:-:|\n| <u> |",
      "# x",
      "&lt;script&gt;",
      '[a](/x "t<i>")',
      "<https://ok.example>",
      "[a](/\\evil.example)",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const html = renderMarkdown(pieces.join("\n\n"));
      const tags = [...html.matchAll(/<(\/?[a-z][a-z0-9]*)([^>]*)>/gi)];
      for (const [, tag = "", attributes = ""] of tags) {
        expect([
          "p",
          "a",
          "strong",
          "em",
          "del",
          "code",
          "pre",
          "ul",
          "ol",
          "li",
          "blockquote",
          "hr",
          "br",
          "table",
          "thead",
          "tbody",
          "tr",
          "th",
          "td",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "img",
          "input",
        ]).toContain(tag.replace("/", "").toLowerCase());
        expect(attributes).not.toMatch(/\s(?:on\w+|style)\s*=/i);
        const href = /(?:href|src)="([^"]*)"/.exec(attributes)?.[1];
        if (href !== undefined) expect(href).toMatch(/^(?:\/(?![/\\])|https:\/\/|mailto:|tel:|#)/i);
      }
      expect(html).not.toMatch(/<script/i);
    }),
    { numRuns: 300 },
  );
});

it("begins at the second level and gives headings an anchor", () => {
  expect(renderMarkdown("# Hak Anda")).toBe('<h2 id="hak-anda">Hak Anda</h2>\n');
  expect(renderMarkdown("## 您的权利")).toBe('<h2 id="您的权利">您的权利</h2>\n');
});
