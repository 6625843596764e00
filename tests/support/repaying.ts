/** What tests of repayment ask again and again: a running loan with its borrower's client, its bill, its virtual account. */
import { auditAll } from "#server/ledger/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import type { TestApp, TestClient } from "./app.ts";
import { activeLoan, type LoanInput, type MadeLoan } from "./loan.ts";

/** The borrower's number at a bank; the same one for ever. */
export const accountAt = async (client: TestClient, bankCode = "014") =>
  (await client.post("/api/repayment/virtual-account", { bankCode })).body.virtualAccountNumber as string;

export function repaying(app: TestApp) {
  const { services, clock } = app;
  return {
    accountAt,
    bank: services.outside.sandbox!.bank,
    key: () => ({ "Idempotency-Key": services.random.uuid() }),
    bill: async ({ borrowerId, loanId }: MadeLoan) => (await billOf(services, services.database, borrowerId, loanId))!,
    /** A loan paid out today, and its borrower with the proof that money may be taken out. */
    async running(options?: LoanInput): Promise<MadeLoan & { client: TestClient }> {
      const loan = await activeLoan(app, options);
      return { ...loan, client: await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW") };
    },
    /** What the audit of all books finds wrong. */
    clean: async () => (await auditAll(services.database, clock.now())).findings,
  };
}
