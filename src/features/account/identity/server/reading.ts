/** Reads a card's photo to fill in the form: the borrower checks it, it is never trusted, and it is deleted once the data is saved. */
import { sealedColumn } from "#server/records/rows.ts";
import type { Database, Reader } from "#server/database.server.ts";
import type { IdCardFields } from "#server/outside/id-card/port.ts";
import type { Services } from "#server/services.ts";

const sealedFields = sealedColumn<IdCardFields>("identity_reading", "readSealed");

/** Reads a card and stores the readable parts, in place of an earlier reading. An unreachable reader, or one that reads nothing, changes nothing else. */
export async function readCard(services: Services, borrowerId: string, photo: Uint8Array): Promise<void> {
  const { database, outside, random, clock } = services;
  const answer = await outside.idCard.read({ readId: random.uuid(), photo });
  if (answer.outcome !== "READ") {
    await forgetReading(database, borrowerId);
    return;
  }
  const { borrowerKeys } = services.keys;
  const readSealed = await sealedFields.sealOf(borrowerKeys, database, borrowerId, borrowerId, answer.fields);
  const row = { readSealed, readAt: clock.now() };
  await database
    .insertInto("identity_reading")
    .values({ borrowerId, ...row })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet(row))
    .execute();
}

/** The text read and not saved yet; null without one. */
export async function readingOf(
  services: Services,
  reader: Database,
  borrowerId: string,
): Promise<IdCardFields | null> {
  services.keys.borrowerKeys.ahead(reader, borrowerId);
  const row = await reader
    .selectFrom("identity_reading")
    .select("readSealed")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  if (!row) return null;
  return sealedFields.openOf(services.keys.borrowerKeys, reader, borrowerId, borrowerId, row.readSealed);
}

export async function forgetReading(reader: Reader, borrowerId: string): Promise<void> {
  await reader.deleteFrom("identity_reading").where("borrowerId", "=", borrowerId).execute();
}
