/** SQL of replays: which events an endpoint gets once more, and their new deliveries. */
import { sql, type RawBuilder } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { WebhookType } from "../contract.ts";

/** The events of a replay: those of the endpoint's brand and types that were written before it began. */
export interface ReplayRange {
  endpointId: string;
  /** When the replay began. */
  began: Date;
  events:
    | { scope: "EVENT"; eventId: string }
    /** `to`: the end of the last day; `type`: null for each type that the endpoint receives. */
    | { scope: "PERIOD"; from: Date; to: Date; type: WebhookType | null }
    | { scope: "DEAD" };
}

/** The position at which the next batch of a period continues; the other scopes need none. */
export interface ReplayPlace {
  at: Date;
  /** As in `webhook_event.place`. */
  place: number;
}

/** The first `max` events after this position. Those of one loan come by their sequence: a batch is sent before the next one is read. */
function eventsOf(
  { endpointId, began, events }: ReplayRange,
  behind: ReplayPlace | null,
  max: number,
): RawBuilder<unknown> {
  const matchingEvents = sql`webhook_event e join webhook_endpoint t
    on t.id = ${endpointId} and t.state = 'ON' and e.brand = t.brand and e.type = any (t.types)`;
  switch (events.scope) {
    case "EVENT":
      return sql`select e.* from ${matchingEvents} where e.id = ${events.eventId} and e.place is not null`;
    case "PERIOD":
      return sql`select e.* from ${matchingEvents}
        where e.written_at >= ${events.from} and e.written_at < ${events.to} and e.written_at <= ${began}
          and e.place is not null
          and (${events.type}::text is null or e.type = ${events.type})
          and (${behind?.at ?? null}::timestamptz is null
            or (e.written_at, e.place) > (${behind?.at ?? null}, ${behind?.place ?? null}::bigint))
        order by e.written_at, e.place limit ${max}`;
    case "DEAD":
      // An event with a new waiting delivery is not dead any more, so the next batch begins after it. One that died twice counts once.
      return sql`select e.* from ${matchingEvents} join webhook_delivery d on d.event_id = e.id
        where d.endpoint_id = ${endpointId} and d.state = 'DEAD' and d.made_at <= ${began}
          and not exists (
            select 1 from webhook_delivery other
            where other.event_id = d.event_id and other.endpoint_id = d.endpoint_id
              and (other.state <> 'DEAD' or (other.made_at, other.id) < (d.made_at, d.id))
          )
        order by d.made_at, d.sequence limit ${max}`;
  }
}

/** How many events a replay would send, counted to `max`. */
export async function countReplayed(reader: Reader, range: ReplayRange, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${eventsOf(range, null, max)}) counted`.execute(reader);
  return rows[0]?.count ?? 0;
}

/** Creates deliveries for the next `max` events of a replay; returns their number, and the last event. */
export async function insertReplayed(
  trx: Transaction,
  range: ReplayRange,
  behind: ReplayPlace | null,
  { now, max }: { now: Date; max: number },
): Promise<{ count: number; last: ReplayPlace | null }> {
  const { rows } = await sql<{ count: number; at: Date | null; place: number | null }>`
    with chosen as materialized (${eventsOf(range, behind, max)}),
    made as (
      insert into webhook_delivery
        (id, endpoint_id, event_id, type, subject_id, sequence, state, is_replay, due_at, made_at)
      select gen_random_uuid(), ${range.endpointId}, id, type, subject_id, sequence, 'WAITING', true, ${now}, ${now} from chosen
    )
    select (select count(*)::int from chosen) as count, last.written_at as at, last.place
    from (select 1) one left join lateral (select written_at, place from chosen order by written_at desc, place desc limit 1) last on true`.execute(
    trx,
  );
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    last: row?.at && row.place !== null ? { at: row.at, place: row.place } : null,
  };
}
