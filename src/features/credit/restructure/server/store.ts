/** All SQL of restructuring. Every function takes the transaction (or the database, for reads) first. */
import type { Selectable } from "kysely";
import { absorbedBy } from "#features/account/account-merge/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { RestructureAsk, RestructureOffer } from "#server/database.types.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { HardshipReason, RestructureOfferState, ProgrammeName } from "../contract.ts";

export type AskOrigin = "BORROWER" | "HOUSE" | "STAFF";

export interface AskRow {
  borrowerId: string;
  id: string;
  loanId: string;
  origin: AskOrigin;
  reason: HardshipReason | null;
  noteSealed: string | null;
  /** Photos of the account's documents that the borrower showed with it. */
  documentIds: string[];
  askedAt: Date;
  restsUntil: Date | null;
}

export interface RestructureOfferRow {
  borrowerId: string;
  id: string;
  askId: string;
  loanId: string;
  programme: ProgrammeName;
  tenorDays: number;
  state: RestructureOfferState;
  /** Id and number of the new loan. */
  newLoanId: string;
  number: string;
  offeredAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
}

export const sealedHardshipNote = sealedColumn<string>("restructure_ask", "noteSealed");

const askOf = (row: Selectable<RestructureAsk>): AskRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  loanId: row.loanId,
  origin: row.origin as AskOrigin,
  reason: row.reason as HardshipReason | null,
  noteSealed: row.noteSealed,
  documentIds: row.documentIds,
  askedAt: row.askedAt,
  restsUntil: row.restsUntil,
});

const offerOf = (row: Selectable<RestructureOffer>): RestructureOfferRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  askId: row.askId,
  loanId: row.loanId,
  programme: row.programme as ProgrammeName,
  tenorDays: row.tenorDays,
  state: row.state as RestructureOfferState,
  newLoanId: row.newLoanId,
  number: row.number,
  offeredAt: row.offeredAt,
  expiresAt: row.expiresAt,
  closedAt: row.closedAt,
});

export async function insertHelpRequest(trx: Transaction, row: AskRow): Promise<void> {
  await trx
    .insertInto("restructure_ask")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      loanId: row.loanId,
      origin: row.origin,
      reason: row.reason,
      noteSealed: row.noteSealed,
      documentIds: row.documentIds,
      askedAt: row.askedAt,
      restsUntil: row.restsUntil,
    })
    .execute();
}

const maxAsks = 50;

/** A borrower's requests, and offers made without a request, newest first. */
export async function asksOf(reader: Reader, borrowerId: string): Promise<AskRow[]> {
  const rows = await reader
    .selectFrom("restructure_ask")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .limit(maxAsks)
    .execute();
  return rows.map(askOf);
}

export async function findHelpRequest(reader: Reader, borrowerId: string, id: string): Promise<AskRow | null> {
  const row = await reader
    .selectFrom("restructure_ask")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? askOf(row) : null;
}

export async function insertRestructureOffer(trx: Transaction, row: RestructureOfferRow): Promise<void> {
  await trx
    .insertInto("restructure_offer")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      askId: row.askId,
      loanId: row.loanId,
      programme: row.programme,
      tenorDays: row.tenorDays,
      state: row.state,
      newLoanId: row.newLoanId,
      number: row.number,
      offeredAt: row.offeredAt,
      expiresAt: row.expiresAt,
      closedAt: row.closedAt,
    })
    .execute();
}

const maxOffers = 100;

/** A borrower's offers, newest first and of one moment the shortest first. */
export async function restructureOffersOf(reader: Reader, borrowerId: string): Promise<RestructureOfferRow[]> {
  const rows = await reader
    .selectFrom("restructure_offer")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("offeredAt", "desc")
    .orderBy("tenorDays")
    .limit(maxOffers)
    .execute();
  return rows.map(offerOf);
}

/** Includes those of merged accounts: limits on how often something is allowed count per person. */
export async function offersOfPerson(reader: Reader, borrowerId: string): Promise<RestructureOfferRow[]> {
  const [own, absorbed] = await Promise.all([restructureOffersOf(reader, borrowerId), absorbedBy(reader, borrowerId)]);
  const absorbedOffers = await Promise.all(absorbed.map((absorbedId) => restructureOffersOf(reader, absorbedId)));
  return [...own, ...absorbedOffers.flat()];
}

/** One offer of this borrower; null for anybody else's. */
export async function findRestructureOffer(
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<RestructureOfferRow | null> {
  const row = await reader
    .selectFrom("restructure_offer")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? offerOf(row) : null;
}

/** Offers that have run out, for the sweep, the oldest first. */
export async function expiredOffers(reader: Reader, now: Date, most: number): Promise<RestructureOfferRow[]> {
  const rows = await reader
    .selectFrom("restructure_offer")
    .selectAll()
    .where("state", "=", "OFFERED")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(most)
    .execute();
  return rows.map(offerOf);
}
