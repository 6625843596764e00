/** The HTML part of mails: valid, the same sentences as the text, and no name can become markup. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { linksOfMail, wordsOfMail } from "#tests/support/mail-words.ts";
import { mailHtml, mailTokens } from "./frame.ts";

const brand = { name: "Tunai", tokens: { light: {}, dark: {} } };
const mail = {
  subject: "Tagihan jatuh tempo",
  text: "Halo Siti,\n\nTagihan Anda jatuh tempo besok. Bayar lewat aplikasi atau tautan ini:\nhttps://tunai.example/webview/bills?lang=id&t=a.b-c\n\nKode: 123456\n\nSalam,\nTunai",
  language: "id",
} as const;

describe("a mail in HTML", () => {
  it("is valid, and draws the same sentences and links as the text", async () => {
    const html = mailHtml(mail, brand);
    const validator = new HtmlValidate({
      extends: ["html-validate:standard"],
      root: true,
      // Mail programs support neither external style sheets nor classes alone; all of them draw layout tables.
      rules: { "no-inline-style": "off", "no-deprecated-attr": "off" },
    });
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
    expect(wordsOfMail(html)).toBe(mail.text);
    expect(linksOfMail(html)).toEqual(["https://tunai.example/webview/bills?lang=id&t=a.b-c"]);
    expect(html).toContain('<html lang="id">');
  });

  it("shows beside the subject a sentence without code, address or greeting", () => {
    const preview = (text: string) => /display:none[^>]*>([^<]*)</.exec(mailHtml({ ...mail, text }, brand))?.[1];
    expect(preview("Halo Siti,\n\nKode Anda 123456 berlaku lima menit.\n\nAlamat ini didaftarkan di Tunai.")).toBe(
      "Alamat ini didaftarkan di Tunai.",
    );
    expect(preview("Halo\n\nKode: 123456")).toBe("");
    expect(preview(`${"kata ".repeat(40)}akhir`)?.length).toBeLessThanOrEqual(122);
  });

  it("leaves a sentence's own sign out of a link at its end", () => {
    const text = "Buka https://tunai.example/a. Atau (https://tunai.example/b), lalu http://localhost:3000/c?x=1&y=2!";
    const html = mailHtml({ ...mail, text }, brand);
    expect(linksOfMail(html)).toEqual([
      "https://tunai.example/a",
      "https://tunai.example/b",
      "http://localhost:3000/c?x=1&y=2",
    ]);
    expect(wordsOfMail(html)).toBe(text);
  });

  it("makes no markup of what people are called", () => {
    const line = fc.string({
      unit: fc.constantFrom("<", ">", "&", '"', "'", "/", "a", " ", "=", ":", "http://x.y", "b>"),
    });
    fc.assert(
      fc.property(line, line, (name, subject) => {
        const html = mailHtml({ subject, text: `Halo ${name}|`, language: "en" }, { ...brand, name });
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
        expect(new Set(tags)).toEqual(
          new Set([
            ..."html head meta title style body div table tr td p".split(" "),
            ...(/http/.test(name) ? ["a"] : []),
          ]),
        );
        expect(wordsOfMail(html)).toBe(`Halo ${name}|`);
      }),
    );
  });

  it("has the kit's colours, which a brand replaces, and those of the night", () => {
    const sheet = readFileSync("src/web/ui/tokens.css", "utf8");
    const [day = "", night = ""] = sheet.split("@media (prefers-color-scheme: dark)");
    for (const [scheme, css] of [
      ["light", day],
      ["dark", night],
    ] as const)
      for (const [name, value] of Object.entries(mailTokens[scheme]))
        expect(css, scheme).toContain(`${name}: ${value};`);
    const own = {
      ...brand,
      tokens: { light: { "--band": "#123456" }, dark: { "--band": '#0"}</style>', "--ink": "#abcdef" } },
    };
    const html = mailHtml(mail, own);
    expect(html).toContain("background:#123456");
    expect(html).toContain(".ink{color:#abcdef!important}");
    expect(html).toContain(`.band{background:${mailTokens.dark["--band"]}!important`);
  });
});
