/** Risk flags before an identity is corrected; a decision then needs two people. // Product decisions account 1, 9 */
import { compareNames } from "#features/account/bank-account/server/index.ts";
import { riskFlags } from "#features/account/change-request/contract.ts";
import { riskFactsOf } from "#features/account/change-request/server/index.ts";
import { findBorrowersByNik } from "#features/account/identity/server/index.ts";
import { deviceSince, numberOf } from "#features/account/verification/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { nikDisagreements } from "#shared/fields/nik.ts";
import { riskDays } from "#shared/promised-times.ts";
import { correctedParts, type CorrectedPart } from "../contract.ts";
import type { Correction, CorrectedPerson } from "./facts.ts";

export const correctionFlags = [
  "NIK_CHANGED",
  "NIK_ANOTHER_ACCOUNTS",
  "NIK_DISAGREES",
  "NAME_DIFFERENT",
  ...riskFlags,
] as const;
export type CorrectionFlag = (typeof correctionFlags)[number];

/** Similarity of the faces, in parts per million, below which two people must decide. */
const sureSimilarityPpm = 900_000;

export const changedParts = (before: CorrectedPerson, after: CorrectedPerson): CorrectedPart[] =>
  correctedParts.filter((part) => before[part] !== after[part]);

/** Whether another account has this NIK: one person has two accounts, or pretends to be another person. */
export async function isNikAnothers(
  services: Services,
  reader: Reader,
  borrowerId: string,
  nik: string,
): Promise<boolean> {
  return (await findBorrowersByNik(services, reader, nik)).some((other) => other !== borrowerId);
}

export async function correctionFlagsOf(
  services: Services,
  reader: Reader,
  request: Correction,
  { before, after }: { before: CorrectedPerson; after: CorrectedPerson },
): Promise<CorrectionFlag[]> {
  const { borrowerId, deviceIndex, facts } = request;
  const flags: CorrectionFlag[] = [];
  if (before.nik !== after.nik) {
    flags.push("NIK_CHANGED");
    if (await isNikAnothers(services, reader, borrowerId, after.nik)) flags.push("NIK_ANOTHER_ACCOUNTS");
  }
  if (nikDisagreements(after.nik, after).length > 0) flags.push("NIK_DISAGREES");
  if (compareNames(before.fullName, after.fullName) === "DIFFERENT") flags.push("NAME_DIFFERENT");
  if (facts.similarityPpm === undefined || facts.similarityPpm < sureSimilarityPpm) flags.push("SIMILARITY_LOW");
  const number = await numberOf(services, reader, borrowerId);
  const since = deviceIndex && number ? await deviceSince(services, reader, deviceIndex, number) : null;
  const knownFrom = new Date(services.clock.now().getTime() - riskDays.device * 86_400_000);
  if (since === null || since > knownFrom) flags.push("DEVICE_NEW");
  flags.push(...(await riskFactsOf(services, reader, borrowerId)));
  return [...new Set(flags)];
}
