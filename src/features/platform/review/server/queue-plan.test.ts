/** Among many cases, the cost of a queue, a claim and a sweep depends on what they find, not on the total. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { reviewDomain, reviewsOf } from "#tests/support/review.ts";
import { consoleWorkLists, staffDigests } from "#server/console/questions.ts";

const app = await testApp({ domains: [reviewDomain], isIdle: true });
const { services, clock } = app;
const { database } = services;
const { person } = await reviewsOf(app);
const underwriter = person();

beforeAll(async () => {
  // 400 open ones among 40,000.
  await sql`insert into review_case (borrower_id, id, kind, subject_id, number, state, facts, two_people, outcome, opened_at,
      promised_hours, due_at, remind_at, closed_at, late_at)
    select md5(n::text)::uuid, md5('case' || n)::uuid, case when n % 7 = 0 then 'test_quick' else 'test_name_change' end,
      md5('subject' || n)::uuid, 'RV-' || n, case when n <= 400 then 'WAITING' else 'CLOSED' end, '{"isFlagged": false}', false,
      case when n > 400 then 'APPROVED' end, ${clock.now()}, 72, ${clock.now()}::timestamptz + n * interval '1 minute',
      ${clock.now()}::timestamptz + n * interval '40 seconds', case when n > 400 then ${clock.now()}::timestamptz end, null
    from generate_series(1, 40000) as n`.execute(database);
  await sql`analyze review_case`.execute(database);
});

const plansOfCases = (work: () => Promise<unknown>) => plansOf(database, "review_case", work);

it.each([
  ["", "review_case_open"],
  ["order=URGENT_LAST", "review_case_open"],
  ["state=WAITING&kind=test_quick", "review_case_open"],
  ["state=CLOSED", "review_case_closed"],
  ["state=CLOSED&kind=test_quick", "review_case_closed"],
  ["claimed=ME", "review_case"],
  ["from=2026-11-22&to=2026-11-23", "review_case_open"],
  ["state=CLOSED&kind=test_quick&order=URGENT_FIRST&from=2026-11-25", "review_case_closed"],
])("the queue with %s is read by %s", async (query, index) => {
  const client = await underwriter.client();
  const plan = await plansOfCases(() => client.get(`/api/staff/reviews?limit=50&${query}`));
  expect(plan).toContain(`using ${index}`);
  expect(plan).not.toContain("Seq Scan on review_case");
  // The index gives the order, so there is no sort; only the caller's own few cases may be sorted.
  if (query !== "claimed=ME") expect(plan).not.toContain("Sort");
});

it("the next case, the console's home, the digest and the sweeps read no more than they find", async () => {
  const client = await underwriter.client();
  const digest = services
    .ask(staffDigests)
    .flat()
    .find(({ to }) => to === "/staff/reviews")!;
  const list = services
    .ask(consoleWorkLists)
    .flat()
    .find(({ key }) => key === "REVIEWS")!;
  const plan = await plansOfCases(async () => {
    await client.post("/api/staff/reviews/next", {});
    await client.get(`/api/staff/reviews/${randomUUID()}`);
    await digest.due(services);
    await list.count(services);
    await services.sweeps.runAllDue(services);
  });
  expect(plan).not.toContain("Seq Scan on review_case");
});
