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

const sealedAnswers = sealedColumn<OptionalAnswers>("optional_information", "answersSealed");

export async function findOptional(services: Services, reader: Reader, borrowerId: string): Promise<OptionalRow> {
  const row = await reader
    .selectFrom("optional_information")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  const answers =
    !row || row.answersSealed === null || row.consentId === null
      ? null
      : sealedAnswers.open(await consentCipher(services, reader, row.consentId), borrowerId, row.answersSealed);
  return { answers, givenAt: row?.givenAt ?? null, skippedAt: row?.skippedAt ?? null };
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
    answersSealed: sealedAnswers.seal(cipher, borrowerId, answers),
    consentId,
    givenAt: services.clock.now(),
    skippedAt: null,
  };
  await trx
    .insertInto("optional_information")
    .values({ borrowerId, ...values })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet(values))
    .execute();
}

/** Records a skip. Answers stay; a skip since `since` stays as it is, so that a repeated one counts once. */
export async function writeSkip(trx: Transaction, borrowerId: string, at: Date, since: Date): Promise<void> {
  await trx
    .insertInto("optional_information")
    .values({ borrowerId, skippedAt: at })
    .onConflict((conflict) =>
      conflict
        .column("borrowerId")
        .doUpdateSet({ skippedAt: at })
        .where("optional_information.givenAt", "is", null)
        .where("optional_information.skippedAt", "<=", since),
    )
    .execute();
}

/** Removes the answers; counts as skipped from now on. Returns whether there were any. */
export async function emptyOptional(trx: Transaction, borrowerId: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable("optional_information")
    .set({ answersSealed: null, consentId: null, givenAt: null, skippedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("answersSealed", "is not", null)
    .returning("borrowerId")
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
    .select(["value", "source", "verified", "validTo"])
    .where("rule", "=", rule)
    .where("validFrom", "<=", on)
    .orderBy("validFrom", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row?.verified || (row.validTo !== null && row.validTo < on)) return null;
  return { value: row.value, source: row.source };
}
