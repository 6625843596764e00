/** All SQL of webhooks. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { WebhookEndpoint } from "#server/database.types.ts";
import type { WebhookType } from "../contract.ts";

export interface Endpoint {
  id: string;
  brand: string;
  url: string;
  types: WebhookType[];
  state: "ON" | "OFF";
  offCause: "STAFF" | "GONE" | null;
  secretSealed: string;
  secretShownAt: Date | null;
  earlierSealed: string | null;
  earlierUntil: Date | null;
  madeBy: string;
  madeAt: Date;
  changedAt: Date;
}

const endpointOf = (row: Selectable<WebhookEndpoint>): Endpoint => ({
  id: row.id,
  brand: row.brand,
  url: row.url,
  types: row.types as WebhookType[],
  state: row.state as Endpoint["state"],
  offCause: row.offCause as Endpoint["offCause"],
  secretSealed: row.secretSealed,
  secretShownAt: row.secretShownAt,
  earlierSealed: row.earlierSealed,
  earlierUntil: row.earlierUntil,
  madeBy: row.madeBy,
  madeAt: row.madeAt,
  changedAt: row.changedAt,
});

export async function insertEndpoint(
  trx: Transaction,
  row: Pick<Endpoint, "id" | "brand" | "url" | "types" | "secretSealed" | "madeBy" | "madeAt">,
): Promise<void> {
  await trx
    .insertInto("webhook_endpoint")
    .values({
      id: row.id,
      brand: row.brand,
      url: row.url,
      types: row.types,
      state: "ON",
      secretSealed: row.secretSealed,
      madeBy: row.madeBy,
      madeAt: row.madeAt,
      changedAt: row.madeAt,
    })
    .execute();
}

export async function findEndpoint(reader: Reader, id: string): Promise<Endpoint | null> {
  const row = await reader.selectFrom("webhook_endpoint").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? endpointOf(row) : null;
}

/** Endpoints with one of these addresses. */
export async function endpointsAt(reader: Reader, urls: readonly string[]): Promise<Endpoint[]> {
  const rows = await reader.selectFrom("webhook_endpoint").selectAll().where("url", "in", urls).execute();
  return rows.map(endpointOf);
}

/** The same, locked until the transaction ends. */
export async function lockEndpoint(trx: Transaction, id: string): Promise<Endpoint | null> {
  const row = await trx.selectFrom("webhook_endpoint").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? endpointOf(row) : null;
}

export interface EndpointChange {
  url?: string;
  types?: WebhookType[];
  state?: "ON" | "OFF";
  offCause?: Endpoint["offCause"];
  secretSealed?: string;
  secretShownAt?: Date | null;
  earlierSealed?: string | null;
  earlierUntil?: Date | null;
}

export async function changeEndpoint(
  trx: Transaction,
  id: string,
  { url, types, state, offCause, secretSealed, secretShownAt, earlierSealed, earlierUntil }: EndpointChange,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_endpoint")
    .set({
      ...(url === undefined ? {} : { url }),
      ...(types === undefined ? {} : { types }),
      ...(state === undefined ? {} : { state }),
      ...(offCause === undefined ? {} : { offCause }),
      ...(secretSealed === undefined ? {} : { secretSealed }),
      ...(secretShownAt === undefined ? {} : { secretShownAt }),
      ...(earlierSealed === undefined ? {} : { earlierSealed }),
      ...(earlierUntil === undefined ? {} : { earlierUntil }),
      changedAt: at,
    })
    .where("id", "=", id)
    .execute();
}

/** Endpoints after the given one, the oldest first. */
export async function listEndpoints(
  reader: Reader,
  { after, max }: { after: { at: Date; id: string } | undefined; max: number },
): Promise<Endpoint[]> {
  let query = reader.selectFrom("webhook_endpoint").selectAll().orderBy("madeAt").orderBy("id").limit(max);
  if (after) query = query.where(sql<boolean>`(made_at, id) > (${after.at}, ${after.id})`);
  return (await query.execute()).map(endpointOf);
}

/**
 * Numbers the events that were committed since the last run, in the order in which they were written, and creates their
 * deliveries. Only one process does it at a time, so no new event gets a number below one that a reader has already read.
 * @returns the number of events; 0 also while another process does it
 */
export async function placeEvents(trx: Transaction, now: Date, max: number): Promise<number> {
  const { rows: locked } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('webhook-place', 0)) as mine`.execute(trx);
  if (locked[0]?.mine !== true) return 0;
  const { rows } = await sql<{ placed: number }>`
    with placed as (
      update webhook_event e set place = fresh.place
      from (
        select oldest.id, nextval('webhook_place') as place
        from (select id from webhook_event where place is null order by entry limit ${max}) oldest
      ) fresh
      where e.id = fresh.id
      returning e.id, e.type, e.brand, e.subject_id, e.sequence, e.written_at
    ), made as (
      insert into webhook_delivery
        (id, endpoint_id, event_id, type, subject_id, sequence, state, is_replay, due_at, made_at)
      select gen_random_uuid(), t.id, p.id, p.type, p.subject_id, p.sequence, 'WAITING', false, p.written_at, ${now}
      from placed p join webhook_endpoint t on t.brand = p.brand and p.type = any (t.types) and t.state = 'ON'
    )
    select count(*)::int as placed from placed`.execute(trx);
  return rows[0]?.placed ?? 0;
}

/** Events of a brand after a position, in order: a reader that continues from the last one misses none. */
export async function eventsBehind(
  reader: Reader,
  brand: string,
  place: number,
  max: number,
): Promise<{ place: number; body: string }[]> {
  const rows = await reader
    .selectFrom("webhook_event")
    .select(["place", "body"])
    .where("brand", "=", brand)
    .where("place", ">", place)
    .orderBy("place")
    .limit(max)
    .execute();
  return rows.map((row) => ({ place: row.place!, body: row.body }));
}

/** Endpoints for which something is due. */
export async function dueEndpoints(reader: Reader, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from webhook_endpoint t
    where exists (
      select 1 from webhook_delivery d where d.endpoint_id = t.id and d.state = 'WAITING' and d.due_at <= ${now}
    )`.execute(reader);
  return rows.map(({ id }) => id);
}

export interface ClaimedDelivery {
  id: string;
  eventId: string;
  subjectId: string;
  sequence: number;
  tries: number;
  body: string;
  /** The waiting delivery of the previous event; null for the first event of the loan. */
  behindId: string | null;
  behindDueAt: Date | null;
}

/** Claims an endpoint's due deliveries until `until`, in the order of each loan's events. */
export async function claimDueDeliveries(
  trx: Transaction,
  endpointId: string,
  { now, until, max }: { now: Date; until: Date; max: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<{
    id: string;
    eventId: string;
    subjectId: string;
    sequence: number;
    tries: number;
    body: string;
    behindId: string | null;
    behindDueAt: Date | null;
  }>`
    with due as (
      select id from webhook_delivery
      where endpoint_id = ${endpointId} and state = 'WAITING' and due_at <= ${now}
      order by due_at, sequence limit ${max} for update skip locked
    ), claimed as (
      update webhook_delivery d set due_at = ${until} from due where d.id = due.id
      returning d.id, d.event_id, d.subject_id, d.sequence, d.tries, d.made_at
    )
    select c.id, c.event_id, c.subject_id, c.sequence, c.tries, e.body, behind.id as behind_id, behind.due_at as behind_due_at
    from claimed c
    join webhook_event e on e.id = c.event_id
    left join lateral (
      select w.id, w.due_at from webhook_delivery w
      where w.endpoint_id = ${endpointId} and w.state = 'WAITING' and w.subject_id = c.subject_id and w.sequence < c.sequence
      order by w.sequence desc limit 1
    ) behind on true
    order by c.subject_id, c.sequence`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    eventId: row.eventId,
    subjectId: row.subjectId,
    sequence: row.sequence,
    tries: row.tries,
    body: row.body,
    behindId: row.behindId,
    behindDueAt: row.behindDueAt,
  }));
}

/** Postpones deliveries that were not tried. */
export async function postponeDeliveries(
  trx: Transaction,
  rows: readonly { id: string; dueAt: Date }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update webhook_delivery d set due_at = late.due_at
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[]) as late (id, due_at)
    where d.id = late.id and d.state = 'WAITING'`.execute(trx);
}

export interface TryResult {
  id: string;
  subjectId: string;
  state: "WAITING" | "DELIVERED" | "DEAD";
  /** Null once it has ended. */
  dueAt: Date | null;
  at: Date;
  status: number | null;
  failure: string | null;
  milliseconds: number;
}

/** Stores the results of tries, and releases the next events of their loans. */
export async function noteTries(
  trx: Transaction,
  endpointId: string,
  results: readonly TryResult[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update webhook_delivery d set
      state = r.state, tries = d.tries + 1, due_at = r.due_at,
      ended_at = case when r.state = 'WAITING' then null else r.at end,
      last_at = r.at, last_status = r.status, last_failure = r.failure, last_milliseconds = r.milliseconds
    from unnest(
      ${results.map(({ id }) => id)}::uuid[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ dueAt }) => dueAt)}::timestamptz[], ${results.map(({ at }) => at)}::timestamptz[],
      ${results.map(({ status }) => status)}::smallint[], ${results.map(({ failure }) => failure)}::text[],
      ${results.map(({ milliseconds }) => milliseconds)}::int[]
    ) as r (id, state, due_at, at, status, failure, milliseconds)
    where d.id = r.id and d.state = 'WAITING'`.execute(trx);
  const ended = results.filter(({ state }) => state !== "WAITING").map(({ subjectId }) => subjectId);
  if (ended.length === 0) return;
  await sql`
    update webhook_delivery d set due_at = least(d.due_at, ${now})
    from (
      select distinct on (w.subject_id) w.id from webhook_delivery w
      where w.endpoint_id = ${endpointId} and w.state = 'WAITING' and w.subject_id = any (${ended}::text[])
      order by w.subject_id, w.sequence
    ) following
    where d.id = following.id and d.state = 'WAITING'`.execute(trx);
}

/** Ends deliveries of an endpoint that is off: they can be sent again once it is on. Returns how many. */
export async function endOfEndpoint(trx: Transaction, endpointId: string, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'DEAD', due_at = null, ended_at = ${now}, last_failure = 'ENDPOINT_OFF'
    where id in (
      select id from webhook_delivery where endpoint_id = ${endpointId} and state = 'WAITING'
      order by due_at limit ${max} for update skip locked
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes old events with their deliveries; returns their number. */
export async function forgetEvents(trx: Transaction, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_event where id in (
      select id from webhook_event where written_at < ${before} order by written_at limit ${max} for update skip locked
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the counters of loans without an event since then; returns their number. */
export async function forgetSequences(trx: Transaction, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_sequence where subject_id in (
      select subject_id from webhook_sequence where changed_at < ${before} order by changed_at limit ${max} for update skip locked
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
