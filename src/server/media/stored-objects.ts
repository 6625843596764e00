/**
 * Objects that no row names: left by a crash between the store and the database, or by deletion. Every domain lists its
 * key columns; once a day, objects that no column has named for a day are removed. // docs/decisions/103
 */
import { fieldOf } from "#server/postgres/column-names.ts";
import { sql } from "kysely";
import type { Database } from "#server/database.server.ts";
import { countInWindow } from "#server/call/rate-limit.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { defineQuestion } from "#server/questions.ts";

/** The columns of a domain's own table that hold object keys. */
export interface ObjectColumns {
  table: string;
  columns: readonly string[];
}

/** Columns of a domain's own tables that hold keys of objects. */
export const objectColumns = defineQuestion<readonly ObjectColumns[]>("object-columns", "MANY");
const registered = ({ ask }: Services): ObjectColumns[] => ask(objectColumns).flat();

/** Those of these keys that a row has in one of these columns, in one query. */
async function namedIn(
  database: Database,
  places: readonly ObjectColumns[],
  keys: readonly string[],
): Promise<string[]> {
  const queries = places.flatMap(({ table, columns }) =>
    columns.map(
      (column) =>
        sql`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} = any(${[...keys]}::text[])`,
    ),
  );
  if (queries.length === 0) return [];
  const { rows } = await sql<{ key: string }>`${sql.join(queries, sql` union all `)}`.execute(database);
  return rows.map(({ key }) => key);
}

/** Columns with a name like a key's that hold no key of an object. */
const otherKeys: ReadonlySet<string> = new Set([
  "captcha.captchaKey",
  "consent_text.textKey",
  ...["coupon_definition", "coupon"].map((table) => `${table}.couponKey`),
  ...["stock", "award", "ticket"].map((table) => `campaign_${table}.prizeKey`),
  "campaign.resultKey",
  "voucher_code.voucherKey",
  ...["entrant", "draw_entry", "choice", "choice_change"].map((table) => `campaign_${table}.choiceKey`),
  "loan.productKey",
  "delivery_report.reportKey",
  ...["audit_entry", "domain_event_exception", "money_proposal", "payment_assignment", "disbursement_settlement"].map(
    (table) => `${table}.reasonKey`,
  ),
  ...["invitation", "consent", "count", "tally"].map((table) => `questionnaire_${table}.questionnaireKey`),
  "questionnaire_consent.textKey",
  "questionnaire_tally.questionKey",
  ...["survey_answer", "survey_turn"].map((table) => `${table}.questionnaireKey`),
  ...["secretKey", "reasonKey", "checkReasonKey"].map((column) => `proposal.${column}`),
]);

/**
 * Columns that may hold object keys and are not registered: `table.column`. While there is one, nothing is removed: an
 * extra object costs storage, a missing one costs a borrower's documents.
 */
export async function undeclaredColumns(services: Services): Promise<string[]> {
  // From the catalogue, since `information_schema.columns` takes three times as long: each day of the sandbox's clock asks this.
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'f')
      and a.attnum > 0 and not a.attisdropped and a.attname ~ '_keys?$'
      and (t.typcategory = 'A' or coalesce(nullif(t.typbasetype, 0), t.oid) in ('text'::regtype, 'jsonb'::regtype))`.execute(
    services.database,
  );
  const declared = new Set(
    registered(services).flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  // Tables of the sandbox and of the job queue hold no keys of our objects.
  return rows
    .map(({ table, column }) => `${table}.${fieldOf(column)}`)
    .filter((name) => !declared.has(name) && !otherKeys.has(name) && !name.startsWith("sandbox_"));
}

/** How long an object may wait for the row that names it: uploads and sealing take minutes at most. */
const graceMilliseconds = 86_400_000;

/** Removes objects that no row names; returns how many. In a bucket shared with other systems, only objects that this installation sealed. */
export async function removeOrphans(services: Services): Promise<number> {
  const { outside, log } = services;
  const undeclared = await undeclaredColumns(services);
  if (undeclared.length > 0) {
    log.error("orphaned objects not looked for", { reason: `No domain has registered ${undeclared.join(", ")}.` });
    return 0;
  }
  const before = new Date(services.clock.realNow().getTime() - graceMilliseconds);
  let removed = 0;
  let after: string | undefined;
  do {
    const page = await outside.storage.list(after);
    const old = page.items.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
    for (const key of await withoutRow(services, old)) if (await removeOwn(services, key)) removed += 1;
    after = page.next ?? undefined;
  } while (after !== undefined);
  if (removed > 0) log.warn("orphaned objects removed", { count: removed });
  return removed;
}

async function withoutRow(services: Services, keys: readonly string[]): Promise<string[]> {
  const unreferenced = new Set(keys);
  if (unreferenced.size === 0) return [];
  for (const key of await namedIn(services.database, registered(services), keys)) unreferenced.delete(key);
  return [...unreferenced];
}

/** An object that our keys cannot open belongs to another installation, or is damaged: people look at it, no sweep removes it. */
async function removeOwn({ outside, log }: Services, key: string): Promise<boolean> {
  try {
    await outside.storage.get(key);
  } catch (error) {
    log.warn("an object without a row does not open", { reference: key, error });
    return false;
  }
  await outside.storage.remove(key);
  return true;
}

const hourMilliseconds = 3_600_000;

/** Once a day for the whole installation, by the first process; each process checks once an hour. */
export function orphansSweep(): Sweep {
  let next = 0;
  return {
    name: "server-orphans",
    everySeconds: 3600,
    async run(services) {
      const now = services.clock.realNow().getTime();
      if (now < next) return 0;
      next = now + hourMilliseconds;
      if ((await countInWindow(services, services.database, "orphans", 86_400)) > 1) return 0;
      return removeOrphans(services);
    },
  };
}
