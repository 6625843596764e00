import type { FieldProblem, ProblemKinds } from "#shared/contract.ts";

/** A declared problem on its way to the envelope. Thrown by `refuse`, turned into an answer by the front door alone. */
export class Refusal extends Error {
  readonly code: string;
  readonly data: Record<string, unknown> | undefined;
  readonly fields: FieldProblem[] | undefined;
  /** Whether the transaction of the call is kept although it refuses (a counted try, a spent captcha). */
  constructor(code: string, data?: Record<string, unknown>, fields?: FieldProblem[]) {
    // What is expected needs no stack: taking one would cost more than the rest of the refusal.
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

/** Ends the handler with one of the problems that its call declares. */
export type Refuse<Problems extends ProblemKinds> = (code: keyof Problems & string, data?: Record<string, unknown>) => never;
