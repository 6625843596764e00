/** Mother's maiden name: kept sealed while the bureau needs it, read by the bureau's reports alone. // Spec account 9, threat D4 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { getMothersName, removeMothersName, saveMothersName } from "../mother-contract.ts";

const place = (borrowerId: string) => ({ table: "mothers_name", column: "nameSealed", row: borrowerId });

async function findName(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ name: string; givenAt: Date } | null> {
  const row = await reader
    .selectFrom("mothers_name")
    .select(["nameSealed", "givenAt"])
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  if (!row) return null;
  const name = await services.keys.borrowerKeys.open(reader, borrowerId, row.nameSealed, place(borrowerId));
  return { name, givenAt: row.givenAt };
}

/**
 * The name for a bureau report; null when none was given, or none is needed now. For reports alone: knowing it proves
 * nothing.
 */
export async function mothersNameForBureau(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<string | null> {
  if (!services.outside.bureau.needsMothersName) return null;
  return (await findName(services, reader, borrowerId))?.name ?? null;
}

/** `Sri Wahyuni` → `S•• W••••••`: of each word its first letter. */
export const maskMothersName = (name: string): string =>
  name
    .split(" ")
    .map((word) => (word[0] ?? "") + "•".repeat(Math.max(0, word.length - 1)))
    .join(" ");

async function viewOf(services: Services, borrowerId: string) {
  const stored = await findName(services, services.database, borrowerId);
  return {
    isNeeded: services.outside.bureau.needsMothersName,
    masked: stored && maskMothersName(stored.name),
    givenAt: stored?.givenAt.toISOString() ?? null,
  };
}

export const mothersNameAnswers: readonly CallAnswer[] = [
  answer(getMothersName, (_input, { services, borrowerId }) => viewOf(services, borrowerId)),
  answer(saveMothersName, async ({ name }, { services, database, borrowerId, refuse }) => {
    if (!services.outside.bureau.needsMothersName) refuse("MOTHERS_NAME_NOT_NEEDED");
    await transact(database, async (trx) => {
      const values = {
        nameSealed: await services.keys.borrowerKeys.seal(trx, borrowerId, name, place(borrowerId)),
        givenAt: services.clock.now(),
      };
      await trx
        .insertInto("mothers_name")
        .values({ borrowerId, ...values })
        .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet(values))
        .execute();
    });
    return viewOf(services, borrowerId);
  }),
  answer(removeMothersName, async (_input, { services, database, borrowerId }) => {
    await transact(database, (trx) => trx.deleteFrom("mothers_name").where("borrowerId", "=", borrowerId).execute());
    return viewOf(services, borrowerId);
  }),
];
