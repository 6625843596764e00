/**
 * One draw by weight with many entrants: frozen, drawn and published, each timed. `sh scripts/node.sh bench/draw.ts 100000`.
 * The goal is 60 seconds for all three on one core.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { makeDraw } from "#features/rewards/campaign/server/draws.ts";
import { entriesOf, publishedEntries } from "#features/rewards/campaign/server/entries.ts";
import { drawEntries, entriesHashOf } from "#features/rewards/campaign/server/fairness.ts";
import { fundCampaign } from "#features/rewards/campaign/server/money.ts";
import { seeds } from "#features/rewards/campaign/server/seed-table.ts";
import { insertCampaign, newCampaign, type CampaignRow } from "#features/rewards/campaign/server/store.ts";
import { drawWinners, freezeDraw } from "#features/rewards/campaign/server/weighted-draws.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openDatabase, transact } from "#server/database.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { reachDatabase } from "#server/postgres/reach.ts";
import { systemRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { addDays, instantOf } from "#shared/dates.ts";

const total = Number(process.argv[2] ?? 100_000);
const goalSeconds = 60;
const pageSize = 1_000;
const day = "2026-11-21";
const data = await mkdtemp(join(tmpdir(), "tunai-draw-"));
const config = parseConfig({ APP_ENV: "dev", DATA_DIR: data });
const server = await reachDatabase(config);
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: console.error });
let now = instantOf(day, "WIB", { hour: 9 });
const random = systemRandom();
// The services that a draw needs, without the rest of a process.
const services = {
  database,
  config,
  random,
  keys: openKeys({ folder: join(data, "secrets"), random }),
  clock: { now: () => now, realNow: () => now },
  domains: [],
} as unknown as Services;

let spent = 0;
async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  spent += seconds;
  console.log(`${name}: ${seconds.toFixed(2)} s`);
  return result;
}

const seed = seeds.find(({ activityId }) => activityId === "wish-dream");
if (seed?.rules.mechanic !== "DRAW") throw new Error("The sandbox has no draw by weight.");
const campaign: CampaignRow = {
  id: random.uuid(),
  activityId: seed.activityId,
  mechanic: "DRAW",
  skin: seed.skin,
  title: seed.title,
  opensAt: instantOf(day),
  closesAt: instantOf(addDays(day, 30)),
  claimsUntil: instantOf(addDays(day, 44)),
  rules: seed.rules,
  rulesVersion: 1,
  budgetRupiah: 500_000_000,
  permit: { number: "BENCH", isSample: true, verifiedAt: null },
  state: "RUNNING",
  ...newCampaign,
};

try {
  await migrate({ connection: server.connection, folder: "migrations" });
  await transact(database, async (trx) => {
    await insertCampaign(trx, campaign, now);
    await fundCampaign(services, trx, campaign.activityId, campaign.budgetRupiah, "bench");
  });
  await makeDraw(services, campaign, day);
  const { id } = await database.selectFrom("campaign_draw").select("id").executeTakeFirstOrThrow();
  await sql`insert into campaign_draw_entry (draw_id, entry_id, borrower_id, choice_key, weight)
    select ${id}, translate(upper(lpad(to_hex(n::bigint * 7919), 10, '0')), 'ILOU', 'JKMN'), gen_random_uuid(), 'WISH_50000', 10 + n % 51
    from generate_series(1, ${total}::int) n`.execute(database);
  now = instantOf(addDays(day, 1), "WIB", { hour: 0, minute: 2 });
  await timed(`freeze ${total}`, () => freezeDraw(services, id));
  now = instantOf(addDays(day, 1), "WIB", { hour: 10 });
  await timed("draw", () => drawWinners(services, campaign, id));
  await timed("publish", async () => {
    for (let after = "", pages = 0; ; pages++) {
      const page = await publishedEntries(database, id, after, pageSize);
      if (page.length < pageSize || pages > total) return;
      after = page.at(-1)!.entryId;
    }
  });
  const drawn = await database.selectFrom("campaign_draw").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const entries = await entriesOf(database, id);
  const again = drawEntries(entries, 5, { seed: drawn.seed!, beacon: drawn.beacon }).map(({ entryId }) => entryId);
  const stored = await database
    .selectFrom("campaign_draw_entry")
    .select("entryId")
    .where("drawId", "=", id)
    .where("place", "is not", null)
    .orderBy("place")
    .execute();
  const isSame =
    again.join() === stored.map((row) => row.entryId).join() && entriesHashOf(entries) === drawn.entriesHash;
  console.log(`recomputed: ${isSame ? "the same winners and the same hash" : "DIFFERENT"}`);
  console.log(`all: ${spent.toFixed(2)} s, goal ${goalSeconds} s: ${spent < goalSeconds ? "met" : "NOT MET"}`);
  if (!isSame || spent >= goalSeconds) process.exitCode = 1;
} finally {
  await database.destroy();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
