/** A borrower's facts, read for the level: loans with their histories, score, address, look-up results. */
import { verifiedEmailOf } from "#features/account/email/server/index.ts";
import { foundKinds } from "#features/account/lookup/server/index.ts";
import { creditScore } from "#features/credit/limit/server/index.ts";
import { listLoansOfPerson, stateOf, type LoanRow, type LoanState } from "#features/credit/loan/server/index.ts";
import { statesOfLoans } from "#features/credit/repayment/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { termsOn, type MemberFacts } from "./levels.ts";
import { findPlus, type PlusRow } from "./store.ts";

/** Asked by membership: whether staff verified something of the borrower that counts as a source, as a shop. */
export const verifiedSources = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<boolean>
>("verified-sources", "MANY");

/** Bound of the query, above any real number; more would not change a level. */
const maxLoans = 100;
const owing = new Set(["ACTIVE", "WRITTEN_OFF"]);

export interface MemberState {
  facts: MemberFacts;
  plus: PlusRow | null;
}

export async function memberStateOf(services: Services, reader: Reader, borrowerId: string): Promise<MemberState> {
  const now = services.clock.now();
  const [loans, email, found, sources, { score }, plus] = await Promise.all([
    statedLoans(services, reader, borrowerId),
    verifiedEmailOf(services, reader, borrowerId),
    foundKinds(reader, borrowerId, now),
    Promise.all(services.ask(verifiedSources).map((isVerified) => isVerified(services, reader, borrowerId))),
    services.ask(creditScore)(reader, borrowerId, now),
    findPlus(reader, borrowerId),
  ]);
  const { goodDays } = termsOn(dateInWib(now));
  const late = loans.flatMap(([{ state }, loan]) => (owing.has(state) ? [loan.daysPastDue] : []));
  const facts = {
    goodLoans: loans.filter(([{ state }, loan]) => state === "PAID_OFF" && isGood(loan, goodDays)).length,
    score,
    hasEmail: email !== null,
    hasSource: found.length > 0 || sources.includes(true),
    daysLate: Math.max(0, ...late),
    hasPlus: plus !== null,
  };
  return { facts, plus };
}

async function statedLoans(services: Services, reader: Reader, borrowerId: string): Promise<[LoanRow, LoanState][]> {
  const loans = (await listLoansOfPerson(reader, borrowerId, undefined, maxLoans)).filter(
    ({ state }) => state === "PAID_OFF" || owing.has(state),
  );
  const states = await statesOfLoans(services, reader, loans);
  return loans.flatMap((loan) => {
    const state = states.get(loan.id);
    return state ? [[loan, state] as [LoanRow, LoanState]] : [];
  });
}

/** Whether each instalment was paid within this number of days of its due date; payments that a bank reversed later do not count. */
export function isGood({ terms, events, rows }: LoanState, days: number): boolean {
  const reversed = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  const counted = events.filter((event) => event.kind !== "REVERSAL" && !reversed.has(event.id));
  return rows.every(
    ({ dueOn, number }) => stateOf(terms, counted, addDays(dueOn, days)).rows[number - 1]?.status === "PAID",
  );
}
