/** Replays: what is sent again, one by one or approved by two people. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { receiver, verified } from "#tests/support/receiver.ts";
import { webhookReason, webhookStaff, writeLoanEvent } from "#tests/support/webhooks.ts";
import { dateInWib } from "#shared/dates.ts";
import { insertReplayed, type ReplayPlace, type ReplayRange } from "./replay-store.ts";
import { maxReplayedAlone } from "../staff-contract.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const staff = webhookStaff(app);

const write = (type: "loan.submitted" | "loan.approved") =>
  transact(database, (trx) => writeLoanEvent(services, trx, { type }));
const replay = (endpointId: string, body: object) =>
  staff.maker.post(
    `/api/staff/webhooks/endpoints/${endpointId}/replay`,
    { reason: webhookReason, ...body },
    staff.key(),
  );

it("An event goes out again with the same id and bytes, and its signature holds.", async () => {
  const backend = await receiver();
  const { endpointId, secret } = await staff.endpoint(backend.url, ["loan.submitted"]);
  await write("loan.submitted");
  await app.settle();
  const [first] = backend.received;
  clock.advance(1_000);
  const { body } = await replay(endpointId, { scope: "EVENT", eventId: first!.id });
  expect(body).toEqual({ events: 1, proposalId: null });
  await app.settle();
  expect(backend.received.map(({ id, body: sent }) => ({ id, sent }))).toEqual([
    { id: first!.id, sent: first!.body },
    { id: first!.id, sent: first!.body },
  ]);
  verified(secret, backend.received[1]!, clock.realNow());
  expect(await staff.deliveries(`&endpointId=${endpointId}`)).toMatchObject([{ isReplay: true }, { isReplay: false }]);
});

it("A period brings the types that are asked for, of those that the endpoint hears; events of other days stay out.", async () => {
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.submitted", "loan.approved"]);
  await write("loan.submitted");
  await app.settle();
  clock.advance(2 * 86_400_000);
  await write("loan.submitted");
  await write("loan.approved");
  await app.settle();
  const day = dateInWib(clock.now());
  const before = backend.received.length;
  expect((await replay(endpointId, { scope: "PERIOD", from: day, type: "loan.approved" })).body.events).toBe(1);
  expect((await replay(endpointId, { scope: "PERIOD", from: day, to: day })).body.events).toBe(2);
  await app.settle();
  expect(backend.received).toHaveLength(before + 3);
  expect((await replay(endpointId, { scope: "PERIOD", from: "2020-01-01", to: "2020-01-31" })).body.status.code).toBe(
    "NOTHING_TO_REPLAY",
  );
});

it("Dead events are sent again once, and not those that arrived by an earlier replay.", async () => {
  const backend = await receiver(() => 500);
  const { endpointId } = await staff.endpoint(backend.url, ["loan.submitted"]);
  await write("loan.submitted");
  await write("loan.submitted");
  await app.settle();
  await sql`update webhook_delivery set state = 'DEAD', due_at = null, ended_at = ${clock.now()}
    where endpoint_id = ${endpointId}`.execute(database);
  backend.answers = () => 200;
  const [one] = await staff.deliveries(`&endpointId=${endpointId}&state=DEAD`);
  expect((await replay(endpointId, { scope: "EVENT", eventId: one.eventId })).body.events).toBe(1);
  await app.settle();
  expect((await replay(endpointId, { scope: "DEAD" })).body).toMatchObject({ events: 1 });
  await app.settle();
  expect((await replay(endpointId, { scope: "DEAD" })).body.status.code).toBe("NOTHING_TO_REPLAY");
  expect(await staff.deliveries(`&endpointId=${endpointId}&state=DELIVERED`)).toHaveLength(2);
});

it("An endpoint that is off or unknown, and a replay that does not say which events, are refused.", async () => {
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.submitted"]);
  const code = async (body: object, id = endpointId) => (await replay(id, body)).body.status.code;
  expect(await code({ scope: "EVENT" })).toBe("EVENT_NEEDED");
  expect(await code({ scope: "PERIOD" })).toBe("PERIOD_NEEDED");
  expect(await code({ scope: "EVENT", eventId: `evt_${"0".repeat(32)}` })).toBe("NOTHING_TO_REPLAY");
  expect(await code({ scope: "DEAD" }, services.random.uuid())).toBe("ENDPOINT_UNKNOWN");
  const off = await staff.change(endpointId, { action: "OFF" });
  await staff.confirm(off.body.proposalId);
  expect(await code({ scope: "DEAD" })).toBe("ENDPOINT_OFF");
});

it("More events than one person may send again wait for another person, and then all get a delivery, each once.", async () => {
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.cancelled"]);
  const count = maxReplayedAlone + 1;
  await sql`insert into webhook_event (id, source_name, source_id, type, brand, subject_id, sequence, body, happened_at, written_at, place)
    select 'evt_' || lpad(n::text, 32, '0'), 'many', n::text, 'loan.cancelled', 'tunai', 'many-' || n, 1, '{}',
      ${clock.now()}, ${clock.now()}, nextval('webhook_place') from generate_series(1, ${count}) as n`.execute(
    database,
  );
  const range = { scope: "PERIOD", from: dateInWib(clock.now()) };
  const response = await replay(endpointId, range);
  expect(response.body).toMatchObject({ events: null, proposalId: expect.any(String) });
  expect((await replay(endpointId, range)).body.status.code).toBe("PROPOSAL_OPEN");
  const made = async () => {
    const { rows } = await sql<{ events: number; rows: number }>`
      select count(distinct event_id)::int as events, count(*)::int as rows from webhook_delivery
      where endpoint_id = ${endpointId}`.execute(database);
    return rows[0];
  };
  expect(await made()).toEqual({ events: 0, rows: 0 });
  // The receiver does not matter here.
  await sql`update webhook_endpoint set url = 'http://127.0.0.1:9/' where id = ${endpointId}`.execute(database);
  await staff.confirm(response.body.proposalId);
  await services.jobs.drain();
  expect(await made()).toEqual({ events: count, rows: count });
});

it("A loan's events of one instant go out again by their sequence, also where a batch ends between them.", async () => {
  const backend = await receiver();
  const { endpointId } = await staff.endpoint(backend.url, ["loan.rejected"]);
  const now = clock.now();
  // Their ids are the other way round.
  await sql`insert into webhook_event (id, source_name, source_id, type, brand, subject_id, sequence, body, happened_at, written_at, place)
    select 'evt_' || lpad((9 - n)::text, 32, 'e'), 'instant', n::text, 'loan.rejected', 'tunai', 'instant', n, '{}',
      ${now}, ${now}, nextval('webhook_place') from generate_series(1, 3) as n`.execute(database);
  const nextBatch = async (events: ReplayRange["events"], behind: ReplayPlace | null) =>
    (
      await transact(database, (trx) =>
        insertReplayed(trx, { endpointId, began: now, events }, behind, { now, max: 1 }),
      )
    ).last;
  const period = { scope: "PERIOD", from: now, to: new Date(now.getTime() + 1), type: null } as const;
  const sent = async () => {
    const { rows } = await sql<{ sequences: number[] }>`select array_agg(sequence order by sequence) as sequences
      from webhook_delivery where endpoint_id = ${endpointId} and state = 'WAITING'`.execute(database);
    return rows[0]?.sequences;
  };
  for (const events of [period, { scope: "DEAD" }] as const) {
    let behind: ReplayPlace | null = null;
    for (const sequences of [[1], [1, 2], [1, 2, 3]]) {
      behind = await nextBatch(events, behind);
      expect(await sent()).toEqual(sequences);
    }
    await sql`update webhook_delivery set state = 'DEAD', due_at = null, ended_at = ${now}
      where endpoint_id = ${endpointId}`.execute(database);
  }
});
