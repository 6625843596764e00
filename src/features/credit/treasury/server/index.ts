/** Money moved by hand: answers to the domain's calls, and functions for other domains. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { listProposals } from "#server/four-eyes/proposal-store.ts";
import { readableKinds, viewProposals, type ProposalView } from "#server/four-eyes/proposal-view.ts";
import { decideProposal } from "#server/four-eyes/proposals.ts";
import { withCodes } from "#server/four-eyes/published-codes.ts";
import { listPage } from "#server/records/list-page.ts";
import { checkMoneyProposal, listMoneyProposals, moneyActions, type MoneyProposal } from "../contract.ts";
import { depositAnswers, depositKind } from "./deposits.ts";
import { houseAnswers, houseKinds } from "./house-money.ts";
import { kindOfAction, shownPayee, type ProposalPayee, type ProposalFacts } from "./proposals.ts";
import { workLists } from "./work-lists.ts";
import { consoleWorkLists } from "#server/console/questions.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";

export {
  defineMoneyProposal,
  openProposalsAbout,
  proposeMoney,
  type CarryOut,
  type IsStale,
  type ProposalPayee,
  type ProposalFacts,
} from "./proposals.ts";

const answers: readonly CallAnswer[] = [
  answer(listMoneyProposals, async ({ cursor, limit, state }, { services, database, principal }) => {
    const staff = principal.staff;
    const kinds = readableKinds(services, staff, "money").map(({ kind }) => kind);
    const rows = await listProposals(database, { kinds, isOpen: state === "OPEN", after: cursor, most: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    return { items: (await viewProposals(services, database, page, staff)).map(shown), nextCursor };
  }),
  answer(checkMoneyProposal, async (input, { services, trx, principal }) => {
    const staff = principal.staff;
    const kinds = readableKinds(services, staff, "money");
    const note = ({ borrowerId }: { borrowerId: string | null }) => {
      if (borrowerId) principal.trail?.note({ borrowerId });
    };
    const { state } = await withCodes({ PROPOSAL_CLOSED: "PROPOSAL_UNKNOWN" }, () =>
      decideProposal(services, trx, staff, input, { kinds, note }),
    );
    return { state };
  }),
  ...depositAnswers,
  ...houseAnswers,
];

function shown({ proposal, reason, togetherRupiah, tierRupiah, mayCheck }: ProposalView): MoneyProposal {
  const payee = proposal.secret as ProposalPayee | null;
  return {
    proposalId: proposal.id,
    deed: moneyActions.find((deed) => kindOfAction(deed) === proposal.kind)!,
    state: proposal.state === "OPEN" ? "PROPOSED" : proposal.state,
    subjectId: proposal.subjectId,
    borrowerId: proposal.borrowerId,
    amountRupiah: proposal.amountRupiah ?? 0,
    dayRupiah: togetherRupiah ?? 0,
    facts: { ...(proposal.payload as ProposalFacts) },
    payee: payee && shownPayee(payee),
    reason,
    makerId: proposal.makerId,
    madeAt: proposal.madeAt.toISOString(),
    checkerId: proposal.checkerId,
    checkedAt: proposal.endedAt?.toISOString() ?? null,
    tierRupiah,
    mayCheck,
  };
}

export const domain: Domain = {
  answers,
  answersTo: [consoleWorkLists.by(workLists), proposals.by([depositKind, ...houseKinds])],
};
