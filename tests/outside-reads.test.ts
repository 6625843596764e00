import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { consentKinds, consentRuleOf, type ConsentKind } from "#features/account/privacy/contract.ts";
import { dataTexts, consentReceiverTexts } from "#features/account/privacy/texts.ts";
import { createHttpFaceCheck } from "#server/outside/face-check/http.ts";
import type { PartnerClient } from "#server/outside/partner.ts";
import {
  faceAgreeText,
  faceReceiverText,
  faceSent,
  faceSentText,
  linkFigures,
  linkReadText,
  lookupFacts,
  lookupReadText,
} from "#shared/outside-reads.ts";
import { languages, say, type Language, type Text } from "#shared/texts.ts";

const dataHeading: Readonly<Record<Language, string>> = { id: "## Data", en: "## Data", zh: "## 数据" };
const receiverHeading: Readonly<Record<Language, string>> = {
  id: "## Penerima",
  en: "## Who receives it",
  zh: "## 接收方",
};
/** One declaration determines the fields that are requested, sent, stored and shown. */
const declared: readonly [ConsentKind, Text][] = [
  ["FACE_CHECK", faceSentText],
  ...(Object.keys(linkFigures) as (keyof typeof linkFigures)[]).map(
    (kind) => [`LINK_${kind}`, linkReadText(kind)] as const satisfies [ConsentKind, Text],
  ),
  ...(Object.keys(lookupFacts) as (keyof typeof lookupFacts)[]).map(
    (kind) => [`LOOKUP_${kind}`, lookupReadText(kind)] as const satisfies [ConsentKind, Text],
  ),
];
/** Consents whose text is generated from data, receivers and end. */
const apart = consentKinds.filter((kind) => kind === "FACE_CHECK" || consentRuleOf(kind).text.collection === "consent");

/** The first sentence below a heading of the consent's text, without its full stop. */
function statedIn(kind: ConsentKind, language: Language, heading: string): string {
  const { collection, key } = consentRuleOf(kind).text;
  const text = readFileSync(`content/${collection}/${key}.${language}.md`, "utf8");
  const [line = ""] = text
    .slice(text.indexOf(`\n${heading}\n`) + heading.length + 2)
    .trim()
    .split("\n");
  const [stated = ""] = line.split(language === "zh" ? "。" : ". ");
  return stated.replace(/\.$/, "");
}

describe("a consent that is given apart", () => {
  it.each(apart)("%s: the receipt names the data of the text that is agreed to, and no more", (kind) => {
    for (const language of languages)
      expect(dataTexts[kind][language]).toBe(statedIn(kind, language, dataHeading[language]));
  });
  it.each(apart)("%s: the receipt names the receivers of the text that is agreed to", (kind) => {
    for (const language of languages)
      expect(statedIn(kind, language, receiverHeading[language])).toContain(consentReceiverTexts[kind][language]);
  });
  it.each(declared)("%s: its receipt names what is asked for", (kind, reads) => {
    expect(dataTexts[kind]).toEqual(reads);
  });
});

describe("the consent to a face check", () => {
  it("names in the sentence that is ticked each of the data that are sent, and their receiver", () => {
    for (const language of languages) {
      const words = faceAgreeText[language].toLowerCase();
      for (const part of say(faceSentText, language).split(/[,、] ?/)) expect(words).toContain(part.toLowerCase());
      expect(words).toContain(say(faceReceiverText, language).toLowerCase());
    }
  });
  it("is kept by the order to the provider: nothing else leaves the house", async () => {
    let sent: object = {};
    const partner = { ask: async (_path: string, _id: string, body: object) => void (sent = body) };
    const picture = new Uint8Array([1]);
    await createHttpFaceCheck(partner as unknown as PartnerClient).check({
      checkId: "00000000-0000-4000-8000-000000000001",
      nik: "3175012104940001",
      fullName: "Budi Santoso",
      birthDate: "1994-04-21",
      selfie: picture,
      cardPhoto: picture,
    });
    expect(Object.keys(sent).toSorted()).toEqual(["checkId", ...faceSent].toSorted());
  });
});
