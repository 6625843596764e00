/** A register's statement, opened with the key of its consent. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LookupFact } from "../contract.ts";
import { sealedLookupFacts } from "./asking.ts";
import type { LookupRow } from "./store.ts";

/** Empty without a result. */
export async function lookupFactsOf(
  services: Services,
  reader: Reader,
  { id, consentId, factsSealed }: LookupRow,
): Promise<Partial<Record<LookupFact, string>>> {
  if (factsSealed === null || consentId === null) return {};
  const cipher = await consentCipher(services, reader, consentId);
  return sealedLookupFacts.open(cipher, id, factsSealed);
}
