/** How a person's loans were paid, for the score: computed by the engine, so that what counts as paid is said in one place. */
import type { ScoredLoan } from "#features/credit/limit/server/index.ts";
import { loansOfEach, loanTerms, stateOf, type LoanEvent, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { eventsOfNamed } from "./store.ts";

/** More than one at a time in the two years that count. */
const maxLoans = 100;
const paidOut: ReadonlySet<string> = new Set(["ACTIVE", "PAID_OFF", "RESTRUCTURED", "WRITTEN_OFF"]);

export async function loanHistoriesOf(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<Map<string, ScoredLoan[]>> {
  const today = dateInWib(services.clock.now());
  const ofEach = Map.groupBy(await loansOfEach(reader, borrowerIds), ({ borrowerId }) => borrowerId);
  const loans = [...ofEach.values()].flatMap((all) =>
    all
      .slice(0, maxLoans)
      .filter(({ state, disbursedOn }) => paidOut.has(state) && disbursedOn !== null && disbursedOn <= today),
  );
  const events = await eventsOfNamed(
    reader,
    loans.map(({ borrowerId, id }) => ({ borrowerId, loanId: id })),
  );
  const facts = new Map<string, ScoredLoan[]>();
  for (const loan of loans) {
    const { borrowerId, id } = loan;
    facts.set(borrowerId, [...(facts.get(borrowerId) ?? []), factsOf(loan, events.get(id) ?? [], today)]);
  }
  return facts;
}

/** The current state of one loan. */
function factsOf(loan: LoanRow, events: readonly LoanEvent[], today: BusinessDate): ScoredLoan {
  const terms = loanTerms(loan);
  const now = stateOf(terms, events, today);
  // The amount due changes only with an event or on a due date.
  const days = [...events.map(({ valueDate }) => valueDate), ...now.rows.map(({ dueOn }) => dueOn)];
  const looks = [...new Set(days)]
    .filter((day) => day >= terms.disbursedOn && day <= today)
    .toSorted()
    .map((day) => stateOf(terms, events, day));
  const rows = now.rows.map(({ number, dueOn, principalRupiah, status }, index) => ({
    number,
    dueOn,
    principalRupiah,
    paidOn: status === "PAID" ? (looks.find((look) => look.rows[index]?.status === "PAID")?.on ?? today) : null,
  }));
  const isOver = now.status === "PAID_OFF";
  return {
    startedOn: terms.disbursedOn,
    end: !isOver ? null : loan.state === "RESTRUCTURED" ? "RESTRUCTURED" : "PAID_OFF",
    endedOn: isOver ? now.paidOffOn : null,
    writtenOffOn: now.writtenOffOn,
    rows,
  };
}
