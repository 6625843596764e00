/** The clearing account between a loan and the loan that it pays off is zero after each transaction. // docs/decisions/022 */
import { account, balanceOf } from "#server/ledger/index.ts";
import type { BookCheck } from "#server/ledger/book-checks.ts";

export const clearingIsZero: BookCheck = {
  name: "replacement-clearing",
  async differences(reader) {
    const clearing = account("RESTRUCTURE_CLEARING");
    const rupiah = await balanceOf(reader, clearing);
    return rupiah === 0 ? [] : [{ about: "RESTRUCTURE_CLEARING", expected: "0", found: String(rupiah) }];
  },
};
