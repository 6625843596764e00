/** Reads for a lender's system: events of its brand in the order of their positions, and one loan. // docs/decisions/331 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { brandOfBorrower } from "#features/account/login/server/index.ts";
import { findLoan, locateLoan } from "#features/credit/loan/server/index.ts";
import { stateOfLoan } from "#features/credit/repayment/server/index.ts";
import { borrowerRefOf, eventsBehind } from "#features/operations/webhook/server/index.ts";
import { getPartnerLoan, listPartnerEvents } from "../contract.ts";

export const readingAnswers: readonly CallAnswer[] = [
  answer(listPartnerEvents, async ({ after, limit }, { database, principal: { partner } }) => {
    const rows = await eventsBehind(database, partner.brand, Number(after ?? 0), limit + 1);
    const page = rows.slice(0, limit);
    return {
      items: page.map(({ body }) => JSON.parse(body)),
      after: page.at(-1)?.place.toString() ?? after ?? null,
      hasMore: rows.length > limit,
    };
  }),
  answer(getPartnerLoan, async ({ loanId }, { services, database, principal: { partner }, refuse }) => {
    const borrowerId = (await locateLoan(database, loanId)) ?? refuse("LOAN_UNKNOWN");
    // A loan of another brand is treated as unknown.
    if ((await brandOfBorrower(database, borrowerId)) !== partner.brand) refuse("LOAN_UNKNOWN");
    const loan = (await findLoan(database, borrowerId, loanId)) ?? refuse("LOAN_UNKNOWN");
    const found = await stateOfLoan(services, database, loan);
    return {
      loanId,
      loanNumber: loan.number,
      borrowerRef: borrowerRefOf(services, partner.brand, borrowerId),
      state: loan.state,
      productKey: loan.productKey,
      principalRupiah: loan.principalRupiah,
      tenorDays: loan.tenorDays,
      submittedAt: loan.submittedAt.toISOString(),
      signedAt: loan.signedAt?.toISOString() ?? null,
      disbursedOn: loan.disbursedOn,
      endedAt: loan.endedAt?.toISOString() ?? null,
      balance: found && {
        asOf: found.today,
        payoffRupiah: Math.max(0, found.state.payoffRupiah),
        dueNowRupiah: found.state.dueNowRupiah,
        unpaidPrincipalRupiah: found.state.unpaid.principalRupiah,
        daysPastDue: found.state.daysPastDue,
        nextDueOn: found.state.nextDueOn,
        nextDueRupiah: found.state.nextDueRupiah,
      },
    };
  }),
];
