/** An effect happens once per key: the key, the hash of the body and the sealed answer are written in the transaction of the effect. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "./refusal.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { Services } from "#server/services.ts";
import { idempotencyKey } from "#shared/fields/idempotency.ts";

export interface EffectRequest {
  /** `POST /api/loan/apply` */
  call: string;
  /** `borrower:<id>`, `staff:<id>`, or `visitor:<session id>` without a login: two people never share a key. */
  principal: string;
  key: string | null;
  input: unknown;
}

/** An answer may contain typed text; it is sealed, so that a copy of the database shows none of it. */
const sealedAnswer = sealedColumn<unknown>("idempotency_key", "answerSealed");

export interface Effect<Reply> {
  reply: Reply;
  /** Whether this is the stored first answer: the effect did not run this time. */
  isReplay: boolean;
}

/**
 * Runs `effect` in a transaction unless this principal already sent this key to this call; then its first answer returns.
 * @throws Refusal IDEMPOTENCY_KEY_NEEDED (no key, or none that fits), IDEMPOTENCY_KEY_REUSED (same key, other body).
 */
export async function effectOnce<Reply>(
  services: Services,
  request: EffectRequest,
  effect: (trx: Transaction) => Promise<Reply>,
): Promise<Effect<Reply>> {
  const { key } = request;
  if (!v.is(idempotencyKey, key)) throw new Refusal("IDEMPOTENCY_KEY_NEEDED");
  const bodyHash = createHash("sha256").update(canonical(request.input)).digest("hex");
  return transact(services.database, async (trx) => {
    // The insert waits for a concurrent request with the same key to end, so exactly one of them runs the effect.
    const id = services.random.uuid();
    const inserted = await trx
      .insertInto("idempotency_key")
      .values({
        id,
        principal: request.principal,
        call: request.call,
        key,
        bodyHash,
        createdAt: services.clock.realNow(),
      })
      .onConflict((conflict) => conflict.columns(["principal", "call", "key"]).doNothing())
      .returning("key")
      .executeTakeFirst();
    const row = () =>
      trx
        .selectFrom("idempotency_key")
        .selectAll()
        .where("principal", "=", request.principal)
        .where("call", "=", request.call)
        .where("key", "=", key);
    if (!inserted) {
      const earlier = await row().executeTakeFirstOrThrow();
      if (earlier.bodyHash !== bodyHash) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
      const { id: place, answerSealed: sealed, answer } = earlier;
      const first =
        sealed === null || place === null ? plainAnswer(answer) : sealedAnswer.open(services.keys, place, sealed);
      return { reply: first as Reply, isReplay: true };
    }
    const reply = await effect(trx);
    await trx
      .updateTable("idempotency_key")
      .set({ answerSealed: sealedAnswer.seal(services.keys, id, reply) })
      .where("principal", "=", request.principal)
      .where("call", "=", request.call)
      .where("key", "=", key)
      .execute();
    return { reply, isReplay: false };
  });
}

/** An answer of before answers were sealed: as text, or as an object from before that; a reply itself is never a text. */
const plainAnswer = (stored: unknown): unknown => (typeof stored === "string" ? JSON.parse(stored) : stored);

/** JSON with sorted keys: two bodies that mean the same hash the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
