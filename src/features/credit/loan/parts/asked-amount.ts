/** The amount that the address of a quote asks for. */
import { parseRupiah } from "#shared/money.ts";

/** The typed amount in rupiah; else the value of a number field (`1e6`, `1.5`), which the quote judges. NaN for any other text. */
export function askedRupiah(query: URLSearchParams): number {
  const typed = query.get("amountRupiah") ?? "";
  return parseRupiah(typed) ?? Number(typed);
}
