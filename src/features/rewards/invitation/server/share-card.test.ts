/** The card that a borrower shares: a phone's camera reads its code, in every lending brand and every language. */
import { expect, it } from "vitest";
import sharp from "sharp";
import { readBrands } from "#server/process/brand.server.ts";
import { languages } from "#shared/texts.ts";
import { readQr } from "#tests/support/qr.ts";
import { landingPaths } from "../contract.ts";
import { shareCard } from "./share-card.ts";

const brands = readBrands("brands").filter(({ lends }) => lends);
const code = "7Q4M2XK9H3RD";
// Every language in one brand, and every brand in one language.
const cards = brands.flatMap((brand, index) =>
  (index === 0 ? languages : languages.slice(0, 1)).map((language) => [brand.id, language, brand] as const),
);

it.each(cards)("The card of %s leads a camera to the landing with the code (%s).", async (id, language, brand) => {
  const link = `https://pinjaman.${id}.example.co.id${landingPaths[2]}?invitationCode=${code}`;
  const picture = await shareCard({ brand, language, code, link, couponRupiah: 10_000 });
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1_080, height: 1_080 });
  expect(picture.byteLength).toBeLessThan(100_000);
  expect(await readQr(picture)).toBe(link);
});
