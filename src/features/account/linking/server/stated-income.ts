/** What an account at a bank says of the income: the middle one of the months that were read, so that one gift does not count. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import type { Domain } from "#server/domain.ts";
import { readMonths } from "../contract.ts";
import { sealedFacts } from "./connecting.ts";
import { newestOfEachKind } from "./store.ts";

export const statedIncomes: NonNullable<Domain["statedIncomes"]> = async (services, reader, borrowerId) => {
  const rows = await newestOfEachKind(reader, borrowerId);
  const read = rows.filter(
    ({ kind, state, factsSealed }) =>
      (kind === "BANK" || kind === "OPEN_FINANCE") && state === "LINKED" && factsSealed !== null,
  );
  const stated = [];
  for (const { id, consentId, factsSealed } of read) {
    const cipher = await consentCipher(services, reader, consentId);
    const { months } = sealedFacts.open(cipher, id, factsSealed!);
    const sums = months.map(({ inRupiah }) => inRupiah).toSorted((a, b) => a - b);
    // Fewer months say nothing of a monthly income.
    if (sums.length < readMonths) continue;
    stated.push({ source: "BANK" as const, monthlyRupiah: sums[Math.floor((sums.length - 1) / 2)]! });
  }
  return stated;
};
