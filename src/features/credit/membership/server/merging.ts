/**
 * Two accounts of one person become one: Plus goes on once, with the later end. Reductions stay with their loans, which never move: one
 * that was used stays used. // Spec account 5, docs/decisions/275
 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import { plusLife } from "./lifecycle.ts";
import { nextPlusCheck } from "./plus.ts";
import { changePlus, findPlus, insertPlus, type PlusRow } from "./store.ts";

const texts = defineTexts({
  plus: { id: "Keanggotaan Plus", en: "Plus membership", zh: "Plus 会员" },
  once: {
    id: "Plus berlanjut satu kali, sampai tanggal berakhir yang lebih lama.",
    en: "One Plus remains, until the later of both ends.",
    zh: "Plus 只延续一份，以较晚的到期日为准。",
  },
});

type Moved = {
  /** End of the absorbed account's Plus, ISO 8601. */
  begunAt: string;
  endsAt: string;
  /** The Plus of the surviving account: created by the merge, or its own with its earlier end. */
  plusId: string;
  endsAtBefore: string | null;
};

const cause = { move: "MERGED", back: "MERGE_REVERSED" } as const;

async function end(services: Services, trx: Transaction, plus: PlusRow, why: keyof typeof cause): Promise<void> {
  const { borrowerId, id } = plus;
  const at = services.clock.now();
  const over = {
    from: ["RUNNING"],
    to: "ENDED",
    actor: "SYSTEM",
    cause: cause[why],
    at,
    set: { endedAt: at },
  } as const;
  await plusLife.move(trx, { id, borrowerId, ...over });
}

async function begin(
  services: Services,
  trx: Transaction,
  { borrowerId, begunAt, endsAt }: Pick<PlusRow, "borrowerId" | "begunAt" | "endsAt">,
  why: keyof typeof cause,
): Promise<string> {
  const at = services.clock.now();
  const id = services.random.uuid();
  await insertPlus(trx, { borrowerId, id, begunAt, endsAt, checkAt: nextPlusCheck(at, endsAt) });
  await plusLife.begin(trx, { id, borrowerId, actor: "SYSTEM", cause: cause[why], at });
  return id;
}

export const mergedPlus = defineMergeAsset<Moved>({
  asset: "PLUS",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = (await findPlus(reader, survivorId)) ? 1 : 0;
    const absorbed = (await findPlus(reader, absorbedId)) ? 1 : 0;
    const line = { code: "PLUS", text: texts.plus, unit: "COUNT", survivor, absorbed } as const;
    return [{ ...line, after: survivor || absorbed, isListed: true, note: texts.once }] as const;
  },
  async move(services, trx, { survivorId, absorbedId }) {
    const plus = await findPlus(trx, absorbedId, true);
    if (!plus) return null;
    const own = await findPlus(trx, survivorId, true);
    const { begunAt, endsAt } = plus;
    await end(services, trx, plus, "move");
    const previous = { begunAt: begunAt.toISOString(), endsAt: endsAt.toISOString() };
    if (!own) {
      const plusId = await begin(services, trx, { borrowerId: survivorId, begunAt, endsAt }, "move");
      return { ...previous, plusId, endsAtBefore: null };
    }
    if (own.endsAt < endsAt)
      await changePlus(trx, own, { endsAt, checkAt: nextPlusCheck(services.clock.now(), endsAt) });
    return { ...previous, plusId: own.id, endsAtBefore: own.endsAt.toISOString() };
  },
  async back(services, trx, { survivorId, absorbedId }, moved) {
    const now = services.clock.now();
    const own = await findPlus(trx, survivorId, true);
    // A Plus that ended since the merge stays ended for both accounts.
    if (own?.id !== moved.plusId) return;
    if (moved.endsAtBefore === null) await end(services, trx, own, "back");
    else if (own.endsAt.toISOString() === moved.endsAt) {
      const endsAt = new Date(moved.endsAtBefore);
      await changePlus(trx, own, { endsAt, checkAt: nextPlusCheck(now, endsAt) });
    }
    const endsAt = new Date(moved.endsAt);
    if (endsAt > now)
      await begin(services, trx, { borrowerId: absorbedId, begunAt: new Date(moved.begunAt), endsAt }, "back");
  },
});
