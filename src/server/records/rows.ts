/** Rows of tables, and columns whose values are sealed. */
import type { Reader } from "#server/database.server.ts";
import type { BorrowerKeys } from "#server/keys/borrower-keys.ts";
import type { SealContext, Sealer } from "#server/keys/sealing.ts";

/** The database's type of a field: a state is plain text there, a stored document has any type. */
type Stored<Value> = Value extends string
  ? string
  : Value extends number | boolean | bigint | Date | null | Uint8Array
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Stored<Item>[]
      : unknown;

/**
 * A row of the database as the type that the code gives it: values that the database cannot check (for example states)
 * are trusted. Columns that the type does not name are kept.
 */
export function rowFromColumns<Row extends object>(columns: { [Field in keyof Row]: Stored<Row[Field]> }): Row {
  return columns as unknown as Row;
}

/** A column whose values are sealed as JSON, each bound to its row. */
export interface SealedColumn<Value> {
  /** With a given cipher, for many values of one owner. */
  seal(cipher: Pick<Sealer, "seal">, row: string, value: Value): string;
  /** @throws SealBroken */
  open(cipher: Pick<Sealer, "open">, row: string, sealed: string): Value;
  /** With the owner's key, which is read, or created if needed. @throws BorrowerShredded */
  sealOf(keys: BorrowerKeys, reader: Reader, ownerId: string, row: string, value: Value): Promise<string>;
  /** @throws SealBroken, BorrowerShredded */
  openOf(keys: BorrowerKeys, reader: Reader, ownerId: string, row: string, sealed: string): Promise<Value>;
}

/** The decrypted value is trusted to be a `Value`, because the seal proves that we wrote it. */
export function sealedColumn<Value>(table: string, column: string): SealedColumn<Value> {
  const contextOf = (row: string): SealContext => ({ table, column, row });
  return {
    seal: (cipher, row, value) => cipher.seal(JSON.stringify(value), contextOf(row)),
    open: (cipher, row, sealed) => JSON.parse(cipher.open(sealed, contextOf(row))) as Value,
    sealOf: (keys, reader, ownerId, row, value) => keys.seal(reader, ownerId, JSON.stringify(value), contextOf(row)),
    openOf: async (keys, reader, ownerId, row, sealed) =>
      JSON.parse(await keys.open(reader, ownerId, sealed, contextOf(row))) as Value,
  };
}
