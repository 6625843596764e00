/** Answers to the calls of the console's editors. */
import { answer, answerOnce, type Api, type Principal } from "#server/call/pipeline.ts";
import { listPage } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Brand } from "#shared/brand.ts";
import { dateInWib } from "#shared/dates.ts";
import { languages, type Language } from "#shared/texts.ts";
import { figureNames, type CollectionName } from "../contract.ts";
import {
  checkContentProposal,
  compareContentVersions,
  getContentProposal,
  getStaffContent,
  listContentProposals,
  listContentVersions,
  listFigures,
  listStaffContents,
  previewContent,
  proposeContent,
  proposeWithdrawal,
  takeBackContentProposal,
  type Previewed,
} from "../staff-contract.ts";
import { differencesOf } from "./differences.ts";
import { draftOf, draftOfTexts, refuseFaults, textOfDraft, warningsOf, type Draft } from "./drafts.ts";
import { draftOfVersion, findStanding, namedBy, standings, versionLines } from "./editing.ts";
import { figuresInForce, fillWords, type Figures } from "./figures.ts";
import { findProposal, listProposals, openProposals, type ProposalRow } from "./proposal-store.ts";
import { openProposal, propose, proposeToWithdraw, publish, reject, takeBack } from "./proposals.ts";
import { bodyOf, orderOf, pageOf } from "./reading.ts";

export function staffAnswers(api: Api): void {
  readingAnswers(api);
  proposalReadingAnswers(api);
  proposingAnswers(api);
  checkingAnswers(api);
}

function readingAnswers(api: Api): void {
  answer(
    api,
    listStaffContents,
  )(async ({ collection, cursor, limit }, { services, database, language, caller }) => {
    const [all, proposals, figures] = await Promise.all([
      standings(database, collection, today(services)),
      openProposals(database, collection),
      figuresInForce(services, language, caller.brand),
    ]);
    const order = orderOf(collection, language);
    const entries = all.map((standing) => ({ ...namedBy(standing, language), standing })).sort(order);
    const { page, nextCursor } = pageOf(entries, order, cursor, limit);
    const items = page.map(({ key, title, head, updatedAt, standing }) => ({
      collection,
      key,
      title: fillWords(title, figures),
      section: head.section ?? null,
      languages: standing.texts.map((text) => text.language),
      version: standing.newestVersion,
      state: standing.state,
      published: head.published ?? null,
      updatedAt: updatedAt.toISOString(),
      proposalId: proposals.get(key) ?? null,
    }));
    return { items, nextCursor };
  });

  answer(
    api,
    getStaffContent,
  )(async ({ collection, key, version }, { services, database, refuse }) => {
    const standing = await findStanding(database, collection, key, today(services));
    const draft =
      standing &&
      (version === undefined ? draftOfTexts(standing.texts) : await draftOfVersion(database, collection, key, version));
    if (!standing || !draft) return refuse("CONTENT_UNKNOWN");
    const proposals = await openProposals(database, collection, key);
    const { newestVersion, state } = standing;
    return {
      collection,
      key,
      ...draft,
      version: version ?? newestVersion,
      newestVersion,
      state,
      proposalId: proposals.get(key) ?? null,
    };
  });

  answer(
    api,
    listFigures,
  )(async (_input, { services, language, caller }) => {
    const figures = await figuresInForce(services, language, caller.brand);
    return { items: figureNames.map((name) => ({ name, text: figures[name].text })) };
  });

  answer(
    api,
    listContentVersions,
  )(async ({ collection, key }, { database, refuse }) => {
    const items = await versionLines(database, collection, key);
    if (items.length === 0) return refuse("CONTENT_UNKNOWN");
    return { items };
  });

  answer(
    api,
    compareContentVersions,
  )(async ({ collection, key, from, to }, { database, refuse }) => {
    const [before, after] = await Promise.all([
      draftOfVersion(database, collection, key, from),
      draftOfVersion(database, collection, key, to),
    ]);
    if (!before || !after) return refuse("CONTENT_UNKNOWN");
    return { differences: differencesOf(before, after) };
  });
}

function proposalReadingAnswers(api: Api): void {
  answer(
    api,
    listContentProposals,
  )(async ({ cursor, limit, decided }, { services, database, language, caller }) => {
    const figures = await figuresInForce(services, language, caller.brand);
    const rows = (await listProposals(database, decided !== undefined, cursor, limit + 1)).map((row) =>
      lineOf(row, language, figures),
    );
    const { page, nextCursor } = listPage(rows, limit, ({ proposalId }) => proposalId);
    return { items: page, nextCursor };
  });

  answer(
    api,
    getContentProposal,
  )(async ({ proposalId }, { services, database, language, caller, refuse }) => {
    const row = await findProposal(database, proposalId);
    if (!row) return refuse("PROPOSAL_UNKNOWN");
    const standing = await findStanding(database, row.collection, row.key, today(services));
    const newestVersion = standing?.newestVersion ?? 0;
    // What was decided is held against what it was written on.
    const base =
      row.state === "OPEN"
        ? standing
          ? draftOfTexts(standing.texts)
          : null
        : await draftOfVersion(database, row.collection, row.key, row.baseVersion);
    const differences = row.kind === "PUBLISH" && base ? differencesOf(base, row.draft) : [];
    return {
      ...lineOf(row, language, await figuresInForce(services, language, caller.brand)),
      ...row.draft,
      baseVersion: row.baseVersion,
      newestVersion,
      previews: await previewsOf(services, row.draft, caller.brand),
      warnings: warningsOf(row.draft),
      differences,
    };
  });
}

function proposingAnswers(api: Api): void {
  answer(
    api,
    previewContent,
  )(async ({ collection, texts, head }, { services, language, caller }) => {
    const draft = draftOf({ texts, head });
    refuseFaults(services.domains, collection, draft, language);
    return { previews: await previewsOf(services, draft, caller.brand), warnings: warningsOf(draft) };
  });

  answerOnce(
    api,
    proposeContent,
  )(async ({ collection, key, baseVersion, texts, head, note }, { services, trx, language, principal }) => {
    noteContent(principal, collection, key, { version: baseVersion });
    const draft = draftOf({ texts, head });
    refuseFaults(services.domains, collection, draft, language);
    return {
      proposalId: await propose(services, trx, staffOf(principal), { collection, key, baseVersion, draft, note }),
    };
  });

  answerOnce(
    api,
    proposeWithdrawal,
  )(async ({ collection, key, note }, { services, trx, principal }) => {
    noteContent(principal, collection, key);
    return { proposalId: await proposeToWithdraw(services, trx, staffOf(principal), { collection, key, note }) };
  });

  answerOnce(
    api,
    takeBackContentProposal,
  )(async ({ proposalId }, { services, trx, principal }) => {
    const proposal = await openProposal(trx, proposalId);
    noteContent(principal, proposal.collection, proposal.key);
    await takeBack(services, trx, staffOf(principal), proposal);
    return { state: "TAKEN_BACK" as const };
  });
}

function checkingAnswers(api: Api): void {
  answerOnce(
    api,
    checkContentProposal,
  )(async ({ proposalId, approve, reason }, { services, trx, principal }) => {
    const proposal = await openProposal(trx, proposalId);
    noteContent(principal, proposal.collection, proposal.key);
    if (!approve) {
      await reject(services, trx, staffOf(principal), proposal, reason);
      return { state: "REJECTED" as const, version: null };
    }
    const version = await publish(services, trx, staffOf(principal), proposal, reason);
    noteContent(principal, proposal.collection, proposal.key, { version });
    return { state: "PUBLISHED" as const, version };
  });
}

const today = (services: Services) => dateInWib(services.clock.now());

/** What the audit trail keeps of it: which content, never its words. */
function noteContent(
  principal: Principal,
  collection: CollectionName,
  key: string,
  facts: Record<string, number> = {},
): void {
  principal.trail?.note({ facts: { content: `${collection}/${key}`, ...facts } });
}

function staffOf({ staff }: Principal): StaffSession {
  if (!staff) throw new Refusal("NOT_LOGGED_IN");
  return staff;
}

async function previewsOf(services: Services, draft: Draft, brand: Brand): Promise<Previewed[]> {
  return Promise.all(
    languages.map(async (language) => {
      const { title, head, markdown } = textOfDraft(draft, language);
      const figures = await figuresInForce(services, language, brand);
      return {
        language,
        title: fillWords(title, figures),
        summary: head.summary === undefined ? null : fillWords(head.summary, figures),
        body: bodyOf(markdown, figures),
      };
    }),
  );
}

function lineOf(row: ProposalRow, language: Language, figures: Figures) {
  const { id, collection, key, kind, state, makerId, note, checkerId, reason, draft } = row;
  const title = fillWords(draft.texts[language].title || draft.texts.id.title || draft.texts.en.title, figures);
  return {
    proposalId: id,
    collection,
    key,
    kind,
    state,
    title,
    makerId,
    proposedAt: row.proposedAt.toISOString(),
    note,
    checkerId,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    reason,
  };
}
