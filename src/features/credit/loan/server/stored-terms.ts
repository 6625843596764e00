/** The terms of a loan as their column holds them: the principal under the name that it has had there since the first loan. */
import type { Json } from "#server/database.types.ts";
import type { LoanTerms } from "./engine/index.ts";

type Stored = Omit<LoanTerms, "principalRupiah"> & { amountRupiah: number };

/** Terms as the column `loan.terms` holds them: JSON, whose principal (rupiah) is called `amountRupiah`. */
export function storedTerms({ principalRupiah, ...terms }: LoanTerms): string {
  const stored: Stored = { ...terms, amountRupiah: principalRupiah };
  return JSON.stringify(stored);
}

export function termsOf(stored: Json): LoanTerms {
  const { amountRupiah, ...terms } = stored as unknown as Stored;
  return { ...terms, principalRupiah: amountRupiah };
}
