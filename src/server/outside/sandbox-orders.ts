/** A sandbox partner's memory of an order: its answer, sealed, and when it is ready. Never a credential. */
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import type { SandboxSecret } from "./sandbox-secret.ts";

export interface SandboxOrders<Answer extends object> {
  /** Stores or replaces the answer; it becomes available after so many business seconds. */
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
      const values = { sealed: secret.seal(answer), due_at: new Date(now.getTime() + afterSeconds * 1000) };
      await database
        .insertInto("sandbox_order")
        .values({ port, order_id: orderId, ordered_at: now, ...values })
        .onConflict((conflict) => conflict.columns(["port", "order_id"]).doUpdateSet(values))
        .execute();
    },
    async find(orderId) {
      const row = await database
        .selectFrom("sandbox_order")
        .select(["sealed", "due_at"])
        .where("port", "=", port)
        .where("order_id", "=", orderId)
        .executeTakeFirst();
      if (!row) return null;
      return row.due_at > clock.now() ? "LATER" : secret.open<Answer>(row.sealed);
    },
  };
}
