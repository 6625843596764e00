/** Hashes that bind transfers into a chain of seals, so that a row edited behind the ledger's back is found and named. // Threat B12 */
import { createHash } from "node:crypto";
import type { RawTransfer } from "./posting.ts";

/** The previous hash of the first seal. */
export const chainStart = Buffer.alloc(32);

/** SHA-256 over every field of a row, in a fixed order and an unambiguous form. */
export function hashOfTransfer(row: RawTransfer): Buffer {
  const fields = [
    row.id,
    row.position,
    row.phase,
    row.pendingId,
    row.asset,
    row.debitAccountId,
    row.creditAccountId,
    row.amount,
    row.kind,
    row.reference,
    row.valueDate,
    new Date(row.postedAt).toISOString(),
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}

/** SHA-256 over the seal before and the hashes of this seal's transfers, by position. */
export function hashOfSeal(previous: Buffer, transferHashes: readonly Buffer[]): Buffer {
  const hash = createHash("sha256").update(previous);
  for (const one of transferHashes) hash.update(one);
  return hash.digest();
}
