/** A sandbox partner's memory of an order: its answer, sealed, and when it is ready. Never a credential. */
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import type { SandboxSecret } from "./sandbox-secret.ts";

export interface SandboxOrders<Answer extends object> {
  /** Stores or replaces the answer; it becomes available after the given business seconds. */
  keep(orderId: string, answer: Answer, afterSeconds?: number): Promise<void>;
  /** Null when the partner knows no such order, `"LATER"` while it still works on it. */
  find(orderId: string): Promise<Answer | "LATER" | null>;
}

export function createSandboxOrders<Answer extends object>(
  tools: { database: Database; clock: Clock; secret: SandboxSecret },
  /** `LOOKUP` */
  port: string,
): SandboxOrders<Answer> {
  const { database, clock, secret } = tools;
  return {
    async keep(orderId, answer, afterSeconds = 0) {
      const now = clock.now();
      const values = { sealed: secret.seal(answer), dueAt: new Date(now.getTime() + afterSeconds * 1000) };
      await database
        .insertInto("sandbox_order")
        .values({ port, orderId, orderedAt: now, ...values })
        .onConflict((conflict) => conflict.columns(["port", "orderId"]).doUpdateSet(values))
        .execute();
    },
    async find(orderId) {
      const row = await database
        .selectFrom("sandbox_order")
        .select(["sealed", "dueAt"])
        .where("port", "=", port)
        .where("orderId", "=", orderId)
        .executeTakeFirst();
      if (!row) return null;
      return row.dueAt > clock.now() ? "LATER" : secret.open<Answer>(row.sealed);
    },
  };
}
