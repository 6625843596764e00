/** Staff's list of transfers that came back from the receiving bank, and proposals about them. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { openProposalsAbout, proposeMoney } from "#features/credit/treasury/server/index.ts";
import { listReturnedPayouts, proposeReturnedPayout, type ReturnedPayout } from "../contract.ts";
import { payeeOf } from "./payee.ts";
import { purposeRulesOf } from "./purposes.ts";
import { countReturned, lockReturned, unendedReturns, type ReturnedRow } from "./returned-store.ts";
import { findTransfer, locateTransfer } from "./store.ts";

/** The number that wait for a decision, and since when the oldest waits. */
export const countReturnedPayouts = (services: Services): Promise<{ count: number; oldestAt: Date | null }> =>
  countReturned(services.database);

export const returnedAnswers: readonly CallAnswer[] = [
  answer(listReturnedPayouts, async ({ cursor, limit }, { services, database }) => {
    const rows = await unendedReturns(database, cursor, limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ transferId }) => transferId);
    const proposals = await openProposalsAbout(
      database,
      "RETURNED_PAYOUT",
      page.map((row) => row.transferId),
    );
    const items = await Promise.all(
      page.map((row) => returnedPayoutOf(services, row, proposals.get(row.transferId) ?? null)),
    );
    return { items, nextCursor };
  }),
  answer(
    proposeReturnedPayout,
    async ({ transferId, deed, bankAccountId, reason }, { services, trx, principal, refuse }) => {
      const borrowerId = await locateTransfer(trx, transferId);
      const transfer = borrowerId ? await findTransfer(trx, { borrowerId, id: transferId }) : null;
      const returned = transfer && (await lockReturned(trx, transfer));
      if (!transfer || returned?.state !== "OPEN") return refuse("NOT_RETURNED");
      principal.trail?.note({ borrowerId: transfer.borrowerId });
      const { amountRupiah } = returned;
      const loan = transfer.purpose === "LOAN" ? await findLoan(trx, transfer.borrowerId, transfer.subjectId) : null;
      const input = {
        deed: "RETURNED_PAYOUT",
        subjectId: transferId,
        borrowerId: transfer.borrowerId,
        amountRupiah,
        countsWith: `borrower:${transfer.borrowerId}`,
        reason,
      } as const;
      const facts = { deed, loanId: loan?.id ?? null, loanNumber: loan?.number ?? null };
      const { mayGiveBack, mayResend } = purposeRulesOf(services, transfer.purpose);
      if (deed === "GIVE_BACK" && (await mayGiveBack?.(trx, transfer)) === false) refuse("GIVE_BACK_IMPOSSIBLE");
      if (deed !== "SEND_AGAIN") return proposeMoney(services, trx, principal.staff, { ...input, facts });
      if (!(await mayResend?.(trx, transfer))) return refuse("RESEND_IMPOSSIBLE");
      // The checker compares the account as verified now; it is read again when the order leaves.
      const accountId = bankAccountId ?? transfer.bankAccountId;
      const payee = await payeeOf(services, trx, transfer.borrowerId, accountId);
      if (!payee) return refuse("ACCOUNT_UNKNOWN");
      return proposeMoney(services, trx, principal.staff, {
        ...input,
        facts: { ...facts, bankAccountId: accountId },
        payee,
      });
    },
  ),
];

async function returnedPayoutOf(
  services: Services,
  returned: ReturnedRow,
  proposalId: string | null,
): Promise<ReturnedPayout> {
  const { database } = services;
  const { borrowerId, transferId, purpose, subjectId, amountRupiah, code, resendCode } = returned;
  const transfer = await findTransfer(database, { borrowerId, id: transferId });
  if (!transfer) throw new Error(`The transfer ${transferId} that came back is gone.`);
  const loan = purpose === "LOAN" ? await findLoan(database, borrowerId, subjectId) : null;
  const rules = purposeRulesOf(services, purpose);
  const mayGiveBack = (await rules.mayGiveBack?.(database, transfer)) ?? true;
  const mayResend = (await rules.mayResend?.(database, transfer)) ?? false;
  const accounts = mayResend ? await bankAccountsOf(services, database, borrowerId) : [];
  return {
    transferId,
    purpose,
    borrowerId,
    loanId: loan?.id ?? null,
    loanNumber: loan?.number ?? null,
    loanState: loan?.state ?? null,
    amountRupiah,
    settledAt: returned.settledAt.toISOString(),
    foundAt: returned.foundAt.toISOString(),
    code,
    state: returned.state === "SENDING" ? "SENDING" : "OPEN",
    resendCode,
    mayGiveBack,
    mayResend,
    accounts: accounts.map(({ id, bankName, masked, accountName }) => ({
      id,
      bankName,
      masked,
      accountName,
      cameBack: id === transfer.bankAccountId,
    })),
    proposalId,
  };
}
