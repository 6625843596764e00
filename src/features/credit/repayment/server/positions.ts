/**
 * The position of a loan after its last event, kept next to its books: a reader need not read and replay the history,
 * which grows with every payment. It is written with the books and derived: an event without it removes it (a trigger),
 * other terms or rules make it void, and then the history is read. // docs/decisions/022
 */
import { hash } from "node:crypto";
import type { Reader } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { type BookCheck, maxDifferences, type BookDifference } from "#server/ledger/book-checks.ts";
import type { BusinessDate } from "#shared/dates.ts";
import {
  keptOf,
  loansNamed,
  loanTerms,
  rulesOf,
  stateOf,
  viewFrom,
  type KeptPosition,
  type LoanEvent,
  type LoanRow,
  type LoanState,
  type LoanTerms,
  type LoanView,
} from "#features/credit/loan/server/index.ts";
import { eventsOfNamed, type LoanName } from "./store.ts";

/** Short enough to be stored in each row; loans of equal terms have equal rules. */
const digestOf = (terms: LoanTerms): string => hash("sha256", rulesOf(terms), "base64url").slice(0, 16);

/** The position to keep of a loan with these events; null where one of them counts only after the state's day. */
export function positionOf(state: LoanState, events: readonly LoanEvent[]): KeptPosition | null {
  const isWhole = events.every(({ valueDate }) => valueDate <= state.on);
  return isWhole ? keptOf(state, digestOf(state.terms)) : null;
}

/** The figures of a loan at the end of a day by its kept position; null where none is kept, or it does not fit that day. */
export async function storedViewOf(reader: Reader, loan: LoanRow, date: BusinessDate): Promise<LoanView | null> {
  const { borrowerId, id: loanId } = loan;
  const terms = loanTerms(loan);
  const stored = await keptPosition(reader, { borrowerId, loanId });
  return stored && viewFrom(terms, stored, digestOf(terms), date);
}

const ofLoan = fixedQuery((reader, { borrowerId, loanId }: LoanName) =>
  reader
    .selectFrom("repayment_account")
    .select("position")
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId),
);

function keptPosition(reader: Reader, { borrowerId, loanId }: LoanName): Promise<KeptPosition | null> {
  return readOnce(reader, `position of ${loanId}`, async () => {
    const row = await ofLoan.executeTakeFirst(reader, { borrowerId, loanId });
    return (row?.position ?? null) as unknown as KeptPosition | null;
  });
}

const checkedAtOnce = 500;
const noId = "00000000-0000-0000-0000-000000000000";

/** Every kept position says the same as the loan's history. */
export const positionsFollowHistory: BookCheck = {
  name: "repayment-positions",
  async differences(reader) {
    const found: BookDifference[] = [];
    let after: LoanName = { borrowerId: noId, loanId: noId };
    for (let more = true; more && found.length < maxDifferences;) {
      const rows = await reader
        .selectFrom("repayment_account")
        .select(["borrowerId", "loanId", "position"])
        .where((row) => row(row.refTuple("borrowerId", "loanId"), ">", row.tuple(after.borrowerId, after.loanId)))
        .orderBy("borrowerId")
        .orderBy("loanId")
        .limit(checkedAtOnce)
        .execute();
      const withPosition = rows.filter(({ position }) => position !== null);
      const loanIds = withPosition.map(({ loanId }) => loanId);
      const loans = new Map((await loansNamed(reader, loanIds)).map((loan) => [loan.id, loan]));
      const histories = await eventsOfNamed(reader, withPosition);
      for (const { borrowerId, loanId, position } of withPosition) {
        const loan = loans.get(loanId);
        const before = position as unknown as KeptPosition;
        const different = loan ? difference(loan, histories.get(loanId) ?? [], before) : [];
        if (different.length === 0) continue;
        // A payment that was booked between the two reads has moved the position.
        const now = await ofLoan.executeTakeFirst(reader, { borrowerId, loanId });
        if (JSON.stringify(now?.position) === JSON.stringify(position)) found.push(...different);
      }
      after = rows.at(-1) ?? after;
      more = rows.length === checkedAtOnce;
    }
    return found.slice(0, maxDifferences);
  },
};

/** A position of other rules is void and says nothing. */
function difference(loan: LoanRow, events: readonly LoanEvent[], stored: KeptPosition): BookDifference[] {
  const terms = loanTerms(loan);
  const rules = digestOf(terms);
  if (stored.rules !== rules) return [];
  const last = events.reduce((latest, { valueDate }) => (valueDate > latest ? valueDate : latest), terms.disbursedOn);
  const expected = keptOf(stateOf(terms, events, last), rules);
  const [a, b] = [expected, stored].map(written) as [string, string];
  return a === b ? [] : [{ about: loan.id, expected: a, found: b }];
}

/** A position as text, its fields in one order. */
const written = ({ lastOn, position, rows }: KeptPosition): string =>
  JSON.stringify([
    lastOn,
    Object.entries({ ...position, lateFee: Object.entries(position.lateFee).sort() }).sort(),
    rows,
  ]);
