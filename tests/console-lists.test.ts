/**
 * Every order and every filter of the console's long lists uses an index, among many rows, page by page and whole.
 * // docs/decisions/316
 */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { factsText, wordOf } from "#server/console/console-words.ts";
import { supportId } from "#tests/support/complaint.ts";
import { testApp } from "#tests/support/app.ts";
import { memberOf } from "#tests/support/members.ts";
import { plansOf } from "#tests/support/plans.ts";
import { listExportsOf } from "#server/list-export/lines.ts";

const app = await testApp({ campaigns: true, isIdle: true });
const { services, clock } = app;
const { database } = services;
const admin = await app.staff(supportId, ["admin"]);
let activityId = "";

beforeAll(async () => {
  await services.sweeps.runAllDue(services);
  await memberOf(app, ["admin"], supportId);
  const now = clock.now();
  const campaign = await database.selectFrom("campaign").select(["id", "activityId"]).executeTakeFirstOrThrow();
  activityId = campaign.activityId;
  // A trigger keeps the public counts of complaints; this test does not need them.
  await sql`alter table complaint disable trigger user`.execute(database);
  // 400 open ones among 40,000; one in forty belongs to a staff member, and few belong to none.
  await sql`insert into complaint (id, number, owner_id, reason, language, brand_name, email_index, email_sealed, state, received_at, due_on,
      remind_on, closed_at, close_cause, assignee_id)
    select md5('complaint' || n)::uuid, 'ADU-' || n, md5('owner' || n)::uuid, case when n % 50 = 0 then 'sign' else 'collection' end, 'id', 'Tunai', '',
      '', case when n <= 400 then 'RECEIVED' else 'CLOSED' end, ${now}::timestamptz - n * interval '9 minutes',
      '2026-12-01'::date - n / 100, '2026-12-01'::date - n / 100, case when n > 400 then ${now}::timestamptz end,
      case when n > 400 then 'ACCEPTED' end,
      case when n % 40 = 0 then ${supportId}::uuid when n % 41 = 0 then null else md5('staff' || n % 9)::uuid end
    from generate_series(1, 40000) as n`.execute(database);
  await sql`alter table complaint enable trigger user`.execute(database);
  await sql`insert into payment_receipt (provider, payment_id, id, rail, reference, amount_rupiah, paid_at, received_at, state, unmatched_cause,
      borrower_id, loan_id)
    select 'test', n::text, 'pay_' || md5(n::text), 'QRIS', 'ref-' || n, 10000 + n % 977, ${now}::timestamptz - n * interval '7 minutes', ${now},
      case when n % 8 = 0 then 'UNMATCHED' else 'MATCHED' end,
      case when n % 8 <> 0 then null when n % 400 = 0 then 'PAID_AHEAD' else 'UNKNOWN_REFERENCE' end,
      md5('borrower' || n)::uuid, md5('loan' || n)::uuid
    from generate_series(1, 40000) as n`.execute(database);
  await sql`insert into underwriting_case (borrower_id, id, loan_id, loan_number, purpose, amount_rupiah, tenor_days, state, outcome, submitted_at,
      claimed_by, claimed_until)
    select md5('borrower' || n)::uuid, md5('case' || n)::uuid, md5('loan' || n)::uuid, 'TN-' || n, 'DAILY', 1000000, 30,
      case when n <= 400 then 'WAITING' else 'CLOSED' end, case when n > 400 then 'APPROVED' end,
      ${now}::timestamptz - n * interval '5 minutes', case when n <= 40 then ${supportId} end,
      case when n <= 40 then ${now}::timestamptz + interval '20 minutes' end
    from generate_series(1, 40000) as n`.execute(database);
  await sql`insert into campaign_award (borrower_id, id, campaign_id, cause, prize_key, prize, by_chance, state, won_at, changed_at)
    select md5('borrower' || n)::uuid, md5('award' || n)::uuid, (array(select id from campaign order by id = ${campaign.id}::uuid desc limit 3))[n % 3 + 1],
      'c' || n, 'CASH', '{"kind": "CASH", "rupiah": 5000}', false, case when n % 100 = 0 then 'REVOKED' else 'GIVEN' end,
      ${now}::timestamptz - n * interval '3 minutes', ${now}
    from generate_series(1, 40000) as n`.execute(database);
  // 400 failed, and 400 have no result; as many again were just sent, and all others arrived and may be returned.
  await sql`insert into bank_transfer (borrower_id, id, purpose, subject_id, bank_account_id, amount_rupiah, remark, state, ordered_at, sent_at,
      ended_at, next_inquiry_at, needs_staff, failure_code, payee_sealed)
    select md5('borrower' || n)::uuid, md5('transfer' || n)::uuid, case when n % 7 = 0 then 'WALLET' else 'LOAN' end, md5('loan' || n),
      md5('account' || n)::uuid, 1000000, 'Tunai',
      case when n % 100 = 1 then 'FAILED' when n % 100 = 2 or n <= 400 then 'SENT' else 'SETTLED' end, ordered_at, ordered_at,
      case when n % 100 = 1 or (n % 100 <> 2 and n > 400) then ordered_at end,
      case when n % 100 <> 1 then ${now}::timestamptz + interval '1 minute' end, n % 100 = 1, case when n % 100 = 1 then 'CLOSED' end, '-'
    from (select n, ${now}::timestamptz - n * interval '4 seconds' - case when n > 400 then n * interval '3 minutes' else '0' end as ordered_at
      from generate_series(1, 40000) as n) as one`.execute(database);
  await sql`insert into domain_event (name, id, happened_at, data, written_at)
    select 'loan.activated', 'activated_' || n, ${now}, '{}', ${now} from generate_series(1, 5) as n`.execute(database);
  await sql`insert into domain_event_exception (id, name, event_id, subscriber, state, cause, left_at)
    select md5('exception' || n)::uuid, 'loan.activated', 'activated_' || n, 'repayment-books', 'OPEN', 'OF_ANOTHER_RELEASE',
      '2026-10-01T03:00:00Z'::timestamptz + n * interval '1 day' from generate_series(1, 5) as n`.execute(database);
  await sql`analyze complaint, payment_receipt, underwriting_case, campaign_award, bank_transfer`.execute(database);
});

interface List {
  path: () => string;
  table: string;
  queries: readonly string[];
  /** Queries whose few rows may be sorted. */
  sorted?: readonly string[];
}
const period = "from=2026-10-01&to=2026-10-03";
const lists: readonly List[] = [
  {
    path: () => "/api/staff/complaints",
    table: "complaint",
    queries: ["DUE_FIRST", "DUE_LAST", "RECEIVED_FIRST", "RECEIVED_LAST"].flatMap((order) =>
      [
        "",
        "state=CLOSED",
        "state=CLOSED&assignee=ME",
        "state=CLOSED&assignee=NOBODY",
        "state=CLOSED&about=sign",
        `state=CLOSED&${period}`,
      ].map((filter) => `order=${order}&${filter}`),
    ),
    sorted: ["state=CLOSED&about=sign"],
  },
  {
    path: () => "/api/staff/payments/unmatched",
    table: "payment_receipt",
    queries: ["OLDEST", "NEWEST", "SMALLEST", "LARGEST"].flatMap((order) =>
      ["", period, "cause=PAID_AHEAD"].map((filter) => `order=${order}&${filter}`),
    ),
    // Rows that wait for staff are found by an index, and some of them are sorted.
    sorted: ["order=SMALLEST&from", "order=LARGEST&from", "cause=PAID_AHEAD"],
  },
  {
    path: () => "/api/staff/cases",
    table: "underwriting_case",
    queries: ["", "state=WAITING", "state=CLOSED", "state=CLOSED&order=OLDEST", `state=CLOSED&${period}`, "claimed=ME"],
    // Waiting rows are in two states; a person's own are few.
    sorted: ["", "claimed=ME"],
  },
  {
    path: () => "/api/staff/disbursements/failed",
    table: "bank_transfer",
    queries: ["OLDEST", "NEWEST"].flatMap((order) =>
      ["", "purpose=WALLET", period].map((filter) => `order=${order}&${filter}`),
    ),
  },
  {
    path: () => `/api/staff/campaigns/${activityId}/winners`,
    table: "campaign_award",
    queries: ["NEWEST", "OLDEST"].flatMap((order) =>
      ["", "state=REVOKED", period].map((filter) => `order=${order}&${filter}`),
    ),
  },
];

it.each(lists.flatMap(({ table, queries }) => queries.map((query) => [table, query] as const)))(
  "the list of %s with %s, and its next page, is read by an index in its order",
  async (table, query) => {
    const { path, sorted = [] } = lists.find((one) => one.table === table)!;
    const first = await admin.get(`${path()}?limit=50&${query}`);
    expect(first.status).toBe(200);
    expect(first.body.items.length).toBeGreaterThan(0);
    const { nextCursor } = first.body;
    for (const cursor of ["", ...(nextCursor ? [`&cursor=${nextCursor}`] : [])]) {
      const plan = await plansOf(database, table, () => admin.get(`${path()}?limit=50&${query}${cursor}`));
      expect(plan).not.toContain(`Seq Scan on ${table}`);
      if (!sorted.some((one) => query === one || (one !== "" && query.includes(one))))
        expect(plan).not.toContain("Sort");
    }
  },
);

it("what the console's home counts of unmatched money is read by an index", async () => {
  const plan = await plansOf(database, "payment_receipt", () => admin.get("/api/staff/home"));
  expect(plan).not.toContain("Seq Scan on payment_receipt");
  expect(plan).toContain("payment_receipt_unmatched");
});

it.each(lists.map(({ table }) => table))(
  "the pages of the list of %s hold every row once, in every order",
  async (table) => {
    const { path, queries } = lists.find((one) => one.table === table)!;
    const orders = [...new Set(queries.map((query) => /order=(\w+)/.exec(query)?.[0] ?? "order=NEWEST"))];
    // There are many closed rows.
    const state = table === "complaint" || table === "underwriting_case" ? "state=CLOSED" : "";
    const seen: string[][] = [];
    for (const order of orders) {
      const ids: string[] = [];
      for (let cursor = ""; ;) {
        const { items, nextCursor } = (await admin.get(`${path()}?limit=100&${order}&${state}&${period}${cursor}`))
          .body;
        ids.push(
          ...items.map(
            (item: Record<string, string>) =>
              item["complaintId"] ?? item["receiptId"] ?? item["caseId"] ?? item["awardId"] ?? item["transferId"],
          ),
        );
        if (!nextCursor) break;
        cursor = `&cursor=${nextCursor}`;
      }
      expect(new Set(ids).size).toBe(ids.length);
      seen.push(ids);
    }
    // One order is the other one read backwards.
    for (let n = 0; n + 1 < seen.length; n += 2) expect(seen[n + 1]).toEqual(seen[n]!.toReversed());
  },
);

it.each([
  ["complaints", "state=CLOSED&", 7],
  ["payments/unmatched", "cause=PAID_AHEAD&", 7],
  ["cases", "state=CLOSED&", 8],
  ["campaigns/…/winners", "state=REVOKED&", 6],
  ["reviews", "", 6],
  ["disbursements/failed", "", 8],
  ["exceptions", "", 9],
])("the list of %s is given whole as a file, in its order, for a reason", async (list, filter, columns) => {
  const path = `/api/staff/${list.replace("…", activityId)}`;
  let rows = 0;
  for (let cursor = ""; ;) {
    const { items, nextCursor } = (await admin.get(`${path}?limit=100&${filter}${period}${cursor}`)).body;
    rows += items.length;
    if (!nextCursor) break;
    cursor = `&cursor=${nextCursor}`;
  }
  const input = Object.fromEntries(new URLSearchParams(`${filter}${period}`));
  const file = await admin.post(`${path}/csv?lang=en`, { ...input, reason: "Laporan triwulan ke pengawas" });
  expect(file.status).toBe(200);
  const lines = file.text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(rows + 1);
  expect([...new Set(lines.map((line) => line.split(",").length))]).toEqual([columns]);
  // The same rows in reverse, where the list supports both directions.
  if (list === "complaints") {
    const turned = await admin.post(`${path}/csv?lang=en`, {
      ...input,
      order: "DUE_LAST",
      reason: "Dari belakang saja",
    });
    expect(turned.text.trimEnd().split("\r\n").slice(1)).toEqual(lines.slice(1).toReversed());
  }
});

it.each([
  ["complaints", "state=CLOSED&order=RECEIVED_LAST"],
  ["payments/unmatched", "order=SMALLEST"],
  ["cases", "state=CLOSED"],
  ["campaigns/{activityId}/winners", "order=OLDEST"],
])(
  "the list of %s, longer than is sent at once, is made as a file with each of its rows once",
  async (list, filter) => {
    const { bounds } = listExportsOf(services).get(`GET /api/staff/${list}`)!;
    Object.assign(bounds, { sentRows: 3_000, rowsOfPart: 2_000 });
    const path = `/api/staff/${list.replace("{activityId}", activityId)}/csv`;
    const reason = "Untuk pemeriksaan tahunan";
    const begun = await admin.post(path, { reason, ...Object.fromEntries(new URLSearchParams(filter)) });
    expect(begun.body.exportId, begun.text).toBeDefined();
    await services.jobs.drain();
    const [made] = (await admin.get("/api/staff/exports?lang=en")).body.items;
    expect(made).toMatchObject({ exportId: begun.body.exportId, state: "READY" });
    expect(made.rows).toBeGreaterThan(3_000);
    // The filter names the campaign where each campaign has its own list.
    if (list.includes("{activityId}")) expect(made.filter).toContain(`campaign: ${activityId}`);
    const file = await admin.post(`/api/staff/exports/${made.exportId}/file`, {});
    const [, ...lines] = file.text.trimEnd().split("\r\n");
    expect([lines.length, new Set(lines).size]).toEqual([made.rows, made.rows]);
  },
);

it("Every choice by which a list is taken is told in words, in the trail and beside its file.", () => {
  const raw = [...listExportsOf(services).keys()].flatMap((list) => {
    const { call } = app.api.mounted.get(list)!;
    const { entries } = call.input as unknown as { entries: Record<string, { wrapped?: Choice } & Choice> };
    return Object.entries(entries).flatMap(([name, schema]) => {
      const { options = [] } = schema.wrapped ?? schema;
      const choices = options.filter((one): one is string => typeof one === "string");
      return choices.filter(
        (one) =>
          factsText(services, { [name]: one }, "en") === `${name}: ${one}` ||
          wordOf(services, "codes", one, "en") === one,
      );
    });
  });
  expect([...new Set(raw)]).toEqual([]);
});
interface Choice {
  options?: readonly unknown[];
}
