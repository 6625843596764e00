/** Proven sign-ins by company account: all SQL of that table. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

const refreshPlace = (id: string) => ({ table: "staff_sign_on", column: "refreshSealed", row: id });

export interface NewSignOn {
  id: string;
  staffId: string;
  refreshToken: string | null;
  now: Date;
  endsAt: Date;
}

export async function addSignOn({ keys }: Services, trx: Transaction, added: NewSignOn): Promise<void> {
  await trx
    .insertInto("staff_sign_on")
    .values({
      id: added.id,
      staffId: added.staffId,
      refreshSealed: added.refreshToken === null ? null : keys.seal(added.refreshToken, refreshPlace(added.id)),
      createdAt: added.now,
      endsAt: added.endsAt,
    })
    .execute();
}

/** A proven company account that has no session yet; undefined after its time. */
export async function findWaitingSignOn(trx: Reader, id: string, now: Date) {
  return trx
    .selectFrom("staff_sign_on")
    .select(["id", "staffId"])
    .where("id", "=", id)
    .where("sessionId", "is", null)
    .where("endsAt", ">", now)
    .executeTakeFirst();
}

/** Gives it its session; from then on the provider is asked whether the account is still active. */
export async function beginChecks(
  trx: Reader,
  id: string,
  session: { sessionId: string; checkAt: Date; endsAt: Date },
): Promise<void> {
  await trx
    .updateTable("staff_sign_on")
    .set({
      sessionId: session.sessionId,
      endsAt: session.endsAt,
      checkAt: sql<Date | null>`case when refresh_sealed is null then null else ${session.checkAt}::timestamptz end`,
    })
    .where("id", "=", id)
    .where("sessionId", "is", null)
    .execute();
}

export interface DueSignOn {
  id: string;
  staffId: string;
  sessionId: string;
  refreshToken: string;
  silentSince: Date | null;
}

/** Takes sign-ins whose check is due; another process gets them after `until` when this one fails. */
export async function takeDueSignOns(
  { keys, database }: Services,
  now: Date,
  until: Date,
  max: number,
): Promise<DueSignOn[]> {
  const rows = await database
    .updateTable("staff_sign_on")
    .set({ checkAt: until })
    .where("id", "in", (one) =>
      one
        .selectFrom("staff_sign_on")
        .select("id")
        .where("checkAt", "<=", now)
        .orderBy("checkAt")
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "staffId", "sessionId", "refreshSealed", "silentSince"])
    .execute();
  return rows.flatMap((row) =>
    row.sessionId === null || row.refreshSealed === null
      ? []
      : [
          {
            id: row.id,
            staffId: row.staffId,
            sessionId: row.sessionId,
            refreshToken: keys.open(row.refreshSealed, refreshPlace(row.id)),
            silentSince: row.silentSince,
          },
        ],
  );
}

/** `refreshToken`: the provider may give a new one at each answer. */
export async function noteAnswer(
  { keys, database }: Services,
  id: string,
  answered: { refreshToken: string; checkAt: Date },
): Promise<void> {
  await database
    .updateTable("staff_sign_on")
    .set({
      refreshSealed: keys.seal(answered.refreshToken, refreshPlace(id)),
      checkAt: answered.checkAt,
      silentSince: null,
    })
    .where("id", "=", id)
    .execute();
}

export async function noteSilence({ database }: Services, id: string, since: Date, checkAt: Date): Promise<void> {
  await database.updateTable("staff_sign_on").set({ checkAt, silentSince: since }).where("id", "=", id).execute();
}

export async function removeSignOn(trx: Reader, id: string): Promise<void> {
  await trx.deleteFrom("staff_sign_on").where("id", "=", id).execute();
}

export async function removeSignOnsOf(trx: Transaction, staffId: string): Promise<void> {
  await trx.deleteFrom("staff_sign_on").where("staffId", "=", staffId).execute();
}

/** Removes those whose time has passed, at most 1,000 a round; returns how many. */
export async function removeEndedSignOns(trx: Transaction, now: Date): Promise<number> {
  const result = await sql`delete from staff_sign_on where id in
    (select id from staff_sign_on where ends_at <= ${now} limit 1000 for update skip locked)`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}
