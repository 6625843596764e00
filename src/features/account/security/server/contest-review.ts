/** The case of a frozen account: two people within 24 hours, by what its owner has proven. // Spec account 2 */
import * as v from "valibot";
import { readIdentityPhoto, similarityLine } from "#features/account/identity/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { defineReview, type ReviewLine } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { contestHours, securityEventKinds } from "../contract.ts";
import { findContest } from "./contest-store.ts";
import { eventTexts } from "../texts.ts";
import { contestLabels } from "./case-texts.ts";
import { keptReasons } from "./kept-reasons.ts";
import { keepFrozen, numberBefore, releaseAccount } from "./release.ts";
import { findEvent, listEvents } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

/** Below this the provider's match becomes a flag. In parts per million. */
const flagBelowPpm = 900_000;

/** How many other events of the account are shown next to the contested one. */
const maxActs = 6;

/** Asked by the case of a frozen account: a request for another number by a person without the SIM, and the number of its case. */
export const openNumberRecovery = defineQuestion<
  (reader: Reader, borrowerId: string) => Promise<{ reference: string; caseNumber: string } | null>
>("open-number-recovery", "MANY");

async function recoveriesOf({ ask }: Services, reader: Reader, borrowerId: string) {
  const found = await Promise.all(ask(openNumberRecovery).map((recoveryOf) => recoveryOf(reader, borrowerId)));
  return found.filter((one) => one !== null);
}

export const contestReview = defineReview({
  kind: "contest",
  text: contestLabels.case,
  promisedHours: contestHours,
  facts: v.object({ kind: v.picklist(securityEventKinds), stopped: v.number() }),
  evidence: {
    max: 0,
    asks: {
      PROVE_AGAIN: {
        id: "Verifikasi lagi nomor dan wajah Anda di halaman “Buka akun yang dibekukan”",
        en: "Prove your number and face again on the page “Release a frozen account”",
        zh: "请在“申请解冻账户”页面重新验证号码与人脸",
      },
    },
  },
  pictures: {
    KTP: {
      text: contestLabels.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: contestLabels.firstSelfie,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: keptReasons,
    findings: { OTHERS_ACTED: contestLabels.OTHERS_ACTED, NOTHING_HAPPENED: contestLabels.NOTHING_HAPPENED },
    consequences: { APPROVED: contestLabels.approvedMeans, REJECTED: contestLabels.rejectedMeans },
  },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts }, language): Promise<ReviewLine[]> {
    const found = await findContest(reader, borrowerId, subjectId);
    const event = found && (await findEvent(reader, borrowerId, found.eventId));
    if (!found || !event) return [];
    const before = await numberBefore(services, reader, found);
    const now = await numberOf(services, reader, borrowerId);
    // Other events of the account around it, as evidence for or against the owner.
    const acts = (await listEvents(reader, borrowerId, { before: undefined, max: maxActs + 1 })).filter(
      ({ id, kind }) => id !== event.id && kind !== "ACCOUNT_CONTESTED",
    );
    const when = (at: Date) => formatInstant(at, language, "WIB", "short");
    return [
      {
        label: contestLabels.event,
        text: `${eventTexts[event.kind][language]}, ${when(event.happenedAt)}`,
      },
      { label: contestLabels.device, text: event.device || "–" },
      { label: contestLabels.objector, text: found.device || "–" },
      { label: contestLabels.before, text: before ? maskPhone(before) : "–" },
      { label: contestLabels.now, text: now ? maskPhone(now) : "–", isFlag: now !== before },
      found.provenAt
        ? { label: contestLabels.proven, text: when(found.provenAt) }
        : { label: contestLabels.proven, text: contestLabels.notProven, isFlag: true },
      ...(found.provenAt
        ? [
            found.faceCheckId === null
              ? { label: contestLabels.similarity, text: contestLabels.noFace, isFlag: true }
              : {
                  label: contestLabels.similarity,
                  text: similarityLine(found.similarityPpm ?? undefined),
                  isFlag: (found.similarityPpm ?? 0) < flagBelowPpm,
                },
          ]
        : []),
      ...acts.map((act) => ({
        label: contestLabels.act,
        text: `${eventTexts[act.kind][language]}, ${when(act.happenedAt)}${act.device ? `, ${act.device}` : ""}`,
      })),
      { label: contestLabels.stopped, text: String(facts.stopped) },
      ...(await recoveriesOf(services, reader, borrowerId)).map(({ reference, caseNumber }) => ({
        label: contestLabels.recovery,
        text: `${reference} · ${caseNumber}`,
        isFlag: true,
      })),
    ];
  },
  async carryOut(services, trx, { borrowerId, subjectId }, { outcome, reason, deciderId }) {
    const found = await findContest(trx, borrowerId, subjectId);
    if (!found) throw new Refusal("REVIEW_STALE");
    const actor = `STAFF:${deciderId}` as const;
    // Unless the reason is NOTHING_HAPPENED, the release assumes a takeover: the careful choice.
    if (outcome === "APPROVED")
      await releaseAccount(services, trx, found, { actor, isUntouched: reason === "NOTHING_HAPPENED" });
    else await keepFrozen(services, trx, found, { actor, reason: reason ?? "OTHER" });
  },
});
