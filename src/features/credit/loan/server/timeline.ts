/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { listEventsOfLoans, type LoanEventRow } from "./event-store.ts";
import { listLoans } from "./store.ts";

const maxLoans = 50;

/** A loan that moves backwards is named by its cause, because its new state says something else: the transfer failed, or the loan was opened again. */
function whatHappened({ kind, fromState, toState }: LoanEventRow): string {
  if (fromState === toState) return kind;
  if (fromState === "DISBURSING" && toState === "SIGNED") return "TRANSFER_FAILED";
  return fromState === "PAID_OFF" && toState === "ACTIVE" ? "REOPENED" : toState;
}

/** Messages about loans are among it, with what became of their sending. */
export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN", "MESSAGE"],
    async read({ database }, borrowerId) {
      const all = await listLoans(database, borrowerId, undefined, maxLoans);
      const events = await listEventsOfLoans(
        database,
        borrowerId,
        all.map(({ id }) => id),
      );
      return all.flatMap((loan) =>
        (events.get(loan.id) ?? []).map((event): Happening => {
          const about = { at: event.happenedAt, facts: { loan: loan.number, actor: event.actor, ...event.facts } };
          if (event.kind === "MESSAGE") return { ...about, kind: "MESSAGE", what: event.cause };
          // The cause says whether the application was paused or continues.
          if (event.kind === "PAUSE") return { ...about, kind: "LOAN", what: event.cause };
          return { ...about, kind: "LOAN", what: whatHappened(event), facts: { ...about.facts, cause: event.cause } };
        }),
      );
    },
  },
];
