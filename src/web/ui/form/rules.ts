/**
 * The rules of a call's input as attributes of form fields, read once from its schema. Valibot stays on the server: the
 * browser checks by attributes, the enhancer says what is wrong with the texts of the same codes.
 *
 * Only what holds for the text as it is typed becomes an attribute: behind a transformation that changes the text (a
 * phone number is normalised first) the codes are still taken, the patterns and bounds are not.
 */

/** Checks that a browser can make on a field; each may have a code whose text is in `data-message-<kind>`. */
export const ruleKinds = ["required", "pattern", "min", "max", "step", "length", "type"] as const;
export type RuleKind = (typeof ruleKinds)[number];

export interface RuleAttributes {
  required?: boolean;
  pattern?: string;
  min?: number | string;
  max?: number | string;
  step?: number;
  minLength?: number;
  maxLength?: number;
  inputMode?: "numeric" | "email" | "decimal";
  type?: "number" | "email" | "date";
}
export interface FieldRules {
  attributes: RuleAttributes;
  codes: Partial<Record<RuleKind, string>>;
  /** Other answers decide whether it is required (`v.metadata({ needed: "reason" })` at the check): it is not labelled optional. */
  isConditional?: true;
}

/** The little of a Valibot schema or action that is read here. */
interface Part {
  kind: string;
  type: string;
  message?: unknown;
  requirement?: unknown;
  metadata?: Readonly<Record<string, unknown>>;
  pipe?: readonly Part[];
  wrapped?: Part;
  entries?: Readonly<Record<string, Part>>;
  options?: readonly unknown[];
}

const known = new WeakMap<object, ReadonlyMap<string, FieldRules>>();

/** Rules by dotted path (`address.villageCode`), cached by schema. Unions and variants give none: the server checks them. */
export function fieldRulesOf(schema: object): ReadonlyMap<string, FieldRules> {
  const found = known.get(schema);
  if (found) return found;
  const rules = new Map<string, FieldRules>();
  collect(schema as Part, "", rules);
  known.set(schema, rules);
  return rules;
}

function collect(schema: Part, path: string, into: Map<string, FieldRules>): void {
  if (schema.type === "intersect") {
    for (const option of (schema.options ?? []) as Part[]) collect(option, path, into);
  }
  const base = objectWithin(schema);
  if (base) {
    for (const [name, entry] of Object.entries(base)) collect(entry, path === "" ? name : `${path}.${name}`, into);
    for (const { metadata } of schema.pipe ?? []) {
      const needed = metadata?.["needed"];
      const rules = typeof needed === "string" ? into.get(path === "" ? needed : `${path}.${needed}`) : undefined;
      if (rules) rules.isConditional = true;
    }
    return;
  }
  if (path !== "") into.set(path, rulesOfField(schema));
}

function objectWithin(schema: Part): Part["entries"] {
  if (schema.entries) return schema.entries;
  if (schema.wrapped) return objectWithin(schema.wrapped);
  return undefined;
}

const optionalTypes = new Set(["optional", "exact_optional", "nullish", "undefinedable", "nullable"]);
/** Transformations that keep the typed text except for outer spaces and case. */
const harmless = new Set(["trim", "trim_start", "trim_end", "to_lower_case", "to_upper_case", "brand", "readonly"]);

function rulesOfField(schema: Part): FieldRules {
  const rules: FieldRules = { attributes: {}, codes: {} };
  const state = { typedAsIs: true, needed: true };
  read(schema, rules, state);
  if (state.needed) rules.attributes.required = true;
  return rules;
}

function read(part: Part, rules: FieldRules, state: { typedAsIs: boolean; needed: boolean }): void {
  // An optional tick is a boolean; a required one is a literal or a union of them.
  if (part.type === "boolean") state.needed = false;
  if (optionalTypes.has(part.type) && part.wrapped) {
    state.needed = false;
    read(part.wrapped, rules, state);
    return;
  }
  const [first, ...rest] = part.pipe ?? [part];
  if (first && first !== part) read(first, rules, state);
  else readType(part, rules);
  for (const step of rest) {
    if (step.kind === "schema") read(step, rules, state);
    else if (step.kind === "transformation" && !harmless.has(step.type)) state.typedAsIs = false;
    else if (step.kind === "validation") readCheck(step, rules, state.typedAsIs);
    else if (step.type === "metadata") readHints(step, rules);
  }
}

function readType(schema: Part, rules: FieldRules): void {
  const code = codeOf(schema);
  if (schema.type === "number") {
    rules.attributes.type = "number";
    rules.attributes.inputMode = "numeric";
    note(rules, "type", code);
  }
  // A type's own message is about a wrong value, not a missing one; a tick or a choice has no other.
  if (schema.type === "union" || schema.type === "literal" || schema.type === "picklist") note(rules, "required", code);
}

/** Reads a schema's hints about the typed text, for checks that follow a transformation. */
function readHints(step: Part, rules: FieldRules): void {
  const { format, minLength, maxLength } = step.metadata ?? {};
  // Not `type`: a browser would refuse an address for a sign that is not seen and that the server drops.
  if (format === "email") rules.attributes.inputMode = "email";
  if (typeof minLength === "number" && minLength > 1) rules.attributes.minLength = minLength;
  if (typeof maxLength === "number") rules.attributes.maxLength = maxLength;
}

function readCheck(check: Part, rules: FieldRules, typedAsIs: boolean): void {
  const { attributes } = rules;
  const code = codeOf(check);
  const bound = check.requirement;
  // A kind's first code wins over the type's own, and is kept even when the rule cannot be expressed in HTML.
  const set = (kind: RuleKind, apply: () => void) => {
    if (code !== undefined) rules.codes[kind] = code;
    if (typedAsIs) apply();
  };
  switch (check.type) {
    case "non_empty":
      return set("required", () => {});
    case "regex":
    case "digits":
      return set("pattern", () => (attributes.pattern = htmlPattern(bound)));
    case "email":
      return set("type", () => Object.assign(attributes, { type: "email", inputMode: "email" }));
    case "iso_date":
      return set("type", () => (attributes.type = "date"));
    case "min_length":
      return set("length", () => (attributes.minLength = bound as number));
    case "max_length":
      return set("length", () => (attributes.maxLength = bound as number));
    case "length":
      return set("length", () => Object.assign(attributes, { minLength: bound, maxLength: bound }));
    case "min_value":
      return set("min", () => (attributes.min = bound as number));
    case "max_value":
      return set("max", () => (attributes.max = bound as number));
    case "multiple_of":
      return set("step", () => (attributes.step = bound as number));
  }
}

function codeOf(part: Part): string | undefined {
  return typeof part.message === "string" ? part.message : undefined;
}

function note(rules: FieldRules, kind: RuleKind, code: string | undefined): void {
  if (code !== undefined) rules.codes[kind] ??= code;
}

/** A regular expression as an HTML pattern, which always matches the whole text; undefined when it cannot be expressed. */
export function htmlPattern(expression: unknown): string | undefined {
  if (!(expression instanceof RegExp) || /[ims]/.test(expression.flags)) return undefined;
  const { source } = expression;
  // Alternatives at the top level would take the anchors apart.
  const startsAnchored = source.startsWith("^");
  const endsAnchored = source.endsWith("$") && !source.endsWith("\\$");
  const core = source.slice(startsAnchored ? 1 : 0, endsAnchored ? -1 : undefined);
  if ((startsAnchored || endsAnchored) && hasTopLevelAlternative(core)) return undefined;
  const pattern =
    startsAnchored && endsAnchored ? core : `${startsAnchored ? "" : ".*"}(?:${core})${endsAnchored ? "" : ".*"}`;
  try {
    // Newer browsers compile patterns with the flag v, older ones with u: both must read it.
    RegExp(pattern, "v");
    RegExp(pattern, "u");
    return pattern;
  } catch {
    return undefined;
  }
}

function hasTopLevelAlternative(source: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const sign = source[i];
    if (sign === "\\") i++;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") depth++;
    else if (sign === ")") depth--;
    else if (sign === "|" && depth === 0) return true;
  }
  return false;
}
