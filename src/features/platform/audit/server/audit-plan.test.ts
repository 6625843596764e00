/** The audit trail of staff in the console: each page among many entries uses an index, in its order. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { supportId } from "#tests/support/complaint.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database } = services;
const admin = await app.staff(supportId, ["admin"]);

beforeAll(async () => {
  const now = clock.now();
  await sql`insert into audit_entry (id, at, staff_id, staff_name, roles, session_id, action, permission, borrower_id, subject, address, trace_id)
    select md5('entry' || n)::uuid, ${now}::timestamptz - n * interval '1 minute',
      case when n % 500 = 0 then ${supportId}::uuid else md5('staff' || n % 9)::uuid end, 'Contoh', '{support}', md5('session' || n)::uuid,
      'GET /api/staff/loans', 'borrower.read', md5('borrower' || n)::uuid, '{}', '127.0.0.1', md5('trace' || n)
    from generate_series(1, 40000) as n`.execute(database);
  await sql`analyze audit_entry`.execute(database);
});

it.each([
  ["", "audit_entry_newest"],
  [`staffId=${supportId}`, "audit_entry_staff"],
])("the trail of staff with %s is read by %s, in its order, its next page too", async (query, index) => {
  const { nextCursor } = (await admin.get(`/api/staff/audit?limit=20&${query}`)).body;
  for (const cursor of ["", ...(nextCursor ? [`&cursor=${nextCursor}`] : [])]) {
    const plan = await plansOf(database, "audit_entry", () => admin.get(`/api/staff/audit?limit=20&${query}${cursor}`));
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on audit_entry/);
  }
});
