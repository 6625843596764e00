/** SQL of the log of deliveries. */
import { maxCounted } from "#shared/counted.ts";
import { sql, type SqlBool } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { descending, inOrder } from "#server/records/list-order.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { WebhookType } from "../contract.ts";
import type { deliveryStates } from "../staff-contract.ts";

export interface DeliveryRow {
  id: string;
  endpointId: string;
  url: string;
  eventId: string;
  type: WebhookType;
  sequence: number;
  state: (typeof deliveryStates)[number];
  isReplay: boolean;
  tries: number;
  dueAt: Date | null;
  madeAt: Date;
  endedAt: Date | null;
  lastAt: Date | null;
  lastStatus: number | null;
  lastFailure: string | null;
  lastMilliseconds: number | null;
}

export interface DeliveryFilter {
  endpointId?: string | undefined;
  state?: DeliveryRow["state"] | undefined;
  type?: WebhookType | undefined;
  eventId?: string | undefined;
  from?: BusinessDate | undefined;
  to?: BusinessDate | undefined;
  cursor?: string | undefined;
  max: number;
}

const newestFirst = descending({ column: "d.madeAt", id: "d.id", holds: "INSTANT" });

/** Deliveries, the newest first. */
export async function listDeliveries(
  reader: Reader,
  { endpointId, state, type, eventId, ...page }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const query = reader
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook_endpoint as t", "t.id", "d.endpointId")
    .selectAll("d")
    .select("t.url")
    .$if(endpointId !== undefined, (q) => q.where("d.endpointId", "=", endpointId!))
    .$if(state !== undefined, (q) => q.where("d.state", "=", state!))
    .$if(type !== undefined, (q) => q.where("d.type", "=", type!))
    .$if(eventId !== undefined, (q) => q.where("d.eventId", "=", eventId!));
  const rows = await inOrder(query, newestFirst, page).execute();
  return rows.map((row) => ({
    id: row.id,
    endpointId: row.endpointId,
    url: row.url,
    eventId: row.eventId,
    type: row.type as WebhookType,
    sequence: row.sequence,
    state: row.state as DeliveryRow["state"],
    isReplay: row.isReplay,
    tries: row.tries,
    dueAt: row.dueAt,
    madeAt: row.madeAt,
    endedAt: row.endedAt,
    lastAt: row.lastAt,
    lastStatus: row.lastStatus,
    lastFailure: row.lastFailure,
    lastMilliseconds: row.lastMilliseconds,
  }));
}

async function countTo(reader: Reader, condition: ReturnType<typeof sql<SqlBool>>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from webhook_delivery where ${condition} limit ${maxCounted}) counted`.execute(
    reader,
  );
  return rows[0]?.count ?? 0;
}

/** Deliveries of an endpoint that wait and that are dead, each counted to 1,000. */
export async function countDeliveries(reader: Reader, endpointId: string): Promise<{ waiting: number; dead: number }> {
  const [waiting, dead] = await Promise.all([
    countTo(reader, sql<SqlBool>`endpoint_id = ${endpointId} and state = 'WAITING'`),
    countTo(reader, sql<SqlBool>`endpoint_id = ${endpointId} and state = 'DEAD'`),
  ]);
  return { waiting, dead };
}
