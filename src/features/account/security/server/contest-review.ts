/** The case of a frozen account: two people within 24 hours, by what its owner has proven. // Spec account 2 */
import * as v from "valibot";
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
import { labels } from "./case-texts.ts";
import { keptReasons } from "./kept-reasons.ts";
import { keep, numberBefore, release } from "./release.ts";
import { findEvent } from "./store.ts";

/** What stays out of range: below this the provider's match is a flag. In parts per million. */
const flagBelowPpm = 900_000;

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by the case of a frozen account: whoever has no SIM asked for another number for it, and the number of that case. */
    recoveryBeside?(reader: Reader, borrowerId: string): Promise<{ reference: string; caseNumber: string } | null>;
  }
}

async function recoveriesOf({ domains }: Services, reader: Reader, borrowerId: string) {
  const found = await Promise.all(domains.map(({ recoveryBeside }) => recoveryBeside?.(reader, borrowerId) ?? null));
  return found.filter((one) => one !== null);
}

export const contestReview = defineReview({
  kind: "contest",
  text: labels.case,
  promisedHours: contestHours,
  facts: v.object({ kind: v.picklist(securityEventKinds), stopped: v.number() }),
  evidence: {
    max: 0,
    asks: {
      PROVE_AGAIN: {
        id: "Buktikan lagi nomor dan wajah Anda di halaman “Akun dibekukan”",
        en: "Prove your number and face again on the page “Account frozen”",
        zh: "请在“账户已冻结”页面重新验证号码与人脸",
      },
    },
  },
  decisions: { reasons: keptReasons },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts }, language): Promise<ReviewLine[]> {
    const found = await findContest(reader, borrowerId, subjectId);
    const event = found && (await findEvent(reader, borrowerId, found.eventId));
    if (!found || !event) return [];
    const before = await numberBefore(services, reader, found);
    const now = await numberOf(services, reader, borrowerId);
    const when = (at: Date) => formatInstant(at, language, "WIB", "short");
    return [
      {
        label: labels.event,
        text: `${eventTexts[event.kind][language]}, ${when(event.happenedAt)}`,
      },
      { label: labels.device, text: event.device || "–" },
      { label: labels.objector, text: found.device || "–" },
      { label: labels.before, text: before ? maskPhone(before) : "–" },
      { label: labels.now, text: now ? maskPhone(now) : "–", isFlag: now !== before },
      found.provenAt
        ? { label: labels.proven, text: when(found.provenAt) }
        : { label: labels.proven, text: labels.notProven, isFlag: true },
      ...(found.provenAt
        ? [
            found.similarityPpm === null
              ? { label: labels.similarity, text: labels.noFace, isFlag: true }
              : {
                  label: labels.similarity,
                  text: `${Math.floor(found.similarityPpm / 10_000)} %`,
                  isFlag: found.similarityPpm < flagBelowPpm,
                },
          ]
        : []),
      { label: labels.stopped, text: String(facts.stopped) },
      ...(await recoveriesOf(services, reader, borrowerId)).map(({ reference, caseNumber }) => ({
        label: labels.recovery,
        text: `${reference} · ${caseNumber}`,
        isFlag: true,
      })),
    ];
  },
  async carryOut(services, trx, { borrowerId, subjectId }, { outcome, reason, deciderId }) {
    const found = await findContest(trx, borrowerId, subjectId);
    if (!found) throw new Refusal("REVIEW_STALE");
    const actor = `STAFF:${deciderId}` as const;
    if (outcome === "APPROVED") await release(services, trx, found, actor);
    else await keep(services, trx, found, { actor, reason: reason ?? "OTHER" });
  },
});
