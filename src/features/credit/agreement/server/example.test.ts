/** The examples that anyone may read: the real templates, with the product in force. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { languages } from "#shared/texts.ts";
import { loanDocumentKinds } from "../contract.ts";
import { type DocumentSection } from "../document-contract.ts";
import { documentWords, sampleData } from "./document/index.ts";

const app = await testApp();

interface Example {
  title: string;
  version: string;
  sections: DocumentSection[];
}
async function example(kind: string, language: string): Promise<Example> {
  const answer = await app.client().get(`/api/agreement/example/${kind}`, { "accept-language": language });
  expect(answer.status).toBe(200);
  return answer.body as Example;
}

const wordsOf = (sections: readonly DocumentSection[]): string => JSON.stringify(sections);
/** The structure of a document: everything except the values filled in. */
const shapeOf = (sections: readonly DocumentSection[]) =>
  sections.map(({ language, isOriginal, blocks }) => ({
    language,
    isOriginal,
    blocks: blocks.map((block) =>
      block.kind === "table"
        ? `table ${block.header.length}`
        : block.kind === "list"
          ? `list ${block.items.length}`
          : block.kind,
    ),
  }));

it.each(loanDocumentKinds.flatMap((kind) => languages.map((language) => ({ kind, language }))))(
  "The example of $kind in $language is the template of the real document.",
  async ({ kind, language }) => {
    const shown = await example(kind, language);
    const real = documentWords(kind, sampleData, language);
    expect([shown.title, shown.version]).toEqual([real.title, real.version]);
    expect(shapeOf(shown.sections)).toEqual(shapeOf(real.sections));
  },
);

it("An example shows the cost of the product in force and persons that are samples.", async () => {
  const words = wordsOf((await example("loan-agreement", "id")).sections);
  const { body: quote } = await app.client().get("/api/loan/quote?amountRupiah=1000000&tenorDays=90");
  expect(quote.totalRupiah).toBe(1_180_000);
  expect(words).toContain("Rp 1.180.000");
  expect(words).toContain("Contoh Penerima Dana");
  expect(words).toContain("(contoh)");
});

it("A translated example carries the Indonesian text beside it.", async () => {
  const { sections } = await example("riplay", "zh");
  expect(sections.some(({ language, isOriginal }) => language === "id" && isOriginal)).toBe(true);
});

it("There is no example of a document that does not exist.", async () => {
  expect((await app.client().get("/api/agreement/example/made-up")).status).toBe(422);
});

it("An example tells the rules in force: days for a complaint, age, income, operators and the hours of collection.", async () => {
  const { database } = app.services;
  await database
    .insertInto("working_day_rule")
    .values({ rule: "COMPLAINT_ANSWER", validFrom: "2026-11-20", workingDays: 7, source: "Test", certainty: "K" })
    .execute();
  const [agreement, riplay, declarations] = await Promise.all(
    (["loan-agreement", "riplay", "declarations"] as const).map(async (kind) =>
      wordsOf((await example(kind, "id")).sections),
    ),
  );
  expect(agreement).toContain("paling lama 7 hari kerja dan dapat memperpanjang satu kali 10 hari kerja");
  expect(agreement).toContain("Senin sampai Sabtu pukul 08.00–20.00 waktu setempat");
  for (const words of [
    "paling lama 7 hari kerja",
    "paling sedikit 18 tahun",
    "Rp 3.000.000 sebulan",
    "paling banyak 3 penyelenggara",
  ])
    expect(riplay).toContain(words);
  expect(declarations).toContain("pada 3 penyelenggara atau lebih");
});
