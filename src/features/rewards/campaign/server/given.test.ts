/**
 * Totals of campaigns are updated as awards are written; each equals a full count of all awards. // docs/decisions/221
 */
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { eraseBorrower } from "#features/account/privacy/server/index.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact, violated, type Reader, type Transaction } from "#server/database.server.ts";
import type { BookDifference } from "#server/ledger/book-checks.ts";
import { addDays } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { testDatabase } from "#tests/support/database.ts";
import { waitingEpochs } from "./burn.ts";
import { campaignBookChecks } from "./book-checks.ts";
import { addNotes, claimAddingUp, countPeople, prizesByDay, prizesGiven } from "./given-store.ts";
import { insertEntrant } from "./entrant-store.ts";
import { passAwards, passEntrants } from "./merge-store.ts";
import { choicesOf, writeChoice } from "./pick-store.ts";
import { addUp } from "./sweeps.ts";

const made = await testDatabase({ poolSize: 20 });
const app = await testApp({ campaigns: true, database: made });
/** Another process on the same rows. */
const other = await testApp({
  campaigns: true,
  database: made,
  environment: { DATA_DIR: app.services.config.dataDir },
});
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, claim, campaignId } = campaignsOf(app);

const campaigns = [await campaignId("egg-win"), await campaignId("get-coupon")];
const people = Array.from({ length: 4 }, () => random.uuid());
const firstDay = "2026-03-30";
const prizes = [
  { kind: "CASH", rupiah: 5_000 },
  { kind: "POINTS", points: 10 },
];
const states = ["PENDING", "HELD", "GIVEN", "REFUSED", "REVOKED"];

/** The queries as they were before the totals existed: over all awards. */
async function counted(reader: Reader, from: string) {
  const ids = sql`any(${campaigns}::uuid[])`;
  const asked = async (query: ReturnType<typeof sql<object>>) => (await query.execute(reader)).rows;
  return {
    byDay: await asked(sql`
      select campaign_id as id, (won_at at time zone 'Asia/Jakarta')::date as day, prize, by_chance as "byChance", count(*) as awards
      from campaign_award where campaign_id = ${ids} and (won_at at time zone 'Asia/Jakarta')::date >= ${from} and state in ('PENDING', 'GIVEN')
      group by 1, 2, 3, 4`),
    prizes: await asked(sql`
      select campaign_id as id, prize, by_chance as "byChance", count(*) as awards from campaign_award
      where campaign_id = ${ids} and state in ('PENDING', 'GIVEN') group by 1, 2, 3`),
    people: await asked(sql`
      select campaign_id as id, count(distinct borrower_id) as people from campaign_award
      where campaign_id = ${ids} and state in ('PENDING', 'GIVEN') group by 1`),
  };
}
const added = async (reader: Reader, from: string) => ({
  byDay: await prizesByDay(reader, campaigns, from),
  prizes: await prizesGiven(reader, campaigns),
  people: [...(await countPeople(reader, campaigns))].map(([id, count]) => ({ id, people: count })),
});
const ordered = (figures: Record<string, readonly object[]>) =>
  Object.entries(figures).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).toSorted()]);
async function figuresAgree(): Promise<void> {
  for (const from of [firstDay, addDays(firstDay, 1)])
    expect(ordered(await added(database, from))).toEqual(ordered(await counted(database, from)));
}
const differences = async (): Promise<BookDifference[]> => {
  const found = [];
  for (const check of campaignBookChecks)
    if (check.name === "campaign-sums") found.push(...(await check.differences(database)));
  return found;
};
const notes = async (): Promise<number> =>
  (
    await database
      .selectFrom("campaign_given_change")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

const step = fc.record({
  act: fc.constantFrom("come", "come", "come", "move", "move", "moveAll", "pass", "go", "forget", "undone", "add"),
  who: fc.nat(people.length - 1),
  whom: fc.nat(people.length - 1),
  campaign: fc.nat(campaigns.length - 1),
  prize: fc.nat(prizes.length - 1),
  /** Half of them after midnight in WIB, on the day before in UTC. */
  hours: fc.nat(40),
  state: fc.nat(states.length - 1),
  count: fc.integer({ min: 1, max: 3 }),
  pick: fc.nat(1_000),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Awards as rows only: their origin does not matter here, every way of writing one does. */
async function take(
  trx: Transaction,
  { act, who, whom, campaign, prize, hours, state, count, pick }: Step,
): Promise<void> {
  const [borrowerId, otherId, at] = [
    people[who]!,
    people[whom]!,
    new Date(Date.parse(`${firstDay}T00:00:00Z`) + hours * 3_600_000),
  ];
  const one = sql`(select id from campaign_award where borrower_id = any(${people}::uuid[]) order by id offset ${pick} % 7 limit 1)`;
  if (act === "come" || act === "undone")
    await trx
      .insertInto("campaign_award")
      .values(
        Array.from({ length: count }, (_, index) => ({
          borrowerId: index === 0 ? borrowerId : otherId,
          id: random.uuid(),
          campaignId: campaigns[campaign]!,
          cause: `test_${random.uuid()}`,
          prizeKey: "TEST",
          prize: JSON.stringify(prizes[prize]),
          byChance: pick % 2 === 0,
          epoch: pick % 3 === 0 ? null : `day-${hours % 5}`,
          state: states[state]!,
          wonAt: at,
          changedAt: at,
          heldAt: at,
        })),
      )
      .execute();
  if (act === "move") await sql`update campaign_award set state = ${states[state]!} where id = ${one}`.execute(trx);
  if (act === "moveAll")
    await sql`update campaign_award set state = ${states[state]!}, won_at = won_at + interval '9 hours' where borrower_id = ${borrowerId}`.execute(
      trx,
    );
  if (act === "pass" && borrowerId !== otherId) await passAwards(trx, borrowerId, otherId);
  if (act === "go") await sql`delete from campaign_award where id = ${one}`.execute(trx);
  if (act === "forget") await sql`delete from campaign_award where borrower_id = ${borrowerId}`.execute(trx);
  if (act === "undone") throw new Undone();
}
class Undone extends Error {}
const taken = (process: typeof app, one: Step): Promise<unknown> =>
  one.act === "add"
    ? addUp(process.services)
    : transact(process.services.database, (trx) => take(trx, one)).catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
/** A round that stops in the middle of the rows to add. */
const addSome = (process: typeof app, max: number) =>
  transact(process.services.database, async (trx) => ((await claimAddingUp(trx)) ? addNotes(trx, max) : 0));

it("Every figure is that of all awards after each change of them, whenever they are added up.", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      for (const one of steps) {
        await taken(app, one);
        if (one.pick % 4 === 0) await addSome(app, one.count);
        await figuresAgree();
      }
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 15 },
  );
  while ((await addUp(services)) > 0);
  expect(await notes()).toBe(0);
  await figuresAgree();
});

it("Nothing is added twice or lost while two processes add up and many write at once.", async () => {
  const lanes = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), 8);
  let isOver = false;
  const watching = (async () => {
    const found = [];
    while (!isOver) found.push(...(await differences()));
    return found;
  })();
  const adding = [app, other].map(async (process) => {
    while (!isOver) await addSome(process, 3);
  });
  await Promise.all(
    lanes.map(async (steps, lane) => {
      for (const one of steps) await taken(lane % 2 === 0 ? app : other, one);
    }),
  );
  isOver = true;
  await Promise.all(adding);
  expect(await watching).toEqual([]);
  await figuresAgree();
  await Promise.all([app, other].map((process) => addUp(process.services)));
  while ((await addUp(services)) > 0);
  expect(await notes()).toBe(0);
  await figuresAgree();
});

it("Who is forgotten stays counted with the award, which the books name, whether it was added up or not.", async () => {
  const [one, another] = [await borrower(), await borrower()];
  expect((await claim(one.client, "get-coupon", "COUPON_10000")).status).toBe(200);
  await addUp(services);
  expect((await claim(another.client, "get-coupon", "COUPON_10000")).status).toBe(200);
  for (const { borrowerId } of [one, another]) {
    await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
    await eraseBorrower(services, borrowerId);
    await figuresAgree();
  }
  await addUp(services);
  await figuresAgree();
  expect(await differences()).toEqual([]);
});

it("The audit names each sum that says other than the awards, and adding up anew mends it.", async () => {
  const { client } = await borrower();
  expect((await claim(client, "get-coupon", "COUPON_10000")).status).toBe(200);
  await addUp(services);
  await sql`update campaign_people set people = people + 2 where campaign_id = ${campaigns[1]}`.execute(database);
  const { rows } = await sql<{ about: string }>`update campaign_given set awards = awards + 5
    where campaign_id = ${campaigns[1]} and prize ->> 'kind' = 'COUPON' returning 'get-coupon ' || day || ' ' || prize::text as about`.execute(
    database,
  );
  const found = await differences();
  expect(found.map(({ about }) => about).toSorted()).toEqual(
    [...rows.map(({ about }) => about), "get-coupon people"].toSorted(),
  );
  for (const { about, expected, found: sum } of found)
    expect(Number(sum) - Number(expected), about).toBe(about.endsWith("people") ? 2 : 5);
  await sql`select campaign_given_renew()`.execute(database);
  expect(await differences()).toEqual([]);
  await figuresAgree();
});

it("How many chose each option is what counting all who chose says, while two processes add up; wishes of a draw are none.", async () => {
  const [cup, wishes] = [await campaignId("world-cup"), await campaignId("wish-dream")];
  const choosers = Array.from({ length: 6 }, () => random.uuid());
  const choice = fc.record({
    act: fc.constantFrom("join", "join", "choose", "pass", "forget", "add"),
    who: fc.nat(choosers.length - 1),
    campaign: fc.constantFrom(cup, cup, wishes),
    option: fc.constantFrom("SAMPLE_A", "SAMPLE_B", null),
  });
  const lanes = fc.sample(fc.array(choice, { minLength: 50, maxLength: 50 }), 6);
  await Promise.all(
    lanes.map(async (steps, lane) => {
      for (const { act, who, campaign, option } of steps) {
        const borrowerId = choosers[who]!;
        if (act === "add") await addUp((lane % 2 === 0 ? app : other).services);
        await transact(database, async (trx) => {
          if (act === "join")
            await insertEntrant(trx, borrowerId, campaign, {
              joinedAt: clock.now(),
              agreedVersion: 1,
              choiceKey: option,
              code: null,
              grown: 0,
              growsUntil: null,
            });
          if (act === "choose") await writeChoice(trx, borrowerId, campaign, option);
          if (act === "pass") await passEntrants(trx, borrowerId, choosers[(who + 1) % choosers.length]!, [campaign]);
          if (act === "forget") await trx.deleteFrom("campaign_entrant").where("borrowerId", "=", borrowerId).execute();
        }).catch((error: unknown) => {
          // A person who joins while another entrant's row is transferred to the same account.
          if (violated(error, "23505") !== "campaign_entrant_pkey") throw error;
        });
        expect(await differences()).toEqual([]);
      }
    }),
  );
  const { rows } = await sql<{
    key: string;
    people: number;
  }>`select choice_key as key, count(*) as people from campaign_entrant
    where campaign_id = ${cup} and choice_key is not null group by 1`.execute(database);
  expect([...(await choicesOf(database, cup))].toSorted()).toEqual(
    rows.map(({ key, people: count }) => [key, count]).toSorted(),
  );
  expect([...(await choicesOf(database, wishes))]).toEqual([]);
  await sql`update campaign_choice set people = people + 1`.execute(database);
  expect((await differences()).map(({ about }) => about.split(" ")[0])).toContain("world-cup");
  await sql`select campaign_choice_renew()`.execute(database);
  expect(await differences()).toEqual([]);
});

it("Epochs that wait are those of all awards that wait.", async () => {
  for (const id of campaigns) {
    const { rows } = await sql<{ epoch: string }>`select distinct epoch from campaign_award
      where campaign_id = ${id} and state in ('PENDING', 'HELD') and epoch is not null order by 1`.execute(database);
    expect((await waitingEpochs(database, id)).toSorted()).toEqual(rows.map(({ epoch }) => epoch));
  }
});
