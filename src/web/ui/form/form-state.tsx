import { createContext, useContext } from "react";
import type { FieldProblem } from "#shared/contract.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import type { Text } from "#shared/texts.ts";
import { useLanguage } from "#web/language.tsx";
import { ruleKinds } from "./rules.ts";
import type { FieldRules, RuleAttributes, RuleKind } from "./rules.ts";

/** The values typed before, by field name. Never passwords, and a code only when it was not tried. */
export type FormValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FormState {
  /** Prefix of its fields' ids, so that two forms can be on one page. */
  id: string;
  rules: ReadonlyMap<string, FieldRules>;
  values: FormValues;
  problems: readonly FieldProblem[];
  /** Texts of codes that only this call has. */
  texts: Readonly<Record<string, Text>>;
}

/** Fields may also be outside a form (the gallery, a single search field): they then have no rules. */
export const FormContext = createContext<FormState>({ id: "f", rules: new Map(), values: {}, problems: [], texts: {} });

export interface Field {
  id: string;
  /** The first of the values typed before. */
  value: string | undefined;
  values: readonly string[];
  problem: string | undefined;
  /** Whether it must be filled in follows from other answers: it is not called optional, and the server alone decides. */
  isConditional: boolean;
  /** Rule attributes and their messages, `name`, `id`, `aria-*`: spread on the control. */
  control: ControlAttributes;
}
export type ControlAttributes = RuleAttributes & {
  id: string;
  name: string;
  "aria-describedby": string;
  "aria-invalid"?: true;
} & { [message: `data-message-${string}`]: string };

export interface FieldOptions {
  hint?: unknown;
  /** Overrides the contract's rule, for instance with a bound that depends on the borrower. */
  rules?: RuleAttributes;
  /** The codes of the overriding rules' words. */
  codes?: FieldRules["codes"];
  /** Whether it is required, when that depends on more than the contract. */
  required?: boolean;
  conditional?: boolean;
  defaultValue?: string | readonly string[];
}

/** Binds a field to the form around it: rules, typed value, error. */
export function useField(name: string, options: FieldOptions = {}): Field {
  const form = useContext(FormContext);
  const language = useLanguage();
  const rules = form.rules.get(name);
  const id = fieldId(form.id, name);
  const problem = form.problems.find((entry) => entry.path === name)?.detail;
  const attributes = {
    ...rules?.attributes,
    ...options.rules,
    ...(options.required === undefined ? {} : { required: options.required }),
  };
  const control: ControlAttributes = {
    ...attributes,
    id,
    name,
    "aria-describedby": options.hint === undefined ? `${id}-problem` : `${id}-hint ${id}-problem`,
  };
  if (problem !== undefined) control["aria-invalid"] = true;
  for (const kind of ruleKinds) {
    if (!hasRule(attributes, kind)) continue;
    const code = options.codes?.[kind] ?? rules?.codes[kind] ?? (kind === "required" ? "REQUIRED" : "INVALID");
    control[`data-message-${kind}`] = fieldProblemText(code, language, form.texts, boundOf(attributes, kind));
  }
  const given = form.values[name] ?? options.defaultValue;
  const values = given === undefined ? [] : typeof given === "string" ? [given] : given;
  return {
    id,
    value: values[0],
    values,
    problem,
    isConditional: options.conditional ?? rules?.isConditional ?? false,
    control,
  };
}

export function fieldId(formId: string, path: string): string {
  return `${formId}-${path.replaceAll(".", "-")}`;
}

function hasRule(attributes: RuleAttributes, kind: RuleKind): boolean {
  if (kind === "length") return attributes.minLength !== undefined || attributes.maxLength !== undefined;
  return attributes[kind] !== undefined && attributes[kind] !== false;
}

/** The figure that a message names. */
function boundOf(attributes: RuleAttributes, kind: RuleKind): unknown {
  if (kind === "length") return attributes.maxLength ?? attributes.minLength;
  return attributes[kind];
}
