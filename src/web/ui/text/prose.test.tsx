import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Prose } from "./prose.tsx";

const shown = (html: string) =>
  renderToStaticMarkup(<Prose html={html} />).replace(/^<div class="prose">|<\/div>$/g, "");

describe("long text", () => {
  it("keeps what texts consist of", () => {
    expect(shown('<h2 id="risk">Risiko</h2><p>Satu <strong>dua</strong><br>tiga</p><ul><li>a</li></ul>')).toBe(
      '<h2 id="risk">Risiko</h2><p>Satu <strong>dua</strong><br/>tiga</p><ul><li>a</li></ul>',
    );
    expect(
      shown('<p><a href="/about/faq#x">a</a> <a href="https://ojk.go.id/id">b</a> <a href="#risk">c</a></p>'),
    ).toContain('href="https://ojk.go.id/id"');
  });
  it("keeps a number to call and an address to write to", () => {
    expect(shown('<a href="tel:+62215000000">a</a><a href="mailto:halo@tunai.example">b</a>')).toBe(
      '<a href="tel:+62215000000">a</a><a href="mailto:halo@tunai.example">b</a>',
    );
  });
  it.each([
    ["<script>alert(1)</script>x", "x"],
    ['<img src=x onerror="alert(1)">x', "x"],
    ['<p onclick="alert(1)" style="color:red" class="y">x</p>', "<p>x</p>"],
    ['<a href="javascript:alert(1)">x</a>', "x"],
    ['<a href=" java\nscript:alert(1)">x</a>', "x"],
    ['<a href="//evil.example">x</a>', "x"],
    ['<a href="mailto:a@b.example?bcc=all@evil.example">x</a>', "x"],
    ['<a href="tel:*%2321%23">x</a>', "x"],
    ['<svg><a href="javascript:1">y</a></svg>x', "x"],
    ["<iframe srcdoc='<b>'>y</iframe>x", "x"],
    ["<style>*{}</style><marquee>x</marquee>", "x"],
    ['<h2 id="a b&quot;onx">x</h2>', "<h2>x</h2>"],
  ])("lets nothing else through: %s", (html, expected) => {
    expect(shown(html)).toBe(expected);
  });
});
