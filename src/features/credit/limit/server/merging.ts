/**
 * Two accounts of one person become one: the surviving account keeps its limit, the other's ends. The borrower's own
 * pause and the freezes by staff follow the person; the bureau's newest report counts. // Spec account 5,
 * docs/decisions/275
 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import type { FreezeCause } from "../score-contract.ts";
import type { FreezeRow } from "./records.ts";
import { freezesOf, setFreezeEnd } from "./freeze-store.ts";
import { freezeLimit, unfreezeLimit } from "./freezing.ts";
import { currentLimits, grantTemporaryLimit, setCreditLimit } from "./limits.ts";
import type { BureauRow } from "./records.ts";
import { bureauOf, removeBureau, writeBureau } from "./score-store.ts";
import { lockLimit, writeLimit } from "./store.ts";

const texts = defineTexts({
  limit: { id: "Limit", en: "Limit", zh: "额度" },
  stands: {
    id: "Limit akun yang dilanjutkan tetap; limit akun yang berakhir tidak ditambahkan.",
    en: "The limit of the remaining account stays; that of the other is not added.",
    zh: "保留账户的额度不变；结束账户的额度不累加。",
  },
  freezes: { id: "Pembekuan atau jeda limit", en: "Freezes and pauses of the limit", zh: "额度冻结或暂停" },
  follow: {
    id: "Jeda Anda dan pembekuan oleh petugas ikut pindah.",
    en: "Your own pause and the freezes by staff are moved too.",
    zh: "您设置的暂停和工作人员的冻结会一并转移。",
  },
});

/** Freezes because of late loans stay with their loan, and a contested account is not merged at all. */
const personal: readonly FreezeCause[] = ["BORROWER", "STAFF", "FRAUD_REVIEW"];
const personalOf = async (reader: Reader, borrowerId: string): Promise<FreezeRow[]> =>
  (await freezesOf(reader, borrowerId)).filter(({ cause }) => personal.includes(cause));

type Followed = {
  cause: FreezeCause;
  /** A freeze of the absorbed account; the merge ends it. */
  fromId: string;
  /** The same freeze on the surviving account; null where it has one of its own. */
  madeId: string | null;
  /** The shorter own pause that it replaced. */
  replacedId: string | null;
};

/** Copies the absorbed account's freezes to the surviving one; of two own pauses the longer one counts. */
async function carryFreezes(
  services: Services,
  trx: Transaction,
  { survivorId, absorbedId }: { survivorId: string; absorbedId: string },
): Promise<Followed[]> {
  const at = services.clock.now();
  const followed: Followed[] = [];
  for (const { id: fromId, cause, endsAt } of await personalOf(trx, absorbedId)) {
    await setFreezeEnd(trx, absorbedId, fromId, { endedAt: at, at });
    const own = (await personalOf(trx, survivorId)).find((one) => one.cause === cause);
    const isShorter = own?.endsAt != null && endsAt !== null && own.endsAt < endsAt;
    if (own && isShorter) await setFreezeEnd(trx, survivorId, own.id, { endedAt: at, at });
    const isMade = (!own || isShorter) && (await freezeLimit(services, trx, survivorId, { cause, endsAt }));
    const made = isMade ? (await personalOf(trx, survivorId)).find((one) => one.cause === cause) : null;
    followed.push({ cause, fromId, madeId: made?.id ?? null, replacedId: own && isShorter ? own.id : null });
  }
  return followed;
}

/** A freeze that staff lifted or that ran out since the merge stays ended for both. */
async function freezesBack(
  services: Services,
  trx: Transaction,
  { survivorId, absorbedId }: { survivorId: string; absorbedId: string },
  followed: readonly Followed[],
): Promise<void> {
  const at = services.clock.now();
  for (const { cause, fromId, madeId, replacedId } of followed) {
    const existing = (await personalOf(trx, survivorId)).find((one) => one.cause === cause);
    if (existing) await setFreezeEnd(trx, absorbedId, fromId, { endedAt: null, at });
    if (!existing || existing.id !== madeId) continue;
    if (replacedId === null) {
      await unfreezeLimit(services, trx, survivorId, cause);
      continue;
    }
    await setFreezeEnd(trx, survivorId, existing.id, { endedAt: at, at });
    await setFreezeEnd(trx, survivorId, replacedId, { endedAt: null, at });
  }
}

type Moved = {
  creditRupiah: number;
  temporaryRupiah: number;
  temporaryUntil: string | null;
  followed: Followed[];
  /** The surviving account's bureau result before the merge, if the merge changed it; null for none. */
  bureauBefore: { facts: { score: number | null; instalmentsRupiah: number; reportedOn: string } | null } | null;
};

/** The newer report counts: it is about the person. */
async function carryBureau(
  trx: Transaction,
  { survivorId, absorbedId }: { survivorId: string; absorbedId: string },
): Promise<Moved["bureauBefore"]> {
  const [own, other] = [await bureauOf(trx, survivorId), await bureauOf(trx, absorbedId)];
  if (!other || (own && own.reportedOn >= other.reportedOn)) return null;
  await writeBureau(trx, survivorId, other);
  return { facts: own };
}

export const mergedLimit = defineMergeAsset<Moved>({
  asset: "LIMIT",
  async preview(services, reader, { survivorId, absorbedId }) {
    const survivor = (await currentLimits(services, reader, survivorId)).totalRupiah;
    const absorbed = (await currentLimits(services, reader, absorbedId)).totalRupiah;
    const line = { code: "LIMIT", text: texts.limit, unit: "RUPIAH", survivor, absorbed, after: survivor } as const;
    const [own, others] = [await personalOf(reader, survivorId), await personalOf(reader, absorbedId)];
    const after = new Set([...own, ...others].map(({ cause }) => cause)).size;
    const counts = { survivor: own.length, absorbed: others.length, after };
    return [
      { ...line, isListed: true, ...(absorbed > 0 ? { note: texts.stands } : {}) },
      { code: "LIMIT_FREEZE", text: texts.freezes, unit: "COUNT", ...counts, isListed: true, note: texts.follow },
    ] as const;
  },
  async move(services, trx, { survivorId, absorbedId }) {
    const now = services.clock.now();
    const { creditRupiah, temporaryRupiah, temporaryUntil } = await lockLimit(trx, absorbedId, now);
    await setCreditLimit(services, trx, absorbedId, 0, "MERGED");
    // Nothing refreshes a limit under which nothing is borrowed any more.
    await writeLimit(trx, absorbedId, { refresh: null }, now);
    if (temporaryUntil) await writeLimit(trx, absorbedId, { temporaryRupiah: 0, temporaryUntil: null }, now);
    return {
      creditRupiah,
      temporaryRupiah,
      temporaryUntil: temporaryUntil?.toISOString() ?? null,
      followed: await carryFreezes(services, trx, { survivorId, absorbedId }),
      bureauBefore: await carryBureau(trx, { survivorId, absorbedId }),
    };
  },
  async back(services, trx, { survivorId, absorbedId }, moved) {
    const { creditRupiah, temporaryRupiah, temporaryUntil } = moved;
    await setCreditLimit(services, trx, absorbedId, creditRupiah, "MERGE_REVERSED");
    const now = services.clock.now();
    await writeLimit(trx, absorbedId, { refresh: { at: now, cause: "BUREAU" } }, now);
    const until = temporaryUntil === null ? null : new Date(temporaryUntil);
    if (until && until > now) await grantTemporaryLimit(services, trx, absorbedId, temporaryRupiah, until);
    // Merges made before freezes moved with the account stored none of these values.
    await freezesBack(services, trx, { survivorId, absorbedId }, moved.followed ?? []);
    if (!moved.bureauBefore) return;
    await removeBureau(trx, survivorId);
    const before = moved.bureauBefore.facts as BureauRow | null;
    if (before) await writeBureau(trx, survivorId, before);
  },
});
