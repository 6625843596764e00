/** The inbox: what was read, by whom, how long it is stored, and the index used to list and count it. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { inboxOf, messageInInbox, noteRead, noteReadUpTo, unreadMessages } from "./index.ts";
import { receipt, news, papers, noticesOf } from "#tests/support/notices.ts";
import { noticeKinds } from "./definition.ts";

const app = await testApp({ domains: [{ answersTo: [noticeKinds.by([receipt, news, papers])] }] });
const { services, clock } = app;
const { database } = services;

const { person, tell, inbox, rowOf } = noticesOf(app);

describe("the inbox", () => {
  it("keeps when a message was read first", async () => {
    const who = await person();
    await tell(receipt, who);
    await app.settle();
    const { id } = await rowOf(who.borrowerId);
    const first = clock.now();
    const read = () => transact(database, (trx) => noteRead(trx, who.borrowerId, id, clock.now()));
    await read();
    clock.advance(60_000);
    await read();
    expect((await rowOf(who.borrowerId)).readAt).toEqual(first);
  });

  it("is the borrower's own, newest first, by topic and in pages", async () => {
    const who = await person();
    const other = await person();
    for (let n = 0; n < 5; n++) {
      await tell(n % 2 ? news : receipt, who);
      await app.settle();
    }
    const first = await inboxOf(services, database, who, { limit: 3 });
    const second = await inboxOf(services, database, who, { limit: 3, cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
    expect([...first.items, ...second.items].map(({ topic }) => topic)).toEqual([
      "PAYMENT",
      "NEWS",
      "PAYMENT",
      "NEWS",
      "PAYMENT",
    ]);
    expect(await inbox(who, { topic: "NEWS" })).toHaveLength(2);
    expect(await inbox(other)).toEqual([]);
    expect(await messageInInbox(services, database, other, first.items[0]!.id)).toBeNull();
    expect(await messageInInbox(services, database, who, first.items[0]!.id)).toEqual(first.items[0]);
  });

  it("what comes while all is marked as read stays unread", async () => {
    const who = await person();
    for (let round = 0; round < 20; round++) {
      await tell(receipt, who);
      await app.settle();
      const [newest] = await database
        .selectFrom("notice")
        .select("number")
        .where("borrowerId", "=", who.borrowerId)
        .where("number", "is not", null)
        .orderBy("number", "desc")
        .limit(1)
        .execute();
      await Promise.all([
        transact(database, (trx) => noteReadUpTo(trx, who.borrowerId, newest!.number!, clock.now())),
        tell(receipt, who).then(() => services.jobs.drain()),
      ]);
      expect(await unreadMessages(database, who.borrowerId)).toBe(1);
    }
    await transact(database, (trx) => noteReadUpTo(trx, who.borrowerId, 40, clock.now()));
    expect(await unreadMessages(database, who.borrowerId)).toBe(0);
  });
});

it("is kept for 400 days, and with a loan's papers for good", async () => {
  const who = await person();
  await tell(receipt, who);
  await tell(papers, who);
  await app.settle();
  clock.advance(400 * 86_400_000);
  await services.sweeps.runAllDue(services);
  expect(await inbox(who)).toHaveLength(2);
  clock.advance(1);
  await services.sweeps.runAllDue(services);
  expect((await inbox(who)).map(({ topic }) => topic)).toEqual(["LOAN"]);
});

it("lists, counts and forgets by an index, among many rows", async () => {
  const borrowerId = services.random.uuid();
  await sql`insert into notice (id, borrower_id, kind, source_id, topic, values_sealed, link_hash, created_at, shown_at, number, read_at, ended_at)
    select gen_random_uuid(), case when n % 100 = 0 then ${borrowerId}::uuid else gen_random_uuid() end, 'test.many', n::text,
      case when n % 3 = 0 then 'LOAN' else 'NEWS' end, 's', decode(md5(n::text), 'hex'), ${clock.now()}, ${clock.now()}, n,
      case when n % 400 = 0 then null::timestamptz else ${clock.now()} end, ${clock.now()} from generate_series(1, 40000) n`.execute(
    database,
  );
  await sql`analyze notice`.execute(database);
  const plans = await Promise.all(
    [
      sql`select * from notice where borrower_id = ${borrowerId} and number is not null and number < 30000 order by number desc limit 21`,
      sql`select * from notice where borrower_id = ${borrowerId} and topic = 'NEWS' and number is not null order by number desc limit 21`,
      sql`select count(*) from (select id from notice where borrower_id = ${borrowerId} and number is not null and read_at is null limit 99) u`,
      sql`select id from notice where due_at <= ${clock.now()} order by due_at limit 100`,
      sql`select id from notice where topic <> 'LOAN' and created_at < ${new Date(0)} limit 1000`,
      sql`select * from notice where link_hash = ${Buffer.from("x")}`,
    ].map(async (query) => {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(database);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    }),
  );
  for (const plan of plans) {
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Seq Scan");
    expect(plan).not.toMatch(/Sort Key/);
  }
});
