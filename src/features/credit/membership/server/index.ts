/** Membership: answers to the domain's calls, and what other domains may ask of it. */
import { lifecycles } from "#server/records/lifecycle.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { borrowerFigures, consoleWords, timelineSources } from "#server/console/questions.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { appointmentDays } from "#features/credit/appointment/server/index.ts";
import { temporaryLimitRight } from "#features/credit/limit/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import {
  beginPlus,
  endPlus,
  getMembership,
  getReduction,
  memberLevels,
  plusConditions,
  takeReduction,
  type Membership,
} from "../contract.ts";
import { memberStateOf } from "./facts.ts";
import { memberLevelOf, levelOn, missingForPlus, termsOn } from "./levels.ts";
import { plusLife } from "./lifecycle.ts";
import { mergedPlus } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { startPlus, stopPlus, plusSweep } from "./plus.ts";
import { reductionOf, reserveReduction } from "./reduction.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { figures } from "./figures.ts";

export { verifiedSources } from "./facts.ts";
export { isReduced } from "./reduction.ts";

/** As the borrower sees it. */
async function membershipOf(services: Services, reader: Reader, borrowerId: string): Promise<Membership> {
  const today = dateInWib(services.clock.now());
  const { facts, plus } = await memberStateOf(services, reader, borrowerId);
  const missing = missingForPlus(facts, today);
  const level = memberLevelOf(facts, today);
  const { goodDays, plusDays, plusEndsAtDaysLate, reductionMaxRupiah } = termsOn(today);
  return {
    level,
    goodLoans: facts.goodLoans,
    score: facts.score,
    plus: plus && level === "PLUS" ? { since: plus.begunAt.toISOString(), endsAt: plus.endsAt.toISOString() } : null,
    plusConditions: plusConditions.map((code) => ({ code, isMet: !missing.includes(code) })),
    levels: memberLevels.map((name) => {
      const { goodLoans, score, reductionPpm, appointmentDays: days, temporaryLimit } = levelOn(name, today);
      return { level: name, goodLoans, score, reductionPpm, appointmentDays: days, temporaryLimit };
    }),
    terms: { goodDays, plusDays, plusEndsAtDaysLate, reductionMaxRupiah },
  };
}

const answers: readonly CallAnswer[] = [
  answer(getMembership, (_input, { services, database, borrowerId }) => membershipOf(services, database, borrowerId)),
  answer(beginPlus, async (_input, { services, trx, borrowerId }) => {
    await startPlus(services, trx, borrowerId);
    return membershipOf(services, trx, borrowerId);
  }),
  answer(endPlus, (_input, { services, borrowerId }) =>
    transact(services.database, async (trx) => {
      await stopPlus(services, trx, borrowerId);
      return membershipOf(services, trx, borrowerId);
    }),
  ),
  answer(getReduction, (_input, { services, database, borrowerId }) => reductionOf(services, database, borrowerId)),
  answer(takeReduction, async ({ loanId }, { services, trx, borrowerId }) => {
    await reserveReduction(services, trx, { borrowerId, loanId });
    return reductionOf(services, trx, borrowerId);
  }),
];

export const domain: Domain = {
  answers,
  work: (services) => services.sweeps.add(plusSweep),
  answersTo: [
    appointmentDays.by(async (services, reader, borrowerId) => {
      const today = dateInWib(services.clock.now());
      const { facts } = await memberStateOf(services, reader, borrowerId);
      return {
        reachDays: levelOn(memberLevelOf(facts, today), today).appointmentDays,
        furthestReachDays: Math.max(...memberLevels.map((level) => levelOn(level, today).appointmentDays)),
      };
    }),
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    borrowerFigures.by(figures),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([plusLife]),
    mergeAssets.by([mergedPlus]),
    temporaryLimitRight.by(async (services, reader, borrowerId) => {
      const today = dateInWib(services.clock.now());
      return levelOn(memberLevelOf((await memberStateOf(services, reader, borrowerId)).facts, today), today)
        .temporaryLimit;
    }),
  ],
};
