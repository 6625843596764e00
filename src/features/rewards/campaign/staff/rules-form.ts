/**
 * Converts rules to form fields and back, by the rules' own schema: a field's name is its path
 * (`rules.prizes.2.stock`), so that errors appear at their field. There is no second schema: a new mechanic or rule
 * appears in the form automatically.
 */
import { parseRupiah } from "#shared/money.ts";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { campaignRules, mechanics, type CampaignRules, type Mechanic } from "../rules-contract.ts";

/** The parts of a Valibot schema that are used here. */
export interface Shape {
  type: string;
  key?: string;
  literal?: unknown;
  entries?: Readonly<Record<string, Shape>>;
  item?: Shape;
  options?: readonly unknown[];
  wrapped?: Shape;
  pipe?: readonly { type: string; requirement?: unknown }[];
}

const all = campaignRules.options as unknown as readonly (Shape & { entries: Readonly<Record<string, Shape>> })[];

/** The shape of a mechanic's rules. */
export const rulesShapeOf = (mechanic: Mechanic) =>
  all.find(({ entries }) => entries["mechanic"]?.literal === mechanic)!;

/** Prefix of all these fields' names. */
export const rulesFieldRoot = "rules";

/** The minimum of a number; 0 by default. An empty field means 0, if 0 is allowed. */
export const minOf = ({ pipe = [] }: Shape): number =>
  Math.max(
    0,
    ...pipe.flatMap((part) => [
      ...(part.type === "min_value" ? [Number(part.requirement)] : []),
      ...("pipe" in part ? [minOf(part as Shape)] : []),
    ]),
  );

/** The kind of a variant. */
const choiceOf = ({ key = "", options = [] }: Shape, kind: unknown): Shape | undefined =>
  (options as Shape[]).find(({ entries }) => entries?.[key]?.literal === kind);

/**
 * Each variant has at most one number and one word besides its kind: both use fields shared by all kinds, so that a row
 * has few fields.
 */
const sharedName = (entry: Shape): "amount" | "key" => (entry.type === "number" ? "amount" : "key");

type Fields = [name: string, value: string][];

const isRows = ({ item }: Shape): boolean => item?.type === "strict_object";

/** The values of the form's fields for these rules. */
export function ruleFieldsOf(rules: CampaignRules): FormValues {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of written(rulesShapeOf(rules.mechanic), rules, rulesFieldRoot)) {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

function written(shape: Shape, value: unknown, name: string): Fields {
  if (value === undefined) return [];
  switch (shape.type) {
    case "optional":
      return written(shape.wrapped!, value, name);
    case "strict_object":
      return Object.entries(shape.entries!).flatMap(([key, entry]) =>
        written(entry, (value as Record<string, unknown>)[key], `${name}.${key}`),
      );
    case "variant": {
      const given = value as Record<string, unknown>;
      const kind = given[shape.key!];
      const others = Object.entries(choiceOf(shape, kind)!.entries!).filter(([key]) => key !== shape.key);
      return [
        [`${name}.${shape.key}`, String(kind)],
        ...others.flatMap(([key, entry]) => written(entry, given[key], `${name}.${sharedName(entry)}`)),
      ];
    }
    case "array":
      return (value as unknown[]).flatMap((one, index) =>
        written(shape.item!, one, isRows(shape) ? `${name}.${index}` : name),
      );
    case "boolean":
      return value === true ? [[name, "on"]] : [];
    default:
      return [[name, String(value)]];
  }
}

/** The rules in the form's fields, by their mechanic, as the call parses them: not validated yet. Null without a mechanic. */
export function rulesIn(values: FormValues): unknown {
  const mechanic = textAt(values, `${rulesFieldRoot}.mechanic`);
  if (!mechanics.some((one) => one === mechanic)) return null;
  return withKeys(read(rulesShapeOf(mechanic as Mechanic), values, rulesFieldRoot) as Record<string, unknown>);
}

const textsAt = (values: FormValues, name: string): string[] =>
  [values[name] ?? []]
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== "");
const textAt = (values: FormValues, name: string): string | undefined => textsAt(values, name)[0];

function read(shape: Shape, values: FormValues, name: string): unknown {
  switch (shape.type) {
    case "optional":
      return textAt(values, name) === undefined ? undefined : read(shape.wrapped!, values, name);
    case "literal":
      return shape.literal;
    case "strict_object":
      return present(
        Object.entries(shape.entries!).map(([key, entry]) => [key, read(entry, values, `${name}.${key}`)]),
      );
    case "variant":
      return choiceIn(shape, values, name);
    case "array":
      return isRows(shape)
        ? rowsIn(values, name).map((row) => read(shape.item!, values, `${name}.${row}`))
        : textsAt(values, name);
    case "boolean":
      return textAt(values, name) !== undefined;
    case "number": {
      const text = textAt(values, name);
      // Text that is not a number stays as typed: the schema reports it at its field.
      return text === undefined ? (minOf(shape) === 0 ? 0 : undefined) : (parseRupiah(text) ?? text);
    }
    default:
      return textAt(values, name);
  }
}

function choiceIn(shape: Shape, values: FormValues, name: string): unknown {
  const kind = textAt(values, `${name}.${shape.key}`);
  const choice = choiceOf(shape, kind);
  if (!choice) return present([[shape.key!, kind]]);
  const others = Object.entries(choice.entries!).filter(([key]) => key !== shape.key);
  return present([
    [shape.key!, kind],
    ...others.map(([key, entry]): [string, unknown] => [key, read(entry, values, `${name}.${sharedName(entry)}`)]),
  ]);
}

const present = (entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

/** The numbers of a list's rows with content; a tick or a zero alone does not count. */
function rowsIn(values: FormValues, name: string): number[] {
  const numbers = new Set<number>();
  for (const [field, value] of Object.entries(values)) {
    if (!field.startsWith(`${name}.`) || [value ?? []].flat().every((text) => /^0?$/.test(text.trim()))) continue;
    const row = Number(field.slice(name.length + 1).split(".")[0]);
    if (Number.isSafeInteger(row)) numbers.add(row);
  }
  return [...numbers].sort((one, other) => one - other);
}

/** Prizes and options without a code get a generated one. */
function withKeys(rules: Record<string, unknown>): unknown {
  return {
    ...rules,
    ...keyed(rules, "prizes", "prizeKey", ({ prize }) => keyOfPrize(prize as Record<string, unknown>)),
    ...keyed(rules, "options", "optionKey", ({ en, id }) => String(en ?? id ?? "")),
  };
}

const keyOfPrize = ({ kind, ...worth }: Record<string, unknown>): string =>
  [kind ?? "", ...Object.values(worth).toReversed()].join("_");

function keyed(
  rules: Record<string, unknown>,
  list: string,
  key: string,
  nameOf: (line: Record<string, unknown>) => string,
): Record<string, unknown> {
  if (!Array.isArray(rules[list])) return {};
  const lines = rules[list] as Record<string, unknown>[];
  const usedKeys = new Set(lines.map((line) => line[key]));
  const named = lines.map((line) => {
    if (line[key] !== undefined) return line;
    const name = nameOf(line)
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, 26);
    const free = [name, ...lines.map((_line, index) => `${name}_${index + 2}`)].find((one) => !usedKeys.has(one))!;
    usedKeys.add(free);
    return { [key]: free, ...line };
  });
  return { [list]: named };
}

/** The same fields with their rows numbered from 0 without gaps, as the call numbers them: its errors then appear in the right row. */
export function inRows(values: FormValues): FormValues {
  const mechanic = textAt(values, `${rulesFieldRoot}.mechanic`);
  if (!mechanics.some((one) => one === mechanic)) return values;
  let counted = values;
  for (const [key, shape] of Object.entries(rulesShapeOf(mechanic as Mechanic).entries)) {
    if (shape.type !== "array" || !isRows(shape)) continue;
    const name = `${rulesFieldRoot}.${key}`;
    const places = new Map(rowsIn(counted, name).map((row, index) => [row, index]));
    counted = Object.fromEntries(
      Object.entries(counted).flatMap(([field, value]) => {
        if (!field.startsWith(`${name}.`)) return [[field, value]];
        const [row, ...rest] = field.slice(name.length + 1).split(".");
        const place = places.get(Number(row));
        return place === undefined ? [] : [[[name, place, ...rest].join("."), value]];
      }),
    );
  }
  return counted;
}

/** How many lines of a list are filled in. */
export const countRows = (values: FormValues, list: string): number =>
  rowsIn(values, `${rulesFieldRoot}.${list}`).length;

const worths = new Map(
  (all.flatMap(({ entries }) => entries["prizes"]?.item?.entries?.["prize"]?.options ?? []) as Shape[]).flatMap(
    ({ entries = {} }) => Object.entries(entries).map(([key, entry]) => [key, sharedName(entry)] as const),
  ),
);

/** The field for a part of the rules: parts of a prize's kind share one. */
export function fieldAt(path: string): string {
  const found = /^(rules\.prizes\.\d+\.prize)\.(\w+)$/.exec(path);
  const shared = found && found[2] !== "kind" && worths.get(found[2]!);
  return shared ? `${found[1]}.${shared}` : path;
}
