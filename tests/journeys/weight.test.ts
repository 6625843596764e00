/** No screen outgrows what a phone takes in its first flight (product decisions 7). */
import { expect, inject, it } from "vitest";
import { fetchBytes, fixedScreens, tooHeavy, weigh, type Weight } from "../../bench/weight.ts";
import { phone } from "#tests/support/browser.ts";
import { personOf } from "#tests/support/borrower.ts";
import { enter } from "#tests/support/with-identity.ts";

it("Every screen with a fixed path keeps the limits of its kind, for a stranger and for a borrower.", async () => {
  const origin = inject("origin");
  const borrower = await phone();
  await enter(borrower, (await personOf(borrower, "approved-1")).mobileNumber);
  const cookie = (await borrower.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const weights: Weight[] = [];
  for (const screen of await fixedScreens()) {
    for (const who of [cookie, ""]) {
      const weight = await weigh(origin, screen, who);
      if (weight) weights.push(weight);
    }
  }
  expect(weights.length).toBeGreaterThan(30);
  expect(weights.filter(({ kind }) => kind === "reading").length).toBeGreaterThan(20);
  expect(weights.filter(({ kind }) => kind === "rich").length).toBeGreaterThan(0);
  expect(weights.flatMap(tooHeavy)).toEqual([]);
});

it("The home page leaves in 13.5 KB also for whoever asks first, compressed at once instead of kept, in each language.", async () => {
  // Half a kilobyte below the limit: an article with a long title, or another brand's facts, must not push it over.
  const most = 13.5 * 1024;
  const sizes = await Promise.all(
    ["id", "en", "zh"].map((language, index) =>
      sizeOf(`${inject("origin")}/?lang=${language}&amountRupiah=${(37 + index) * 100_000}`),
    ),
  );
  expect(sizes.filter((bytes) => bytes > most || bytes < 5_000)).toEqual([]);
});

/** Bytes of an answer as they came over the wire, by brotli. */
async function sizeOf(address: string): Promise<number> {
  const { body, encoding } = await fetchBytes(address, "");
  expect(encoding, address).toBe("br");
  return body.length;
}

it("Styles are written down for phones of the last five years: no media query speaks of ranges, which Chrome knows since 104 only.", async () => {
  const html = await (await fetch(`${inject("origin")}/login`)).text();
  const queries = /<style[^>]*>([^]*?)<\/style>/.exec(html)?.[1]?.match(/@media[^{]+/g) ?? [];
  expect(queries).toContain("@media (max-width:339px)");
  expect(queries.filter((query) => /[<>]/.test(query))).toEqual([]);
});
