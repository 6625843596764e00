import { fieldProblemText, type OwnTexts } from "#shared/fields/problems.ts";
import type { Language } from "#shared/texts.ts";
import type { FieldProblem, ProblemKinds, Refusing } from "#shared/contract.ts";

/**
 * A declared problem on its way to the envelope: thrown by `refuse` and by what a handler calls, turned into an answer
 * by `perform` alone. The transaction that it leaves is rolled back. Where it brings data it names the problems that
 * declare them, so that others do not compile: `new Refusal<typeof proofProblems>("OTP_WRONG", { attemptsLeft })`.
 */
export class Refusal<Problems extends ProblemKinds = ProblemKinds> extends Error {
  /** One of the problems that the call declares, or of `#shared/problems.ts`. */
  readonly code: string;
  /** Fills in the problem's text, and is sent with it. */
  readonly data: Record<string, unknown> | undefined;
  /** Messages for single fields, in addition to the problem itself. */
  readonly fields: FieldProblem[] | undefined;
  constructor(...args: Refusing<Problems> | ["INPUT_INVALID", undefined, FieldProblem[]]) {
    const [code, data, fields] = args as [string, Record<string, unknown>?, FieldProblem[]?];
    // Expected refusals need no stack trace: taking one would cost more than the rest of the refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Refusal";
    this.code = code;
    this.data = data;
    this.fields = fields;
  }
}

/** A field error found by a handler, in the same form as one found by the contract. `own`: the call's own texts of field codes. */
export const refusalOfField = (path: string, code: string, language: Language, own?: OwnTexts): Refusal =>
  new Refusal("INPUT_INVALID", undefined, [{ path, code, detail: fieldProblemText(code, language, own) }]);

/** Ends the handler with one of the problems that its call declares, with data if the problem declares some. */
export type Refuse<Problems extends ProblemKinds> = (...refusing: Refusing<Problems>) => never;
