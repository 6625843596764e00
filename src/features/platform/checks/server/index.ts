/** The list and the card of proposals, and the second person's word. */
import { answer, answerOnce, type Api, type StaffPrincipal } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Domain } from "#server/domain.ts";
import { proposalLifecycle } from "#server/four-eyes/lifecycle.ts";
import { proposalKinds, type ShownLine, type ShownProposal } from "#server/four-eyes/proposal-kind.ts";
import { findProposal, listProposals, type ProposalRow } from "#server/four-eyes/proposal-store.ts";
import { readableKinds, viewProposals, type ProposalView } from "#server/four-eyes/proposal-view.ts";
import { checkProposal as check, takeProposalBack as takeBack } from "#server/four-eyes/proposals.ts";
import { listPage } from "#server/list-page.ts";
import type { Services } from "#server/services.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say, type Language, type Text, type TextParameters } from "#shared/texts.ts";
import {
  checkProposal,
  getCheck,
  listChecks,
  takeProposalBack,
  type ProposalCard,
  type ProposalLine,
  type ShownLine as AnsweredLine,
} from "../contract.ts";
import { personalData } from "./personal-data.ts";
import { words } from "./words.ts";

function answers(api: Api): void {
  answer(
    api,
    listChecks,
  )(async ({ cursor, limit, state, kind }, { services, database, principal, language }) => {
    const staff = principal.staff;
    const kinds = readableKinds(services, staff, kind).map((one) => one.kind);
    const rows = await listProposals(database, { kinds, isOpen: state === "OPEN", after: cursor, most: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    const views = await viewProposals(services, database, page, staff);
    return {
      items: views.map((view) => lineOf(view, language)),
      nextCursor,
      kinds: readableKinds(services, staff).map((one) => ({ kind: one.kind, text: say(one.text, language) })),
    };
  });

  answer(
    api,
    getCheck,
  )(async ({ proposalId }, { services, database, principal, language, refuse }) => {
    const staff = principal.staff;
    const row = await findProposal(database, proposalId);
    const [view] = row ? await viewProposals(services, database, [row], staff) : [];
    // Whose kind one may not see is as one that is not there.
    if (!row || !view || !mayStaff(staff.roles, view.kind.permissions.read)) return refuse("PROPOSAL_UNKNOWN");
    noteOf(principal)(row);
    return cardOf(view, await view.kind.show(services, database, view.proposal, language), language);
  });

  answerOnce(
    api,
    checkProposal,
  )(async (input, { services, trx, principal, language }) => {
    let row: ProposalRow | undefined;
    const note = (found: ProposalRow) => noteOf(principal)((row = found));
    try {
      const { state } = await check(services, trx, principal.staff, input, { note, language });
      return { state };
    } catch (error) {
      throw (row && ownRefusal(services, row, error, language)) ?? error;
    }
  });

  answerOnce(
    api,
    takeProposalBack,
  )(async ({ proposalId }, { services, trx, principal }) => {
    await takeBack(services, trx, principal.staff, proposalId, { note: noteOf(principal) });
    return { state: "TAKEN_BACK" as const };
  });
}

/** Notes in the trail its kind, and what and whom it was about, never what it says. */
const noteOf =
  ({ trail }: StaffPrincipal) =>
  ({ borrowerId, kind, subjectId }: ProposalRow): void =>
    trail?.note({ ...(borrowerId ? { borrowerId } : {}), facts: { proposalKind: kind, proposalAbout: subjectId } });

/** A refusal that only the proposal's kind knows, in its words. */
function ownRefusal(services: Services, row: ProposalRow, error: unknown, language: Language): Refusal | null {
  if (!(error instanceof Refusal) || error.code in checkProposal.problems) return null;
  const problem = proposalKinds(services).get(row.kind)?.problems?.[error.code];
  if (!problem) return null;
  const why = say(problem.text, language, error.data as TextParameters | undefined);
  return new Refusal<typeof checkProposal.problems>("CANNOT_CARRY_OUT", { code: error.code, why });
}

function lineOf({ kind, proposal, tierRupiah, mayCheck }: ProposalView, language: Language): ProposalLine {
  return {
    proposalId: proposal.id,
    kind: kind.kind,
    text: say(kind.text, language),
    subject: kind.subject?.(proposal) ?? proposal.subjectId,
    subjectTo: kind.subjectTo?.(proposal) ?? null,
    state: proposal.state,
    borrowerId: proposal.borrowerId,
    amountRupiah: proposal.amountRupiah,
    makerId: proposal.makerId,
    madeAt: proposal.madeAt.toISOString(),
    checkerId: proposal.checkerId,
    endedAt: proposal.endedAt?.toISOString() ?? null,
    tierRupiah,
    mayCheck,
  };
}

function cardOf(view: ProposalView, shown: ShownProposal, language: Language): ProposalCard {
  const { togetherRupiah, reason, checkReason, mayRefuse, mayTakeBack } = view;
  return {
    ...lineOf(view, language),
    togetherRupiah,
    lines: shown.lines.map((one) => answeredLine(one, language)),
    to: shown.to ?? null,
    reason,
    checkReason,
    mayRefuse,
    mayTakeBack,
  };
}

function answeredLine(line: ShownLine, language: Language): AnsweredLine {
  const said = (text: Text | string): string => (typeof text === "string" ? text : say(text, language));
  const label = said(line.label);
  switch (line.kind) {
    case "TEXT":
      return { kind: line.kind, label, text: said(line.text) };
    case "ID":
      return { kind: line.kind, label, id: line.id, to: line.to ?? null };
    default:
      return { ...line, label };
  }
}

export const domain: Domain = { personalData, words, lifecycles: [proposalLifecycle], answers };
