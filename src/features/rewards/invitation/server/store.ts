/** All SQL of invitations. */
import { rowFromColumns } from "#server/records/rows.ts";
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Invitation as InvitationTable } from "#server/database.types.ts";
import type { InvitationReason, InvitationState } from "../contract.ts";

/** The borrower's own code; null before one was drawn. */
export async function ownCode(reader: Reader, borrowerId: string): Promise<string | null> {
  const row = await reader
    .selectFrom("invitation_code")
    .select("code")
    .where("borrowerId", "=", borrowerId)
    .where("isOwn", "=", true)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Stores a drawn code; does nothing when the borrower has one, or another borrower has this one. */
export async function insertCode(trx: Reader, borrowerId: string, code: string, at: Date): Promise<void> {
  await trx
    .insertInto("invitation_code")
    .values({ borrowerId, code, madeAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function inviterOfCode(reader: Reader, code: string): Promise<string | null> {
  const row = await reader
    .selectFrom("invitation_code")
    .select("borrowerId")
    .where("code", "=", code)
    .executeTakeFirst();
  return row?.borrowerId ?? null;
}

export type PassedCode = { code: string; isOwn: boolean };

/**
 * Moves the codes of an account to another one, and returns them as they were. `isOwnKept`: an own code becomes the
 * other account's own code; otherwise it leads there as an additional one. `only`: restores this one as it was.
 */
export async function passCodes(
  trx: Transaction,
  from: string,
  to: string,
  { only, isOwnKept = false }: { only?: PassedCode; isOwnKept?: boolean },
): Promise<PassedCode[]> {
  let had = trx.selectFrom("invitation_code").select(["code", "isOwn"]).where("borrowerId", "=", from);
  if (only) had = had.where("code", "=", only.code);
  const passed = (await had.orderBy("code").execute()).map(({ code, isOwn }) => ({ code, isOwn }));
  for (const { code, isOwn } of passed)
    await trx
      .updateTable("invitation_code")
      .set({ borrowerId: to, isOwn: only ? only.isOwn : isOwn && isOwnKept })
      .where("borrowerId", "=", from)
      .where("code", "=", code)
      .execute();
  return passed;
}

/** Moves an inviter's friends to another account, all or the given ones; returns which. Under the locks of both inviters. */
export async function passInvitations(
  trx: Transaction,
  { from, to, ...which }: { from: string; to: string } & ({ exceptFriend: string } | { only: readonly string[] }),
): Promise<string[]> {
  const these =
    "only" in which
      ? sql`id = any(${[...which.only]}::uuid[])`
      : sql`id not in (select invitation_id from invitation_guest where borrower_id = ${which.exceptFriend})`;
  const { rows } = await sql<{ id: string }>`
    update invitation set borrower_id = ${to} where borrower_id = ${from} and ${these} returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await trx.updateTable("invitation_guest").set({ inviterId: to }).where("invitationId", "in", ids).execute();
  return ids;
}

/** Whatever counts against an inviter's limits waits here for its turn. */
export async function lockInviter(trx: Transaction, borrowerId: string): Promise<void> {
  await trx
    .selectFrom("invitation_code")
    .select("code")
    .where("borrowerId", "=", borrowerId)
    .orderBy("code")
    .forUpdate()
    .execute();
}

export interface FriendInvitationRow {
  /** The inviter. */
  borrowerId: string;
  id: string;
  campaignId: string;
  state: InvitationState;
  tail: string | null;
  reason: InvitationReason | null;
  joinedAt: Date;
  loanUntil: Date;
  countedAt: Date | null;
  cashAt: Date | null;
  cashDueAt: Date | null;
  cashTries: number;
  checkedAt: Date | null;
}

const invitationOf = (row: Selectable<InvitationTable>): FriendInvitationRow =>
  rowFromColumns<FriendInvitationRow>(row);

export interface Guest {
  /** The friend. */
  borrowerId: string;
  invitationId: string;
  inviterId: string;
  networkIndex: string | null;
  loanId: string | null;
  joinedAt: Date;
}

/** Stores who invited a borrower, once. False when it is stored already. */
export async function insertGuest(trx: Transaction, guest: Omit<Guest, "loanId">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("invitation_guest")
    .values({
      borrowerId: guest.borrowerId,
      invitationId: guest.invitationId,
      inviterId: guest.inviterId,
      networkIndex: guest.networkIndex,
      joinedAt: guest.joinedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export async function insertInvitation(
  trx: Transaction,
  row: Pick<FriendInvitationRow, "borrowerId" | "id" | "campaignId" | "tail" | "joinedAt" | "loanUntil">,
): Promise<void> {
  await trx
    .insertInto("invitation")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      campaignId: row.campaignId,
      state: "JOINED",
      tail: row.tail,
      joinedAt: row.joinedAt,
      loanUntil: row.loanUntil,
      changedAt: row.joinedAt,
    })
    .execute();
}

const guestOf = (row: {
  borrowerId: string;
  invitationId: string;
  inviterId: string;
  networkIndex: string | null;
  loanId: string | null;
  joinedAt: Date;
}): Guest => ({
  borrowerId: row.borrowerId,
  invitationId: row.invitationId,
  inviterId: row.inviterId,
  networkIndex: row.networkIndex,
  loanId: row.loanId,
  joinedAt: row.joinedAt,
});

/** A borrower's inviter; null without one. */
export async function guestById(reader: Reader, friendId: string): Promise<Guest | null> {
  const row = await reader
    .selectFrom("invitation_guest")
    .selectAll()
    .where("borrowerId", "=", friendId)
    .executeTakeFirst();
  return row ? guestOf(row) : null;
}

/** The friend of an invitation; null once that account's data is deleted. */
export async function guestOfInvitation(reader: Reader, invitationId: string): Promise<Guest | null> {
  const row = await reader
    .selectFrom("invitation_guest")
    .selectAll()
    .where("invitationId", "=", invitationId)
    .executeTakeFirst();
  return row ? guestOf(row) : null;
}

/** Friends of an inviter, the newest first. */
export async function guestsOf(reader: Reader, inviterId: string, max: number): Promise<Guest[]> {
  const rows = await reader
    .selectFrom("invitation_guest")
    .selectAll()
    .where("inviterId", "=", inviterId)
    .orderBy("joinedAt", "desc")
    .limit(max)
    .execute();
  return rows.map(guestOf);
}

export async function writeLoan(trx: Transaction, friendId: string, loanId: string | null): Promise<void> {
  await trx.updateTable("invitation_guest").set({ loanId }).where("borrowerId", "=", friendId).execute();
}

/** An invitation under its lock; behind that of its inviter. */
export async function lockFriendInvitationRow(
  trx: Transaction,
  borrowerId: string,
  id: string,
): Promise<FriendInvitationRow | null> {
  const row = await trx
    .selectFrom("invitation")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? invitationOf(row) : null;
}

export async function findFriendInvitation(reader: Reader, id: string): Promise<FriendInvitationRow | null> {
  const row = await reader.selectFrom("invitation").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? invitationOf(row) : null;
}

/** Inviters in this campaign, after an id and in the order of ids. */
export async function invitersOf(reader: Reader, campaignId: string, after: string, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("invitation")
    .select("borrowerId")
    .distinct()
    .where("campaignId", "=", campaignId)
    .where("borrowerId", ">", after)
    .orderBy("borrowerId")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** How many friends bring (or brought) the reward in money since then; under the inviter's lock. */
export async function cashSince(reader: Reader, borrowerId: string, since: Date): Promise<number> {
  const row = await reader
    .selectFrom("invitation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("cashAt", ">", since)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** One page of an inviter's friends, the newest first. */
export async function listFriendInvitations(
  reader: Reader,
  borrowerId: string,
  { before, max }: { before?: { at: Date; id: string } | undefined; max: number },
): Promise<FriendInvitationRow[]> {
  let query = reader
    .selectFrom("invitation")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("joinedAt", "desc")
    .orderBy("id", "desc")
    .limit(max);
  if (before) query = query.where(sql<boolean>`(joined_at, id) < (${before.at}, ${before.id}::uuid)`);
  return (await query.execute()).map(invitationOf);
}

export interface InvitationTally {
  joined: number;
  counted: number;
  rewarded: number;
}

export async function tallyOf(reader: Reader, borrowerId: string): Promise<InvitationTally> {
  const { rows } = await sql<InvitationTally>`
    select count(*) as joined, count(*) filter (where counted_at is not null) as counted,
      count(*) filter (where state = 'REWARDED') as rewarded
    from invitation where borrower_id = ${borrowerId}`.execute(reader);
  return rows[0]!;
}

type Due = Pick<FriendInvitationRow, "borrowerId" | "id">;
const due = (rows: readonly { borrowerId: string; id: string }[]): Due[] =>
  rows.map((row) => ({ borrowerId: row.borrowerId, id: row.id }));

/** Invitations whose reward is due. */
export async function dueInvitations(reader: Reader, now: Date, max: number): Promise<Due[]> {
  return due(
    await reader
      .selectFrom("invitation")
      .select(["borrowerId", "id"])
      .where("state", "=", "COUNTED")
      .where("cashDueAt", "<=", now)
      .orderBy("cashDueAt")
      .limit(max)
      .execute(),
  );
}

/** Invitations whose time ended without a first loan. */
export async function overInvitations(reader: Reader, before: Date, max: number): Promise<Due[]> {
  return due(
    await reader
      .selectFrom("invitation")
      .select(["borrowerId", "id"])
      .where("state", "in", ["JOINED", "COUNTED"])
      .where("cashAt", "is", null)
      .where("loanUntil", "<=", before)
      .orderBy("loanUntil")
      .limit(max)
      .execute(),
  );
}

/** An inviter's invitations that may still bring a reward. */
export async function openInvitations(reader: Reader, borrowerId: string): Promise<Due[]> {
  return due(
    await reader
      .selectFrom("invitation")
      .select(["borrowerId", "id"])
      .where("borrowerId", "=", borrowerId)
      .where("state", "in", ["JOINED", "COUNTED", "CHECKING"])
      .execute(),
  );
}

/** Whether a friend of this inviter is under review. */
export async function isAnyChecked(reader: Reader, borrowerId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("invitation")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "CHECKING")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetTail(trx: Transaction, id: string): Promise<void> {
  await trx.updateTable("invitation").set({ tail: null }).where("id", "=", id).execute();
}

/** Removes stored networks that are no longer needed; returns how many. */
export async function forgetNetworks(reader: Reader, before: Date, max: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update invitation_guest set network_index = null where borrower_id in (
      select borrower_id from invitation_guest where network_index is not null and joined_at < ${before} limit ${max}
      for update skip locked)`.execute(reader);
  return Number(numAffectedRows);
}
