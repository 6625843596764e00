/** The wage by which BPJS knows the borrower. */
import type { Domain } from "#server/domain.ts";
import { factsOf } from "./facts.ts";
import { standingLookup } from "./store.ts";

export const statedIncomes: NonNullable<Domain["statedIncomes"]> = async (services, reader, borrowerId) => {
  const row = await standingLookup(reader, borrowerId, "BPJS");
  if (row?.state !== "FOUND") return [];
  const { monthlyWageRupiah = "" } = await factsOf(services, reader, row);
  return /^\d{1,12}$/.test(monthlyWageRupiah) ? [{ source: "BPJS", monthlyRupiah: Number(monthlyWageRupiah) }] : [];
};
