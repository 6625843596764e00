/** Photos and a video that go with a request: shown by its owner before it is sent, or while those who decide ask for more. */
import {
  storeEvidence,
  addVideo,
  answerAsk,
  evidenceOf,
  findReviewOf,
  isShownFreely,
  readEvidence,
  removeEvidence,
} from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { previewPicture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { maxProofPhotos, type AskedProof, type proofCountProblems } from "../contract.ts";
import type { ChangeRequestKind } from "./kind.ts";

type EvidenceSet = Parameters<typeof storeEvidence>[1];

/** A request of a login. */
export interface OwnRequest {
  borrowerId: string;
  id: string;
  sessionId: string;
}

/** The uploaded files: either, or both. */
export interface ShownFiles {
  photo?: File | undefined;
  video?: File | undefined;
}

/**
 * Adds files to a set of evidence. The caller checks that the set is open and limits the tries.
 * @throws Refusal PHOTO_KNOWN, VIDEO_KNOWN, PHOTO_COUNT, VIDEO_COUNT, PROOF_CLOSED, and those of `cleanPicture` and
 * `checkVideo`
 */
export async function addShown(services: Services, of: EvidenceSet, { photo, video }: ShownFiles): Promise<void> {
  const bytes = async (file: File) => new Uint8Array(await file.arrayBuffer());
  const added = {
    photo: photo ? await storeEvidence(services, of, await bytes(photo)) : "ADDED",
    video: video ? await addVideo(services, of, await bytes(video)) : "ADDED",
  };
  if (added.photo === "CLOSED" || added.video === "CLOSED") throw new Refusal("PROOF_CLOSED");
  if (added.photo === "KNOWN") throw new Refusal("PHOTO_KNOWN");
  if (added.video === "KNOWN") throw new Refusal("VIDEO_KNOWN");
  if (added.photo === "FULL")
    throw new Refusal<typeof proofCountProblems>("PHOTO_COUNT", { max: of.kind.evidence.max });
  if (added.video === "FULL") throw new Refusal("VIDEO_COUNT");
}

/** The part of a set that its owner may view: when staff requested further proof, the second round only. */
export async function shownIn(
  reader: Reader,
  borrowerId: string,
  subjectId: string,
  round: 1 | 2 = 1,
): Promise<{ photos: { evidenceId: string }[]; videoId: string | null }> {
  const rows = (await evidenceOf(reader, borrowerId, subjectId)).filter(
    (row) => isShownFreely(row) && row.round === round,
  );
  return {
    photos: rows.filter(({ about }) => about.media === "PHOTO").map(({ id }) => ({ evidenceId: id })),
    videoId: rows.find(({ about }) => about.media === "VIDEO")?.id ?? null,
  };
}

interface ProofRules {
  // The steps and facts of the kind are its domain's.
  // oxlint-disable-next-line typescript/no-explicit-any
  kind: ChangeRequestKind<any, any>;
  review: EvidenceSet["kind"];
  /** The last state before the sending. */
  openState: string;
  /** The page on which photos are shown. */
  path: string;
  /** Whether a photo has to be shown before the request is sent; after that it is asked for. */
  isNeeded(services: Services, reader: Reader, own: OwnRequest): Promise<boolean>;
}

/** The proof of a kind of request whose cases are decided by reviews. */
export function proofOf({ kind, review, openState, path, isNeeded }: ProofRules) {
  const setOf = ({ borrowerId, id: subjectId }: OwnRequest): EvidenceSet => ({ kind: review, borrowerId, subjectId });

  /** Before the request is sent, only the login that may continue it can change the proof; later only while more proof is asked for. */
  async function isOpen(services: Services, reader: Reader, own: OwnRequest): Promise<boolean> {
    const request = await kind.one(services, reader, own);
    if (request?.state === "SUBMITTED") return (await findReviewOf(reader, review.kind, own.id))?.state === "ASKED";
    if (request?.state !== openState) return false;
    return kind.pathOf(request, own.sessionId, services.clock.now()) === path;
  }

  const photosIn = async (reader: Reader, { borrowerId, id }: OwnRequest, round: 1 | 2): Promise<number> =>
    (await shownIn(reader, borrowerId, id, round)).photos.length;

  return {
    isOpen,
    /** Photos that were shown before the request was sent. */
    countPhotos: (reader: Reader, own: OwnRequest): Promise<number> => photosIn(reader, own, 1),

    /** @throws Refusal PROOF_CLOSED, and those of `addShown` */
    async show(services: Services, own: OwnRequest, shown: ShownFiles): Promise<void> {
      const { database } = services;
      if (!(await isOpen(services, database, own))) throw new Refusal("PROOF_CLOSED");
      await addShown(services, setOf(own), shown);
    },

    /** A small copy of a photo; null when the id is not a photo of this request that its owner may view. */
    async preview(services: Services, own: OwnRequest, evidenceId: string): Promise<Uint8Array | null> {
      const { database } = services;
      const { borrowerId, id: subjectId } = own;
      const row = (await evidenceOf(database, borrowerId, subjectId)).find(({ id }) => id === evidenceId);
      if (!row || !isShownFreely(row) || row.about.media !== "PHOTO") return null;
      const found = await readEvidence(services, database, borrowerId, subjectId, evidenceId);
      return found && previewPicture(found.bytes);
    },

    /** Removes a photo or the video; false when there is none, or it may not be removed. */
    takeBack: async (services: Services, own: OwnRequest, evidenceId: string): Promise<boolean> =>
      (await isOpen(services, services.database, own)) && removeEvidence(services, setOf(own), evidenceId),

    /** Sends the further proof that staff requested. @throws Refusal PROOF_CLOSED, PROOF_NEEDED, CHANGE_REQUEST_UNKNOWN */
    async answerAsked(services: Services, own: OwnRequest): Promise<void> {
      await transact(services.database, async (trx) => {
        if (!(await kind.one(services, trx, own))) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
        const state = (await findReviewOf(trx, review.kind, own.id))?.state;
        // A repeated call succeeds and changes nothing.
        if (state !== "ASKED") {
          if (state === "WAITING" || state === "PROPOSED") return;
          throw new Refusal("PROOF_CLOSED");
        }
        if (!(await isOpen(services, trx, own))) throw new Refusal("PROOF_CLOSED");
        if ((await photosIn(trx, own, 2)) === 0) throw new Refusal("PROOF_NEEDED");
        await answerAsk(services, trx, review, own.id);
      });
    },

    /** The case of a request as its owner sees it: its clock, what is asked for, and the proof. */
    async view(services: Services, reader: Reader, own: OwnRequest, language: Language) {
      const found = await findReviewOf(reader, review.kind, own.id);
      const isAsked = found?.state === "ASKED" && found.askUntil !== null;
      const open = await isOpen(services, reader, own);
      const request: AskedProof =
        isAsked && found.askUntil
          ? {
              for: found.askedFor.map((code) => wordedBy(code, review.evidence.asks, language)),
              until: found.askUntil.toISOString(),
            }
          : null;
      return {
        dueAt: found?.dueAt ?? null,
        isLate: found?.lateAt != null && found.state !== "CLOSED",
        asked: request,
        proof: {
          isOpen: open,
          isNeeded: open && (isAsked || (await isNeeded(services, reader, own))),
          ...(await shownIn(reader, own.borrowerId, own.id, isAsked ? 2 : 1)),
          maxPhotos: maxProofPhotos,
        },
      };
    },
  };
}

/** A code with its words; the code itself where there are none. */
export const wordedBy = (code: string, texts: Readonly<Record<string, Text>>, language: Language) => ({
  code,
  text: texts[code] ? say(texts[code], language) : code,
});
