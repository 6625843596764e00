import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compressedJson, compressedPage, gzipWithCommon } from "./compression.ts";
import type { HttpResponse } from "./exchange.ts";

const answer = (size: number, headers: Record<string, string> = {}): HttpResponse => ({
  status: 200,
  headers: { "content-type": "application/json", vary: "Accept-Language, Cookie", ...headers },
  body: JSON.stringify({ text: "é".repeat(size) }),
});
const codingOf = async (told: HttpResponse, accepted?: string) =>
  (await compressedJson(told, accepted)).headers["content-encoding"];

it("A JSON answer of more than a kilobyte goes as its reader takes it, short and long, and says so to caches.", async () => {
  for (const size of [2_000, 200_000]) {
    const told = answer(size);
    const [brotli, gzipped] = [await compressedJson(told, "gzip, deflate, br"), await compressedJson(told, "gzip")];
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      vary: "Accept-Language, Cookie, Accept-Encoding",
    });
    expect(brotliDecompressSync(brotli.body as Buffer).toString()).toBe(told.body);
    expect(gzipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzipped.body as Buffer).toString()).toBe(told.body);
    expect(told.headers["content-encoding"]).toBeUndefined();
  }
});

it("Nothing else is touched: short answers, pages, bytes, and readers who take no coding.", async () => {
  expect(await codingOf(answer(10), "br")).toBeUndefined();
  expect(await codingOf(answer(2_000, { "content-type": "text/html" }), "br")).toBeUndefined();
  expect(await codingOf({ ...answer(1), body: new Uint8Array(5_000) }, "br")).toBeUndefined();
  for (const accepted of [undefined, "", "identity", "br;q=0, gzip;q=0.0", "deflate"])
    expect(await codingOf(answer(2_000), accepted), accepted).toBeUndefined();
  expect((await compressedJson(answer(2_000), undefined)).headers["vary"]).toContain("Accept-Encoding");
  expect(await codingOf(answer(2_000), "br;q=0, gzip;q=0.5")).toBe("gzip");
  expect(await codingOf(answer(2_000), "br;q=0.5")).toBe("br");
});

it("A cacheable page goes by Brotli, a personal one by gzip, each by the other where only that is taken, and as it is to a reader of neither.", async () => {
  const text = `<p>é ${"word ".repeat(6_000)}</p>`;
  for (const isKept of [true, false]) {
    const [brotli, gzipped] = [await compressedPage(text, "br", isKept), await compressedPage(text, "gzip", isKept)];
    expect([brotli.headers, gzipped.headers]).toEqual([{ "content-encoding": "br" }, { "content-encoding": "gzip" }]);
    const { headers } = await compressedPage(text, "gzip, deflate, br", isKept);
    expect(headers).toEqual({ "content-encoding": isKept ? "br" : "gzip" });
    expect(brotliDecompressSync(brotli.body as Buffer).toString()).toBe(text);
    expect(gunzipSync(gzipped.body as Buffer).toString()).toBe(text);
  }
  const refused = await compressedPage(text, "br;q=0, gzip;q=0.1", false);
  expect(refused.headers).toEqual({ "content-encoding": "gzip" });
  for (const accepted of [null, "", "identity", "br;q=0"])
    expect(await compressedPage(text, accepted, false)).toEqual({ body: text, headers: {} });
});

it("A page that is put together from pieces that were deflated before is what its reader unpacks.", () => {
  const piece = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", ".a{color:red}", "let a=1;".repeat(5_000)));
  fc.assert(
    fc.property(fc.array(fc.record({ own: piece, shared: piece }), { maxLength: 4 }), piece, (pieces, end) => {
      const text = pieces.map(({ own, shared }) => own + shared).join("") + end;
      const common = pieces.map(({ shared }) => shared);
      // Twice: compressed now, and taken from the cache.
      for (const _time of [1, 2])
        expect(gunzipSync(gzipWithCommon(text, common)).toString()).toBe(Buffer.from(text).toString());
      // A piece that is missing in the text does no harm.
      expect(gunzipSync(gzipWithCommon(text, ["\u0000 elsewhere", ...common])).toString()).toBe(
        Buffer.from(text).toString(),
      );
    }),
    { numRuns: 30 },
  );
});

it("Between common pieces only what is new takes room.", () => {
  const styles = Array.from({ length: 900 }, (_, n) => `.rule-${n}{margin:${n}px}`).join("");
  const page = (name: string): string =>
    `<style>${styles}</style><p class="rule-7">${name}</p><script>${styles}</script>`;
  const [one, other] = ["Adi", "Budi"].map((name) => gzipWithCommon(page(name), [styles, `${styles}</script>`]));
  expect(Math.abs(one!.length - other!.length)).toBeLessThan(8);
  // The styles are compressed twice, each time separately; the rest uses them as dictionary.
  expect(one!.length).toBeLessThan(2 * gzipWithCommon(styles, []).length + 120);
});
