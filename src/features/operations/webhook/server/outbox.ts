/**
 * Writes each event once, in the transaction that causes it: so it is never lost, its figures are those of that
 * moment, and the events of a loan are numbered in the order of their commits. // docs/decisions/331
 */
import { sql } from "kysely";
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eventBody, webhookEvents, type DataOf, type WebhookType } from "../contract.ts";

export interface Written<Type extends WebhookType = WebhookType> {
  type: Type;
  /** The domain event. */
  source: { name: string; id: string };
  brand: string;
  borrowerId: string;
  /** Null for an event about the borrower's limit. */
  loanId: string | null;
  at: Date;
  data: DataOf<Type>;
}

/** A borrower's pseudonym in the events of a brand; two brands cannot compare theirs. */
export const borrowerRefOf = ({ keys }: Pick<Services, "keys">, brand: string, borrowerId: string): string =>
  `bor_${keys.mac("partner-borrower", brand, borrowerId).slice(0, 22)}`;

/** Writes an event as it will be sent; `data` may hold nothing that its type does not name. */
export async function writeWebhookEvent<Type extends WebhookType>(
  services: Services,
  trx: Transaction,
  { type, source, brand, borrowerId, loanId, at, data }: Written<Type>,
): Promise<void> {
  const now = services.clock.now();
  const subjectId = loanId ?? borrowerRefOf(services, brand, borrowerId);
  const sequence = await nextSequence(trx, subjectId, now);
  const id = `evt_${services.random.uuid().replaceAll("-", "")}`;
  const shape = eventBody(v.literal(type), webhookEvents[type].data);
  const body = v.parse(shape, { id, type, occurredAt: at.toISOString(), sequence, brand, data });
  await trx
    .insertInto("webhook_event")
    .values({
      id,
      sourceName: source.name,
      sourceId: source.id,
      type,
      brand,
      subjectId,
      sequence,
      loanId,
      body: JSON.stringify(body),
      happenedAt: at,
      writtenAt: now,
    })
    .execute();
}

/** Takes the next number of a loan; the row is locked until the transaction ends. */
async function nextSequence(trx: Transaction, subjectId: string, now: Date): Promise<number> {
  const { last } = await trx
    .insertInto("webhook_sequence")
    .values({ subjectId, last: 1, changedAt: now })
    .onConflict((conflict) =>
      conflict.column("subjectId").doUpdateSet({ last: sql<number>`webhook_sequence.last + 1`, changedAt: now }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
