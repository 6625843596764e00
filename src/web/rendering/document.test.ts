import { expect, test } from "vitest";
import { parseSheets } from "./used-css.ts";
import { finishDocument, type DocumentWish } from "./document.ts";

const finished = (body: string, kind: DocumentWish["kind"] = "form", afterLoadUrl: string | null = "/after-load.js") =>
  finishDocument({
    html: `<html><head></head><body>${body}</body></html>`,
    kind,
    nonce: null,
    brandCss: "",
    scripts: { form: { whole: "whole()", amounts: "amounts()", plain: "plain()" }, reading: "reading()", console: "console()", afterLoadUrl },
    styles: parseSheets([]),
  }).text;

test("A form page carries the parts of the form script that it has a use for.", () => {
  expect(finished(`<form data-enhance=""><input name="name"/></form>`)).toContain("<script>plain();");
  expect(finished(`<form data-live="/"><div data-stepper=""></div></form>`)).toContain("<script>amounts();");
  expect(finished(`<form><input data-format="rupiah"/></form>`)).toContain("<script>amounts();");
  for (const part of [`<p data-countdown=""></p>`, `<a data-dialog-open="d"></a>`, `<dialog id="d"></dialog>`, `<input autoComplete="one-time-code"/>`]) {
    expect(finished(`<div data-stepper=""></div>${part}`)).toContain("<script>whole();");
  }
});

test("A page that is continued by a script, or waits for something outside, is ready for what may come.", () => {
  expect(finished(`<main></main>`, "rich")).toContain("<script>whole();");
  expect(finished(`<form data-live="/webview/payment"></form>`)).toContain("<script>whole();");
});

test("What no first paint needs comes with the file after it; the console, which fetches none, carries it inline.", () => {
  expect(finished("<main></main>", "reading")).toMatch(/<script>reading\(\);addEventListener\("load",.*"\/after-load\.js".*<\/script><\/body>/);
  expect(finished("<main></main>", "form", null)).toContain("<script>plain();console()</script></body>");
});

test("Only a page that a script continues carries React's marks between neighbouring texts.", () => {
  expect(finished("<p>Rp <!-- -->5</p>")).toContain("<p>Rp 5</p>");
  expect(finished("<p>Rp <!-- -->5</p>", "reading")).toContain("<p>Rp 5</p>");
  expect(finished("<p>Rp <!-- -->5</p>", "rich")).toContain("<p>Rp <!-- -->5</p>");
});
