/** Maker and checker of contents: what is proposed, and what becomes of it. // Product decisions 5; threat B13 */
import { countUp } from "#features/platform/configuration/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { makerOf, refuseSameHand } from "#server/four-eyes/tiers.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { dateInWib } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import type { CollectionName } from "../contract.ts";
import type { proposeContent } from "../staff-contract.ts";
import { draftOfTexts, sameDraft, textOfDraft, type Draft } from "./drafts.ts";
import { findStanding } from "./editing.ts";
import { addProposal, endProposal, lockProposal, type ProposalRow } from "./proposal-store.ts";
import { addVersion } from "./store.ts";

export interface ContentProposalInput {
  collection: CollectionName;
  key: string;
  /** The version that the maker had before them; 0 for a new content. */
  baseVersion: number;
  draft: Draft;
  note: string;
}

/** @returns the proposal's id. @throws Refusal KEY_TAKEN, CONTENT_CHANGED, CONTENT_SAME or PROPOSAL_OPEN. */
export async function propose(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: ContentProposalInput,
): Promise<string> {
  const standing = await findStanding(trx, input.collection, input.key, dateInWib(services.clock.now()));
  const version = standing?.newestVersion ?? 0;
  if (version !== input.baseVersion)
    throw input.baseVersion === 0
      ? new Refusal("KEY_TAKEN")
      : new Refusal<typeof proposeContent.problems>("CONTENT_CHANGED", { version });
  if (standing && standing.state !== "WITHDRAWN" && sameDraft(input.draft, draftOfTexts(standing.texts)))
    throw new Refusal("CONTENT_SAME");
  return open(services, trx, staff, { ...input, kind: "PUBLISH" });
}

/** @returns the proposal's id. @throws Refusal CONTENT_UNKNOWN or PROPOSAL_OPEN. */
export async function proposeToWithdraw(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  { collection, key, note }: Pick<ContentProposalInput, "collection" | "key" | "note">,
): Promise<string> {
  const standing = await findStanding(trx, collection, key, dateInWib(services.clock.now()));
  if (!standing || standing.state === "WITHDRAWN") throw new Refusal("CONTENT_UNKNOWN");
  return open(services, trx, staff, {
    collection,
    key,
    note,
    kind: "WITHDRAW",
    baseVersion: standing.newestVersion,
    draft: draftOfTexts(standing.texts),
  });
}

async function open(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: ContentProposalInput & Pick<ProposalRow, "kind">,
): Promise<string> {
  const id = services.random.uuid();
  const isAdded = await addProposal(trx, {
    ...input,
    id,
    ...makerOf(services, staff),
    proposedAt: services.clock.now(),
  });
  if (!isAdded) throw new Refusal("PROPOSAL_OPEN");
  return id;
}

/** The open proposal, locked. @throws Refusal PROPOSAL_UNKNOWN or PROPOSAL_CLOSED. */
export async function openProposal(trx: Transaction, proposalId: string): Promise<ProposalRow> {
  const proposal = await lockProposal(trx, proposalId);
  if (!proposal) throw new Refusal("PROPOSAL_UNKNOWN");
  if (proposal.state !== "OPEN") throw new Refusal("PROPOSAL_CLOSED");
  return proposal;
}

/** Publishes what was proposed; every process shows it within a second. @throws Refusal of the four eyes, or CONTENT_CHANGED. */
export async function publish(
  services: Services,
  trx: Transaction,
  checker: StaffSession,
  proposal: ProposalRow,
  reason: string,
): Promise<number> {
  refuseSameHand(services, proposal, checker);
  // Counting up first queues writers, so two of them cannot take one version.
  await countUp(trx);
  const at = services.clock.now();
  const { collection, key, draft, makerId } = proposal;
  const newest = (await findStanding(trx, collection, key, dateInWib(at)))?.newestVersion ?? 0;
  // A release may have brought a newer file meanwhile: nobody has seen these two together.
  if (newest !== proposal.baseVersion)
    throw new Refusal<typeof proposeContent.problems>("CONTENT_CHANGED", { version: newest });
  const version = newest + 1;
  const texts = languages.flatMap((language) => {
    const text = textOfDraft(draft, language);
    return text.title === "" ? [] : [{ language, ...text }];
  });
  await addVersion(trx, {
    collection,
    key,
    version,
    texts,
    isWithdrawn: proposal.kind === "WITHDRAW",
    makerId,
    checkerId: checker.staffId,
    at,
  });
  await endProposal(trx, proposal.id, { state: "PUBLISHED", checkerId: checker.staffId, reason, version, at });
  return version;
}

/** @throws Refusal of the four eyes. */
export async function reject(
  services: Services,
  trx: Transaction,
  checker: StaffSession,
  proposal: ProposalRow,
  reason: string,
): Promise<void> {
  refuseSameHand(services, proposal, checker);
  await endProposal(trx, proposal.id, {
    state: "REJECTED",
    checkerId: checker.staffId,
    reason,
    version: null,
    at: services.clock.now(),
  });
}

/** @throws Refusal PROPOSAL_NOT_YOURS. */
export async function takeBack(
  services: Services,
  trx: Transaction,
  maker: StaffSession,
  proposal: ProposalRow,
): Promise<void> {
  if (proposal.makerId !== maker.staffId) throw new Refusal("PROPOSAL_NOT_YOURS");
  await endProposal(trx, proposal.id, {
    state: "TAKEN_BACK",
    checkerId: maker.staffId,
    reason: "",
    version: null,
    at: services.clock.now(),
  });
}
