/**
 * Questions between domains. A domain that must know something of one it may not import defines a question next to its use; the domains
 * that know answer it in `answersTo`. "Go to definition" lists both. // docs/decisions/226
 */

/** How many domains answer: exactly one, or as many as there are, in the order of the wiring. */
export type AnswererCount = "ONE" | "MANY";

export interface Question<Answer, Count extends AnswererCount = AnswererCount> {
  /** Used in messages at start-up. */
  readonly name: string;
  readonly count: Count;
  /** One domain's answer, for its `answersTo`. */
  by(answer: Answer): QuestionAnswer;
}

/** One answer of one domain. */
export interface QuestionAnswer {
  // A list of answers to different questions cannot say what each answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly question: Question<any>;
  readonly answer: unknown;
}

/** The answer to a question with one answerer, or the answers of all domains in the order of the wiring. */
export interface Ask {
  <Answer>(question: Question<Answer, "ONE">): Answer;
  <Answer>(question: Question<Answer, "MANY">): readonly Answer[];
}

const defined = new Set<Question<unknown>>();

/**
 * Defines a question.
 * @param name in words with hyphens, unique in the product: `credit-status`
 * @param count `ONE`: the start fails unless exactly one domain answers
 */
export function defineQuestion<Answer>(name: string, count: "ONE"): Question<Answer, "ONE">;
export function defineQuestion<Answer>(name: string, count: "MANY"): Question<Answer, "MANY">;
export function defineQuestion(name: string, count: AnswererCount): Question<unknown> {
  const question: Question<unknown> = { name, count, by: (answer) => ({ question, answer }) };
  defined.add(question);
  return question;
}

/** @throws when two domains answer a question for one answerer, or when it is asked without an answerer */
export function askOf(domains: readonly { answersTo?: readonly QuestionAnswer[] }[]): Ask {
  const answers = new Map<object, unknown[]>();
  for (const { question, answer } of domains.flatMap(({ answersTo = [] }) => answersTo)) {
    const known = answers.get(question);
    if (known && question.count === "ONE") throw new Error(`Two domains answer the question ${question.name}.`);
    if (known) known.push(answer);
    else answers.set(question, [answer]);
  }
  const none: readonly unknown[] = [];
  const ask = (question: Question<unknown>): unknown => {
    const given = answers.get(question);
    if (question.count === "MANY") return given ?? none;
    if (!given) throw new Error(`No domain answers the question ${question.name}.`);
    return given[0];
  };
  return ask as Ask;
}

/** Checked at the start. @throws when a question for one answerer has none, or two questions have the same name */
export function checkQuestions(ask: Ask): void {
  const names = new Set<string>();
  for (const question of defined) {
    if (names.has(question.name)) throw new Error(`There are two questions named ${question.name}.`);
    names.add(question.name);
    ask(question as Question<unknown, "ONE">);
  }
}
