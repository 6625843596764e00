/** From what a schema found wrong to what a person reads about each field. */
import * as v from "valibot";
import type { FieldProblem } from "#shared/contract.ts";
import { fieldTexts, specMessages } from "#shared/fields/texts.ts";
import { groupThousands } from "#shared/money.ts";
import { say, type Language, type Text } from "#shared/texts.ts";

export { fieldTexts, specMessages };
/** Every common text of a problem by its code. */
export const fieldProblemTexts = { ...fieldTexts, ...specMessages };

export type OwnTexts = Readonly<Record<string, Text>>;
type Issue = v.BaseIssue<unknown>;

/**
 * The text of a field code in one language. `own` are texts of codes that only one call uses; they win over common ones.
 * `bound` is the figure that the rule names (a minimum, a length, a step); it fills `{minimum}`, `{maximum}` or `{step}`. A text is a
 * figure that the rule counted itself, such as a sum, and fills `{counted}`.
 */
export function fieldText(code: string, language: Language, own?: OwnTexts, bound?: unknown): string {
  const text = own?.[code] ?? (fieldProblemTexts as OwnTexts)[code] ?? fieldTexts.INVALID;
  if (typeof bound === "string") return say(text, language, { counted: bound });
  if (typeof bound !== "number") return say(text, language);
  const figure = groupThousands(bound);
  return say(text, language, { minimum: figure, maximum: figure, step: figure });
}

/** No form has more fields; a hostile list may have thousands, and each would get a text. */
const maxProblems = 100;

/**
 * One problem a field, the first one found, in the order of the input, a hundred at most. A schema's messages are codes; where valibot speaks
 * for itself (a missing or an unknown key) the code is REQUIRED or UNKNOWN_FIELD, and INVALID where nothing better is known.
 */
export function fieldProblems(issues: readonly Issue[], language: Language, own?: OwnTexts): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "";
    if (found.has(path)) continue;
    if (found.size === maxProblems) break;
    const code = codeOf(issue, own);
    // A count made over a whole list stands where a rule of one value names its bound.
    const figure = issue.type === "raw_check" ? (issue.received ?? undefined) : issue.requirement;
    found.set(path, { path, code, detail: fieldText(code, language, own, figure) });
  }
  return [...found.values()];
}

function codeOf(issue: Issue, own?: OwnTexts): string {
  // A key that is absent, or an emptied field, lacks its value whatever the schema calls the type it wanted.
  if (
    issue.kind === "schema" &&
    (issue.received === "undefined" || issue.received === "null" || issue.received === '""')
  )
    return "REQUIRED";
  // Whatever else arrived in place of the type is there: it is wrong, not missing.
  if (issue.kind === "schema" && issue.message === "REQUIRED") return "INVALID";
  if (/^[A-Z][A-Z0-9_]*$/.test(issue.message) && (own?.[issue.message] || issue.message in fieldProblemTexts))
    return issue.message;
  if (issue.expected === "never") return "UNKNOWN_FIELD";
  if (issue.type === "picklist" || issue.type === "enum" || issue.type === "variant") return "CHOICE_INVALID";
  return "INVALID";
}
