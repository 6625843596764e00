/**
 * The registry of personal data: for each of its tables, a domain says which columns the borrower may see, which are
 * withheld and why, and what happens to the rows when the borrower's data is deleted. Export and erasure follow from
 * this alone. // Spec account 1: erasure registry, docs/decisions/246
 */
import { sql, type RawBuilder } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { SealContext } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { defineQuestion } from "#server/questions.ts";

export type PersonalRow = Readonly<Record<string, unknown>>;

/** Reasons why a column is in no export. */
const withheldReasons = [
  // Finds rows without decrypting them; it reveals nothing more than the sealed value.
  "FINDER",
  // Key of a stored object or of a text.
  "STORAGE",
  // Hash or token: revealing it would open the account.
  "SECRET",
  // The staff member's identity, device and internal notes.
  "STAFF",
  // Marks and thresholds against fraud.
  "FRAUD",
  // Due times and counters of the machine.
  "UPKEEP",
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

export interface SealedFields {
  /** The names of its fields; a single name for a plain text. Values in the export get these names. */
  holds: string | readonly string[];
  /** The row of the seal's place; by default the row's id. */
  row?: (row: PersonalRow) => string;
  /** The seal's whole place, when it is not that of this column. */
  place?: (row: PersonalRow) => SealContext;
  /** Its one name holds JSON of any form: a list, or facts of several kinds. */
  isJson?: true;
  /** Rows in which this column is sealed with the installation's key instead of the borrower's; `true`: all rows. */
  byInstallation?: true | ((row: PersonalRow) => boolean);
  /** The key's owner when it is not the borrower: a consent has its own key. Once that is destroyed the value is shown empty. */
  keyOf?: (row: PersonalRow) => string | null;
  /** Staff's internal words: kept when a rule says so, never exported. */
  isStaffs?: true;
}

export interface ObjectColumn {
  /** The field under which the export names the file. */
  holds: string;
  /** The row of the seal's place; by default the row's id. Null: only the store's own seal. */
  row?: ((row: PersonalRow) => string) | null;
  /** The key's owner, when it is not the borrower, as for a sealed column. */
  keyOf?: (row: PersonalRow) => string | null;
}

/**
 * The fate of the rows when their borrower's data is deleted. NOTHING remains; LOAN: with a loan, the rows stay under
 * an id that leads to no person until the bookkeeping period ends, and without one they are deleted; TRAIL: they
 * stay, without a name.
 */
const keepings = ["NOTHING", "LOAN", "TRAIL"] as const;
export type Keeping = (typeof keepings)[number];

/** How people read one field of an exported row; null leaves it out of the readable page, not of the machine-readable file. */
export type InWords = (
  services: Services,
  row: PersonalRow,
  language: Language,
) => string | null | Promise<string | null>;

/** For a field without meaning for people. */
export const leftOut: InWords = () => null;

/** A field whose codes have these texts; others are omitted. */
export const wordFromTexts =
  (field: string, texts: Readonly<Record<string, Text>>): InWords =>
  (_services, row, language) => {
    const code = String(row[field]);
    return Object.hasOwn(texts, code) ? say(texts[code]!, language) : null;
  };

export interface PersonalTable {
  table: string;
  title: Text;
  /** Names of fields for people; those of other fields are words that many tables share. */
  labels?: Readonly<Record<string, Text>>;
  /** Fields whose stored form means nothing to people: keys of contents, codes of areas and banks, lists of answers. */
  inWords?: Readonly<Record<string, InWords>>;
  /** The column that holds the borrower's id, by default `borrower_id`. */
  owner?: string;
  /** The column's value for a borrower, when it is not the plain id. */
  ownerValue?: (borrowerId: string) => string;
  /** A further condition on its rows. */
  where?: RawBuilder<unknown>;
  /** The row belongs to a row of another table, which has the borrower's id. */
  through?: { table: string; column: string };
  /** Columns that are shown as they are. */
  shows: readonly string[];
  sealed?: Readonly<Record<string, SealedFields>>;
  objects?: Readonly<Record<string, ObjectColumn>>;
  withholds?: Readonly<Partial<Record<WithheldReason, readonly string[]>>>;
  keeps: Keeping;
  /**
   * When there was a loan, each row is kept as long as this rule says: its fields, its sealed values and its objects,
   * encrypted again under a key of their own. // Spec account 6
   */
  retains?: {
    kind: string;
    rule: RetentionRule;
    source?: (row: PersonalRow) => string;
    mark?: string;
    where?: RawBuilder<unknown>;
  };
  /** Columns to be emptied, and their new value, when the rows stay. */
  empties?: Readonly<Record<string, string | null>>;
}

/** Rows of `retention_rule`, which say the years and their source. */
export const retentionRules = ["IDENTITY_EVIDENCE", "CONTRACT", "BOOKS", "STAFF_REASON", "CONSENT_PROOF"] as const;
export type RetentionRule = (typeof retentionRules)[number];

/** Data that a rule keeps longer than the borrower's key: encrypted again under its own key. */
export interface RetainedItem {
  /** `IDENTITY`, `AGREEMENT` … */
  kind: string;
  rule: RetentionRule;
  /** The row that it copies: kept twice it counts once. */
  source: string;
  value?: unknown;
  object?: StoredObject;
  /** A blind index under which it is found again. */
  mark?: string;
}
export interface Retaining {
  /** Whether money was ever paid out: without a payout, no rule keeps anything. */
  hadLoan: boolean;
  /** Whether this row is kept already, so that it need not be read again. */
  has(kind: string, source: string): Promise<boolean>;
  seal(item: RetainedItem): Promise<void>;
}

/** Personal data that a decision used. Not how it was weighed. */
export interface PersonalUse {
  at: Date;
  /** The subject of the decision: the loan's number. */
  reference: string;
  /** The decision; null while it is open. */
  decision: Text | null;
  /** The rule that used it, and its finding. */
  rule: Text;
  outcome: Text;
  /** The personal data it used. */
  read: readonly Text[];
}

export interface PersonalFile {
  /** Path within the export. */
  path: string;
  load(): Promise<StoredObject | null>;
}
export interface PersonalSection {
  /** The table's name, which is the file's. */
  name: string;
  title: Text;
  /** Every field that the registry names, in its order, with or without a value. */
  fields: readonly string[];
  rows: readonly PersonalRow[];
  files: readonly PersonalFile[];
  inWords: Readonly<Record<string, InWords>>;
  labels: Readonly<Record<string, Text>>;
}

/** A domain's part of the registry, for its tables with a borrower's id. */
export interface PersonalData {
  tables: readonly PersonalTable[];
  export(services: Services, reader: Reader, borrowerId: string): Promise<PersonalSection[]>;
  /** Encrypts again, row by row, the data that a rule keeps; after an interruption it continues. Must run before the borrower's key is destroyed. */
  retain(services: Services, borrowerId: string, retaining: Retaining): Promise<void>;
  /** Deletes rows of one table in this transaction, after the borrower's key was destroyed; returns how many, 0 at the end. */
  erase(services: Services, trx: Transaction, borrowerId: string, keeps: { loans: boolean }): Promise<number>;
  uses?(services: Services, reader: Reader, borrowerId: string): Promise<PersonalUse[]>;
}
/** Asked of every domain with a borrower's id in its tables: its data, the part that is kept, the part that is deleted. */
export const personalDataHeld = defineQuestion<PersonalData>("personal-data-held", "MANY");

const namesOf = (holds: string | readonly string[]): readonly string[] => (typeof holds === "string" ? [holds] : holds);

/** Every field that the export of a table has. */
export const personalFieldsOf = ({ shows, sealed = {}, objects = {} }: PersonalTable): string[] => [
  ...shows,
  ...Object.values(sealed).flatMap(({ holds, isStaffs }) => (isStaffs ? [] : namesOf(holds))),
  ...Object.values(objects).map(({ holds }) => holds),
];

/** The rows of a borrower. */
export function ownedBy(table: PersonalTable, borrowerId: string): RawBuilder<unknown> {
  const { through, owner = "borrowerId", ownerValue, where } = table;
  const own = through
    ? sql`${sql.ref(through.column)} in (select id from ${sql.table(through.table)} where borrower_id = ${borrowerId})`
    : sql`${sql.ref(owner)} = ${ownerValue?.(borrowerId) ?? borrowerId}`;
  return where ? sql`${own} and ${where}` : own;
}
