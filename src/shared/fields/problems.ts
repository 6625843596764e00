/** From a schema's issues to the text that a person reads at each field. */
import * as v from "valibot";
import type { FieldProblem } from "#shared/contract.ts";
import { fieldTexts, specMessages } from "#shared/fields/texts.ts";
import { groupThousands } from "#shared/money.ts";
import { say, type Language, type Text } from "#shared/texts.ts";

export { fieldTexts, specMessages };
/** Every common text of a problem by its code. */
const fieldProblemTexts = { ...fieldTexts, ...specMessages };

export type OwnTexts = Readonly<Record<string, Text>>;
type Issue = v.BaseIssue<unknown>;

/**
 * The text of a field code in one language. `own` are texts of codes that only one call uses; they win over common
 * ones. `bound` is the rule's figure (a minimum, a length, a step); it fills `{minimum}`, `{maximum}` or `{step}`. A
 * string is a figure that the rule computed itself, such as a sum, and fills `{counted}`.
 */
export function fieldProblemText(code: string, language: Language, own?: OwnTexts, bound?: unknown): string {
  const text = own?.[code] ?? (fieldProblemTexts as OwnTexts)[code] ?? fieldTexts.INVALID;
  if (typeof bound === "string") return say(text, language, { counted: bound });
  if (typeof bound !== "number") return say(text, language);
  const figure = groupThousands(bound);
  return say(text, language, { minimum: figure, maximum: figure, step: figure });
}

/** No form has more fields; a hostile list may have thousands, and each would get a text. */
const maxProblems = 100;

/**
 * One problem per field, the first one found, in the order of the input, at most a hundred. A schema's messages are
 * codes; for valibot's own messages (a missing or an unknown key) the code is REQUIRED or UNKNOWN_FIELD, and INVALID
 * when nothing better is known.
 */
export function fieldProblems(issues: readonly Issue[], language: Language, own?: OwnTexts): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "";
    if (found.has(path)) continue;
    if (found.size === maxProblems) break;
    const code = codeOf(issue, own);
    // For a check over a whole list, the computed figure replaces the bound of a rule.
    const figure = issue.type === "raw_check" ? (issue.received ?? undefined) : issue.requirement;
    found.set(path, { path, code, detail: fieldProblemText(code, language, own, figure) });
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
  // A value of another type is wrong, not missing.
  if (issue.kind === "schema" && issue.message === "REQUIRED") return "INVALID";
  if (/^[A-Z][A-Z0-9_]*$/.test(issue.message) && (own?.[issue.message] || issue.message in fieldProblemTexts))
    return issue.message;
  if (issue.expected === "never") return "UNKNOWN_FIELD";
  if (issue.type === "picklist" || issue.type === "enum" || issue.type === "variant") return "CHOICE_INVALID";
  return "INVALID";
}
