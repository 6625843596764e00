/** What speaks for care before a number changes; a decision then needs two people and a photo. // Product decisions account 4 */
import { riskFactsOf } from "#features/account/change-request/server/index.ts";
import type { RiskFlag } from "#features/account/change-request/contract.ts";
import { deviceSince, wasAnotherAccounts } from "#features/account/verification/server/index.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { riskDays } from "#shared/promised-times.ts";
import type { MobileChange } from "./facts.ts";

/** Parts per million below which a face is looked at by two. */
const sureSimilarityPpm = 900_000;

/** In the order of the closed list. */
export async function flagsOf(
  services: Services,
  reader: Database | Transaction,
  request: MobileChange,
  oldNumber: string,
): Promise<RiskFlag[]> {
  const { borrowerId, deviceIndex } = request;
  const { similarityPpm, newNumber } = request.facts;
  const flags: RiskFlag[] = [];
  if (similarityPpm === undefined || similarityPpm < sureSimilarityPpm) flags.push("SIMILARITY_LOW");
  const since = deviceIndex === null ? null : await deviceSince(services, reader, deviceIndex, oldNumber);
  const knownFrom = new Date(services.clock.now().getTime() - riskDays.device * 86_400_000);
  if (since === null || since > knownFrom) flags.push("DEVICE_NEW");
  flags.push(...(await riskFactsOf(services, reader, borrowerId)));
  if (newNumber !== undefined && (await wasAnotherAccounts(services, reader, newNumber, borrowerId)))
    flags.push("NUMBER_ANOTHER_ACCOUNTS");
  return [...new Set(flags)];
}
