/** A decision that needs two people is a proposal like any other: `review.<kind>`, confirmed where all of them are. */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import { defineProposal, type Proposal, type ProposalKind } from "#server/four-eyes/proposal-kind.ts";
import type { Services } from "#server/services.ts";
import { carryOut } from "./closing.ts";
import { reviewKinds, type AnyReviewKind } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { findReview, lockReview, type ReviewRow } from "./store.ts";
import { proposalTexts } from "./words.ts";
import type { Domain } from "#server/domain.ts";

const payload = v.object({ outcome: v.picklist(["APPROVED", "REJECTED"]), reason: v.nullable(v.string()) });
type Payload = v.InferOutput<typeof payload>;

const isStill = (row: ReviewRow | null, proposalId: string): row is ReviewRow =>
  row?.state === "PROPOSED" && row.proposalId === proposalId;

/** The kind of proposals by which decisions of a kind of review are confirmed. */
export function proposalKindOf(kind: AnyReviewKind): ProposalKind<Payload> {
  return defineProposal<Payload>({
    kind: `review.${kind.kind}`,
    text: kind.text,
    payload,
    permissions: { read: "review.read", propose: "review.decide", check: "review.check" },
    async show(_services, reader, { subjectId, payload: { outcome, reason } }) {
      const row = await findReview(reader, subjectId);
      return {
        subject: row?.number ?? subjectId,
        lines: [
          { kind: "TEXT", label: proposalTexts.decision, text: proposalTexts[outcome] },
          ...(reason
            ? [{ kind: "TEXT" as const, label: proposalTexts.reason, text: kind.decisions.reasons[reason] ?? reason }]
            : []),
        ],
        to: `/staff/reviews/${subjectId}`,
      };
    },
    async carryOut(services, trx, proposal, checkerId) {
      const row = await lockReview(trx, proposal.subjectId);
      if (!isStill(row, proposal.id)) throw new Refusal("PROPOSAL_STALE");
      // What the maker wrote stands sealed in the proposal.
      await carryOut(services, trx, row, { ...proposal.payload, note: null, deciderId: checkerId }).catch(asStale);
    },
    ended: (services, trx, proposal, { state, checkerId }) => giveBack(services, trx, proposal, state, checkerId),
    async isStale(_services, reader, { id, subjectId }) {
      return !isStill(await findReview(reader, subjectId), id);
    },
  });
}

/** The checker is told in the words of proposals. */
function asStale(error: unknown): never {
  if (error instanceof Refusal && error.code === "REVIEW_STALE") throw new Refusal("PROPOSAL_STALE");
  throw error;
}

/** Nobody confirmed it: the case waits for another decision. One that was withdrawn meanwhile stays closed. */
async function giveBack(
  services: Services,
  trx: Transaction,
  { id, subjectId, makerId }: Proposal<Payload>,
  state: "REFUSED" | "TAKEN_BACK" | "STALE",
  checkerId: string | null,
): Promise<void> {
  const row = await lockReview(trx, subjectId);
  if (!isStill(row, id)) return;
  await reviewLifecycle.move(trx, {
    id: subjectId,
    borrowerId: row.borrowerId,
    from: ["PROPOSED"],
    to: "WAITING",
    actor: `STAFF:${checkerId ?? makerId}`,
    cause: state === "REFUSED" ? "CHECK_REFUSED" : "TAKEN_BACK",
    at: services.clock.now(),
    set: { proposal_id: null },
  });
}

/** For the engine of proposals. */
export const reviewProposals = (domains: readonly Domain[]): ProposalKind<Payload>[] =>
  [...reviewKinds(domains).values()].map(proposalKindOf);
