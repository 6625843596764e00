/** Proposals of contents: their data, and publishing after the check. // Product decisions 5; threat B13 */
import * as v from "valibot";
import { countUp } from "#features/platform/configuration/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { defineProposal, type ShownLine } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsBySubject, type ProposalRow } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { languages, type Language } from "#shared/texts.ts";
import { collectionNames, type CollectionName } from "../contract.ts";
import type { proposeContent } from "../staff-contract.ts";
import { draftShape } from "../draft-contract.ts";
import { contentEditorTexts as texts } from "../texts.ts";
import { differencesOf } from "./differences.ts";
import { draftOfTexts, sameDraft, textOfDraft, type ContentDraft } from "./drafts.ts";
import { draftOfVersion, findPublished } from "./editing.ts";
import { addVersion } from "./store.ts";

const payload = v.object({
  collection: v.picklist(collectionNames),
  key: v.string(),
  kind: v.picklist(["PUBLISH", "WITHDRAW"]),
  /** The newest version when it was written; 0 for a new content. */
  baseVersion: v.number(),
  draft: draftShape,
});
export type ProposedContent = v.InferOutput<typeof payload>;
export const contentOfRow = (row: ProposalRow): ProposedContent => v.parse(payload, row.payload);

const subjectOf = (collection: CollectionName, key: string): string => `${collection}/${key}`;

export const draftTitleOf = ({ texts: written }: ContentDraft, language: Language): string =>
  written[language].title || written.id.title || written.en.title;

export async function newestVersionOf(
  services: Services,
  reader: Reader,
  { collection, key }: Pick<ProposedContent, "collection" | "key">,
): Promise<number> {
  return (await findPublished(reader, collection, key, dateInWib(services.clock.now())))?.newestVersion ?? 0;
}

/** The text to compare a proposal with: the version in force, or after the decision, the version it was based on. */
export async function baseOf(
  services: Services,
  reader: Reader,
  { collection, key, baseVersion }: ProposedContent,
  isOpen: boolean,
): Promise<ContentDraft | null> {
  if (!isOpen) return draftOfVersion(reader, collection, key, baseVersion);
  const published = await findPublished(reader, collection, key, dateInWib(services.clock.now()));
  return published ? draftOfTexts(published.texts) : null;
}

export const contentKind = defineProposal<ProposedContent>({
  kind: "content.text",
  text: texts.proposedContent,
  payload,
  permissions: { read: "content.edit", propose: "content.edit", check: "content.check" },
  subject: ({ payload: { draft }, subjectId }, { language }) => draftTitleOf(draft, language) || subjectId,
  consequences: ({ payload: { kind } }) => ({
    ifConfirmed: texts[`${kind}Follows`],
    ifRefused: texts.refusedFollows,
  }),
  async show(services, reader, { id, state, subjectId, payload: proposed }) {
    const { kind, baseVersion, draft } = proposed;
    const base = kind === "PUBLISH" ? await baseOf(services, reader, proposed, state === "OPEN") : null;
    // In a new text everything is new; a withdrawn one can be read completely through the link.
    const differences = (kind === "PUBLISH" ? differencesOf(base ?? draftOfTexts([]), draft) : []).map(
      ({ language, field, parts }): ShownLine => {
        const label = texts[field];
        // A field of a language is named with it.
        const named = language && Object.fromEntries(languages.map((one) => [one, `${label[one]} (${language})`]));
        return { kind: "DIFFERENCE", label: (named ?? label) as typeof label, parts };
      },
    );
    return {
      lines: [
        { kind: "TEXT", label: texts.kind, text: texts[kind] },
        { kind: "ID", label: texts.key, id: subjectId },
        { kind: "TEXT", label: texts.baseVersion, text: baseVersion === 0 ? texts.newContent : String(baseVersion) },
        ...differences,
      ],
      to: `/staff/contents/proposals/${id}`,
    };
  },
  /** Every process shows it within a second. */
  async carryOut(services, trx, { payload: proposed, makerId }, checkerId) {
    const { collection, key, kind, baseVersion, draft } = proposed;
    // Counting up first makes writers wait for each other, so two of them cannot get the same version.
    await countUp(trx);
    // A release may have brought a newer file: the checker has not seen these two together.
    if ((await newestVersionOf(services, trx, proposed)) !== baseVersion) throw new Refusal("PROPOSAL_STALE");
    const version = baseVersion + 1;
    const written = languages.flatMap((language) => {
      const text = textOfDraft(draft, language);
      return text.title === "" ? [] : [{ language, ...text }];
    });
    await addVersion(trx, {
      collection,
      key,
      version,
      texts: written,
      isWithdrawn: kind === "WITHDRAW",
      makerId,
      checkerId,
      at: services.clock.now(),
    });
    return { version };
  },
  isStale: async (services, reader, { payload: proposed }) =>
    (await newestVersionOf(services, reader, proposed)) !== proposed.baseVersion,
});

/** The open proposals of contents, by the content's key. */
export async function openProposals(
  reader: Reader,
  collection: CollectionName,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const open = await openProposalsBySubject(
    reader,
    contentKind.kind,
    keys.map((key) => subjectOf(collection, key)),
  );
  return new Map([...open].map(([subject, id]) => [subject.slice(collection.length + 1), id]));
}

export interface ContentProposalInput {
  collection: CollectionName;
  key: string;
  /** The version that the maker had before them; 0 for a new content. */
  baseVersion: number;
  draft: ContentDraft;
  note: string;
}

/** @returns the proposal's id. @throws Refusal KEY_TAKEN, CONTENT_CHANGED, CONTENT_SAME or PROPOSAL_OPEN. */
export async function proposeText(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  { note, ...input }: ContentProposalInput,
): Promise<string> {
  const published = await findPublished(trx, input.collection, input.key, dateInWib(services.clock.now()));
  const version = published?.newestVersion ?? 0;
  if (version !== input.baseVersion)
    throw input.baseVersion === 0
      ? new Refusal("KEY_TAKEN")
      : new Refusal<typeof proposeContent.problems>("CONTENT_CHANGED", { version });
  if (published && published.state !== "WITHDRAWN" && sameDraft(input.draft, draftOfTexts(published.texts)))
    throw new Refusal("CONTENT_SAME");
  return propose(services, trx, contentKind, staff, {
    subjectId: subjectOf(input.collection, input.key),
    payload: { ...input, kind: "PUBLISH" },
    reason: note,
  });
}

/** @returns the proposal's id. @throws Refusal CONTENT_UNKNOWN or PROPOSAL_OPEN. */
export async function proposeToWithdraw(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  { collection, key, note }: Pick<ContentProposalInput, "collection" | "key" | "note">,
): Promise<string> {
  const published = await findPublished(trx, collection, key, dateInWib(services.clock.now()));
  if (!published || published.state === "WITHDRAWN") throw new Refusal("CONTENT_UNKNOWN");
  const draft = draftOfTexts(published.texts);
  return propose(services, trx, contentKind, staff, {
    subjectId: subjectOf(collection, key),
    payload: { collection, key, kind: "WITHDRAW", baseVersion: published.newestVersion, draft },
    reason: note,
  });
}
