/** Data that staff compare: each current part next to the requested one, the result of the face check, and risk flags. */
import { similarityLine } from "#features/account/identity/server/index.ts";
import type { ReviewLine } from "#features/platform/review/server/index.ts";
import { formatDate, type BusinessDate } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { say, type Language } from "#shared/texts.ts";
import { correctedParts, type CorrectedPart } from "../contract.ts";
import { correctionFlagTexts, correctionPartTexts, correctionReviewTexts as texts } from "../texts.ts";
import type { Correction, CorrectedPerson } from "./facts.ts";
import type { CorrectionFlag } from "./flags.ts";

/** A part as it is read; of a NIK the middle stays hidden. */
export function shownPart(part: CorrectedPart, person: CorrectedPerson, language: Language): string {
  if (part === "nik") return maskNik(person.nik);
  if (part === "birthDate") return formatDate(person.birthDate as BusinessDate, language);
  if (part === "sex") return say(correctionPartTexts[person.sex], language);
  return person[part];
}

export function correctionComparison(
  { request, flags }: { request: Correction; flags: readonly CorrectionFlag[] },
  language: Language,
): ReviewLine[] {
  const { before, after, similarityPpm, device = "–" } = request.facts;
  if (!before || !after) return [];
  // A changed NIK is compared digit by digit with the photos; an unchanged one stays masked.
  const shown = (part: CorrectedPart, person: CorrectedPerson): string =>
    part === "nik" && before.nik !== after.nik ? person.nik : shownPart(part, person, language);
  return [
    ...correctedParts.map((part) => ({
      label: correctionPartTexts[part],
      text: shown(part, after),
      before: shown(part, before),
      isFlag: before[part] !== after[part],
    })),
    {
      label: texts.similarity,
      text: similarityLine(similarityPpm),
      isFlag: flags.includes("SIMILARITY_LOW"),
    },
    { label: texts.device, text: device },
    ...flags.map((flag) => ({ label: texts.mark, text: correctionFlagTexts[flag], isFlag: true })),
  ];
}
