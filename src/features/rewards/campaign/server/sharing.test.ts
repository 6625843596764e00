/** A shared pool is checked every few seconds for good: this reads who has no share yet, and never who was right. */
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { rightWithoutShare } from "./pick-store.ts";

const app = await testApp({ campaigns: true, isIdle: true });
const { database } = app.services;
await app.settle();

it("Whoever was right and has no share is found by an index of those alone.", async () => {
  const cup = await database
    .selectFrom("campaign")
    .select("id")
    .where("activityId", "=", "world-cup")
    .executeTakeFirstOrThrow();
  await sql`insert into campaign_entrant (borrower_id, campaign_id, joined_at, agreed_version, choice_key, is_shared)
    select md5(n::text)::uuid, ${cup.id}, ${app.clock.now()}, 1, case when n % 2 = 0 then 'SAMPLE_A' else 'SAMPLE_B' end, n % 2 = 0
    from generate_series(1, 20000) n`.execute(database);
  await sql`analyze campaign_entrant`.execute(database);
  await sql`update campaign set result_key = 'SAMPLE_A', result_source = 'test', result_share_rupiah = 1, result_at = ${app.clock.now()}
    where id = ${cup.id}`.execute(database);
  const [statement] = await statementsOf(async () => {
    expect(await rightWithoutShare(database, cup.id, 200)).toEqual([]);
  });
  const { rows } = await database.executeQuery<{ "QUERY PLAN": string }>(
    CompiledQuery.raw(`explain (costs off) ${statement!.text}`, [...statement!.values]),
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("campaign_entrant_unshared");
});
