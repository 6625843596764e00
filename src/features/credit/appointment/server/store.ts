/** SQL of appointments. */
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { AppointmentState } from "../contract.ts";

export interface AppointmentRow {
  borrowerId: string;
  id: string;
  state: AppointmentState;
  amountRupiah: number;
  tenorDays: number;
  purpose: string;
  bankAccountId: string;
  onDay: BusinessDate;
  costRupiah: number;
  bookedAt: Date;
  /** When the message of the day is due, then when it lapses; null once it is over. */
  dueAt: Date | null;
  offeredAt: Date | null;
  confirmBy: BusinessDate | null;
  endedAt: Date | null;
  loanId: string | null;
}

const openStates = ["BOOKED", "OFFERED"] as const;

const openOf = (reader: Reader, borrowerId: string) =>
  reader
    .selectFrom("loan_appointment")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", openStates);
const open = fixedQuery((reader, { borrowerId }: { borrowerId: string }) => openOf(reader, borrowerId));
const heldOpen = fixedQuery((reader, { borrowerId }: { borrowerId: string }) => openOf(reader, borrowerId).forUpdate());

/** The borrower's open appointment; null where there is none. `held`: locked until the transaction ends. */
export async function findOpenAppointment(
  reader: Reader,
  borrowerId: string,
  isLocked = false,
): Promise<AppointmentRow | null> {
  const row = await (isLocked ? heldOpen : open).executeTakeFirst(reader, { borrowerId });
  return row ? rowFromColumns<AppointmentRow>(row) : null;
}

/** The newest appointments of a borrower. */
export async function listAppointments(reader: Reader, borrowerId: string, most: number): Promise<AppointmentRow[]> {
  const rows = await reader
    .selectFrom("loan_appointment")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => rowFromColumns<AppointmentRow>(row));
}

/** False where one is open already. */
export async function insertAppointment(
  trx: Transaction,
  appointment: Omit<AppointmentRow, "state" | "offeredAt" | "confirmBy" | "endedAt" | "loanId">,
): Promise<boolean> {
  const added = await trx
    .insertInto("loan_appointment")
    .values({ ...appointment, state: "BOOKED" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Postpones its next check. */
export async function dueLater(
  trx: Transaction,
  { borrowerId, id }: Pick<AppointmentRow, "borrowerId" | "id">,
  dueAt: Date,
): Promise<void> {
  await trx
    .updateTable("loan_appointment")
    .set({ dueAt })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Borrowers whose appointment is to be looked at by `now`, the longest waiting first. */
export async function dueAppointments(reader: Reader, now: Date, most: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("loan_appointment")
    .select("borrowerId")
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(most)
    .execute();
  return rows.map((row) => row.borrowerId);
}
