/** Data that staff compare: both numbers masked, the result of the face check, both accounts, the signed page, and risk flags. */
import type { Reader } from "#server/database.server.ts";
import type { RiskFlag } from "#features/account/change-request/contract.ts";
import { riskFlagTexts } from "#features/account/change-request/server/index.ts";
import { identityOf, similarityLine } from "#features/account/identity/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import type { ReviewLine } from "#features/platform/review/server/index.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { formatRupiah } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import { mergeReviewTexts as texts } from "./review-words.ts";
import type { MergeRequest } from "./facts.ts";
import { mergePreviewOf } from "./preview.ts";
import { findMerge } from "./store.ts";

export async function mergeComparison(
  services: Services,
  reader: Reader,
  { request, flags }: { request: MergeRequest; flags: readonly RiskFlag[] },
  language: Language,
): Promise<ReviewLine[]> {
  const { borrowerId: ownId, id } = request;
  const { otherId, ownNumber = "", otherNumber = "", similarityPpm, device = "–" } = request.facts;
  const merge = await findMerge(reader, id);
  if (!merge || otherId === undefined) return [];
  const { preview } = await mergePreviewOf(services, reader, { requestId: id, ownId, otherId }, language);
  const on = async (borrowerId: string) => {
    const at = (await registrationOfBorrower(reader, borrowerId))?.registeredAt;
    return at ? formatInstant(at, language, "WIB", "short") : "–";
  };
  const faceOf = async (borrowerId: string) =>
    (await identityOf(services, reader, borrowerId))?.faceVerified ? texts.faceVerified : texts.faceUnverified;
  const figure = (unit: string, value: number) => (unit === "RUPIAH" ? formatRupiah(value) : String(value));
  return [
    { label: texts.ownNumber, text: maskPhone(ownNumber) },
    { label: texts.otherNumber, text: maskPhone(otherNumber) },
    { label: texts.survivor, text: merge.survivorId === ownId ? texts.survivorOwn : texts.survivorOther },
    { label: texts.keeps, text: merge.keeps === "OWN" ? texts.survivorOwn : texts.survivorOther },
    { label: texts.ownSince, text: await on(ownId) },
    { label: texts.otherSince, text: await on(otherId) },
    { label: texts.otherFace, text: await faceOf(otherId) },
    {
      label: texts.similarity,
      text: similarityLine(similarityPpm),
      isFlag: flags.includes("SIMILARITY_LOW"),
    },
    { label: texts.device, text: device, isFlag: flags.includes("DEVICE_NEW") },
    ...preview.lines.map(({ text, unit, survivor, absorbed, after }) => ({
      label: texts.asset,
      text: `${text}: ${figure(unit, survivor)} + ${figure(unit, absorbed)} → ${figure(unit, after)}`,
    })),
    ...flags.map((flag) => ({ label: texts.mark, text: riskFlagTexts[flag], isFlag: true })),
  ];
}
