/** Incoming money in linked accounts. For a bank it is the median of the months read, so that one gift does not count. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import { nameOfInstitution, readMonths } from "../contract.ts";
import { sealedLinkFacts } from "./records.ts";
import { newestLinksByKind, linkInForce } from "./store.ts";
import type { Services } from "#server/services.ts";
import type { Reader } from "#server/database.server.ts";
import type { StatedIncome } from "#features/account/profile/server/index.ts";

export const incomesOfLinks = async (
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<StatedIncome[]> => {
  const rows = await newestLinksByKind(reader, borrowerId);
  const read = rows.filter(
    ({ kind, state, factsSealed }) =>
      (kind === "BANK" || kind === "OPEN_FINANCE") && state === "LINKED" && factsSealed !== null,
  );
  const stated = [];
  for (const { id, consentId, factsSealed } of read) {
    const cipher = await consentCipher(services, reader, consentId);
    const { months } = sealedLinkFacts.open(cipher, id, factsSealed!);
    const sums = months.flatMap(({ inRupiah = null }) => inRupiah ?? []).toSorted((a, b) => a - b);
    // Fewer months are not enough for a monthly income.
    if (sums.length < readMonths) continue;
    stated.push({ source: "BANK" as const, monthlyRupiah: sums[Math.floor((sums.length - 1) / 2)]! });
  }
  return stated;
};

/** Sales of a linked shop account, one figure per month, as read once; null while none is linked. */
export async function shopSales(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ institution: string; masked: string; endsAt: Date; soldRupiah: number[] } | null> {
  const row = await linkInForce(reader, borrowerId, "ECOM");
  if (row?.state !== "LINKED" || row.factsSealed === null || row.endsAt <= services.clock.now()) return null;
  const { masked, months } = sealedLinkFacts.open(
    await consentCipher(services, reader, row.consentId),
    row.id,
    row.factsSealed,
  );
  return {
    institution: nameOfInstitution(row.institution),
    masked,
    endsAt: row.endsAt,
    soldRupiah: months.flatMap(({ soldRupiah = null }) => soldRupiah ?? []),
  };
}
