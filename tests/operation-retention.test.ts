/** How long is kept what the operation itself writes: deliveries, notices, events, evidence of reviews, digests, the sandbox. // Security rules 8 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { sandboxForgettingSweep } from "#server/outside/sandbox-forgetting.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { transact } from "#server/database.server.ts";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { evidenceEnd } from "../src/features/platform/review/server/evidence.ts";
import { insertEvidence } from "../src/features/platform/review/server/evidence-store.ts";
import { testApp } from "./support/app.ts";
import { day, keeping, type Kept } from "./support/keeping.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { staffId } = await inviteByOperator(services, { name: "R", email: "r@tunai.example", roles: ["admin"] });
const { idOf, nameOf, names, writeBoth, leftOf } = keeping(app);

const kept: Kept[] = [
  {
    table: "delivery_report",
    forMilliseconds: 180 * day,
    write: (name, at) =>
      database
        .insertInto("delivery_report")
        .values({
          provider: "twilio",
          report_key: name,
          message_id: random.uuid(),
          state: "SENT",
          code: null,
          happened_at: at,
          received_at: at,
        })
        .execute(),
    left: () => names(database.selectFrom("delivery_report").select("report_key").execute(), (row) => row.report_key),
  },
  {
    table: "notice",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("notice")
        .values({
          id: idOf(name),
          borrower_id: random.uuid(),
          kind: "test.kept",
          source_id: name,
          topic: "PAYMENT",
          values_sealed: "s",
          link_hash: Buffer.from(name),
          created_at: at,
          ended_at: at,
        })
        .execute(),
    left: () => names(database.selectFrom("notice").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    // With the event that it is about, which goes by real time.
    table: "domain_event_exception",
    forMilliseconds: 400 * day,
    async write(name, at) {
      const event = { name: "test.kept", id: name };
      await database
        .insertInto("domain_event")
        .values({ ...event, happened_at: at, data: "{}", written_at: clock.realNow() })
        .execute();
      await database
        .insertInto("domain_event_exception")
        .values({
          id: idOf(name),
          name: event.name,
          event_id: event.id,
          subscriber: "test",
          state: "CLOSED",
          cause: "TEST",
          left_at: at,
          closed_at: at,
        })
        .execute();
    },
    left: () =>
      names(database.selectFrom("domain_event_exception").select("event_id").execute(), (row) => row.event_id),
  },
  {
    table: "webhook_event",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("webhook_event")
        .values({
          id: name,
          source_name: "test.kept",
          source_id: name,
          type: "loan.submitted",
          brand: "tunai",
          subject_id: name,
          sequence: 1,
          body: "{}",
          happened_at: at,
          written_at: at,
        })
        .execute(),
    left: () => names(database.selectFrom("webhook_event").select("id").execute(), (row) => row.id),
  },
  {
    table: "webhook_sequence",
    forMilliseconds: 800 * day,
    write: (name, at) =>
      database.insertInto("webhook_sequence").values({ subject_id: name, last: 1, changed_at: at }).execute(),
    left: () => names(database.selectFrom("webhook_sequence").select("subject_id").execute(), (row) => row.subject_id),
  },
  {
    table: "sandbox_next",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_next")
        .values({ port: name, key_index: Buffer.from(name), outcome: "FOUND", put_at: at })
        .execute(),
    left: () => names(database.selectFrom("sandbox_next").select("port").execute(), (row) => row.port),
  },
  {
    table: "sandbox_order",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_order")
        .values({ port: "LOOKUP", order_id: idOf(name), sealed: Buffer.from("s"), due_at: at, ordered_at: at })
        .execute(),
    left: () => names(database.selectFrom("sandbox_order").select("order_id").execute(), (row) => nameOf(row.order_id)),
  },
  {
    table: "sandbox_request",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_request")
        .values({
          port: name,
          operation: "o",
          asked_by: "HOUSE",
          request: "[]",
          answer: "[]",
          outcome: "o",
          asked_at: at,
        })
        .execute(),
    left: () => names(database.selectFrom("sandbox_request").select("port").execute(), (row) => row.port),
  },
  {
    table: "sandbox_webhook",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_webhook")
        .values({ inbox: name, headers: "{}", body: "", verdict: "UNKNOWN", outcome: "OK", received_at: at })
        .execute(),
    left: () => names(database.selectFrom("sandbox_webhook").select("inbox").execute(), (row) => row.inbox),
  },
  {
    table: "sandbox_message",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_message")
        .values({
          message_id: idOf(name),
          channel: "SMS",
          recipient_index: Buffer.from("r"),
          sealed: Buffer.from("s"),
          sent_at: at,
        })
        .execute(),
    left: () =>
      names(database.selectFrom("sandbox_message").select("message_id").execute(), (row) => nameOf(row.message_id)),
  },
  {
    table: "review_evidence",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      transact(database, (trx) =>
        insertEvidence(
          trx,
          {
            id: idOf(name),
            borrowerId: idOf(`${name} borrower`),
            subjectId: idOf(`${name} subject`),
            round: 1,
            objectKey: name,
            pictureIndex: name,
            about: { media: "PHOTO", widthPixels: 1, heightPixels: 1 },
            uploadedAt: at,
            destroyAt: evidenceEnd(at),
          },
          [1],
        ),
      ),
    left: () => names(database.selectFrom("review_evidence").select("id").execute(), (row) => nameOf(row.id)),
  },
];

it("keeps reports of visits, and the sandbox's copy, for three whole days behind the present one", async () => {
  const today = dateInWib(clock.now());
  const about = { subject: "s", country: "IDN", data: "{}" };
  for (const days of [0, 3, 4])
    for (const at of [instantOf(addDays(today, -days)), new Date(instantOf(addDays(today, 1 - days)).getTime() - 1)]) {
      const times = { occurred_at: at, received_at: at, published_at: at };
      await database
        .insertInto("telemetry_event")
        .values({ id: random.uuid(), ...about, ...times })
        .execute();
      await database
        .insertInto("sandbox_event")
        .values({ event_id: random.uuid(), ...about, occurred_at: at })
        .execute();
    }
  await services.sweeps.runAllDue(services);
  await sandboxForgettingSweep.run(services);
  for (const [table, at] of [
    ["telemetry_event", "received_at"],
    ["sandbox_event", "occurred_at"],
  ] as const) {
    const { rows } = await sql<{ at: Date }>`select ${sql.ref(at)} as at from ${sql.table(table)} order by 1`.execute(
      database,
    );
    const kept = rows.map((row) => dateInWib(row.at));
    expect(kept, table).toEqual([addDays(today, -3), addDays(today, -3), today, today]);
  }
});

it("keeps each row for its time and no longer", async () => {
  await writeBoth(kept);
  const today = dateInWib(clock.now());
  for (const days of [89, 90, 91])
    await database
      .insertInto("staff_digest")
      .values({
        id: random.uuid(),
        staff_id: staffId,
        day: addDays(today, -days),
        status: "SENT",
        written_at: clock.now(),
        ended_at: clock.now(),
      })
      .execute();
  await services.sweeps.runAllDue(services);
  // Registered where the process of a sandbox is composed.
  await sandboxForgettingSweep.run(services);
  expect(await leftOf(kept)).toEqual(kept.map(({ table }) => [`${table} kept`]));
  const digests = await database.selectFrom("staff_digest").select("day").where("status", "=", "SENT").execute();
  expect(digests.map((row) => row.day)).toEqual([addDays(today, -89)]);
});
