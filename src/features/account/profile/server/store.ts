/** All SQL of profiles. The answers are sealed as one whole with the borrower's own key. */
import { sealedColumn, type SealedColumn } from "#server/records/rows.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import type { Services } from "#server/services.ts";
import type { Zone } from "#shared/dates.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { HomeAnswers, PersonalAnswers, ProfilePart, WorkAnswers } from "../contract.ts";

/** The parts that were filled in and checked. */
export interface ProfileAnswers {
  personal?: PersonalAnswers;
  home?: HomeAnswers;
  work?: WorkAnswers;
}
/** Typed values that are not saved as final yet, by part and field. */
export type Drafts = Partial<Record<ProfilePart, Record<string, string>>>;
export interface ProfileRow {
  answers: ProfileAnswers;
  drafts: Drafts;
  completedAt: Date | null;
  /** Work and income came by a link without a login, and were not saved with one since. */
  isIncomeByLink: boolean;
}
/** A profile and how many emergency contacts it has. */
export type ProfileFound = ProfileRow & { contactCount: number };

const sealedAnswers = sealedColumn<ProfileAnswers>("profile", "answersSealed");
const sealedDrafts = sealedColumn<Drafts>("profile", "draftSealed");

export function findProfile(services: Services, trx: Reader, borrowerId: string): Promise<ProfileFound> {
  return readOnce(trx, `profile of ${borrowerId}`, () => readProfile(services, trx, borrowerId));
}

const withContacts = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    // The count comes first, so that it is read even if there is no profile.
    .selectFrom((from) =>
      from
        .selectFrom("emergency_contact")
        .select(({ fn }) => fn.countAll<number>().as("contactCount"))
        .where("borrowerId", "=", borrowerId)
        .where("slot", "is not", null)
        .as("contacts"),
    )
    .leftJoin("profile", (join) => join.on("profile.borrowerId", "=", borrowerId))
    .select([
      "contacts.contactCount",
      "profile.answersSealed",
      "profile.draftSealed",
      "profile.completedAt",
      "profile.incomeByLink",
    ]),
);

async function readProfile(services: Services, trx: Reader, borrowerId: string): Promise<ProfileFound> {
  const row = await withContacts.executeTakeFirst(trx, { borrowerId });
  if (!row) throw new Error("A count always has a row.");
  const { contactCount, completedAt } = row;
  const isIncomeByLink = row.incomeByLink === true;
  if (row.answersSealed === null && row.draftSealed === null)
    return { answers: {}, drafts: {}, completedAt, isIncomeByLink, contactCount };
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  const answers = row.answersSealed === null ? {} : sealedAnswers.open(cipher, borrowerId, row.answersSealed);
  const drafts = row.draftSealed === null ? {} : sealedDrafts.open(cipher, borrowerId, row.draftSealed);
  return { answers, drafts, completedAt, isIncomeByLink, contactCount };
}

/** The answers of these borrowers, in two queries; a borrower without answers, or whose data was deleted, is absent. */
export async function answersOfEach(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<Map<string, ProfileAnswers>> {
  const rows = await reader
    .selectFrom("profile")
    .select(["borrowerId", "answersSealed"])
    .where("borrowerId", "in", [...borrowerIds])
    .where("answersSealed", "is not", null)
    .execute();
  const ciphers = await services.keys.borrowerKeys.ciphers(
    reader,
    rows.map((row) => row.borrowerId),
  );
  return new Map(
    rows.flatMap(({ borrowerId: id, answersSealed: answers }) => {
      const cipher = ciphers.get(id);
      return cipher && answers !== null ? [[id, sealedAnswers.open(cipher, id, answers)] as const] : [];
    }),
  );
}

/** The same, locked until the transaction ends, so that two parts saved at the same time are both kept. Creates the row if needed. */
export async function lockProfile(services: Services, trx: Transaction, borrowerId: string): Promise<ProfileFound> {
  await trx
    .insertInto("profile")
    .values({ borrowerId, updatedAt: services.clock.now() })
    .onConflict((conflict) => conflict.column("borrowerId").doNothing())
    .execute();
  await trx.selectFrom("profile").select("borrowerId").where("borrowerId", "=", borrowerId).forUpdate().execute();
  return findProfile(services, trx, borrowerId);
}

/** Writes the whole row; `zone` is that of the residence once it is known. */
export async function writeProfile(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  row: ProfileRow & { zone: Zone | null },
): Promise<void> {
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  const sealed = <Value extends object>(column: SealedColumn<Value>, value: Value) =>
    Object.keys(value).length === 0 ? null : column.seal(cipher, borrowerId, value);
  await trx
    .updateTable("profile")
    .set({
      answersSealed: sealed(sealedAnswers, row.answers),
      draftSealed: sealed(sealedDrafts, row.drafts),
      zone: row.zone,
      completedAt: row.completedAt,
      incomeByLink: row.isIncomeByLink,
      updatedAt: services.clock.now(),
    })
    .where("borrowerId", "=", borrowerId)
    .execute();
}

/** The zone of the residence (WIB, WITA, WIT); null before an address was given. */
export async function findZone(trx: Reader, borrowerId: string): Promise<Zone | null> {
  const row = await trx.selectFrom("profile").select("zone").where("borrowerId", "=", borrowerId).executeTakeFirst();
  return (row?.zone as Zone | null | undefined) ?? null;
}
