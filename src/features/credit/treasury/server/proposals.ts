/** Proposing and carrying out: the same four eyes for every way in which staff move money. // Threat B13 */
import type { Transaction } from "#server/database.server.ts";
import { approvalTiers, makerOf, partsOf, refuseBelowTier, refuseSameHand, windowOf } from "#server/four-eyes/tiers.ts";
import { Refusal } from "#server/call/refusal.ts";
import { sealReason } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { MoneyDeed } from "../contract.ts";
import {
  endProposal,
  findProposal,
  insertProposal,
  lockProposal,
  sumOfParts,
  type ProposalFacts,
  type ProposalRow,
} from "./store.ts";

/** A receiver outside of the house's own records. */
export interface Payee {
  /** Three-digit clearing code. */
  bankCode: string;
  /** Digits only. */
  accountNumber: string;
  /** As the bank holds it. */
  accountName: string;
}

export interface MoneyInput {
  deed: MoneyDeed;
  subjectId: string;
  borrowerId: string | null;
  amountRupiah: number;
  facts: ProposalFacts;
  payee?: Payee;
  /** Whose amounts are added up for the tiers: `lender:…`, `loan:…`, `borrower:…`; left out where it is the payee's account. */
  countsWith?: string;
  reason: string;
}

/** What a domain does with a confirmed proposal, in the transaction of the check. @throws Refusal PROPOSAL_STALE, BALANCE_SPENT, LENDER_SHORT */
export type CarryOut = (
  services: Services,
  trx: Transaction,
  proposal: ProposalRow & { payee: Payee | null },
  checkerId: string,
) => Promise<void>;

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by treasury: who carries out what two people agreed on. Each deed is one domain's. */
    deeds?: Partial<Record<MoneyDeed, CarryOut>>;
  }
}

const placeOf = (id: string) => ({ table: "money_proposal", column: "payee_sealed", row: id });

/** Writes a proposal of this person. @throws Refusal PROPOSAL_OPEN while another one about the same thing waits */
export async function propose(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: MoneyInput,
): Promise<{ proposalId: string }> {
  const proposalId = services.random.uuid();
  const { payee, countsWith = payee && accountKey(services, payee), reason, ...row } = input;
  if (!countsWith) throw new Error(`A proposal of ${input.deed} names nothing that its amount counts with.`);
  const payeeSealed = payee ? services.keys.seal(JSON.stringify(payee), placeOf(proposalId)) : null;
  const sealed = await sealReason(
    services.keys,
    trx,
    "money_proposal",
    { id: proposalId, borrowerId: row.borrowerId },
    reason,
  );
  const made = await insertProposal(trx, {
    ...row,
    id: proposalId,
    reason: sealed,
    payeeSealed,
    countsWith,
    ...makerOf(services, staff),
    madeAt: services.clock.now(),
  });
  if (!made) throw new Refusal("PROPOSAL_OPEN");
  return { proposalId };
}

const accountKey = ({ keys }: Pick<Services, "keys">, { bankCode, accountNumber }: Payee): string =>
  `account:${keys.blindIndex("bank-account", `${bankCode}:${accountNumber}`)}`;

export function payeeOf(services: Pick<Services, "keys">, row: Pick<ProposalRow, "id" | "payeeSealed">): Payee | null {
  return row.payeeSealed === null ? null : (JSON.parse(services.keys.open(row.payeeSealed, placeOf(row.id))) as Payee);
}

/** One person's word on another's proposal. @throws Refusal PROPOSAL_UNKNOWN, MAKER_IS_CHECKER, SAME_DEVICE, CHECKER_TOO_LOW, and what the deed refuses */
export async function check(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: { proposalId: string; approve: boolean },
  note: (borrowerId: string) => void,
): Promise<{ state: "CONFIRMED" | "REFUSED" }> {
  const seen = await findProposal(trx, input.proposalId);
  const now = services.clock.now();
  const tiers = await approvalTiers(trx, now);
  // Whoever checks takes the rows in the order of their ids: this one among the others that count with it.
  const totalRupiah =
    seen && input.approve ? await sumOfParts(trx, seen, partsOf(now, seen, staff.staffId, windowOf(tiers)), true) : 0;
  const proposal = await lockProposal(trx, input.proposalId);
  if (proposal?.state !== "PROPOSED") throw new Refusal("PROPOSAL_UNKNOWN");
  if (proposal.borrowerId) note(proposal.borrowerId);
  refuseSameHand(services, proposal, staff);
  // Whoever may not confirm an amount may still refuse it: nothing moves by that.
  if (input.approve) refuseBelowTier(tiers, staff, totalRupiah);
  const state = input.approve ? "CONFIRMED" : "REFUSED";
  await endProposal(trx, proposal.id, { state, checkerId: staff.staffId, at: now });
  if (input.approve)
    await carryOutOf(services, proposal.deed)(
      services,
      trx,
      { ...proposal, payee: payeeOf(services, proposal) },
      staff.staffId,
    );
  return { state };
}

function carryOutOf({ domains }: Services, deed: MoneyDeed): CarryOut {
  for (const { deeds } of domains) {
    const carryOut = deeds?.[deed];
    if (carryOut) return carryOut;
  }
  throw new Error(`Nobody carries out ${deed}.`);
}
