/**
 * Deletes old rows of the sandbox's senders and sinks: outside prod an installation also runs for years. The data of
 * its bank (transfers, accounts, payments) stays, like a real bank's books.
 */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import { deleteAll } from "#server/postgres/delete-all.ts";
import { maintainDayTables } from "#server/postgres/day-tables.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { sandboxPorts } from "#shared/sandbox-ports.ts";
import { sandboxEventDays } from "./events/sandbox.ts";
import { keptRequestsOfPort } from "./sandbox-requests.ts";
import { forgottenWebhooks, surplusWebhooks } from "./webhooks/receiver.ts";

const day = 86_400_000;
/** Every click on a page is an event: kept as many days as the product itself keeps them. */
const eventDays = 3;
/** Tests and demonstrations read messages of a whole loan, whose clock was moved by a year. */
const messageDays = 400;
/** An order is inquired within minutes, and answers set for a test are used in it. */
const orderDays = 30;
const requestDays = 30;
const atOnce = 1_000;

export const sandboxForgettingSweep: Sweep = {
  name: "sandbox-forget",
  everySeconds: 3_600,
  isUpkeep: true,
  async run({ database, clock, disk }) {
    const now = clock.now();
    const ago = (days: number): Date => new Date(now.getTime() - days * day);
    const changed = await maintainDayTables(database, sandboxEventDays, {
      now,
      keepDays: disk.isTight ? 0 : eventDays,
    });
    return transact(database, async (trx) => {
      const byAge = [
        sql`delete from sandbox_message where message_id in (select message_id from sandbox_message where sent_at < ${ago(messageDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from sandbox_callback where callback_id in
          (select callback_id from sandbox_callback where state <> 'DUE' and created_at < ${ago(messageDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from sandbox_next where number in (select number from sandbox_next where put_at < ${ago(orderDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from sandbox_order where (port, order_id) in
          (select port, order_id from sandbox_order where ordered_at < ${ago(orderDays)} limit ${atOnce} for update skip locked)`,
        sql`delete from sandbox_request where number in
          (select number from sandbox_request where asked_at < ${ago(requestDays)} limit ${atOnce} for update skip locked)`,
        forgottenWebhooks(ago(requestDays), atOnce),
      ];
      const byCount = [
        sql`delete from sandbox_request where number in (
          select one.number from unnest(${[...sandboxPorts]}::text[]) as kept (port)
          cross join lateral (select number from sandbox_request where port = kept.port
            order by number desc offset ${keptRequestsOfPort} limit ${atOnce}) as one)`,
        surplusWebhooks(atOnce),
      ];
      return changed + (await deleteAll(trx, byAge)) + (await deleteAll(trx, byCount));
    });
  },
};
