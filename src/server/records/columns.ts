/** Kinds of columns, for `defineRecord`: whether the borrower's copy shows them, and the type of their values in code. */
import type { ObjectColumn, SealedFields, WithheldReason } from "#server/personal-data/registry.ts";
import type { Codes } from "#shared/codes.ts";
import type { Text } from "#shared/texts.ts";

/** `Value`: the type in code where it is narrower than the database's; `Opened`: the sealed value's. */
export interface RecordColumn<out Value = unknown, out Opened = unknown> {
  /** The owner's id, shown in the copy, sealed, a stored object's key, or withheld for a reason. */
  readonly use: "OWNER" | "SHOWN" | "SEALED" | "STORED" | WithheldReason;
  /** The field's name for people; without one its words are those that many tables share. */
  readonly label?: Text;
  /** Names of the fields within a document. */
  readonly labels?: Readonly<Record<string, Text>>;
  readonly codes?: Codes;
  readonly isJson?: true;
  readonly sealed?: SealedFields;
  readonly stored?: ObjectColumn;
  /** Only types: no value has them. */
  readonly value?: Value;
  readonly opened?: Opened;
}
type Plain = RecordColumn<never, never>;

/** The id of the borrower to whom the row belongs. */
export const owner = (): Plain => ({ use: "OWNER" });
/** Shown in the borrower's copy as it is. */
export const shown = (label?: Text): Plain => ({ use: "SHOWN", ...(label && { label }) });
/** A code of a closed list. */
export const code = <Code extends string>(codes: Codes<Code>, label?: Text): RecordColumn<Code, never> => ({
  ...shown(label),
  codes,
});
/** A text whose type is narrower than the database's, without words of its own. */
export const narrowed = <Value>(label?: Text): RecordColumn<Value, never> => shown(label);
/** A document of JSON; the type says whether it may be null. */
export const json = <Value>(label?: Text, labels?: Readonly<Record<string, Text>>): RecordColumn<Value, never> => ({
  ...shown(label),
  isJson: true,
  ...(labels && { labels }),
});
/** Sealed with the owner's key, under these names in the copy. */
export const sealed = <Opened>(
  holds: SealedFields["holds"],
  more: Omit<SealedFields, "holds"> = {},
  labels?: Readonly<Record<string, Text>>,
): RecordColumn<never, Opened> => ({ use: "SEALED", sealed: { holds, ...more }, ...(labels && { labels }) });
/** The key of a stored object, under this name in the copy. */
export const stored = (holds: string, more: Omit<ObjectColumn, "holds"> = {}): Plain => ({
  use: "STORED",
  stored: { holds, ...more },
});

/** In no copy, for a reason. */
export const withheld = <Value = never>(
  use: WithheldReason,
  of?: RecordColumn<Value, never>,
): RecordColumn<Value, never> => ({ ...of, use }) as RecordColumn<Value, never>;
/** In no copy: due times and counters of the machine. */
export const upkeep = <Value = never>(of?: RecordColumn<Value, never>): RecordColumn<Value, never> =>
  withheld("UPKEEP", of);
/** In no copy: revealing it would open the account. */
export const secret = (): Plain => withheld("SECRET");
