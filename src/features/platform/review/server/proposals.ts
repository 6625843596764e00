/** A decision that needs two people is a proposal: `review.<kind>`, confirmed in the common list of proposals. */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import {
  defineProposal,
  type Proposal,
  type ProposalKind,
  type ShownEvidence,
  type ShownLine,
} from "#server/four-eyes/proposal-kind.ts";
import type { Services } from "#server/services.ts";
import { applyReviewDecision, reviewOfRow } from "./closing.ts";
import { evidenceOf } from "./evidence.ts";
import { pieceName } from "./evidence-names.ts";
import {
  accountOf,
  decisionText,
  reviewPicturesOf,
  reviewKinds,
  type AnyReviewKind,
  type ReviewLine,
} from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { findReview, lockReview, type ReviewRow } from "./store.ts";
import { reviewProposalTexts } from "./words.ts";
import type { Ask } from "#server/questions.ts";

const payload = v.object({ outcome: v.picklist(["APPROVED", "REJECTED"]), reason: v.nullable(v.string()) });
type Payload = v.InferOutput<typeof payload>;

const isStill = (row: ReviewRow | null, proposalId: string): row is ReviewRow =>
  row?.state === "PROPOSED" && row.proposalId === proposalId;

/** The kind of proposals by which decisions of a kind of review are confirmed. */
export function proposalKindOf(kind: AnyReviewKind, ask: Ask): ProposalKind<Payload> {
  return defineProposal<Payload>({
    kind: `review.${kind.kind}`,
    text: kind.text,
    payload,
    permissions: { read: "review.read", propose: "review.decide", check: "review.check" },
    subject: async ({ subjectId }, { reader }) => (await findReview(reader, subjectId))?.number ?? "",
    subjectTo: ({ subjectId }) => `/staff/reviews/${subjectId}`,
    async accountOf(reader, { subjectId }) {
      const row = await findReview(reader, subjectId);
      return row && accountOf({ ask }, reader, row);
    },
    consequences: ({ payload: { outcome } }) => ({
      ifConfirmed: kind.decisions.consequences[outcome],
      ifRefused: reviewProposalTexts.backToQueue,
    }),
    async show(services, reader, { subjectId, payload: { outcome, reason } }, language) {
      const row = await findReview(reader, subjectId);
      const compared = row ? await kind.show(services, reader, reviewOfRow(row, kind), language) : [];
      return {
        lines: [
          { kind: "TEXT", label: reviewProposalTexts.decision, text: reviewProposalTexts[outcome] },
          ...(reason
            ? [{ kind: "TEXT" as const, label: reviewProposalTexts.reason, text: decisionText(kind, reason) ?? reason }]
            : []),
          ...compared.map(asShown),
        ],
        evidence: { items: row ? await shownEvidence(reader, row, kind) : [], permission: "review.evidence" },
        to: `/staff/reviews/${subjectId}`,
      };
    },
    async carryOut(services, trx, proposal, checkerId) {
      const row = await lockReview(trx, proposal.subjectId);
      if (!isStill(row, proposal.id)) throw new Refusal("PROPOSAL_STALE");
      // The maker's note is sealed in the proposal.
      await applyReviewDecision(services, trx, row, { ...proposal.payload, note: null, deciderId: checkerId }).catch(
        asStale,
      );
    },
    ended: (services, trx, proposal, { state, checkerId }) => giveBack(services, trx, proposal, state, checkerId),
    async isStale(_services, reader, { id, subjectId }) {
      return !isStill(await findReview(reader, subjectId), id);
    },
  });
}

const asShown = ({ label, text, before, isFlag = false }: ReviewLine): ShownLine => ({
  kind: "TEXT",
  label,
  text,
  ...(before === undefined ? {} : { before }),
  isFlag,
});

/** Pictures of the account and of the request: the checker opens the same pieces as the maker. */
async function shownEvidence(reader: Reader, row: ReviewRow, kind: AnyReviewKind): Promise<ShownEvidence[]> {
  const path = `/api/staff/reviews/${row.id}` as const;
  const evidence = await evidenceOf(reader, row.borrowerId, row.subjectId);
  return [
    ...(await reviewPicturesOf(reader, kind, reviewOfRow(row, kind))).map(({ code, text }) => ({
      id: code,
      name: text,
      address: `${path}/pictures/${code}` as const,
    })),
    ...evidence.map((piece) => ({
      id: piece.id,
      name: pieceName(piece),
      address: `${path}/evidence/${piece.id}` as const,
      isVideo: piece.about.media === "VIDEO",
    })),
  ];
}

/** Maps the refusal to the code for proposals, for the checker. */
function asStale(error: unknown): never {
  if (error instanceof Refusal && error.code === "REVIEW_STALE") throw new Refusal("PROPOSAL_STALE");
  throw error;
}

/** The proposal was not confirmed: the case waits for another decision. A case withdrawn before stays closed. */
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
    set: { proposalId: null },
  });
}

/** For the engine of proposals. */
export const reviewProposals = (ask: Ask): ProposalKind<Payload>[] =>
  [...reviewKinds(ask).values()].map((kind) => proposalKindOf(kind, ask));
