/** A lender's system as its access key establishes it. The domain that keeps the keys answers. // docs/decisions/331 */
import type { Services } from "#server/services.ts";
import { defineQuestion } from "#server/questions.ts";
import type { PartnerScope } from "#shared/contract.ts";

export interface Partner {
  keyId: string;
  /** The brand whose events and loans it may read. */
  brand: string;
  scopes: readonly PartnerScope[];
}

/** Whose an access key is; null where there is no such key, or it was revoked. */
export const partnerOfKey = defineQuestion<(services: Services, key: string) => Promise<Partner | null>>(
  "partner-of-key",
  "ONE",
);
