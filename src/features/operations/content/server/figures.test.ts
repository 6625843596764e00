import { expect, it } from "vitest";
import { readBrands } from "#server/brand.server.ts";
import { languages } from "#shared/texts.ts";
import { testApp } from "#tests/support/app.ts";
import { figureNames } from "../contract.ts";
import { handWrittenFigures } from "./checks.ts";
import { figuresInForce, fillMarkdown, fillWords } from "./figures.ts";
import { renderMarkdown } from "./markdown.ts";

const app = await testApp();
const brand = readBrands("brands").find(({ id }) => id === "tunai")!;
const figures = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => [language, await figuresInForce(app.services, language, brand)] as const),
  ),
);

it("has every figure in three languages, written as each writes it", () => {
  for (const language of languages) expect(Object.keys(figures[language]!).sort()).toEqual([...figureNames].sort());
  expect(languages.map((language) => figures[language]!.dailyRate.text)).toEqual(["0,2%", "0.2%", "0.2%"]);
  expect(languages.map((language) => figures[language]!.tenors.text)).toEqual([
    "30, 60, atau 90 hari",
    "30, 60 or 90 days",
    "30、60或90 天",
  ]);
  expect(figures["id"]!).toMatchObject({
    loanMinimum: { text: "Rp 200.000" },
    minimumAge: { text: "18" },
    collectionHours: { text: "Senin sampai Sabtu pukul 08.00–20.00" },
    otpMinutes: { text: "5" },
  });
  expect(figures["en"]!.exampleSchedule.text.split("\n")).toHaveLength(3);
});

it("marks facts that nobody verified, in sentences and not in addresses", () => {
  const filled = fillMarkdown(
    "Hubungi [{{supportPhone}}](tel:{{supportPhone}}) atau [WhatsApp](https://wa.me/{{supportWhatsapp}}).",
    figures["id"]!,
  );
  expect(filled).toBe(
    "Hubungi [021\\-5000\\-000 (contoh)](tel:+62215000000) atau [WhatsApp](https://wa.me/628110000000)."
      .replaceAll("\\-", "-")
      .replace("(contoh)", "\\(contoh\\)"),
  );
  expect(renderMarkdown(filled)).toContain('<a href="tel:+62215000000">021-5000-000 (contoh)</a>');
});

it("lets no figure become markup, and leaves a name that nobody knows for all to see", () => {
  const odd = { ...figures["id"]!, brand: { text: "**<b>[x](javascript:1)" } };
  expect(renderMarkdown(fillMarkdown("{{brand}}", odd))).toBe("<p>**&lt;b&gt;[x](javascript:1)</p>\n");
  expect(fillWords("{{noSuchFigure}} {{ brand }}", figures["en"]!)).toBe("{{noSuchFigure}} Tunai");
});

it("shows the standard rates of the configuration, and the built-in ones where that is broken", async () => {
  await app.services.database
    .insertInto("app_config")
    .values({
      name: "app_config.standard_rate_for_web",
      version: 2,
      value: "broken",
      is_public: true,
      created_at: app.services.clock.now(),
    })
    .execute();
  expect((await figuresInForce(app.services, "id", brand)).normalRates.text).toBe("0,1% - 0,3%");
});

it("finds what is written by hand, and lets nobody stop the house with a text of one long word", () => {
  expect(handWrittenFigures("Bunga 0,2% dari Rp 1.000.000, telepon 021-5000-000, tulis ke halo@contoh.id.")).toEqual([
    "0,2%",
    "Rp 1.000.000",
    "021-5000-000",
    "halo@contoh.id",
  ]);
  const began = performance.now();
  for (const letter of "a1.") handWrittenFigures(letter.repeat(40_000));
  expect(performance.now() - began).toBeLessThan(500);
});
