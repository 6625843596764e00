/** All SQL of the inbox of partners. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BankNotification } from "#server/outside/notification.ts";
import { nextTry } from "#server/work/next-try.ts";

export type Kind = BankNotification["kind"];
export type OfKind<Wanted extends Kind> = Extract<BankNotification, { kind: Wanted }>;

/** A partner's event as stored in the inbox. */
export interface PartnerEvent<Wanted extends Kind = Kind> {
  provider: string;
  eventId: string;
  body: OfKind<Wanted>;
  receivedAt: Date;
}

const byName = (reader: Reader, provider: string, eventId: string) =>
  reader
    .selectFrom("partner_event")
    .where("provider", "=", provider)
    .where("eventId", "=", eventId)
    .where("handledAt", "is", null);

/** Stores a partner's event; false when the provider has sent it before. */
export async function insertPartnerEvent(
  trx: Transaction,
  provider: string,
  event: BankNotification,
  at: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto("partner_event")
    .values({ provider, eventId: event.eventId, kind: event.kind, body: JSON.stringify(event), receivedAt: at })
    .onConflict((conflict) => conflict.columns(["provider", "eventId"]).doNothing())
    .returning("eventId")
    .executeTakeFirst();
  return made !== undefined;
}

/** Locks an event until the transaction ends; null when it is handled or unknown. */
export async function lockPartnerEvent(
  trx: Transaction,
  provider: string,
  eventId: string,
): Promise<PartnerEvent | null> {
  const row = await byName(trx, provider, eventId).select(["body", "receivedAt"]).forUpdate().executeTakeFirst();
  return row ? { provider, eventId, body: bankNotificationOf(row.body), receivedAt: row.receivedAt } : null;
}

/** Reads a partner's event without a lock; null when it is handled or unknown. */
export async function openPartnerEvent(
  reader: Reader,
  provider: string,
  eventId: string,
): Promise<BankNotification | null> {
  const row = await byName(reader, provider, eventId).select("body").executeTakeFirst();
  return row ? bankNotificationOf(row.body) : null;
}

/** JSON has no dates: they come back as text. */
export function bankNotificationOf(json: unknown): BankNotification {
  const body = json as BankNotification & Record<string, unknown>;
  const instants = Object.fromEntries(
    ["paidAt", "settledAt"].flatMap((name) => (typeof body[name] === "string" ? [[name, new Date(body[name])]] : [])),
  );
  return { ...body, ...instants } as BankNotification;
}

/** Events that their job has not handled, for the sweep; one that failed waits for its next try. */
export async function openPartnerEvents(
  reader: Reader,
  receivedBefore: Date,
  now: Date,
  max: number,
): Promise<{ provider: string; eventId: string }[]> {
  const rows = await reader
    .selectFrom("partner_event")
    .select(["provider", "eventId"])
    .where("handledAt", "is", null)
    .where("receivedAt", "<", receivedBefore)
    .where((row) => row.or([row("tryAgainAt", "is", null), row("tryAgainAt", "<=", now)]))
    .orderBy("receivedAt")
    .limit(max)
    .execute();
  return rows.map((row) => ({ provider: row.provider, eventId: row.eventId }));
}

/**
 * Records that an event could not be handled: it is retried after a growing delay, at most `maxSeconds`. Returns the
 * number of failures; null when it is handled by now.
 */
export async function postponeEvent(
  trx: Transaction,
  { provider, eventId }: Pick<PartnerEvent, "provider" | "eventId">,
  now: Date,
  maxSeconds?: number,
): Promise<number | null> {
  const row = await byName(trx, provider, eventId).select("failures").forUpdate().executeTakeFirst();
  if (!row) return null;
  const failures = row.failures + 1;
  await trx
    .updateTable("partner_event")
    .set({ failures, tryAgainAt: nextTry(now, row.failures, maxSeconds) })
    .where("provider", "=", provider)
    .where("eventId", "=", eventId)
    .execute();
  return failures;
}

/** Records the outcome of an event. */
export async function endPartnerEvent(
  trx: Transaction,
  { provider, eventId }: Pick<PartnerEvent, "provider" | "eventId">,
  outcome: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("partner_event")
    .set({ handledAt: at, outcome })
    .where("provider", "=", provider)
    .where("eventId", "=", eventId)
    .execute();
}
