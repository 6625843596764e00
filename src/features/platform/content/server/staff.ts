/** Answers to the calls of the console's editors. */
import { answer, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import { openTexts } from "#server/four-eyes/proposal-seals.ts";
import { findProposal, listProposals, type ProposalRow } from "#server/four-eyes/proposal-store.ts";
import { decideProposal, withdrawProposal } from "#server/four-eyes/proposals.ts";
import { listPage } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Brand } from "#shared/brand.ts";
import { dateInWib } from "#shared/dates.ts";
import { publishedState } from "#shared/published-proposals.ts";
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
import { contentDraftOf, draftOfTexts, refuseFaults, textOfDraft, warningsOf, type ContentDraft } from "./drafts.ts";
import { draftOfVersion, findPublished, namedBy, readPublishedStates, versionLines } from "./editing.ts";
import { figuresInForce, fillWords, type Figures } from "./figures.ts";
import {
  baseOf,
  contentKind,
  contentOfRow,
  newestVersionOf,
  openProposals,
  proposeText,
  proposeToWithdraw,
  draftTitleOf,
} from "./proposals.ts";
import { contentBodyOf, orderOfCollection, contentPageOf } from "./reading.ts";

export const staffAnswers: readonly CallAnswer[] = [
  answer(listStaffContents, async ({ collection, cursor, limit }, { services, database, language, caller }) => {
    const [all, figures] = await Promise.all([
      readPublishedStates(database, collection, today(services)),
      figuresInForce(services, language, caller.brand),
    ]);
    const order = orderOfCollection(collection, language);
    const entries = all.map((standing) => ({ ...namedBy(standing, language), standing })).sort(order);
    const { page, nextCursor } = contentPageOf(entries, order, cursor, limit);
    const proposals = await openProposals(
      database,
      collection,
      page.map(({ key }) => key),
    );
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
  }),
  answer(getStaffContent, async ({ collection, key, version }, { services, database, refuse }) => {
    const published = await findPublished(database, collection, key, today(services));
    const draft =
      published &&
      (version === undefined
        ? draftOfTexts(published.texts)
        : await draftOfVersion(database, collection, key, version));
    if (!published || !draft) return refuse("CONTENT_UNKNOWN");
    const proposals = await openProposals(database, collection, [key]);
    const { newestVersion, state } = published;
    return {
      collection,
      key,
      ...draft,
      version: version ?? newestVersion,
      newestVersion,
      state,
      proposalId: proposals.get(key) ?? null,
    };
  }),
  answer(listFigures, async (_input, { services, language, caller }) => {
    const figures = await figuresInForce(services, language, caller.brand);
    return { items: figureNames.map((name) => ({ name, text: figures[name].text })) };
  }),
  answer(listContentVersions, async ({ collection, key }, { database, refuse }) => {
    const items = await versionLines(database, collection, key);
    if (items.length === 0) return refuse("CONTENT_UNKNOWN");
    return { items };
  }),
  answer(compareContentVersions, async ({ collection, key, from, to }, { database, refuse }) => {
    const [before, after] = await Promise.all([
      draftOfVersion(database, collection, key, from),
      draftOfVersion(database, collection, key, to),
    ]);
    if (!before || !after) return refuse("CONTENT_UNKNOWN");
    return { differences: differencesOf(before, after) };
  }),
  answer(listContentProposals, async ({ cursor, limit, decided }, { services, database, language, caller }) => {
    const page = { kinds: [contentKind.kind], isOpen: decided === undefined, after: cursor, most: limit + 1 };
    const [figures, found] = await Promise.all([
      figuresInForce(services, language, caller.brand),
      listProposals(database, page),
    ]);
    const { page: rows, nextCursor } = listPage(found, limit, ({ id }) => id);
    return { items: await linesOf(services, rows, language, figures), nextCursor };
  }),
  answer(getContentProposal, async ({ proposalId }, { services, database, language, caller, refuse }) => {
    const row = await findProposal(database, proposalId);
    if (row?.kind !== contentKind.kind) return refuse("PROPOSAL_UNKNOWN");
    const proposed = contentOfRow(row);
    const { kind, draft, baseVersion } = proposed;
    const base = await baseOf(services, database, proposed, row.state === "OPEN");
    const [line] = await linesOf(services, [row], language, await figuresInForce(services, language, caller.brand));
    return {
      ...line!,
      ...draft,
      baseVersion,
      newestVersion: await newestVersionOf(services, database, proposed),
      previews: await previewsOf(services, draft, caller.brand),
      warnings: warningsOf(draft),
      differences: kind === "PUBLISH" && base ? differencesOf(base, draft) : [],
    };
  }),
  answer(previewContent, async ({ collection, texts, head }, { services, language, caller }) => {
    const draft = contentDraftOf({ texts, head });
    refuseFaults(services.ask, collection, draft, language);
    return { previews: await previewsOf(services, draft, caller.brand), warnings: warningsOf(draft) };
  }),
  answer(
    proposeContent,
    async ({ collection, key, baseVersion, texts, head, note }, { services, trx, language, principal }) => {
      noteContent(principal, collection, key, { version: baseVersion });
      const draft = contentDraftOf({ texts, head });
      refuseFaults(services.ask, collection, draft, language);
      return {
        proposalId: await proposeText(services, trx, principal.staff, { collection, key, baseVersion, draft, note }),
      };
    },
  ),
  answer(proposeWithdrawal, async ({ collection, key, note }, { services, trx, principal }) => {
    noteContent(principal, collection, key);
    return { proposalId: await proposeToWithdraw(services, trx, principal.staff, { collection, key, note }) };
  }),
  answer(takeBackContentProposal, async ({ proposalId }, { services, trx, principal }) => {
    const options = { kinds: [contentKind], note: noteProposal(principal) };
    await withdrawProposal(services, trx, principal.staff, proposalId, options);
    return { state: "TAKEN_BACK" as const };
  }),
  answer(checkContentProposal, async (input, { services, trx, principal }) => {
    let row: ProposalRow | undefined;
    const note = (found: ProposalRow) => noteProposal(principal)((row = found));
    try {
      const checked = await decideProposal(services, trx, principal.staff, input, { kinds: [contentKind], note });
      const version =
        checked.result && typeof checked.result["version"] === "number" ? checked.result["version"] : null;
      if (row && version !== null) principal.trail?.note({ facts: { content: row.subjectId, version } });
      return { state: publishedState(checked.state), version };
    } catch (error) {
      if (!row || !(error instanceof Refusal) || error.code !== "PROPOSAL_STALE") throw error;
      const version = await newestVersionOf(services, trx, contentOfRow(row));
      throw new Refusal<typeof checkContentProposal.problems>("CONTENT_CHANGED", { version });
    }
  }),
];

const noteProposal =
  ({ trail }: StaffPrincipal) =>
  ({ subjectId }: ProposalRow): void =>
    trail?.note({ facts: { content: subjectId } });

const today = (services: Services) => dateInWib(services.clock.now());

/** The audit trail's facts: which content, never its words. */
function noteContent(
  principal: StaffPrincipal,
  collection: CollectionName,
  key: string,
  facts: Record<string, number> = {},
): void {
  principal.trail?.note({ facts: { content: `${collection}/${key}`, ...facts } });
}

async function previewsOf(services: Services, draft: ContentDraft, brand: Brand): Promise<Previewed[]> {
  return Promise.all(
    languages.map(async (language) => {
      const { title, head, markdown } = textOfDraft(draft, language);
      const figures = await figuresInForce(services, language, brand);
      return {
        language,
        title: fillWords(title, figures),
        summary: head.summary === undefined ? null : fillWords(head.summary, figures),
        body: contentBodyOf(markdown, figures),
      };
    }),
  );
}

async function linesOf(services: Services, rows: readonly ProposalRow[], language: Language, figures: Figures) {
  const opened = await openTexts(services.keys, services.database, rows);
  return rows.map((row) => {
    const { collection, key, kind, draft } = contentOfRow(row);
    return {
      proposalId: row.id,
      collection,
      key,
      kind,
      state: publishedState(row.state),
      title: fillWords(draftTitleOf(draft, language), figures),
      makerId: row.makerId,
      proposedAt: row.madeAt.toISOString(),
      note: opened.get(row.id)?.reason ?? "",
      checkerId: row.checkerId,
      checkedAt: row.endedAt?.toISOString() ?? null,
      reason: opened.get(row.id)?.checkReason ?? "",
    };
  });
}
