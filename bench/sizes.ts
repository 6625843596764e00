/**
 * Where the bytes of an installation are: `sh scripts/node.sh bench/sizes.ts --folder=/var/tmp/many` reads the size of
 * each table of a folder that `bench/installation.ts` loaded, or of `DATABASE_URL`, and reports it per borrower.
 */
import { resolve } from "node:path";
import pg from "pg";
import { parseConfig } from "#server/process/config.server.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { option } from "./support/report.ts";

interface Size {
  name: string;
  rows: number;
  heap: number;
  indexes: number;
}

const folder = option("folder");
const config = parseConfig({ ...process.env, APP_ENV: "test", ...(folder ? { DATA_DIR: resolve(folder) } : {}) });
const server = await reachDatabase(config);
const client = new pg.Client({ connectionString: server.connection });
await client.connect();
try {
  // Partitions belong to their table; rows are the planner's estimate, which `analyze` renews.
  await client.query("analyze");
  const { rows: sizes } = await client.query<Size>(`
    with leaf as (
      select coalesce((select i.inhparent from pg_inherits i where i.inhrelid = c.oid and p.relkind = 'p'), c.oid) as top, c.*
      from pg_class c left join pg_inherits j on j.inhrelid = c.oid left join pg_class p on p.oid = j.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
    select t.relname as name, sum(greatest(l.reltuples, 0))::float8 as rows,
      sum(pg_table_size(l.oid))::float8 as heap, sum(pg_indexes_size(l.oid))::float8 as indexes
    from leaf l join pg_class t on t.oid = l.top group by 1 order by sum(pg_total_relation_size(l.oid)) desc`);
  const { rows: counts } = await client.query<{ borrowers: number; loans: number; transfers: number }>(
    `select (select count(*) from borrower)::int as borrowers, (select count(*) from loan)::int as loans,
      (select count(*) from ledger_transfer)::int as transfers`,
  );
  const { borrowers = 0, loans = 0, transfers = 0 } = counts[0] ?? {};
  const total = sizes.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  console.log(`${borrowers} borrowers, ${loans} loans, ${transfers} transfers, ${megabytes(total)} MB in all`);
  console.log(
    `${kilobytes(total / borrowers)} KB a borrower, of these ${kilobytes(indexesOf(sizes) / borrowers)} KB indexes`,
  );
  console.log("table | rows a borrower | KB a borrower | share");
  for (const { name, rows, heap, indexes } of sizes.slice(0, Number(option("top") ?? 25)))
    console.log(
      `${name} | ${(rows / borrowers).toFixed(2)} | ${kilobytes((heap + indexes) / borrowers)} | ${((100 * (heap + indexes)) / total).toFixed(1)} %`,
    );
} finally {
  await client.end();
  await server.stop();
}

function indexesOf(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { indexes }) => sum + indexes, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
