/** All SQL of profiles. The answers are sealed as one whole with the borrower's own key. */
import type { Database, Transaction } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import type { Services } from "#server/services.ts";
import type { Zone } from "#shared/dates.ts";
import type { HomeAnswers, PersonalAnswers, ProfilePart, WorkAnswers } from "../contract.ts";

/** The parts that were filled in and checked. */
export interface Answers {
  personal?: PersonalAnswers;
  home?: HomeAnswers;
  work?: WorkAnswers;
}
/** What was typed and not taken over yet, by part and field. */
export type Drafts = Partial<Record<ProfilePart, Record<string, string>>>;
export interface ProfileRow {
  answers: Answers;
  drafts: Drafts;
  completedAt: Date | null;
}
/** A profile and how many emergency contacts it has. */
export type ProfileFound = ProfileRow & { contactCount: number };

const place = (borrowerId: string, column: "answers_sealed" | "draft_sealed") => ({
  table: "profile",
  column,
  row: borrowerId,
});

export function findProfile(
  services: Services,
  trx: Database | Transaction,
  borrowerId: string,
): Promise<ProfileFound> {
  return readOnce(trx, `profile of ${borrowerId}`, () => readProfile(services, trx, borrowerId));
}

async function readProfile(services: Services, trx: Database | Transaction, borrowerId: string): Promise<ProfileFound> {
  const row = await trx
    // The count is there where the profile is not.
    .selectFrom((from) =>
      from
        .selectFrom("emergency_contact")
        .select(({ fn }) => fn.countAll<number>().as("contactCount"))
        .where("borrower_id", "=", borrowerId)
        .where("slot", "is not", null)
        .as("contacts"),
    )
    .leftJoin("profile", (join) => join.on("profile.borrower_id", "=", borrowerId))
    .select(["contacts.contactCount", "profile.answers_sealed", "profile.draft_sealed", "profile.completed_at"])
    .executeTakeFirstOrThrow();
  const { contactCount, completed_at: completedAt } = row;
  if (row.answers_sealed === null && row.draft_sealed === null)
    return { answers: {}, drafts: {}, completedAt, contactCount };
  const box = await services.keys.borrowerKeys.box(trx, borrowerId);
  const opened = (column: "answers_sealed" | "draft_sealed"): object =>
    row[column] === null ? {} : (JSON.parse(box.open(row[column], place(borrowerId, column))) as object);
  return { answers: opened("answers_sealed"), drafts: opened("draft_sealed"), completedAt, contactCount };
}

/** The same, locked until the transaction ends, so that two parts saved at once are both kept. Makes the row where there is none. */
export async function lockProfile(services: Services, trx: Transaction, borrowerId: string): Promise<ProfileFound> {
  await trx
    .insertInto("profile")
    .values({ borrower_id: borrowerId, updated_at: services.clock.now() })
    .onConflict((conflict) => conflict.column("borrower_id").doNothing())
    .execute();
  await trx.selectFrom("profile").select("borrower_id").where("borrower_id", "=", borrowerId).forUpdate().execute();
  return findProfile(services, trx, borrowerId);
}

/** Writes the whole row; `zone` is that of the residence once it is known. */
export async function writeProfile(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  row: ProfileRow & { zone: Zone | null },
): Promise<void> {
  const box = await services.keys.borrowerKeys.box(trx, borrowerId);
  const sealed = (column: "answers_sealed" | "draft_sealed", value: object) =>
    Object.keys(value).length === 0 ? null : box.seal(JSON.stringify(value), place(borrowerId, column));
  await trx
    .updateTable("profile")
    .set({
      answers_sealed: sealed("answers_sealed", row.answers),
      draft_sealed: sealed("draft_sealed", row.drafts),
      zone: row.zone,
      completed_at: row.completedAt,
      updated_at: services.clock.now(),
    })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

/** The zone of the residence (WIB, WITA, WIT); null before an address was given. */
export async function findZone(trx: Database | Transaction, borrowerId: string): Promise<Zone | null> {
  const row = await trx.selectFrom("profile").select("zone").where("borrower_id", "=", borrowerId).executeTakeFirst();
  return (row?.zone as Zone | null | undefined) ?? null;
}
