/** The books of repayment: each loan's row that changes lock first, and its events. */
import { sql } from "kysely";
import { transact, type Database, type Reader, type Transaction } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { nextTry } from "#server/work/next-try.ts";
import type { Rail } from "#server/outside/notification.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type {
  Component,
  Exposure,
  KeptPosition,
  LoanEvent,
  PaymentSource,
} from "#features/credit/loan/server/index.ts";

export interface RepaymentAccount {
  borrowerId: string;
  loanId: string;
  /** 12 digits, the tail of the loan's virtual accounts. */
  customerNo: string;
  bookedOn: BusinessDate;
  nextBookingOn: BusinessDate | null;
  nextReminderAt: Date | null;
  /** Until then the borrower is not asked for money, having asked for help. */
  restUntil: Date | null;
}
/** Without its stored position, which is long and read separately. */
export const accountColumns = [
  "borrowerId",
  "loanId",
  "customerNo",
  "bookedOn",
  "nextBookingOn",
  "nextReminderAt",
  "restUntil",
] as const satisfies (keyof RepaymentAccount)[];
export type LoanName = Pick<RepaymentAccount, "borrowerId" | "loanId">;

/** Opens the books of a loan; false when they are open or the number is taken. */
export async function insertAccount(
  trx: Transaction,
  row: Omit<RepaymentAccount, "restUntil"> & { openedAt: Date; exposure: Exposure; position: KeptPosition | null },
): Promise<boolean> {
  const made = await trx
    .insertInto("repayment_account")
    .values({
      borrowerId: row.borrowerId,
      loanId: row.loanId,
      customerNo: row.customerNo,
      openedAt: row.openedAt,
      bookedOn: row.bookedOn,
      nextBookingOn: row.nextBookingOn,
      nextReminderAt: row.nextReminderAt,
      unpaidPrincipalRupiah: row.exposure.unpaidPrincipalRupiah,
      unpaidSince: row.exposure.unpaidSince,
      nextOverdueOn: row.exposure.unpaidSince && addDays(row.exposure.unpaidSince, 1),
      position: storedPosition(row.position),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("loanId")
    .executeTakeFirst();
  return made !== undefined;
}

/** A position as its column takes it. */
export const storedPosition = (position: KeptPosition | null): string | null => position && JSON.stringify(position);

export async function findRepaymentAccount(
  reader: Reader,
  { borrowerId, loanId }: LoanName,
): Promise<RepaymentAccount | null> {
  const row = await reader
    .selectFrom("repayment_account")
    .select(accountColumns)
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .executeTakeFirst();
  return row ?? null;
}

/** The loan's row, locked until the transaction ends: every transaction that reads the history to add to it holds this lock. */
export async function lockAccountRow(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
): Promise<RepaymentAccount | null> {
  const row = await trx
    .selectFrom("repayment_account")
    .select(accountColumns)
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The rows of all loans of a borrower, in the order of their ids, locked until the transaction ends. An overpayment of
 * one loan may pay another, so a transaction that changes the money of one locks them all, always in this order.
 */
export async function lockRepaymentAccounts(trx: Transaction, borrowerId: string): Promise<RepaymentAccount[]> {
  return trx
    .selectFrom("repayment_account")
    .select(accountColumns)
    .where("borrowerId", "=", borrowerId)
    .orderBy("loanId")
    .forUpdate()
    .execute();
}

/** For each loan of a borrower the due date of its oldest open instalment. */
export async function readUnpaidSince(reader: Reader, borrowerId: string): Promise<Map<string, BusinessDate>> {
  const rows = await reader
    .selectFrom("repayment_account")
    .select(["loanId", "unpaidSince"])
    .where("borrowerId", "=", borrowerId)
    .execute();
  return new Map(rows.flatMap((row) => (row.unpaidSince ? [[row.loanId, row.unpaidSince] as const] : [])));
}

/** Loans whose oldest open instalment is due on one of these days, by their ids. */
export async function loansUnpaidSince(
  reader: Reader,
  from: BusinessDate,
  to: BusinessDate,
  afterId: string | null,
  most: number,
): Promise<LoanName[]> {
  let query = reader
    .selectFrom("repayment_account")
    .select(["borrowerId", "loanId"])
    .where("unpaidPrincipalRupiah", ">", 0)
    .where("unpaidSince", ">=", from)
    .where("unpaidSince", "<=", to)
    .orderBy("loanId")
    .limit(most);
  if (afterId !== null) query = query.where("loanId", ">", afterId);
  return (await query.execute()).map((row) => ({ borrowerId: row.borrowerId, loanId: row.loanId }));
}

export interface AccountChange {
  bookedOn?: BusinessDate;
  nextBookingOn?: BusinessDate | null;
  nextReminderAt?: Date | null;
  restUntil?: Date;
  /** When it is announced next that the loan is overdue. */
  nextOverdueOn?: BusinessDate | null;
  exposure?: Exposure;
  /** Null where not all events count yet: then the history is read. */
  position?: KeptPosition | null;
}

export async function changeAccount(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  change: AccountChange,
): Promise<void> {
  await trx
    .updateTable("repayment_account")
    .set({
      ...(change.bookedOn === undefined ? {} : { bookedOn: change.bookedOn }),
      ...(change.nextBookingOn === undefined ? {} : { nextBookingOn: change.nextBookingOn }),
      ...(change.nextReminderAt === undefined ? {} : { nextReminderAt: change.nextReminderAt }),
      ...(change.restUntil === undefined ? {} : { restUntil: change.restUntil }),
      ...(change.nextOverdueOn === undefined ? {} : { nextOverdueOn: change.nextOverdueOn }),
      ...(change.position === undefined ? {} : { position: storedPosition(change.position) }),
      ...(change.exposure === undefined
        ? {}
        : {
            unpaidPrincipalRupiah: change.exposure.unpaidPrincipalRupiah,
            unpaidSince: change.exposure.unpaidSince,
            // Another date starts another period of arrears.
            nextOverdueOn: sql<
              string | null
            >`case when unpaid_since is not distinct from ${change.exposure.unpaidSince}::date
              then next_overdue_on else ${change.exposure.unpaidSince}::date + 1 end`,
          }),
    })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .execute();
}

/**
 * Claims a borrower's loans for one sweep until the transaction ends; false if another process holds the claim. It does
 * not lock their rows: transactions that change rows lock them in order.
 */
export async function claimLoansOf(trx: Transaction, borrowerId: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`repayment-sweep:${borrowerId}`}, 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}

/**
 * Loans whose step is due on `last` or before; one that failed waits for its next try.
 * @param column `next_booking_on`: a day that is to be closed; `next_overdue_on`: a day on which the loan is announced as overdue
 */
export async function accountsDue(
  reader: Reader,
  column: "nextBookingOn" | "nextOverdueOn",
  { last, now, most }: { last: BusinessDate; now: Date; most: number },
): Promise<LoanName[]> {
  const rows = await reader
    .selectFrom("repayment_account")
    .select(["borrowerId", "loanId"])
    .where(column, "<=", last)
    .where((row) => row.or([row("tryAgainAt", "is", null), row("tryAgainAt", "<=", now)]))
    .orderBy(column)
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, loanId: row.loanId }));
}

/** The amount and the day of a payment of this loan, and where its money was before; null where there is no such payment. */
export async function findPayment(
  reader: Reader,
  { borrowerId, loanId }: LoanName,
  paymentId: string,
): Promise<{ amountRupiah: number; valueDate: BusinessDate; source: PaymentSource } | null> {
  const row = await reader
    .selectFrom("repayment_event")
    .select(["amountRupiah", "valueDate", "source"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("id", "=", paymentId)
    .where("kind", "=", "PAYMENT")
    .executeTakeFirst();
  return row
    ? {
        amountRupiah: row.amountRupiah ?? 0,
        valueDate: row.valueDate,
        source: (row.source ?? "RAIL") as PaymentSource,
      }
    : null;
}

/** Loans whose borrower is to be reminded by now; one that failed waits for its next try. */
export async function accountsToRemind(reader: Reader, now: Date, most: number): Promise<LoanName[]> {
  const rows = await reader
    .selectFrom("repayment_account")
    .select(["borrowerId", "loanId"])
    .where("nextReminderAt", "<=", now)
    .where((row) => row.or([row("tryAgainAt", "is", null), row("tryAgainAt", "<=", now)]))
    .orderBy("nextReminderAt")
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, loanId: row.loanId }));
}

/** Notes that a sweep failed at a loan: it is tried again later each time, so that others are not kept waiting by it. */
export async function postponeAccount(database: Database, { borrowerId, loanId }: LoanName, now: Date): Promise<void> {
  await transact(database, async (trx) => {
    const row = await trx
      .selectFrom("repayment_account")
      .select("failures")
      .where("borrowerId", "=", borrowerId)
      .where("loanId", "=", loanId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await trx
      .updateTable("repayment_account")
      .set({ failures: row.failures + 1, tryAgainAt: nextTry(now, row.failures) })
      .where("borrowerId", "=", borrowerId)
      .where("loanId", "=", loanId)
      .execute();
  });
}

/** The sweep succeeded: the count of failures starts again. */
export async function noteSuccess(trx: Transaction, { borrowerId, loanId }: LoanName): Promise<void> {
  await trx
    .updateTable("repayment_account")
    .set({ failures: 0, tryAgainAt: null })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("failures", ">", 0)
    .execute();
}

/** The rail by which a payment came in; null for money that was with us already. */
export interface LoanEventFacts {
  rail: Rail | null;
  bankCode: string | null;
  paidAt: Date | null;
  actor: string;
  recordedAt: Date;
}
export type StoredEvent = LoanEvent & LoanEventFacts;

/** Adds an event to the history; false where it was there already. */
export async function insertLoanEvent(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  event: StoredEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("repayment_event")
    .values({
      borrowerId,
      loanId,
      id: event.id,
      kind: event.kind,
      valueDate: event.valueDate,
      amountRupiah: "amountRupiah" in event ? event.amountRupiah : null,
      component: "of" in event ? event.of : null,
      source: event.kind === "PAYMENT" ? (event.from ?? "RAIL") : null,
      reversedEventId: event.kind === "REVERSAL" ? event.eventId : null,
      rail: event.rail,
      bankCode: event.bankCode,
      paidAt: event.paidAt,
      actor: event.actor,
      recordedAt: event.recordedAt,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "loanId", "id"]).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** The whole history of a loan in order of recording; the engine orders it by what counts. */
export function loanEventsOf(reader: Reader, name: LoanName): Promise<StoredEvent[]> {
  return readOnce(reader, `repayment events of ${name.loanId}`, () => readEvents(reader, name));
}

async function readEvents(reader: Reader, { borrowerId, loanId }: LoanName): Promise<StoredEvent[]> {
  return (await eventsOfLoans(reader, borrowerId, [loanId])).get(loanId) ?? [];
}

/** The histories of some loans of a borrower in one query; a loan without events is absent. */
export async function eventsOfLoans(
  reader: Reader,
  borrowerId: string,
  loanIds: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  if (loanIds.length === 0) return new Map();
  const query = everyEvent(reader)
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "in", [...loanIds]);
  return byLoan(await query.execute());
}

/** The same for loans of one or several borrowers. */
export async function eventsOfNamed(reader: Reader, names: readonly LoanName[]): Promise<Map<string, StoredEvent[]>> {
  const holder = names[0]?.borrowerId;
  if (holder === undefined) return new Map();
  if (names.every(({ borrowerId }) => borrowerId === holder))
    return eventsOfLoans(
      reader,
      holder,
      names.map(({ loanId }) => loanId),
    );
  // In pairs: two lists would be looked up as every borrower with every loan.
  const pairs = sql<boolean>`(borrower_id, loan_id) in (select * from ${unnestNames(names)})`;
  return byLoan(await everyEvent(reader).where(pairs).execute());
}

const unnestNames = (names: readonly LoanName[]) =>
  sql`unnest(${names.map(({ borrowerId }) => borrowerId)}::uuid[], ${names.map(({ loanId }) => loanId)}::uuid[])`;

const everyEvent = (reader: Reader) =>
  reader.selectFrom("repayment_event").selectAll().orderBy("recordedAt").orderBy("id");

function byLoan(rows: Awaited<ReturnType<ReturnType<typeof everyEvent>["execute"]>>): Map<string, StoredEvent[]> {
  const stored = rows.map((row): { loanId: string; event: StoredEvent } => {
    const facts: LoanEventFacts = {
      rail: row.rail as Rail | null,
      bankCode: row.bankCode,
      paidAt: row.paidAt,
      actor: row.actor,
      recordedAt: row.recordedAt,
    };
    const base = { id: row.id, valueDate: row.valueDate };
    const amountRupiah = row.amountRupiah ?? 0;
    if (row.kind === "PAYMENT")
      return {
        loanId: row.loanId,
        event: { ...facts, ...base, kind: "PAYMENT", amountRupiah, from: row.source as PaymentSource },
      };
    if (row.kind === "REVERSAL")
      return {
        loanId: row.loanId,
        event: { ...facts, ...base, kind: "REVERSAL", eventId: row.reversedEventId ?? "" },
      };
    if (row.kind === "WRITE_OFF") return { loanId: row.loanId, event: { ...facts, ...base, kind: "WRITE_OFF" } };
    return {
      loanId: row.loanId,
      event: {
        ...facts,
        ...base,
        kind: row.kind as "WAIVER" | "DISCOUNT",
        of: row.component as Component,
        amountRupiah,
      },
    };
  });
  const grouped = Map.groupBy(stored, ({ loanId }) => loanId);
  return new Map([...grouped].map(([loanId, ofLoan]) => [loanId, ofLoan.map(({ event }) => event)]));
}
