/** The similarity of the faces in a request, shown to its deciders. */
import { formatPpm } from "#shared/money.ts";
import { defineTexts, languages, type Text } from "#shared/texts.ts";

const texts = defineTexts({
  byStaff: {
    id: "Dibandingkan petugas, bukan mesin",
    en: "Compared by staff, not by machine",
    zh: "由工作人员比对，非自动比对",
  },
});

/** @param similarityPpm parts per million; undefined where staff compared the face */
export function similarityLine(similarityPpm: number | undefined): Text {
  if (similarityPpm === undefined) return texts.byStaff;
  const tenths = Math.round(similarityPpm / 1_000) * 1_000;
  const [id, en, zh] = languages.map((language) => formatPpm(tenths, language));
  return { id: id!, en: en!, zh: zh! };
}
