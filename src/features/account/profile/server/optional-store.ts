/** All SQL of the optional information, and of the figures that the profile's screens may state. */
import { sealedColumn } from "#server/records/rows.ts";
import { consentCipher } from "#features/account/privacy/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { OptionalAnswers } from "../contract.ts";

export interface OptionalRow {
  answers: OptionalAnswers | null;
  givenAt: Date | null;
  skippedAt: Date | null;
}

const sealedAnswers = sealedColumn<OptionalAnswers>("optional_information", "answers_sealed");

export async function findOptional(services: Services, reader: Reader, borrowerId: string): Promise<OptionalRow> {
  const row = await reader
    .selectFrom("optional_information")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  const answers =
    !row || row.answers_sealed === null || row.consent_id === null
      ? null
      : sealedAnswers.open(await consentCipher(services, reader, row.consent_id), borrowerId, row.answers_sealed);
  return { answers, givenAt: row?.given_at ?? null, skippedAt: row?.skipped_at ?? null };
}

/** Replaces all answers, under the key of the consent with which they were given. */
export async function writeOptional(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  answers: OptionalAnswers,
  consentId: string,
): Promise<void> {
  const cipher = await consentCipher(services, trx, consentId);
  const values = {
    answers_sealed: sealedAnswers.seal(cipher, borrowerId, answers),
    consent_id: consentId,
    given_at: services.clock.now(),
    skipped_at: null,
  };
  await trx
    .insertInto("optional_information")
    .values({ borrower_id: borrowerId, ...values })
    .onConflict((conflict) => conflict.column("borrower_id").doUpdateSet(values))
    .execute();
}

/** Records a skip. Answers stay; a skip since `since` stays as it is, so that a repeated one counts once. */
export async function writeSkip(trx: Transaction, borrowerId: string, at: Date, since: Date): Promise<void> {
  await trx
    .insertInto("optional_information")
    .values({ borrower_id: borrowerId, skipped_at: at })
    .onConflict((conflict) =>
      conflict
        .column("borrower_id")
        .doUpdateSet({ skipped_at: at })
        .where("optional_information.given_at", "is", null)
        .where("optional_information.skipped_at", "<=", since),
    )
    .execute();
}

/** Removes the answers; counts as skipped from now on. Returns whether there were any. */
export async function emptyOptional(trx: Transaction, borrowerId: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable("optional_information")
    .set({ answers_sealed: null, consent_id: null, given_at: null, skipped_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("answers_sealed", "is not", null)
    .returning("borrower_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The figure that may be published on a day: the newest row in force, unless it has ended or is unverified. */
export async function verifiedRule(
  reader: Reader,
  rule: "optional_information_uplift",
  on: BusinessDate,
): Promise<{ value: number; source: string } | null> {
  const row = await reader
    .selectFrom("profile_rule")
    .select(["value", "source", "verified", "valid_to"])
    .where("rule", "=", rule)
    .where("valid_from", "<=", on)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row?.verified || (row.valid_to !== null && row.valid_to < on)) return null;
  return { value: row.value, source: row.source };
}
