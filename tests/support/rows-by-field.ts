/** In tests a row that is read by a column's name, `row.due_at`, fails: in the product it would be undefined in silence. */
import { Statements } from "#server/postgres/statements.ts";

const refusing = new Proxy(Object.prototype, {
  get(target, name, receiver) {
    if (typeof name === "string" && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name))
      throw new Error(`A row has fields, not columns: ${name}.`);
    return Reflect.get(target, name, receiver) as unknown;
  },
});

interface Guarded {
  isGuarded?: true;
  ask: Statements["ask"];
}
const statements = Statements.prototype as unknown as Guarded;
if (!statements.isGuarded) {
  const { ask } = statements;
  statements.isGuarded = true;
  statements.ask = async function <Row>(this: Statements, ...question: Parameters<Statements["ask"]>) {
    const answer = await ask.apply(this, question);
    for (const row of answer.rows ?? []) Object.setPrototypeOf(row as object, refusing);
    return answer as Awaited<ReturnType<typeof ask<Row>>>;
  };
}
