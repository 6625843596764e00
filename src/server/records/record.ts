/**
 * A table described once, in a domain's `server/records.ts`. From the description come the type of its rows, the
 * writing of its documents as JSON, the places of its seals, its lifecycle, its entry in the registry of personal
 * data, and the words of its fields and codes. Queries stay Kysely's. // docs/decisions/246
 */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { DB, Json } from "#server/database.types.ts";
import type { SealContext } from "#server/keys/sealing.ts";
import { personalDataHeld, personalDataOf, wordFromTexts, type PersonalTable } from "#server/personal-data/index.ts";
import { defineQuestion, type QuestionAnswer } from "#server/questions.ts";
import type { Codes } from "#shared/codes.ts";
import type { Text } from "#shared/texts.ts";
import type { RecordColumn } from "./columns.ts";
import { defineLifecycle, lifecycles, type AnyLifecycle, type Lifecycle, type TransitionsOf } from "./lifecycle.ts";
import { sealedColumn, type SealedColumn } from "./rows.ts";

type TableName = keyof DB & string;

/** JSON columns take any type, because the database knows none of it; the others a part of the column's own type. */
type Takes<Value> = [Json] extends [Value] ? unknown : NonNullable<Value>;
/** A description of each column of the table: a missing one does not compile. */
type ColumnsOf<Table extends TableName> = {
  readonly [Name in keyof DB[Table]]: RecordColumn<Takes<Selectable<DB[Table]>[Name & keyof Selectable<DB[Table]>]>>;
};
type ValueOf<Own, Described> =
  Described extends RecordColumn<infer Value>
    ? [Value] extends [never]
      ? Own
      : [Json] extends [Own]
        ? Value
        : Value | Extract<Own, null | undefined>
    : never;
type Fields<Own, Columns> = {
  [Name in keyof Own]: ValueOf<Own[Name], Columns[Name & keyof Columns]>;
};
type SealedIn<Described> = Described extends { readonly opened?: infer Value } ? NonNullable<Value> : never;

/** A row as code reads it: codes and documents have their own types. */
export type RowOf<Described> =
  Described extends TableRecord<infer Table, infer Columns, infer _States>
    ? Fields<Selectable<DB[Table]>, Columns>
    : never;
/** A row as code inserts it; columns with a default may be omitted. */
export type NewRowOf<Described> =
  Described extends TableRecord<infer Table, infer Columns, infer _States>
    ? Fields<Insertable<DB[Table]>, Columns>
    : never;

export interface AnyRecord {
  table: TableName;
  columns: Readonly<Record<string, RecordColumn>>;
  personal: PersonalTable;
  /** Names the row in its history. */
  oneTitle: Text | undefined;
  life: AnyLifecycle | null;
}

export interface TableRecord<Table extends TableName, Columns, States> extends AnyRecord {
  table: Table;
  life: [keyof States] extends [never] ? null : Lifecycle<States & TransitionsOf<States>, Table>;
  /** A row that was read, whole or some of its columns, with the types of its record. Values are trusted, as with a cast. */
  read<Own extends Partial<Selectable<DB[Table]>>>(
    row: Own,
  ): Pick<Fields<Selectable<DB[Table]>, Columns>, FieldsIn<Own, Table, Columns>>;
  /** The same; null where no row was found. */
  one<Own extends Partial<Selectable<DB[Table]>>>(
    row: Own | undefined,
  ): Pick<Fields<Selectable<DB[Table]>, Columns>, FieldsIn<Own, Table, Columns>> | null;
  /** A new row as Kysely takes it: documents as JSON. */
  values(row: Fields<Insertable<DB[Table]>, Columns>): Insertable<DB[Table]>;
  /** A change as Kysely takes it: documents as JSON. */
  set(change: Partial<Fields<Updateable<DB[Table]>, Columns>>): Updateable<DB[Table]>;
  /** The place of a seal in a row. */
  place(column: keyof Columns & string, row: string): SealContext;
  /** Seals and opens the values of a column. */
  seal<Name extends keyof Columns & string>(column: Name): SealedColumn<SealedIn<Columns[Name]>>;
}
type FieldsIn<Own, Table extends TableName, Columns> = keyof Own & keyof Fields<Selectable<DB[Table]>, Columns>;

type Entry = Pick<
  PersonalTable,
  "title" | "inWords" | "ownerValue" | "where" | "through" | "keeps" | "retains" | "empties"
>;
interface Description<Columns, States> extends Entry {
  /** Each column, those that the borrower sees in the order of the copy. */
  columns: Columns;
  /** States of its rows, each with those that may follow; named as the table. */
  states?: States;
  /** The first state by default. */
  initial?: readonly (keyof States & string)[];
  /** Names one row in its history. */
  oneTitle?: Text;
}

/** Describes a table. @throws RangeError for states that `defineLifecycle` refuses */
export function defineRecord<
  Table extends TableName,
  const Columns extends ColumnsOf<Table>,
  const States extends TransitionsOf<States> = Record<never, never>,
>(
  table: Table,
  { columns, states, initial, oneTitle, ...entry }: Description<Columns & NoOthers<Columns, Table>, States>,
): TableRecord<Table, Columns, States> {
  const described: Readonly<Record<string, RecordColumn>> = columns;
  const documents = Object.keys(described).filter((name) => described[name]?.isJson);
  const write = (row: object): never => {
    const stored: Record<string, unknown> = { ...row };
    for (const name of documents)
      if (stored[name] !== undefined && stored[name] !== null) stored[name] = JSON.stringify(stored[name]);
    return stored as never;
  };
  const isBorrowers = described["borrowerId"]?.use === "OWNER";
  return {
    table,
    columns: described,
    personal: personalTable(table, described, entry),
    oneTitle,
    life: (states
      ? defineLifecycle(table, states, { table, isBorrowers, ...(initial ? { initial } : {}) } as never)
      : null) as never,
    read: (row) => row as never,
    one: (row) => (row ?? null) as never,
    values: write,
    set: write,
    place: (column, row) => ({ table, column, row }),
    seal: (column) => sealedColumn(table, column),
  };
}
/** A column that the table does not have does not compile either. */
type NoOthers<Columns, Table extends TableName> = { readonly [Name in Exclude<keyof Columns, keyof DB[Table]>]: never };

/** The table's entry in the registry of personal data. */
function personalTable(table: string, columns: AnyRecord["columns"], entry: Entry): PersonalTable {
  const all = Object.entries(columns);
  const labels: Record<string, Text> = {};
  const inWords = { ...entry.inWords };
  const withholds: Record<string, string[]> = {};
  for (const [column, { use, label, codes, labels: nested }] of all) {
    if (label) labels[column] = label;
    Object.assign(labels, nested);
    if (use === "SHOWN" && codes) inWords[column] ??= wordFromTexts(column, codes.texts);
    if (use !== "OWNER" && use !== "SHOWN" && use !== "SEALED" && use !== "STORED")
      (withholds[use] ??= []).push(column);
  }
  const owner = all.find(([, { use }]) => use === "OWNER")?.[0];
  return {
    ...entry,
    table,
    inWords,
    labels,
    ...(owner === undefined || owner === "borrowerId" ? {} : { owner }),
    shows: all.flatMap(([column, { use }]) => (use === "SHOWN" ? [column] : [])),
    sealed: Object.fromEntries(all.flatMap(([column, { sealed }]) => (sealed ? [[column, sealed]] : []))),
    objects: Object.fromEntries(all.flatMap(([column, { stored }]) => (stored ? [[column, stored]] : []))),
    withholds,
  };
}

/** The records of a domain. */
export const recordsHeld = defineQuestion<readonly AnyRecord[]>("records", "MANY");
/** The lists of codes of its records. Their words speak to the borrower; the console has its own. */
export const codesHeld = defineQuestion<readonly Codes[]>("codes", "MANY");

/**
 * All that a domain's records answer, for its `answersTo`: children before the rows that they belong to, as erasure
 * takes them. `codes` are lists that stand within documents, beyond those of the columns.
 */
export function recordAnswers(records: readonly AnyRecord[], codes: readonly Codes[] = []): QuestionAnswer[] {
  const lives = records.flatMap(({ life }) => life ?? []);
  const ofColumns = records.flatMap(({ columns }) => Object.values(columns).flatMap((column) => column.codes ?? []));
  return [
    recordsHeld.by(records),
    personalDataHeld.by(personalDataOf(records.map(({ personal }) => personal))),
    ...(lives.length > 0 ? [lifecycles.by(lives)] : []),
    codesHeld.by([...ofColumns, ...codes]),
  ];
}
