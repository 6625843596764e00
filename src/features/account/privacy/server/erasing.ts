/**
 * Deletes a borrower's data by the registry: data under retention rules is encrypted again, then the key is destroyed,
 * then rows are deleted. Each step can be repeated if a process ended in the middle. // Spec account 6,
 * docs/decisions/246
 */
import { sealedColumn } from "#server/records/rows.ts";
import { sql } from "kysely";
import { getObject, putObject, removeObject } from "#server/media/borrower-object.ts";
import { transact, type Database, type Transaction, type Reader } from "#server/database.server.ts";
import type { StoredObject } from "#server/outside/storage/port.ts";
import {
  removeUnsealed,
  sealedValues,
  type PersonalData,
  type RetainedItem,
  type Retaining,
  personalDataHeld,
} from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addYears, dateInWib, instantOf } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { retentionEnded } from "./events.ts";
import { fieldsInWords } from "./wording.ts";
import { consentsOf } from "./consent-store.ts";
import {
  addItem,
  beginErasure,
  countDeleted,
  endedItems,
  findErasure,
  hasItem,
  itemsOf,
  lockErasure,
  noteErasure,
  openErasures,
  removeItem,
  retentionYearsOf,
  type Erasure,
  type ItemRow,
} from "./retention-store.ts";
import { creditStatus } from "#server/account-questions.ts";

/** The parts of the registry, the highest domain first: dependent data is deleted first. */
export const erasurePartsOf = ({ ask }: Pick<Services, "ask">): PersonalData[] => ask(personalDataHeld).toReversed();

/** Rows of the books stay as long as this item is there. */
const booksKind = "BOOKS";
const booksTitle = { id: "Pembukuan pinjaman", en: "Books of the loans", zh: "借款账簿" };

const sealedValue = sealedColumn<unknown>("retention_item", "valueSealed");
const objectPlace = (id: string) => ({ table: "retention_item", column: "objectKey", row: id });

/**
 * Deletes the data of a borrower whose account is closed; the caller has checked that. A second call continues where
 * the first ended, and returns the same result.
 */
export async function eraseBorrower(services: Services, borrowerId: string): Promise<Erasure> {
  const { database, clock, keys } = services;
  const begun = await beginErasure(database, borrowerId, clock.now());
  if (begun.erasedAt !== null) return begun;
  const parts = erasurePartsOf(services);
  if (begun.shreddedAt === null) {
    await retainAll(services, parts, borrowerId);
    await transact(database, async (trx) => {
      if ((await lockErasure(trx, borrowerId)).shreddedAt !== null) return;
      const unreadable = await countSealed(trx, parts, borrowerId);
      const keptCount = (await itemsOf(trx, borrowerId)).length;
      const now = clock.now();
      for (const { id } of await consentsOf(trx, borrowerId)) await keys.borrowerKeys.shred(trx, id, now);
      await keys.borrowerKeys.shred(trx, borrowerId, now);
      await noteErasure(trx, borrowerId, { shreddedAt: now, unreadableValues: unreadable, keptItems: keptCount });
    });
  }
  await deleteRows(services, parts, borrowerId);
  await noteErasure(database, borrowerId, { erasedAt: clock.now() });
  return (await findErasure(database, borrowerId))!;
}

async function retainAll(services: Services, parts: readonly PersonalData[], borrowerId: string): Promise<void> {
  const { database, clock } = services;
  const hadLoan = (await services.ask(creditStatus)(database, borrowerId)) !== "NOT_APPLIED";
  const retaining: Retaining = {
    hadLoan,
    has: (kind, source) => hasItem(database, borrowerId, kind, source),
    seal: (item) => keep(services, borrowerId, item),
  };
  for (const part of parts) await part.retain(services, borrowerId, retaining);
  if (hadLoan) await keep(services, borrowerId, { kind: booksKind, rule: "BOOKS", source: borrowerId });
  await noteErasure(database, borrowerId, { retainedAt: clock.now() });
}

/** Keeps an item under its own key; keeping it twice counts once. */
async function keep(services: Services, borrowerId: string, item: RetainedItem): Promise<void> {
  const { database, clock, random, keys } = services;
  if (await hasItem(database, borrowerId, item.kind, item.source)) return;
  const id = random.uuid();
  const now = clock.now();
  const today = dateInWib(now);
  const objectKey = item.object ? await putObject(services, id, item.object, objectPlace(id)) : null;
  const isKept = await transact(database, async (trx) => {
    const sealed =
      item.value === undefined ? null : await sealedValue.sealOf(keys.borrowerKeys, trx, id, id, item.value);
    const until = instantOf(addYears(today, await retentionYearsOf(trx, item.rule, today)));
    return addItem(trx, {
      borrowerId,
      id,
      kind: item.kind,
      rule: item.rule,
      source: item.source,
      valueSealed: sealed,
      objectKey,
      mark: item.mark ?? null,
      keptAt: now,
      until,
    });
  });
  if (!isKept && objectKey) await services.outside.storage.remove(objectKey);
}

async function countSealed(trx: Transaction, parts: readonly PersonalData[], borrowerId: string): Promise<number> {
  let count = 0;
  for (const table of parts.flatMap(({ tables }) => tables)) count += await sealedValues(trx, borrowerId, table);
  return count;
}

/** Table by table, each in its own transaction; unsealed objects are removed before the rows that name them. */
async function deleteRows(services: Services, parts: readonly PersonalData[], borrowerId: string): Promise<void> {
  const loans = await hasItem(services.database, borrowerId, booksKind, borrowerId);
  for (const part of parts) {
    for (const table of part.tables) await removeUnsealed(services, borrowerId, table, { loans });
    for (let count = -1; count !== 0;)
      count = await transact(services.database, async (trx) => {
        const deleted = await part.erase(services, trx, borrowerId, { loans });
        if (deleted > 0) await countDeleted(trx, borrowerId, deleted);
        return deleted;
      });
  }
}

export interface Retained {
  kind: string;
  rule: string;
  source: string;
  until: Date;
  value: unknown;
  object: StoredObject | null;
}

async function openItem(services: Services, reader: Database, item: ItemRow): Promise<Retained> {
  const { id, kind, rule, source, until, valueSealed, objectKey } = item;
  const value =
    valueSealed === null ? null : await sealedValue.openOf(services.keys.borrowerKeys, reader, id, id, valueSealed);
  const object = objectKey === null ? null : await getObject(services, reader, id, objectKey, objectPlace(id));
  return { kind, rule, source, until, value, object };
}

/**
 * Kept data of a deleted borrower. The caller has the approval of two people and writes the audit trail. // Spec
 * account 6
 */
export async function readRetained(services: Services, reader: Database, borrowerId: string): Promise<Retained[]> {
  const read: Retained[] = [];
  for (const item of await itemsOf(reader, borrowerId)) read.push(await openItem(services, reader, item));
  return read;
}

/** The list of kept items, without their contents. */
export async function keptItems(
  services: Services,
  reader: Reader,
  borrowerId: string,
  language: Language,
): Promise<{ itemId: string; kindText: string; rule: string; keptAt: Date; until: Date; hasFile: boolean }[]> {
  const titles = new Map([
    [booksKind, booksTitle],
    ...erasurePartsOf(services)
      .flatMap(({ tables }) => tables)
      .flatMap(({ retains, title }) => (retains ? [[retains.kind, title] as const] : [])),
  ]);
  return (await itemsOf(reader, borrowerId)).map(({ id, kind, rule, keptAt, until, objectKey }) => {
    const title = titles.get(kind);
    const kindText = title ? say(title, language) : kind;
    return { itemId: id, kindText, rule, keptAt, until, hasFile: objectKey !== null };
  });
}

/** One kept item in words, with its file; null without one. As for `readRetained`, two people must approve first. */
export async function readKeptItem(
  services: Services,
  reader: Database,
  { borrowerId, itemId, language }: { borrowerId: string; itemId: string; language: Language },
): Promise<{ fields: { label: string; text: string }[]; object: StoredObject | null } | null> {
  const item = (await itemsOf(reader, borrowerId)).find(({ id }) => id === itemId);
  if (!item) return null;
  const { value, object } = await openItem(services, reader, item);
  return { fields: fieldsInWords(services, value, language), object };
}

/** Destroys kept data when its rule ends: the key, the object, the row, and the rows of the books. */
export const retentionEndSweep: Sweep = {
  name: "privacy-retention",
  everySeconds: 3600,
  waits: {
    text: { id: "Data yang masa simpannya habis", en: "Data whose retention ends", zh: "保存期满的数据" },
    rows: [
      {
        table: "retention_item",
        at: "until",
        where: sql<boolean>`not exists (select from legal_hold h where h.borrower_id = retention_item.borrower_id and h.lifted_at is null)`,
      },
      { table: "erasure", at: "beganAt", afterSeconds: 3600, where: sql<boolean>`erased_at is null` },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const ended = await eachDue(await endedItems(database, clock.now(), 100), (item) => endItem(services, item), {
      log,
      failure: "what a rule kept was not destroyed at its end",
      idOf: ({ id }) => id,
    });
    const unfinished = await openErasures(database, new Date(clock.now().getTime() - 3_600_000), 20);
    const resumed = await eachDue(
      unfinished,
      async (borrowerId) => (await eraseBorrower(services, borrowerId)).erasedAt !== null,
      { log, failure: "the forgetting of a borrower was not finished", idOf: (borrowerId) => borrowerId },
    );
    return ended + resumed;
  },
};

async function endItem(services: Services, item: ItemRow): Promise<boolean> {
  const { database, keys, clock, jobs } = services;
  const isMine = await transact(database, async (trx) => {
    if (!(await removeItem(trx, item.borrowerId, item.id))) return false;
    await keys.borrowerKeys.shred(trx, item.id, clock.now());
    if (item.objectKey) await jobs.send(trx, removeObject, { objectKey: item.objectKey });
    // Runs the deletion of the bookkeeping rows again, because nothing holds them any more.
    if (item.kind === booksKind) await noteErasure(trx, item.borrowerId, { erasedAt: null });
    await announceEnd(services, trx, item.borrowerId);
    return true;
  });
  if (isMine && item.kind === booksKind) await eraseBorrower(services, item.borrowerId);
  return isMine;
}

/** The last item is gone: the holder of the certificate gets a second one. Of two concurrent endings, one sees nothing left. */
async function announceEnd(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await lockErasure(trx, borrowerId);
  if ((await itemsOf(trx, borrowerId)).length > 0) return;
  const at = services.clock.now();
  await services.events.announce(trx, retentionEnded, { id: `retention_${borrowerId}`, at, borrowerId });
}
