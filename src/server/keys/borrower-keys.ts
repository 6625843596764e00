/**
 * A data key for each borrower, wrapped by the installation's key. Deleting a borrower means destroying one row's
 * key: the data becomes unreadable in object backups and in every process at once, because each use reads the wrapped
 * key and a read-only request keeps it only until its end.
 */
import type { Reader, Transaction } from "../database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { readScope } from "#server/postgres/read-scope.ts";
import { createSealer, SealBroken, type NonceSource, type SealContext, type Sealer } from "./sealing.ts";

/** The borrower's key was destroyed: nothing can be encrypted or decrypted for this id any more. */
export class BorrowerShredded extends Error {
  override readonly name = "BorrowerShredded";
}

export interface BorrowerKeys {
  /** Encrypts and decrypts for one borrower; the key is created at the first use. One query for any number of values. @throws BorrowerShredded */
  cipher(trx: Reader, borrowerId: string): Promise<Sealer>;
  /** Starts to read a borrower's key in advance, so that it runs in parallel with reading the values. Does nothing in a transaction, which runs one statement at a time. */
  ahead(trx: Reader, borrowerId: string): void;
  /** Ciphers of the borrowers that have a key, by id, in one query; shredded and unknown ones are absent. */
  ciphers(trx: Reader, borrowerIds: readonly string[]): Promise<Map<string, Sealer>>;
  seal(trx: Reader, borrowerId: string, plain: string, place: SealContext): Promise<string>;
  /** @throws SealBroken, BorrowerShredded */
  open(trx: Reader, borrowerId: string, sealed: string, place: SealContext): Promise<string>;
  sealBytes(trx: Reader, borrowerId: string, plain: Uint8Array, place: SealContext): Promise<Buffer>;
  /** @throws SealBroken, BorrowerShredded */
  openBytes(trx: Reader, borrowerId: string, sealed: Uint8Array, place: SealContext): Promise<Buffer>;
  /** Destroys the key for ever and leaves the tombstone. False when it was destroyed before. */
  shred(trx: Transaction, borrowerId: string, at: Date): Promise<boolean>;
  /** Tombstones in order of id: an operator keeps them with a backup and runs `shred` on them after a restore. */
  tombstones(
    trx: Reader,
    page: { afterId?: string; limit: number },
  ): Promise<{ borrowerId: string; shreddedAt: Date }[]>;
}

const sealContextOf = (borrowerId: string): SealContext => ({
  table: "borrower_key",
  column: "wrapped",
  row: borrowerId,
});

const wrappedKey = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader.selectFrom("borrower_key").select("wrapped").where("borrowerId", "=", borrowerId),
);

/** `installation` wraps the keys; `random` makes them. */
export function createBorrowerKeys(installation: Sealer, random: NonceSource): BorrowerKeys {
  const cipherOf = (borrowerId: string, wrapped: string): Sealer => {
    const key = Buffer.from(installation.open(wrapped, sealContextOf(borrowerId)), "base64url");
    return createSealer(
      { keyFor: (id) => (id === null || id === "b" ? { id: "b", key } : null) },
      random,
      `borrower:${borrowerId}`,
    );
  };
  const find = (trx: Reader, borrowerId: string): Promise<Sealer | undefined> =>
    readOnce(trx, `key of ${borrowerId}`, async () => {
      const row = await wrappedKey.executeTakeFirst(trx, { borrowerId });
      if (row?.wrapped === null) throw new BorrowerShredded("This borrower's data was shredded.");
      return row ? cipherOf(borrowerId, row.wrapped) : undefined;
    });
  const existing = async (trx: Reader, borrowerId: string, place: SealContext): Promise<Sealer> => {
    const cipher = await find(trx, borrowerId);
    if (!cipher) throw new SealBroken(place, "its borrower has no key");
    return cipher;
  };
  const cipher: BorrowerKeys["cipher"] = async (trx, borrowerId) => {
    const found = await find(trx, borrowerId);
    if (found) return found;
    const wrapped = installation.seal(random.bytes(32).toString("base64url"), sealContextOf(borrowerId));
    // The no-op update on conflict returns the row of a parallel creator, even when this transaction cannot see it yet.
    const row = await trx
      .insertInto("borrower_key")
      .values({ borrowerId, wrapped, shreddedAt: null })
      .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet({ borrowerId }))
      .returning("wrapped")
      .executeTakeFirstOrThrow();
    if (row.wrapped === null) throw new BorrowerShredded("This borrower's data was shredded.");
    return cipherOf(borrowerId, row.wrapped);
  };
  return {
    cipher,
    ahead(trx, borrowerId) {
      // Without the request's shared reads it would be queried twice.
      if (readScope() && !trx.isTransaction) find(trx, borrowerId).catch(() => {});
    },
    async ciphers(trx, borrowerIds) {
      if (borrowerIds.length === 0) return new Map();
      const rows = await trx
        .selectFrom("borrower_key")
        .select(["borrowerId", "wrapped"])
        .where("borrowerId", "in", borrowerIds)
        .execute();
      return new Map(
        rows.flatMap(({ borrowerId, wrapped }) =>
          wrapped === null ? [] : [[borrowerId, cipherOf(borrowerId, wrapped)] as const],
        ),
      );
    },
    seal: async (trx, borrowerId, plain, place) => (await cipher(trx, borrowerId)).seal(plain, place),
    open: async (trx, borrowerId, sealed, place) => (await existing(trx, borrowerId, place)).open(sealed, place),
    sealBytes: async (trx, borrowerId, plain, place) => (await cipher(trx, borrowerId)).sealBytes(plain, place),
    openBytes: async (trx, borrowerId, sealed, place) =>
      (await existing(trx, borrowerId, place)).openBytes(sealed, place),
    shred,
    tombstones,
  };
}

const shred: BorrowerKeys["shred"] = async (trx, borrowerId, at) => {
  const row = await trx
    .insertInto("borrower_key")
    .values({ borrowerId, wrapped: null, shreddedAt: at })
    .onConflict((conflict) =>
      conflict
        .column("borrowerId")
        .doUpdateSet({ wrapped: null, shreddedAt: at })
        .where("borrower_key.wrapped", "is not", null),
    )
    .returning("borrowerId")
    .executeTakeFirst();
  return row !== undefined;
};

const tombstones: BorrowerKeys["tombstones"] = async (trx, { afterId, limit }) => {
  let query = trx.selectFrom("borrower_key").select(["borrowerId", "shreddedAt"]).where("shreddedAt", "is not", null);
  if (afterId !== undefined) query = query.where("borrowerId", ">", afterId);
  const rows = await query.orderBy("borrowerId").limit(limit).execute();
  return rows.flatMap((row) => (row.shreddedAt ? [{ borrowerId: row.borrowerId, shreddedAt: row.shreddedAt }] : []));
};
