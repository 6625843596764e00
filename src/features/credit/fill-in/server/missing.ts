/** The names of the missing data of an application that a link may ask for. */
import { documentsAskedNow } from "#features/account/document/server/index.ts";
import { applicantOf, profilePartsOf } from "#features/account/profile/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { FillItem } from "../contract.ts";

/** In the order in which they are asked for. Identity, number and bank account are never among them. */
export async function missingOf(services: Services, reader: Reader, borrowerId: string): Promise<FillItem[]> {
  // Side by side; a transaction asks them in turn.
  const [parts, { missing }, kinds] = await Promise.all([
    profilePartsOf(services, reader, borrowerId),
    applicantOf(services, reader, borrowerId),
    documentsAskedNow(reader, borrowerId),
  ]);
  return [
    ...parts.missing,
    ...(missing.includes("CONTACTS") ? (["CONTACT"] as const) : []),
    ...(missing.includes("INCOME_EVIDENCE") ? (["INCOME_EVIDENCE"] as const) : []),
    ...kinds.map((kind) => `DOCUMENT_${kind}` as const),
  ];
}
