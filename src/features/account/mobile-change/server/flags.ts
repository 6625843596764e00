/** Risk flags before a number changes; a decision then needs two people and a photo. // Product decisions account 4 */
import { careFlagsOf, riskFactsOf } from "#features/account/change-request/server/index.ts";
import type { RiskFlag } from "#features/account/change-request/contract.ts";
import { wasAnotherAccounts } from "#features/account/verification/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { MobileChange } from "./facts.ts";

/** In the order of the closed list. */
export async function mobileChangeFlagsOf(
  services: Services,
  reader: Reader,
  request: MobileChange,
  oldNumber: string,
): Promise<RiskFlag[]> {
  const { borrowerId, deviceIndex } = request;
  const { similarityPpm, newNumber } = request.facts;
  const flags = await careFlagsOf(services, reader, { deviceIndex, similarityPpm }, oldNumber);
  flags.push(...(await riskFactsOf(services, reader, borrowerId)));
  if (newNumber !== undefined && (await wasAnotherAccounts(services, reader, newNumber, borrowerId)))
    flags.push("NUMBER_ANOTHER_ACCOUNTS");
  return [...new Set(flags)];
}
