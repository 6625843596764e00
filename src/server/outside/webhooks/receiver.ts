/** The sandbox's webhook receiver: keeps what arrived at its addresses. // docs/decisions/331 */
import { sql } from "kysely";
import type { Database } from "#server/database.server.ts";
import type { Clock } from "#server/process/clock.ts";
import type { ReceiverOutcome } from "./outcomes.ts";

/** VERIFIED: signed by a secret of the endpoint with this address. UNKNOWN: no endpoint has this address. */
export type SignatureVerdict = "VERIFIED" | "WRONG" | "UNKNOWN";

export interface ReceivedWebhook {
  /** Later ones have higher numbers. */
  number: number;
  /** The last part of the address. */
  inbox: string;
  headers: Readonly<Record<string, string>>;
  /** The bytes as text. */
  body: string;
  verdict: SignatureVerdict;
  outcome: ReceiverOutcome;
  receivedAt: Date;
}

/** Received events that are kept; the sweep `sandbox-forget` deletes older ones. */
export const keptWebhooks = 500;

export interface SandboxReceiver {
  keep(received: Omit<ReceivedWebhook, "number" | "receivedAt">): Promise<void>;
  /** Newest first; only those of `inbox` and below `before`, if given. */
  list(input: { inbox?: string; before?: number; limit: number }): Promise<ReceivedWebhook[]>;
}

export function createSandboxReceiver({ database, clock }: { database: Database; clock: Clock }): SandboxReceiver {
  return {
    async keep({ inbox, headers, body, verdict, outcome }) {
      await database
        .insertInto("sandbox_webhook")
        .values({ inbox, headers: JSON.stringify(headers), body, verdict, outcome, receivedAt: clock.now() })
        .execute();
    },
    async list({ inbox, before, limit }) {
      let query = database.selectFrom("sandbox_webhook").selectAll().orderBy("number", "desc").limit(limit);
      if (inbox !== undefined) query = query.where("inbox", "=", inbox);
      if (before !== undefined) query = query.where("number", "<", before);
      return (await query.execute()).map((row) => ({
        number: Number(row.number),
        inbox: row.inbox,
        headers: row.headers as unknown as Record<string, string>,
        body: row.body,
        verdict: row.verdict as SignatureVerdict,
        outcome: row.outcome as ReceiverOutcome,
        receivedAt: row.receivedAt,
      }));
    },
  };
}

/** The sweep `sandbox-forget` deletes those received before that moment, `atOnce` rows at a time. */
export const forgottenWebhooks = (before: Date, atOnce: number) =>
  sql`delete from sandbox_webhook where number in
    (select number from sandbox_webhook where received_at < ${before} limit ${atOnce} for update skip locked)`;

/** Those beyond the newest that are kept, `atOnce` rows at a time. */
export const surplusWebhooks = (atOnce: number) =>
  sql`delete from sandbox_webhook where number in
    (select number from sandbox_webhook order by number desc offset ${keptWebhooks} limit ${atOnce})`;
