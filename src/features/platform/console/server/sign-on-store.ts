/** Proven sign-ins by company account: all SQL of that table. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

const refreshPlace = (id: string) => ({ table: "staff_sign_on", column: "refresh_sealed", row: id });

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
      staff_id: added.staffId,
      refresh_sealed: added.refreshToken === null ? null : keys.seal(added.refreshToken, refreshPlace(added.id)),
      created_at: added.now,
      ends_at: added.endsAt,
    })
    .execute();
}

/** A proven company account that has no session yet; undefined after its time. */
export async function findWaitingSignOn(trx: Reader, id: string, now: Date) {
  return trx
    .selectFrom("staff_sign_on")
    .select(["id", "staff_id"])
    .where("id", "=", id)
    .where("session_id", "is", null)
    .where("ends_at", ">", now)
    .executeTakeFirst();
}

/** Gives it its session; from then on the provider is asked whether the account stands. */
export async function beginChecks(
  trx: Reader,
  id: string,
  session: { sessionId: string; checkAt: Date; endsAt: Date },
): Promise<void> {
  await trx
    .updateTable("staff_sign_on")
    .set({
      session_id: session.sessionId,
      ends_at: session.endsAt,
      check_at: sql<Date | null>`case when refresh_sealed is null then null else ${session.checkAt}::timestamptz end`,
    })
    .where("id", "=", id)
    .where("session_id", "is", null)
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
    .set({ check_at: until })
    .where("id", "in", (one) =>
      one
        .selectFrom("staff_sign_on")
        .select("id")
        .where("check_at", "<=", now)
        .orderBy("check_at")
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "staff_id", "session_id", "refresh_sealed", "silent_since"])
    .execute();
  return rows.flatMap((row) =>
    row.session_id === null || row.refresh_sealed === null
      ? []
      : [
          {
            id: row.id,
            staffId: row.staff_id,
            sessionId: row.session_id,
            refreshToken: keys.open(row.refresh_sealed, refreshPlace(row.id)),
            silentSince: row.silent_since,
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
      refresh_sealed: keys.seal(answered.refreshToken, refreshPlace(id)),
      check_at: answered.checkAt,
      silent_since: null,
    })
    .where("id", "=", id)
    .execute();
}

export async function noteSilence({ database }: Services, id: string, since: Date, checkAt: Date): Promise<void> {
  await database
    .updateTable("staff_sign_on")
    .set({ check_at: checkAt, silent_since: since })
    .where("id", "=", id)
    .execute();
}

export async function removeSignOn(trx: Reader, id: string): Promise<void> {
  await trx.deleteFrom("staff_sign_on").where("id", "=", id).execute();
}

export async function removeSignOnsOf(trx: Transaction, staffId: string): Promise<void> {
  await trx.deleteFrom("staff_sign_on").where("staff_id", "=", staffId).execute();
}

/** Removes those whose time is over, at most 1,000 a round; answers how many. */
export async function removeEndedSignOns(trx: Transaction, now: Date): Promise<number> {
  const result = await sql`delete from staff_sign_on where id in
    (select id from staff_sign_on where ends_at <= ${now} limit 1000 for update skip locked)`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}
