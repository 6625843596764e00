/** Endpoints, events and deliveries with many rows: each of their queries uses an index. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { countDeliveries, listDeliveries } from "./delivery-store.ts";
import { countReplayed } from "./replay-store.ts";
import {
  claimDueDeliveries,
  dueEndpoints,
  endOfEndpoint,
  forgetEvents,
  forgetSequences,
  noteTries,
  placeEvents,
} from "./store.ts";

const app = await testApp({ isIdle: true });
const { database } = app.services;
const now = app.services.clock.now();
const count = 20_000;
const endpointId = "00000000-0000-4000-8000-000000000001";

beforeAll(async () => {
  const each = sql`generate_series(1, ${sql.lit(count)}) as n`;
  const at = sql`${now}::timestamptz + (n - ${sql.lit(count)}) * interval '1 minute'`;
  for (const insert of [
    sql`insert into webhook_endpoint (id, brand, url, types, state, secret_sealed, made_by, made_at, changed_at)
      select ('00000000-0000-4000-8000-' || lpad(k::text, 12, '0'))::uuid, 'tunai', 'https://lender.example/' || k,
        '{loan.submitted}', 'ON', 's', ${endpointId}, ${now}, ${now} from generate_series(1, 4) as k`,
    sql`insert into webhook_sequence (subject_id, last, changed_at) select n::text, 1, ${at} from ${each}`,
    sql`insert into webhook_event (id, source_name, source_id, type, brand, subject_id, sequence, body, happened_at, written_at, place)
      select 'e' || n, 'loan.submitted', n::text, 'loan.submitted', 'tunai', n::text, 1, '{}', ${at}, ${at},
        case when n < ${sql.lit(count - 10)} then -n end from ${each}`,
    sql`insert into webhook_delivery (id, endpoint_id, event_id, type, subject_id, sequence, state, is_replay, due_at, made_at, ended_at)
      select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % 4 + 1)::text, 12, '0'))::uuid, 'e' || n,
        case n % 100 when 0 then 'loan.overdue' else 'loan.submitted' end, n::text, 1,
        case when n > ${sql.lit(count - 200)} then 'WAITING' when n % 200 = 1 then 'DEAD' else 'DELIVERED' end, false,
        case when n > ${sql.lit(count - 200)} then ${at} end, ${at},
        case when n <= ${sql.lit(count - 200)} then ${at} end from ${each}`,
    sql`analyze webhook_endpoint, webhook_sequence, webhook_event, webhook_delivery`,
  ])
    await insert.execute(database);
});

const inTransaction = (work: (trx: Transaction) => Promise<unknown>) => () => transact(database, work);
const long = new Date(now.getTime() - (count - 50) * 60_000);
const dead = { state: "DEAD", max: 50 } as const;

it.each<[string, string, () => Promise<unknown>]>([
  ["The log of all deliveries", "webhook_delivery", () => listDeliveries(database, { max: 50 })],
  ["The log of one endpoint", "webhook_delivery", () => listDeliveries(database, { endpointId, max: 50 })],
  ["The log of dead deliveries", "webhook_delivery", () => listDeliveries(database, dead)],
  ["The log of one type", "webhook_delivery", () => listDeliveries(database, { type: "loan.overdue", max: 50 })],
  ["The log of one event", "webhook_delivery", () => listDeliveries(database, { eventId: "e17", max: 50 })],
  ["The count of what waits and is dead", "webhook_delivery", () => countDeliveries(database, endpointId)],
  ["The search for endpoints with work", "webhook_delivery", () => dueEndpoints(database, now)],
  [
    "Taking what is due",
    "webhook_delivery",
    inTransaction((trx) => claimDueDeliveries(trx, endpointId, { now, until: now, max: 50 })),
  ],
  [
    "Noting a try",
    "webhook_delivery",
    inTransaction((trx) =>
      noteTries(
        trx,
        endpointId,
        [
          {
            id: endpointId,
            subjectId: "1",
            state: "DELIVERED",
            dueAt: null,
            at: now,
            status: 200,
            failure: null,
            milliseconds: 1,
          },
        ],
        now,
      ),
    ),
  ],
  [
    "Ending the deliveries of an endpoint",
    "webhook_delivery",
    inTransaction((trx) => endOfEndpoint(trx, endpointId, now, 9)),
  ],
  [
    "Counting dead events",
    "webhook_delivery",
    () => countReplayed(database, { endpointId, began: now, events: { scope: "DEAD" } }, 100),
  ],
  [
    "Counting the events of a day",
    "webhook_event",
    () =>
      countReplayed(
        database,
        {
          endpointId,
          began: now,
          events: { scope: "PERIOD", from: new Date(now.getTime() - 86_400_000), to: now, type: null },
        },
        100,
      ),
  ],
  ["Placing new events", "webhook_event", inTransaction((trx) => placeEvents(trx, now, 10))],
  ["Forgetting old events", "webhook_event", inTransaction((trx) => forgetEvents(trx, long, 10))],
  ["Forgetting old counts", "webhook_sequence", inTransaction((trx) => forgetSequences(trx, long, 10))],
])("%s reads no table of deliveries or events whole.", async (_title, table, work) => {
  const plans = await plansOf(database, table, work);
  expect(plans).not.toMatch(/Seq Scan on webhook_(delivery|event|sequence)/);
});
