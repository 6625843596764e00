/** The seeded lender's money outside prod: without it no loan could be paid out by the sandbox's bank. */
import { transact } from "#server/database.server.ts";
import { account, historyOfReference, post } from "#server/ledger/index.ts";
import { perServices } from "#server/process/per-services.ts";
import type { Services } from "#server/services.ts";
import { lenderForNewLoans } from "./product-store.ts";

/** Rp 1 trillion: more than any test lends. In prod a lender's deposit is booked when its money has arrived. */
const sandboxFundsRupiah = 1_000_000_000_000;

/** Lenders whose deposit this process has seen: the ledger only grows. */
const fundedLenders = perServices(() => new Set<string>());

/**
 * Books the sandbox lender's deposit once; the transfer's id makes every further round and process a replay.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function sweepSandboxFunds(services: Services): Promise<number> {
  if (services.config.appEnv === "prod") return 0;
  const lender = await lenderForNewLoans(services.database);
  const funded = fundedLenders(services);
  if (funded.has(lender.id)) return 0;
  return transact(services.database, async (trx) => {
    const id = `sandbox_deposit_${lender.id}`;
    if ((await historyOfReference(trx, id)).length > 0) {
      funded.add(lender.id);
      return 0;
    }
    await post(trx, services.clock.now(), [
      {
        id,
        kind: "LENDER_DEPOSIT",
        debit: account("ESCROW"),
        credit: account("LENDER_AVAILABLE", lender.id),
        amount: sandboxFundsRupiah,
        reference: id,
        valueDate: "2026-01-01",
      },
    ]);
    return 1;
  });
}
