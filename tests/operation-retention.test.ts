/**
 * Retention of operational data: deliveries, notices, events, evidence of reviews, digests, the sandbox. // Security
 * rules 8
 */
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

const app = await testApp({ everySweep: true });
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
          reportKey: name,
          messageId: random.uuid(),
          state: "SENT",
          code: null,
          happenedAt: at,
          receivedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("delivery_report").select("reportKey").execute(), (row) => row.reportKey),
  },
  {
    table: "notice",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("notice")
        .values({
          id: idOf(name),
          borrowerId: random.uuid(),
          kind: "test.kept",
          sourceId: name,
          topic: "PAYMENT",
          valuesSealed: "s",
          linkHash: Buffer.from(name),
          createdAt: at,
          endedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("notice").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    // With the event that it is about, which expires in real time.
    table: "domain_event_exception",
    forMilliseconds: 400 * day,
    async write(name, at) {
      const event = { name: "test.kept", id: name };
      await database
        .insertInto("domain_event")
        .values({ ...event, happenedAt: at, data: "{}", writtenAt: clock.realNow() })
        .execute();
      await database
        .insertInto("domain_event_exception")
        .values({
          id: idOf(name),
          name: event.name,
          eventId: event.id,
          subscriber: "test",
          state: "CLOSED",
          cause: "TEST",
          leftAt: at,
          closedAt: at,
        })
        .execute();
    },
    left: () => names(database.selectFrom("domain_event_exception").select("eventId").execute(), (row) => row.eventId),
  },
  {
    table: "webhook_event",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("webhook_event")
        .values({
          id: name,
          sourceName: "test.kept",
          sourceId: name,
          type: "loan.submitted",
          brand: "tunai",
          subjectId: name,
          sequence: 1,
          body: "{}",
          happenedAt: at,
          writtenAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("webhook_event").select("id").execute(), (row) => row.id),
  },
  {
    table: "webhook_sequence",
    forMilliseconds: 800 * day,
    write: (name, at) =>
      database.insertInto("webhook_sequence").values({ subjectId: name, last: 1, changedAt: at }).execute(),
    left: () => names(database.selectFrom("webhook_sequence").select("subjectId").execute(), (row) => row.subjectId),
  },
  {
    table: "sandbox_next",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_next")
        .values({ port: name, keyIndex: Buffer.from(name), outcome: "FOUND", putAt: at })
        .execute(),
    left: () => names(database.selectFrom("sandbox_next").select("port").execute(), (row) => row.port),
  },
  {
    table: "sandbox_order",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("sandbox_order")
        .values({ port: "LOOKUP", orderId: idOf(name), sealed: Buffer.from("s"), dueAt: at, orderedAt: at })
        .execute(),
    left: () => names(database.selectFrom("sandbox_order").select("orderId").execute(), (row) => nameOf(row.orderId)),
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
          askedBy: "HOUSE",
          request: "[]",
          answer: "[]",
          outcome: "o",
          askedAt: at,
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
        .values({ inbox: name, headers: "{}", body: "", verdict: "UNKNOWN", outcome: "OK", receivedAt: at })
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
          messageId: idOf(name),
          channel: "SMS",
          recipientIndex: Buffer.from("r"),
          sealed: Buffer.from("s"),
          sentAt: at,
        })
        .execute(),
    left: () =>
      names(database.selectFrom("sandbox_message").select("messageId").execute(), (row) => nameOf(row.messageId)),
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
      const times = { occurredAt: at, receivedAt: at, publishedAt: at };
      await database
        .insertInto("telemetry_event")
        .values({ id: random.uuid(), ...about, ...times })
        .execute();
      await database
        .insertInto("sandbox_event")
        .values({ eventId: random.uuid(), ...about, occurredAt: at })
        .execute();
    }
  await services.sweeps.runAllDue(services);
  await sandboxForgettingSweep.run(services);
  for (const [table, at] of [
    ["telemetry_event", "receivedAt"],
    ["sandbox_event", "occurredAt"],
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
        staffId,
        day: addDays(today, -days),
        status: "SENT",
        writtenAt: clock.now(),
        endedAt: clock.now(),
      })
      .execute();
  await services.sweeps.runAllDue(services);
  // Registered where the sandbox process is composed.
  await sandboxForgettingSweep.run(services);
  expect(await leftOf(kept)).toEqual(kept.map(({ table }) => [`${table} kept`]));
  const digests = await database.selectFrom("staff_digest").select("day").where("status", "=", "SENT").execute();
  expect(digests.map((row) => row.day)).toEqual([addDays(today, -89)]);
});
