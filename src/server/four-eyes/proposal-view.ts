/** Proposals as one staff member sees them: with decrypted texts, and whether this person may check them. */
import type { StaffSession } from "#server/call/session.server.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { proposalKinds, type AnyProposalKind, type Proposal } from "./proposal-kind.ts";
import { openTexts } from "./proposal-seals.ts";
import { sumOfParts, type ProposalRow } from "./proposal-store.ts";
import { openProposal } from "./proposals.ts";
import { approvalTiers, tierPartsOf, tierOf, windowOf } from "./tiers.ts";

export interface ProposalView {
  kind: AnyProposalKind;
  proposal: Proposal;
  /** Null without a reason, and once the borrower's data was deleted. */
  reason: string | null;
  checkReason: string | null;
  /** For an open proposal: the sum of its amount and its parts, as the tiers see it for this reader; otherwise its own amount (rupiah). */
  togetherRupiah: number | null;
  /** The amount from which a checker needs a further permission, if the sum reaches it. */
  tierRupiah: number | null;
  mayCheck: boolean;
  /** Whether this person may refuse it even without the right to confirm it. */
  mayRefuse: boolean;
  mayTakeBack: boolean;
}

/** The names of kinds whose proposals these roles may see; `only` is a kind or a group of kinds (`money`). */
export function readableKinds(
  services: Pick<Services, "ask">,
  { roles }: Pick<StaffSession, "roles">,
  only?: string,
): AnyProposalKind[] {
  return [...proposalKinds(services).values()].filter(
    ({ kind, permissions }) =>
      mayStaff(roles, permissions.read) && (only === undefined || kind === only || kind.startsWith(`${only}.`)),
  );
}

/** The rows as this person sees them, in the same order. Kinds that no domain registers any more are omitted. */
export async function viewProposals(
  services: Services,
  reader: Reader,
  rows: readonly ProposalRow[],
  who: StaffSession,
): Promise<ProposalView[]> {
  const kinds = proposalKinds(services);
  const now = services.clock.now();
  const [tiers, texts] = await Promise.all([approvalTiers(reader, now), openTexts(services.keys, reader, rows)]);
  const views = rows.map(async (row): Promise<ProposalView[]> => {
    const kind = kinds.get(row.kind);
    if (!kind) return [];
    const { reason, checkReason, secret } = texts.get(row.id)!;
    const isOpen = row.state === "OPEN";
    const togetherRupiah =
      isOpen && row.amountRupiah !== null
        ? await sumOfParts(reader, row, tierPartsOf(now, row, who.staffId, windowOf(tiers)))
        : row.amountRupiah;
    const tier = kind.tier && togetherRupiah !== null ? tierOf(tiers, togetherRupiah) : null;
    const mayRefuse = isOpen && row.makerId !== who.staffId && mayStaff(who.roles, kind.permissions.check);
    return [
      {
        kind,
        proposal: await openProposal(services, reader, kind, row, secret),
        reason,
        checkReason,
        togetherRupiah,
        tierRupiah: tier?.minRupiah ?? null,
        mayCheck: mayRefuse && (tier === null || mayStaff(who.roles, tier.permission)),
        mayRefuse,
        mayTakeBack: isOpen && row.makerId === who.staffId,
      },
    ];
  });
  return (await Promise.all(views)).flat();
}
