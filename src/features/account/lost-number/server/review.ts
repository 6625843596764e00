/** The review: two people, always. */
import type { Reader } from "#server/database.server.ts";
import * as v from "valibot";
import { maxProofPhotos } from "#features/account/change-request/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { blockCause, registrationOfBorrower } from "#features/account/login/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { formatPpm } from "#shared/money.ts";
import type { Text } from "#shared/texts.ts";
import type { IdentityPhotoKind } from "#features/account/identity/contract.ts";
import { lostNumberPromisedHours } from "../contract.ts";
import { lostNumberReviewTexts as texts } from "../texts.ts";
import { lostNumberStates } from "./lifecycle.ts";
import { lostNumberFactsOf, findLostNumberRequest } from "./store.ts";

const pictureOf =
  (kind: IdentityPhotoKind) => async (services: Services, reader: Reader, about: { subjectId: string }) => {
    const borrowerId = (await findLostNumberRequest(reader, about.subjectId))?.borrowerId;
    return borrowerId ? readIdentityPhoto(services, reader, borrowerId, kind) : null;
  };

/** Why the face was not matched, in words. */
const faceText = (code: string): Text =>
  Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : texts.faceOther;

export const lostNumberReview = defineReview<{ face: string }>({
  kind: "lost_number",
  text: texts.kind,
  promisedHours: lostNumberPromisedHours,
  facts: v.object({ face: v.string() }),
  // The requester has no account for further questions: the files sent are all there is.
  evidence: { max: maxProofPhotos, takesVideo: true, asks: {} },
  pictures: {
    KTP: { text: texts.card, read: pictureOf("KTP") },
    FIRST_SELFIE: { text: texts.firstSelfie, read: pictureOf("SELFIE") },
  },
  decisions: {
    reasons: {
      NOT_THE_PERSON: texts.NOT_THE_PERSON,
      PROOF_UNREADABLE: texts.PROOF_UNREADABLE,
      CONTESTED: texts.CONTESTED,
      OTHER: texts.OTHER,
    },
    consequences: { APPROVED: texts.approvedMeans, REJECTED: texts.rejectedMeans },
  },
  accountOf: async (reader, { subjectId }) => (await findLostNumberRequest(reader, subjectId))?.borrowerId ?? null,
  twoPeople: () => true,
  async show(services, reader, { subjectId, facts: { face } }, language) {
    const row = await findLostNumberRequest(reader, subjectId);
    if (!row?.borrowerId) return [];
    const facts = await lostNumberFactsOf(services, reader, row);
    const account = await registrationOfBorrower(reader, row.borrowerId);
    const on = (at: Date | undefined) => (at ? formatInstant(at, language, "WIB", "short") : "–");
    const isMatch = face === "MATCH";
    return [
      { label: texts.reference, text: row.reference },
      { label: texts.oldNumber, text: maskPhone(facts.oldNumber) },
      { label: texts.newNumber, text: maskPhone(facts.newNumber ?? "") },
      { label: texts.nik, text: maskNik(facts.nik) },
      { label: texts.face, text: isMatch ? texts.faceMatch : faceText(face), isFlag: !isMatch },
      {
        label: texts.similarity,
        text:
          facts.similarityPpm === undefined
            ? "–"
            : formatPpm(Math.round(facts.similarityPpm / 1_000) * 1_000, language),
      },
      { label: texts.device, text: facts.device },
      { label: texts.registered, text: on(account?.registeredAt) },
      { label: texts.lastLogin, text: on(account?.lastLoginAt) },
      ...((await blockCause(reader, row.borrowerId)) === null
        ? []
        : [{ label: texts.frozen, text: texts.frozenNote, isFlag: true }]),
    ];
  },
  async carryOut(services, trx, { subjectId: id }, { outcome, reason, deciderId }) {
    const at = services.clock.now();
    const move = { id, actor: `STAFF:${deciderId}` as const, cause: reason ?? outcome, at };
    const isDecided =
      outcome === "APPROVED"
        ? await lostNumberStates.move(trx, { ...move, from: ["SUBMITTED"], to: "APPROVED" })
        : await lostNumberStates.move(trx, { ...move, from: ["SUBMITTED"], to: "REJECTED", set: { closedAt: at } });
    if (!isDecided) throw new Refusal("REVIEW_STALE");
  },
});
