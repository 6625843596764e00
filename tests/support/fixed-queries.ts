/** In tests a fixed query must say what Kysely makes of the same values: in the product it is built only once. */
import { FixedQuery } from "#server/postgres/fixed-query.ts";

interface Guarded {
  isGuarded?: true;
  compile: FixedQuery<object, unknown>["compile"];
}
const fixed = FixedQuery.prototype as unknown as Guarded;
if (!fixed.isGuarded) {
  const { compile } = fixed;
  fixed.isGuarded = true;
  fixed.compile = function (this: FixedQuery<object, unknown>, reader, given) {
    const compiled = compile.call(this, reader, given);
    const built = this.build(reader, given).compile();
    const [said, meant] = [compiled, built].map(({ sql, parameters }) => JSON.stringify([sql, parameters]));
    if (said !== meant) throw new Error(`A fixed query depends on its values: ${said} instead of ${meant}.`);
    return compiled;
  };
}
