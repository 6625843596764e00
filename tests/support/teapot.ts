/** A domain for tests of events: its one subscriber writes a row for each event that it hears. */
import { sql } from "kysely";
import * as v from "valibot";
import { after, defineEvent } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";

export const teaPoured = defineEvent("teapot.poured", v.object({ potId: v.string() }));

export const teapotTable = sql`create table teapot_effect (event_id text not null)`;

/** `then`: what the subscriber goes on with, in the same transaction. */
export const teapotDomain = (then: () => Promise<void> = async () => {}): Domain => ({
  subscribes: [
    after(teaPoured, "test-teapot", async (_services, trx, { id }) => {
      await sql`insert into teapot_effect (event_id) values (${id})`.execute(trx);
      await then();
    }),
  ],
});
