/** A lender's system, identified by its access key. The access-key domain answers. // docs/decisions/331 */
import type { Services } from "#server/services.ts";
import { defineQuestion } from "#server/questions.ts";
import type { PartnerScope } from "#shared/contract.ts";

export interface PartnerAccess {
  keyId: string;
  /** The brand whose events and loans it may read. */
  brand: string;
  scopes: readonly PartnerScope[];
}

/** The owner of an access key; null for an unknown or revoked key. */
export const partnerOfKey = defineQuestion<(services: Services, key: string) => Promise<PartnerAccess | null>>(
  "partner-of-key",
  "ONE",
);
