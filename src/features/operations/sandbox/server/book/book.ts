/**
 * Plays a book: months of business by persons generated from a seed, through the public calls, on the moved clock. A
 * day is played completely and recorded; an interrupted one is played again, and finished steps are refused or answered
 * as before. // credit-support 10; docs/decisions/043
 */
import { hasBorrowers } from "#features/account/login/server/index.ts";
import type { Api } from "#server/call/pipeline.ts";
import { runUntilIdle } from "#server/work/sweeps.ts";
import { dateInWib, instantOf, addDays } from "#shared/dates.ts";
import { advanceClock } from "../clock.ts";
import {
  applyAsPerson,
  complain,
  payAsPerson,
  registerAsPerson,
  signAsPerson,
  stateIncome,
  takePart,
  type Stage,
} from "./borrowers.ts";
import { RefusedCall } from "./client.ts";
import { askForHelp, openShop, repeatLoanAsPerson } from "./credit-acts.ts";
import { decideLate, decideReturned, returnUnmatched, settleFailed } from "./money-desk.ts";
import { personOf, type BookSize, type PlannedCreditAct, type PlannedPerson } from "./plan.ts";
import { answerComplaints, bookDeposit, decideCases, payUnknown } from "./staff.ts";
import { beginBook, claimBook, findBook, noteBook, type BookRow } from "./store.ts";

/** Real time after which a call begins no further day. */
const sliceMilliseconds = 15_000;
/** A killed process loses its claim after this time. */
const claimMilliseconds = 10 * 60_000;
/** Persons who act at the same time. */
const lanes = 4;
/** Codes go to a number once a minute, and the bank needs some moments. */
const pauseSeconds = 90;
const morningHour = 9;

export type PlayedBook =
  | { outcome: "PLAYED"; book: BookRow }
  | { outcome: "OTHER"; book: BookRow }
  | { outcome: "USED" }
  | { outcome: "BUSY" };

const stages = new WeakMap<Api, Stage>();

/** Starts a book, or continues it for some seconds; once it is complete, a further call changes nothing. */
export async function playBook(api: Api, size: BookSize): Promise<PlayedBook> {
  const { database, clock } = api.services;
  if (!(await findBook(database))) {
    if (await hasBorrowers(database)) return { outcome: "USED" };
    await beginBook(database, size, clock.now());
  }
  const book = (await findBook(database))!;
  if (book.borrowers !== size.borrowers || book.days !== size.days || book.seed !== size.seed)
    return { outcome: "OTHER", book };
  if (book.day >= book.days) return { outcome: "PLAYED", book };
  const claimedUntil = () => new Date(clock.realNow().getTime() + claimMilliseconds);
  if (!(await claimBook(database, clock.realNow(), claimedUntil()))) return { outcome: "BUSY" };
  let now = (await findBook(database))!;
  try {
    const persons = Array.from({ length: size.borrowers }, (_, index) => personOf(size, index));
    const ends = performance.now() + sliceMilliseconds;
    do {
      const counted = await playDay(stageOf(api, size), persons, now);
      now = { ...now, day: now.day + 1, acts: now.acts + counted.acts, refused: now.refused + counted.refused };
      await noteBook(database, now, claimedUntil());
    } while (now.day < now.days && performance.now() < ends);
  } finally {
    await noteBook(database, now, null);
  }
  return { outcome: "PLAYED", book: now };
}

function stageOf(api: Api, { seed }: BookSize): Stage {
  const known = stages.get(api) ?? {
    api,
    name: `book${seed}`,
    browsers: new Map(),
    pictures: new Map(),
    approved: new Set<string>(),
  };
  stages.set(api, known);
  return known;
}

async function playDay(stage: Stage, persons: readonly PlannedPerson[], { day, days }: BookRow) {
  const { services } = stage.api;
  const counted = { acts: 0, refused: 0 };
  /** One person's action: if it is refused, the others continue. */
  const attempt = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    counted.acts++;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      counted.refused++;
      services.log.info("refused in a book", { reason: `${what}: ${error.code}` });
    }
  };
  /** Runs `act` for all of them, some in parallel. */
  const each = async <T>(what: string, of: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> => {
    if (of.length === 0) return;
    const waiting = [...of];
    const inTurn = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const current = one;
        await attempt(what, () => act(current));
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, inTurn));
  };
  /** The same, and then everything that follows from it. */
  const scene = async <T>(what: string, of: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> => {
    await each(what, of, act);
    if (of.length > 0) await advanceClock(services, pauseSeconds);
  };
  const loansWith = <T>(of: (person: PlannedPerson) => readonly T[]) =>
    persons.flatMap((person) => of(person).map((what) => ({ person, what })));
  const actingToday = loansWith(({ creditActs }) => creditActs.filter((act) => act.day === day));
  const repeating = actingToday.filter(({ what }) => what.what === "REPEAT");
  const applying = loansWith(({ loans }) => loans.filter((loan) => loan.day === day));

  await toMorning(stage);
  // The sandbox's campaigns and its lender's money exist before the first person comes.
  if (day === 0) await runUntilIdle(services);
  await scene(
    "register",
    persons.filter((person) => person.day === day),
    (person) => registerAsPerson(stage, person),
  );
  await scene("apply", applying, ({ person, what }) => applyAsPerson(stage, person, what));
  await scene("repeat", repeating, ({ person }) => repeatLoanAsPerson(stage, person, day));
  if (applying.length + repeating.length > 0) await each("decide", [day], () => decideCases(stage));
  await scene("sign", [...applying.filter(({ what }) => what.isSigned), ...repeating], ({ person }) =>
    signAsPerson(stage, person),
  );
  // At once: ten minutes later some of them arrive after all.
  if (applying.length > 0) await each("settle", [day], () => settleFailed(stage));
  const paying = loansWith(({ loans }) => loans.flatMap(({ payments }) => payments.filter((one) => one.day === day)));
  const of = (what: PlannedCreditAct["what"]) => actingToday.filter((acting) => acting.what.what === what);
  await each("ask for help", of("HELP"), ({ person }) => askForHelp(stage, person, day));
  await each("shop", of("SHOP"), ({ person }) => openShop(stage, person));
  await each("income", of("INCOME"), ({ person }) => stateIncome(stage, person, person.incomeRupiah + 500_000));
  await each("pay", paying, ({ person, what }) => payAsPerson(stage, person, what));
  await each(
    "complain",
    persons.filter(({ complaint }) => complaint?.day === day),
    (person) => complain(stage, person),
  );
  const players = persons.filter(({ campaignDays }) => campaignDays.includes(day));
  await each("campaign", players, (person) => takePart(stage, person, day));
  if (day % 3 === 2) await each("answer", [day], () => answerComplaints(stage));
  if (day % 10 === 4) await each("unknown payment", [day], () => payUnknown(stage, day));
  if (day % 3 === 1) {
    await each("paid late", [day], () => decideLate(stage));
    await each("returned", [day], () => decideReturned(stage));
  }
  if (day % 10 === 8) await each("return", [day], () => returnUnmatched(stage));
  const isLastDeposit = day + 15 >= days;
  if (day % 15 === 6) await each("deposit", [day], () => bookDeposit(stage, day, !isLastDeposit));
  await advanceClock(services, pauseSeconds);
  return counted;
}

/** To the next nine o'clock in Jakarta, with all due work on the way. */
async function toMorning({ api: { services } }: Stage): Promise<void> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const next = [today, addDays(today, 1)]
    .map((day) => instantOf(day, "WIB", { hour: morningHour }))
    .find((at) => at > now)!;
  await advanceClock(services, Math.ceil((next.getTime() - now.getTime()) / 1000));
}
