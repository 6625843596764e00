/** The list and the card of proposals, and the second person's decision. */
import { answer, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Domain } from "#server/domain.ts";
import { proposalLifecycle } from "#server/four-eyes/lifecycle.ts";
import { proposalKinds, type ShownLine, type ShownProposal } from "#server/four-eyes/proposal-kind.ts";
import type { Reader } from "#server/database.server.ts";
import { findProposal, listProposals, type ProposalRow } from "#server/four-eyes/proposal-store.ts";
import { readableKinds, viewProposals, type ProposalView } from "#server/four-eyes/proposal-view.ts";
import { decideProposal as check, withdrawProposal as takeBack } from "#server/four-eyes/proposals.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say, type Language, type Text, type TextParameters } from "#shared/texts.ts";
import {
  checkProposal,
  getCheck,
  listChecks,
  takeProposalBack,
  type ProposalCard,
  type ProposalLine,
  type ShownLineAnswer as AnsweredLine,
} from "../contract.ts";
import { personalData } from "./personal-data.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { consoleWords, borrowerOfPage } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";

const answers: readonly CallAnswer[] = [
  answer(listChecks, async ({ cursor, limit, state, kind }, { services, database, principal, language }) => {
    const staff = principal.staff;
    const kinds = readableKinds(services, staff, kind).map((one) => one.kind);
    const rows = await listProposals(database, { kinds, isOpen: state === "OPEN", after: cursor, most: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    const views = await viewProposals(services, database, page, staff);
    return {
      items: await Promise.all(views.map((view) => lineOf(view, { services, reader: database, language }))),
      nextCursor,
      kinds: readableKinds(services, staff).map((one) => ({ kind: one.kind, text: say(one.text, language) })),
    };
  }),
  answer(getCheck, async ({ proposalId }, { services, database, principal, language, refuse }) => {
    const staff = principal.staff;
    const row = await findProposal(database, proposalId);
    const [view] = row ? await viewProposals(services, database, [row], staff) : [];
    // A proposal of a kind that the reader may not see is treated as unknown.
    if (!row || !view || !mayStaff(staff.roles, view.kind.permissions.read)) return refuse("PROPOSAL_UNKNOWN");
    noteOf(principal)(row);
    const shown = await view.kind.show(services, database, view.proposal, language);
    return cardOf(view, shown, { services, reader: database, language }, staff.roles);
  }),
  answer(checkProposal, async (input, { services, trx, principal, language }) => {
    let row: ProposalRow | undefined;
    const note = (found: ProposalRow) => noteOf(principal)((row = found));
    try {
      const { state } = await check(services, trx, principal.staff, input, { note, language });
      return { state };
    } catch (error) {
      throw (row && ownRefusal(services, row, error, language)) ?? error;
    }
  }),
  answer(takeProposalBack, async ({ proposalId }, { services, trx, principal }) => {
    await takeBack(services, trx, principal.staff, proposalId, { note: noteOf(principal) });
    return { state: "TAKEN_BACK" as const };
  }),
];

/** Writes the kind, the subject and the borrower to the audit trail, never the contents. */
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

/** An internal id is no name for people: a deleted subject may have no other one. */
const namedOrNone = (subject: string): string => (isUuid.test(subject) ? "" : subject);
const isUuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

interface Readers {
  services: Services;
  reader: Reader;
  language: Language;
}

async function lineOf({ kind, proposal, tierRupiah, mayCheck }: ProposalView, about: Readers): Promise<ProposalLine> {
  return {
    proposalId: proposal.id,
    kind: kind.kind,
    text: say(kind.text, about.language),
    subject: namedOrNone(await kind.subject(proposal, about)),
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

async function cardOf(
  view: ProposalView,
  shown: ShownProposal,
  about: Readers,
  roles: readonly StaffRole[],
): Promise<ProposalCard> {
  const { kind, proposal, togetherRupiah, reason, checkReason, mayRefuse, mayTakeBack } = view;
  const { language } = about;
  const { ifConfirmed, ifRefused } = kind.consequences(proposal);
  const { items = [], permission } = shown.evidence ?? {};
  return {
    ...(await lineOf(view, about)),
    togetherRupiah,
    lines: shown.lines.map((one) => answeredLine(one, language)),
    consequences: { ifConfirmed: say(ifConfirmed, language), ifRefused: say(ifRefused, language) },
    evidence: items.map(({ id, name, address, isVideo = false }) => ({
      id,
      name: say(name, language),
      address,
      isVideo,
    })),
    mayOpenEvidence: permission !== undefined && mayStaff(roles, permission),
    to: shown.to ?? null,
    reason,
    checkReason,
    mayRefuse,
    mayTakeBack,
  };
}

function answeredLine(line: ShownLine, language: Language): AnsweredLine {
  const textOf = (text: Text | string): string => (typeof text === "string" ? text : say(text, language));
  const label = textOf(line.label);
  switch (line.kind) {
    case "TEXT":
      return {
        kind: line.kind,
        label,
        text: textOf(line.text),
        before: line.before === undefined ? null : textOf(line.before),
        isFlag: line.isFlag ?? false,
      };
    case "ID":
      return { kind: line.kind, label, id: line.id, to: line.to ?? null };
    default:
      return { ...line, label };
  }
}

/** The account of a proposal; null without one. */
async function borrowerAt(services: Services, reader: Reader, proposalId: string): Promise<string | null> {
  const row = await findProposal(reader, proposalId);
  const kind = row && proposalKinds(services).get(row.kind);
  if (!row) return null;
  return kind?.accountOf ? kind.accountOf(reader, row) : row.borrowerId;
}

export const domain: Domain = {
  answers,
  answersTo: [
    personalDataHeld.by(personalData),
    consoleWords.by(words),
    lifecycles.by([proposalLifecycle]),
    borrowerOfPage.by({ checks: borrowerAt }),
  ],
};
