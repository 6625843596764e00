/** The amount that the address of a quote asks for. */
import { parseRupiah } from "#shared/money.ts";

/** In rupiah, as every typed amount is read; else as a number field writes it (`1e6`, `1.5`), for the quote to judge. NaN where it is neither. */
export function askedRupiah(query: URLSearchParams): number {
  const typed = query.get("amountRupiah") ?? "";
  return parseRupiah(typed) ?? Number(typed);
}
