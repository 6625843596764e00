/**
 * Deletes old rows of the tables below the domains: ended sessions, stored answers of idempotent calls that will not
 * be repeated, counters of past windows, old events. By real time, like the code that wrote them.
 */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import { deleteAll } from "#server/postgres/delete-all.ts";
import type { Sweep } from "./sweeps.ts";

const day = 86_400_000;
/** A session's row holds a device name: it is deleted soon after the session can no longer be used. */
const sessionDays = 1;
/** A browser that lost the answer to an effect sends it again within minutes; a phone in a drawer may take weeks. */
const answerDays = 30;
/** No limit counts in windows longer than a day. */
const counterDays = 2;
/**
 * A year's reports and questions about them; data needed longer is in the rows that the event names. An event left
 * to staff is kept with its exception.
 */
const eventDays = 400;
/** Rows of one table per round. */
const atOnce = 1_000;

export const retentionSweep: Sweep = {
  name: "server-forget",
  everySeconds: 300,
  isUpkeep: true,
  async run({ database, clock }) {
    const before = (now: Date, days: number): Date => new Date(now.getTime() - days * day);
    const ago = (days: number): Date => before(clock.realNow(), days);
    // Counted by business time, as its windows are.
    const counted = before(clock.now(), counterDays);
    return transact(database, async (trx) => {
      return deleteAll(trx, [
        sql`delete from login_session where id in (select id from login_session where expires_at < ${ago(sessionDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from idempotency_key where (principal, call, key) in
          (select principal, call, key from idempotency_key where created_at < ${ago(answerDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from rate_counter where (key, window_start) in
          (select key, window_start from rate_counter where window_start < ${counted} limit ${atOnce} for update skip locked)`,
        sql`delete from domain_event where (name, id) in
          (select name, id from domain_event e where written_at < ${ago(eventDays)}
            and not exists (select from domain_event_exception x where x.name = e.name and x.event_id = e.id)
            limit ${atOnce} for update of e skip locked)`,
      ]);
    });
  },
};
