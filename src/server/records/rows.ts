/** Between a table's columns and the code's fields: names by one rule (`due_at`, `dueAt`), values as they are. */
import type { Reader } from "#server/database.server.ts";
import type { BorrowerKeys } from "#server/keys/borrower-keys.ts";
import type { SealContext, Sealer } from "#server/keys/sealing.ts";

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : "";

/** The database's type of a field: a state is plain text there, a stored document has any type. */
type Stored<Value> = Value extends string
  ? string
  : Value extends number | boolean | bigint | Date | null | Uint8Array
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Stored<Item>[]
      : unknown;

/** The columns that make a row's fields. */
type ColumnsOf<Row> = { [Field in keyof Row & string as Snake<Field>]: Stored<Row[Field]> };

/**
 * Renames a row's columns to field names. Columns that the type does not name are kept. Values that the database
 * cannot check (for example states) are trusted, as with a cast.
 */
export function rowOf<Row extends object>(columns: ColumnsOf<Row>): Row {
  const row: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(columns)) row[fieldName(column)] = value;
  return row as Row;
}

type Written<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** A change, or a new row, by column names; undefined values are left out. */
export function columnsOf<Change extends object>(
  change: Change,
): { [Field in keyof Change & string as Snake<Field>]: Written<Change[Field]> } {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(change)) if (value !== undefined) columns[columnName(field)] = value;
  return columns as never;
}

const fields = new Map<string, string>();
function fieldName(column: string): string {
  let field = fields.get(column);
  if (field === undefined)
    fields.set(column, (field = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())));
  return field;
}

const columns = new Map<string, string>();
function columnName(field: string): string {
  let column = columns.get(field);
  if (column === undefined)
    columns.set(field, (column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
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
