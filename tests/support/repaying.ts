/** Common helpers of the repayment tests: a running loan with its borrower's client, its bill, its virtual account. */
import { auditAll } from "#server/ledger/index.ts";
import { recordEvent } from "#features/credit/repayment/server/books.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { transact } from "#server/database.server.ts";
import { dateInWib } from "#shared/dates.ts";
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
    /** Pays all that is open, or the first instalment, to the loan's virtual account. `client`: the borrower as of now. */
    async pay({ borrowerId, loanId }: MadeLoan, client: TestClient, what: "FIRST" | "ALL", paymentId: string) {
      const { rows } = (await billOf(services, services.database, borrowerId, loanId))!;
      const paid = what === "FIRST" ? rows.slice(0, 1) : rows;
      const amountRupiah = paid.reduce((sum, row) => sum + row.unpaidRupiah, 0);
      const reference = await accountAt(client);
      const payment = { paymentId, rail: "VIRTUAL_ACCOUNT", reference, amountRupiah, paidAt: clock.now() } as const;
      await transact(services.database, (trx) => receivePayment(services, trx, payment));
      await app.settle();
    },
    /** Its bank takes the loan's first payment back; what follows is left to the next settling. */
    async reverse({ borrowerId, loanId }: MadeLoan) {
      const { id: eventId } = await services.database
        .selectFrom("repayment_event")
        .select("id")
        .where("loanId", "=", loanId)
        .where("kind", "=", "PAYMENT")
        .executeTakeFirstOrThrow();
      const reversal = { kind: "REVERSAL", id: `back-${loanId}`, eventId, valueDate: dateInWib(clock.now()) } as const;
      const facts = { rail: null, bankCode: null, paidAt: null, actor: "SYSTEM" } as const;
      await transact(services.database, (trx) => recordEvent(services, trx, { borrowerId, loanId }, reversal, facts));
    },
    /** Findings of the audit of all books. */
    clean: async () => (await auditAll(services.database, clock.now())).findings,
  };
}
