import fc from "fast-check";
import { expect, it } from "vitest";
import { searchExcerptOf, plainWords } from "./excerpt.ts";
import { queryWords, wordsOf } from "./search-words.ts";

it("finds an Indonesian word by its stem, whatever stands before and behind it", () => {
  for (const asked of ["pembayaran", "membayar", "dibayarkan", "bayarnya"]) {
    const [stem = ""] = queryWords(asked, "id");
    expect(
      wordsOf("Bayar paling lambat besok", "id").some((word) => word.startsWith(stem) || stem.startsWith(word)),
      asked,
    ).toBe(true);
  }
  expect(queryWords("perpanjangan", "id")).toEqual(queryWords("memperpanjang", "id"));
});

it("asks for the telling words of a question, and for all of them where none is", () => {
  expect(queryWords("how can I pay", "en")).toEqual(["pay"]);
  expect(queryWords("what is this", "en")).toEqual(["what", "is", "this"]);
  expect(queryWords("怎么还款", "zh")).toEqual(["还款"]);
});

it("knows a Chinese text by its signs and their pairs, also where the segmenter knows no word", () => {
  expect(wordsOf("逾期还款", "zh")).toEqual(expect.arrayContaining(["逾期", "还款", "还", "款"]));
});

it("never takes longer than an excerpt may be, and never shows what the text does not say", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("bayar", "tagihan", "<script>", "&amp;", "逾期", "denda"), { maxLength: 200 }),
      fc.constantFrom("bayar", "denda", "x"),
      (words, asked) => {
        const text = words.join(" ");
        const excerpt = searchExcerptOf(text, [asked], "id");
        expect(excerpt.length).toBeLessThanOrEqual(170);
        expect(text).toContain(excerpt.replace(/^… /, "").replace(/ …$/, ""));
      },
    ),
  );
});

it("reads rendered text back as plain words, without tags", () => {
  expect(plainWords('<p>Lihat <a href="/x">cara kerjanya</a>.</p><p>Boleh</p>')).toBe("Lihat cara kerjanya. Boleh");
  expect(plainWords("<p>Bayar <strong>Rp 1</strong> &lt;b&gt; &amp; selesai</p>")).toBe("Bayar Rp 1 <b> & selesai");
});
