/** Columns have one name in the database and one in the code, by one rule: `due_at` is `dueAt`. // docs/decisions/172 */
import { PostgresDialect, PostgresQueryCompiler, type IdentifierNode, type QueryCompiler } from "kysely";
import { irregularColumns } from "#server/database.types.ts";

const fields = new Map<string, string>();
const columns = new Map<string, string>(Object.entries(irregularColumns));

/** `due_at` → `dueAt`: the field of a row that has this column. */
export function fieldOf(column: string): string {
  let field = fields.get(column);
  // A name that an object has had as its own key is the one string that V8 compares by its address.
  if (field === undefined) fields.set(column, (field = Object.keys({ [camelCase(column)]: 0 })[0]!));
  return field;
}

/** `dueAt` → `due_at`: the column that a field of a row names. */
export function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) columns.set(field, (column = snakeCase(field)));
  return column;
}

/** A row by columns, such as one that a function of the database gives as JSON, by fields. */
export const byFields = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value as unknown]));

const camelCase = (name: string): string =>
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)
    ? name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;
/** By the rule alone; `columnOf` knows the columns that it does not fit. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Writes fields as columns. Kysely's own plugin for it would copy the tree of each query and each row of its answer. */
class ColumnCompiler extends PostgresQueryCompiler {
  protected override compileUnwrappedIdentifier(node: IdentifierNode): void {
    this.append(this.sanitizeIdentifier(columnOf(node.name)));
  }
}

/** PostgreSQL's dialect with columns named as the code names them. */
export class FieldDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ColumnCompiler();
  }
}
