/** The issuer of a document: the operator of a brand, and the origin of the addresses printed on it. */
import { siteOriginOf, type Brand } from "#server/process/brand.server.ts";
import type { Services } from "#server/services.ts";
import type { Issuer } from "./store.ts";

/** The same for every reader of a brand: the host of the request must not change the bytes of a document. */
export function issuerOf(services: Services, brand: Brand): Issuer {
  return {
    operator: {
      brandName: brand.name,
      companyName: brand.operator,
      licence: brand.licence,
      address: brand.address,
      phone: brand.supportPhone,
      email: brand.supportEmail,
    },
    origin: siteOriginOf(services, brand.id),
  };
}

export const verifyAddressOf = (issuer: Issuer, documentId: string): string => `${issuer.origin}/verify/${documentId}`;
