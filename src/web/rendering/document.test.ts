import { expect, test } from "vitest";
import type { ScriptPart } from "#web/enhance/form-choice.ts";
import { parseSheets } from "./used-css.ts";
import { finishDocument, type DocumentOptions } from "./document.ts";

const made = (
  body: string,
  kind: DocumentOptions["kind"],
  afterLoadUrl: string | null,
  scriptParts: readonly ScriptPart[] = [],
) =>
  finishDocument({
    scriptParts: new Set(scriptParts),
    html: `<html><head></head><body>${body}</body></html>`,
    kind,
    nonce: null,
    brandCss: "",
    scripts: {
      form: { whole: "whole()", amounts: "amounts()", codes: "codes()", plain: "plain()" },
      reading: "reading()",
      rich: { game: { own: "/assets/game-1.js", shared: ["/assets/react-2.js"] } },
      console: "console()",
      afterLoadUrl,
      hostPortUrl: null,
    },
    styles: parseSheets([]),
  });
const finished = (
  body: string,
  kind: DocumentOptions["kind"] = "form",
  afterLoadUrl: string | null = "/after-load.js",
) => made(body, kind, afterLoadUrl).text;
const policyOf = (kind: DocumentOptions["kind"]) => made("<main></main>", kind, null).parts;

test.each<[readonly ScriptPart[], string]>([
  [[], "plain"],
  [["amounts"], "amounts"],
  [["amounts", "live"], "amounts"],
  [["codes"], "codes"],
  // A live part may change to one with codes, so its page includes the script for codes.
  [["live"], "codes"],
  [["codes", "live"], "codes"],
  [["amounts", "codes"], "whole"],
])("A form page that asks for %j carries the form script of %s, and of nothing else.", (parts, script) => {
  expect(made("<form></form>", "form", null, parts).text).toContain(`<script>${script}();`);
});

test("A page that is continued by a script is ready for what may come.", () => {
  expect(finished(`<main></main>`, "rich")).toContain("<script>whole();");
});

test("What no first paint needs comes with the file after it; the console, which fetches none, carries it inline.", () => {
  expect(finished("<main></main>", "reading")).toMatch(
    /<script>reading\(\);addEventListener\("load",.*"\/after-load\.js".*<\/script><\/body>/,
  );
  expect(finished("<main></main>", "form", null)).toContain("<script>plain();console()</script></body>");
});

test("A form page says before its first layout that scripts run, and its policy lets that script run too.", () => {
  expect(finished("<form></form>")).toMatch(
    /<head><script>document\.documentElement\.dataset\.enhanced=""<\/script><style>/,
  );
  expect(finished("<main></main>", "reading")).toContain("<head><style>");
  expect(policyOf("form").scripts).toHaveLength(2);
  expect(policyOf("reading").scripts).toHaveLength(1);
});

test("A form page with a title is not painted before it has been read; one without, and a reading page, wait for nothing.", () => {
  expect(finished(`<h1 id="page-title">Pinjaman</h1>`, "reading")).not.toContain("expect");
  for (const kind of ["form", "rich"] as const) {
    expect(finished(`<h1 id="page-title">Pinjaman</h1>`, kind)).toContain(
      `<head><link rel="expect" href="#page-title" blocking="render">`,
    );
    expect(finished(`<main></main>`, kind)).not.toContain("expect");
  }
});

test("Only a page that a script continues carries React's marks between neighbouring texts.", () => {
  expect(finished("<p>Rp <!-- -->5</p>")).toContain("<p>Rp 5</p>");
  expect(finished("<p>Rp <!-- -->5</p>", "reading")).toContain("<p>Rp 5</p>");
  expect(finished("<p>Rp <!-- -->5</p>", "rich")).toContain("<p>Rp <!-- -->5</p>");
});

test("A rich page names the files of the parts that stand in it, once each, and no other page names any.", () => {
  const part = `<div data-rich="game"></div>`;
  expect(finished(part + part, "rich")).toContain(
    `<link rel="modulepreload" href="/assets/react-2.js"><script type="module" src="/assets/game-1.js"></script></body>`,
  );
  expect(finished(part, "form")).not.toContain("/assets/");
  expect(
    finished(
      `<p>data-rich="game"</p><div data-rich="other"></div>`.replaceAll(
        '<p>data-rich="game"',
        "<p>data-rich=&quot;game&quot;",
      ),
      "rich",
    ),
  ).not.toContain("/assets/");
});
