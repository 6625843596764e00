/** Access keys of lenders' systems, and the reads that they allow. */
import { partnerOfKey } from "#server/access-keys.ts";
import type { Domain } from "#server/domain.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { accessKeyKind, keyAnswers, partnerOf } from "./keys.ts";
import { readingAnswers } from "./reading.ts";

export const domain: Domain = {
  answers: [...keyAnswers, ...readingAnswers],
  answersTo: [proposals.by([accessKeyKind]), partnerOfKey.by(partnerOf)],
};
