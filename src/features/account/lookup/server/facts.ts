/** What a register stated, opened with the key of its consent. */
import { consentBox } from "#features/account/privacy/server/index.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LookupFact } from "../contract.ts";
import { factsPlace } from "./asking.ts";
import type { LookupRow } from "./store.ts";

/** Empty where nothing was found. */
export async function factsOf(
  services: Services,
  reader: Database | Transaction,
  { id, consentId, factsSealed }: LookupRow,
): Promise<Partial<Record<LookupFact, string>>> {
  if (factsSealed === null || consentId === null) return {};
  const box = await consentBox(services, reader, consentId);
  return JSON.parse(box.open(factsSealed, factsPlace(id))) as Partial<Record<LookupFact, string>>;
}
