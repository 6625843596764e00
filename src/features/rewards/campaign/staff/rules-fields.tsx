/** The fields of a campaign's rules, generated from their schema: tables for lists, a field for everything else. */
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "#web/language.tsx";
import { say } from "#shared/texts.ts";
import { Checkbox, Choices } from "#web/ui/choices/choices.tsx";
import { FieldProblemText } from "#web/ui/field/field.tsx";
import { useField, type FormValues } from "#web/ui/form/form-state.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { campaignTasks, type Mechanic } from "../rules-contract.ts";
import { texts as read } from "../texts.ts";
import { campaignFormTexts } from "./form-texts.ts";
import { countRows, minOf, rulesFieldRoot, rulesShapeOf, type Shape } from "./rules-form.ts";

type Names = keyof typeof campaignFormTexts & string;
/** Texts of the form whose keys are derived from the schema. */
const ruleKey = (name: string) => `rule_${name}` as Names;
const columnKey = (name: string) => `column_${name}` as Names;
const kindKey = (name: string) => `kind_${name}` as Names;

const emptyRows = 2;

interface RulesFieldsProps {
  mechanic: Mechanic;
  values: FormValues;
  /** Coupons and vouchers available as prizes. */
  keys: readonly string[];
  /** Words of the button that adds lines. */
  more: ReactNode;
}

const lists = ["prizes", "tasks", "options"] as const;
type List = (typeof lists)[number];

export function RulesFields({ mechanic, values, keys, more }: RulesFieldsProps) {
  const t = useTexts(campaignFormTexts);
  const { entries } = rulesShapeOf(mechanic);
  const singles = singlesOf(entries, rulesFieldRoot);
  return (
    <>
      <input type="hidden" name={`${rulesFieldRoot}.mechanic`} value={mechanic} />
      {lists.map((list) =>
        entries[list] ? (
          <Section key={list} heading={t(list)}>
            <p className="field-hint">{t(`${list}Hint`)}</p>
            <Rows list={list} mechanic={mechanic} values={values} keys={keys} />
            {more}
          </Section>
        ) : null,
      )}
      <Section heading={t("bounds")}>
        <div className="draft-bounds">
          {singles.map(({ name, shape }) => (
            <Single key={name} name={name} shape={shape} />
          ))}
        </div>
      </Section>
    </>
  );
}

/** Fields outside of lists, with nested parts flattened. */
function singlesOf(entries: Readonly<Record<string, Shape>>, path: string): { name: string; shape: Shape }[] {
  return Object.entries(entries).flatMap(([key, shape]) => {
    const name = `${path}.${key}`;
    if (key === "mechanic" || lists.some((list) => list === key)) return [];
    return shape.entries ? singlesOf(shape.entries, name) : [{ name, shape }];
  });
}

function Single({ name, shape }: { name: string; shape: Shape }) {
  const t = useTexts(campaignFormTexts);
  const language = useLanguage();
  const key = name.slice(name.lastIndexOf(".") + 1);
  const label = t(ruleKey(key));
  const { type } = shape;
  if (type === "boolean") return <Checkbox name={name}>{label}</Checkbox>;
  if (type === "array") {
    const options = (shape.item?.options ?? []) as readonly (keyof typeof read)[];
    return (
      <Choices
        multiple
        name={name}
        label={label}
        choices={options.map((value) => ({ value, label: say(read[value], language) }))}
      />
    );
  }
  if (key.endsWith("Rupiah")) return <AmountField name={name} label={label} required />;
  const isAsked = type !== "optional" && (type !== "number" || minOf(shape) > 0);
  return (
    <TextField
      name={name}
      label={label}
      {...(type === "string" ? { autoCapitalize: "characters" as const } : { inputMode: "numeric" as const })}
      {...(isAsked ? { required: true } : type === "optional" ? {} : { conditional: true })}
    />
  );
}

interface Column {
  /** Behind the line's own name. */
  name: string;
  label: Names;
  of: "amount" | "word" | "kind" | "task" | "key";
}
const column = (name: string, of: Column["of"]): Column => ({
  name,
  label: columnKey(name.slice(name.lastIndexOf(".") + 1)),
  of,
});
const counts = ["stock", "perDay", "ppm", "costPoints"] as const;
/** Counts of a prize that have a meaning in each mechanic; others appear only when a copied draft has them. */
const meant: Readonly<Record<Mechanic, readonly (typeof counts)[number][]>> = {
  CLAIM: ["stock", "perDay", "costPoints"],
  CHECK_IN: [],
  INSTANT: ["perDay", "ppm"],
  DRAW: [],
  PICK: [],
  GROW: ["stock"],
  INVITE: ["stock"],
};

function columnsOf(list: List, mechanic: Mechanic, values: FormValues): Column[] {
  if (list === "tasks") return [column("task", "task"), column("gives", "amount")];
  if (list === "options") return ["id", "en", "zh", "optionKey"].map((name) => column(name, "word"));
  const isUsed = (count: string): boolean =>
    Object.entries(values).some(
      ([name, value]) =>
        name.startsWith(`${rulesFieldRoot}.prizes.`) && name.endsWith(`.${count}`) && !/^0?$/.test(String(value)),
    );
  return [
    column("prize.kind", "kind"),
    column("prize.amount", "amount"),
    column("prize.key", "key"),
    ...counts
      .filter((count) => meant[mechanic].includes(count) || isUsed(count))
      .map((count) => column(count, "amount")),
    column("prizeKey", "word"),
  ];
}

/** How many lines of a list there can be. */
const maxRowsOf = ({ pipe = [] }: Shape): number =>
  Math.min(...pipe.flatMap(({ type, requirement }) => (type === "max_length" ? [Number(requirement)] : [])), 64);

function Rows({ list, mechanic, values, keys }: { list: List } & Omit<RulesFieldsProps, "more">) {
  const t = useTexts(campaignFormTexts);
  const shape = rulesShapeOf(mechanic).entries[list]!;
  const columns = columnsOf(list, mechanic, values);
  const all = useField(`${rulesFieldRoot}.${list}`);
  const rows = Math.min(maxRowsOf(shape), countRows(values, list) + emptyRows);
  return (
    <div className="field" id={all.id} tabIndex={-1}>
      <div className="data-table-room" role="region" aria-label={t(list)} tabIndex={0}>
        <table className="data-table draft-rows">
          <caption className="visually-hidden">{t(list)}</caption>
          <thead>
            <tr>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                {columns.map((one) => (
                  <td key={one.name} className={`draft-cell-${one.of}`}>
                    <Cell
                      column={one}
                      name={`${rulesFieldRoot}.${list}.${row}.${one.name}`}
                      label={t("cell", { column: t(one.label), row: row + 1 })}
                      keys={keys}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FieldProblemText field={all} />
    </div>
  );
}

const kinds = ["CASH", "COUPON", "POINTS", "TICKET", "VOUCHER", "NOTHING"] as const;

function Cell({
  column: { of },
  name,
  label,
  keys,
}: {
  column: Column;
  name: string;
  label: string;
  keys: readonly string[];
}) {
  const t = useTexts(campaignFormTexts);
  const language = useLanguage();
  const field = useField(name);
  const { required: _required, ...control } = field.control;
  const own = { ...control, "aria-label": label, className: "input", defaultValue: field.value ?? "" };
  const options =
    of === "kind"
      ? kinds.map((kind) => [kind, t(kindKey(kind))] as const)
      : of === "task"
        ? campaignTasks.map((task) => [task, say(read[task], language)] as const)
        : of === "key"
          ? keyOptions(keys, field.value, language)
          : null;
  return (
    <>
      {options ? (
        <select {...own}>
          <option value="">{t("none")}</option>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input {...own} type="text" inputMode={of === "amount" ? "numeric" : undefined} autoComplete="off" />
      )}
      <FieldProblemText field={field} />
    </>
  );
}

/** Coupons and vouchers by name; one from a copied draft stays. */
function keyOptions(keys: readonly string[], own: string | undefined, language: "id" | "en" | "zh") {
  const all = own && !keys.includes(own) ? [...keys, own] : keys;
  return all.map((key): [string, string] => {
    const known = Object.hasOwn(read, key) ? say(read[key as keyof typeof read], language, { amount: "" }).trim() : key;
    return [key, known === key ? key : `${known} (${key})`];
  });
}
