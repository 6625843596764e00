/** The wage by which BPJS knows the borrower. */
import { lookupFactsOf } from "./facts.ts";
import { lookupInForce } from "./store.ts";
import type { Services } from "#server/services.ts";
import type { Reader } from "#server/database.server.ts";
import type { StatedIncome } from "#features/account/profile/server/index.ts";

export const incomesOfLookups = async (
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<StatedIncome[]> => {
  const row = await lookupInForce(reader, borrowerId, "BPJS");
  if (row?.state !== "FOUND") return [];
  const { monthlyWageRupiah = "" } = await lookupFactsOf(services, reader, row);
  return /^\d{1,12}$/.test(monthlyWageRupiah) ? [{ source: "BPJS", monthlyRupiah: Number(monthlyWageRupiah) }] : [];
};
