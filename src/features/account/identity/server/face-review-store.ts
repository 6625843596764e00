/** SQL of checks by staff: failed selfies that wait for one, the check itself, and the validity of its approval. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { FaceReview } from "#server/database.types.ts";
import { deleteEndedRows } from "#server/records/ended-rows.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { FaceReviewFlow } from "../contract.ts";

/** The name of its cases. */
export const faceReviewKind = "face_check";

/** The owner of the tries that a check is about. */
export type FaceLane = "OWNER" | "UNFREEZE";
export const faceReviewLaneOf = (flow: FaceReviewFlow): FaceLane => (flow === "UNFREEZE" ? "UNFREEZE" : "OWNER");

export interface FaceReviewRow {
  borrowerId: string;
  id: string;
  lane: FaceLane;
  /** Null while failed selfies are kept before a review is requested. */
  flow: FaceReviewFlow | null;
  state: "GATHERING" | "WAITING" | "APPROVED" | "USED" | "REJECTED" | "WITHDRAWN";
  createdAt: Date;
  askedAt: Date | null;
  reason: string | null;
  goodUntil: Date | null;
  endedAt: Date | null;
}

/** A check that staff were asked to make. */
export type AskedFaceReview = FaceReviewRow & { flow: FaceReviewFlow };

/** A row that the query guarantees to have been requested. */
const askedOf = (row: Selectable<FaceReview>): AskedFaceReview => rowFromColumns<FaceReviewRow>(row) as AskedFaceReview;

type Lane = Pick<FaceReviewRow, "borrowerId" | "lane">;

/** The waiting check, or the newest decided one; null when staff were never asked. */
export async function newestFaceReview(reader: Reader, { borrowerId, lane }: Lane): Promise<AskedFaceReview | null> {
  const row = await reader
    .selectFrom("face_review")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("lane", "=", lane)
    .where("askedAt", "is not", null)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? askedOf(row) : null;
}

/** A borrower's check, locked until the transaction ends. */
export async function lockFaceReview(trx: Transaction, borrowerId: string, id: string): Promise<FaceReviewRow | null> {
  const row = await trx
    .selectFrom("face_review")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? rowFromColumns<FaceReviewRow>(row) : null;
}

/** The open check of a lane, locked until the transaction ends: created if needed. `isNew` says which. */
export async function openFaceReview(
  trx: Transaction,
  { borrowerId, lane, id, createdAt }: Pick<FaceReviewRow, "borrowerId" | "lane" | "id" | "createdAt">,
): Promise<{ row: FaceReviewRow; isNew: boolean }> {
  const inserted = await trx
    .insertInto("face_review")
    .values({ borrowerId, id, lane, state: "GATHERING", createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  const row = await trx
    .selectFrom("face_review")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("lane", "=", lane)
    .where("state", "in", ["GATHERING", "WAITING"])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row: rowFromColumns<FaceReviewRow>(row), isNew: inserted !== undefined };
}

/** A borrower's checks that staff have not decided. */
export async function waitingFaceReviews(reader: Reader, borrowerId: string): Promise<AskedFaceReview[]> {
  const rows = await reader
    .selectFrom("face_review")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "WAITING")
    .execute();
  return rows.map(askedOf);
}

/** Deletes up to `max` that ended before `endedBefore` or gathered since before `gatheredBefore`; returns their ids. */
export async function deleteFaceReviews(
  trx: Transaction,
  { endedBefore, gatheredBefore, max }: { endedBefore: Date; gatheredBefore: Date; max: number },
): Promise<string[]> {
  return [
    ...(await deleteEndedRows(trx, "face_review", sql`ended_at < ${endedBefore}`, max)),
    ...(await deleteEndedRows(trx, "face_review", sql`state = 'GATHERING' and created_at < ${gatheredBefore}`, max)),
  ];
}
