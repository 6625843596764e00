/** Money moved by hand: answers to the domain's calls, and what other domains may ask of it. */
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { approvalTiers, partsOf, tierOf, windowOf, type ApprovalTier } from "#server/four-eyes/tiers.ts";
import { listPage } from "#server/list-page.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { openReasons, sealOlderReasons } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import { maskAccountNumber } from "#shared/fields/bank.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { checkMoneyProposal, listMoneyProposals, type MoneyProposal } from "../contract.ts";
import { bookDeposit, depositAnswers } from "./deposits.ts";
import { check, payeeOf } from "./proposals.ts";
import { listProposals, sumOfParts, type ProposalRow } from "./store.ts";
import { workLists } from "./work-lists.ts";

export { propose, type CarryOut, type MoneyInput, type Payee } from "./proposals.ts";
export { openAbout as openProposalsAbout, type ProposalFacts } from "./store.ts";

/** docs/decisions/176: reasons from before they were sealed. */
function work(services: Services): void {
  services.sweeps.add({
    name: "treasury-older-reasons",
    everySeconds: 3600,
    run: (those) => sealOlderReasons(those, "money_proposal"),
  });
}

function answers(api: Api): void {
  answer(
    api,
    listMoneyProposals,
  )(async ({ cursor, limit, state }, { services, database, principal }) => {
    const rows = await listProposals(database, { isOpen: state === "OPEN", after: cursor, most: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    const tiers = await approvalTiers(database, services.clock.now());
    const { staffId, roles } = principal.staff!;
    const now = services.clock.now();
    const reasons = await openReasons(
      services.keys,
      database,
      "money_proposal",
      page.map(({ reason }) => reason),
    );
    const items = await Promise.all(
      page.map(async (row) =>
        proposalOf(
          services,
          row,
          reasons.get(row.id) ?? null,
          row.state === "PROPOSED"
            ? await sumOfParts(database, row, partsOf(now, row, staffId, windowOf(tiers)))
            : row.amountRupiah,
          tiers,
          { staffId, roles },
        ),
      ),
    );
    return { items, nextCursor };
  });

  answerOnce(
    api,
    checkMoneyProposal,
  )((input, { services, trx, principal }) =>
    check(services, trx, principal.staff!, input, (borrowerId) => principal.trail?.note({ borrowerId })),
  );

  depositAnswers(api);
}

function proposalOf(
  services: Services,
  row: ProposalRow,
  reason: string | null,
  dayRupiah: number,
  tiers: readonly ApprovalTier[],
  reader: { staffId: string; roles: readonly StaffRole[] },
): MoneyProposal {
  const payee = payeeOf(services, row);
  const tier = tierOf(tiers, dayRupiah);
  return {
    proposalId: row.id,
    deed: row.deed,
    state: row.state,
    subjectId: row.subjectId,
    borrowerId: row.borrowerId,
    amountRupiah: row.amountRupiah,
    dayRupiah,
    facts: { ...row.facts },
    payee: payee && {
      bankName: bankByCode(payee.bankCode)?.shortName ?? payee.bankCode,
      masked: maskAccountNumber(payee.accountNumber),
      accountName: payee.accountName,
    },
    reason,
    makerId: row.makerId,
    madeAt: row.madeAt.toISOString(),
    checkerId: row.checkerId,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    tierRupiah: tier?.minRupiah ?? null,
    mayCheck:
      row.state === "PROPOSED" &&
      row.makerId !== reader.staffId &&
      mayStaff(reader.roles, "money.check") &&
      (tier === null || mayStaff(reader.roles, tier.permission)),
  };
}

export const domain: Domain = { workLists, answers, work, deeds: { LENDER_DEPOSIT: bookDeposit } };
