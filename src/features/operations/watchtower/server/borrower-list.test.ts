/** The console's list of borrowers: by account and by debt, filtered across domains, page by page, and as a file. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { accountsOf, pageOfAccounts } from "#features/account/login/server/index.ts";
import { unpaidLoansOf } from "#features/credit/loan/server/index.ts";
import { debtsOf, debtPage } from "#features/credit/repayment/server/index.ts";
import { dateInWib } from "#shared/dates.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, pay } = repaying(app);
const staff = () => app.staff("0190c300-0000-7000-8000-000000000001", ["admin"]);
const list = async (query = "") => (await (await staff()).get(`/api/staff/borrowers?limit=100${query}`)).body;
const idsOf = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ borrowerId }: { borrowerId: string }) => borrowerId);
const setBorrower = (borrowerId: string, change: Record<string, string>) =>
  database.updateTable("borrower").set(change).where("borrowerId", "=", borrowerId).execute();

describe("the list of borrowers", () => {
  let paid = "";
  let first = "";
  let second = "";
  beforeAll(async () => {
    const one = await running();
    await pay(one, one.client, "ALL", "list-1");
    paid = one.borrowerId;
    first = (await running()).borrowerId;
    clock.advance(10 * 86_400_000);
    second = (await running()).borrowerId;
    clock.advance(35 * 86_400_000);
    await app.settle();
  });

  it("is led by accounts, the newest first, and shows what each owes without names or numbers", async () => {
    const { items, brands, products } = await list();
    expect(items.map(({ borrowerId }: { borrowerId: string }) => borrowerId).slice(0, 3)).toEqual([
      second,
      first,
      paid,
    ]);
    expect(items[2]).toMatchObject({ state: "ACTIVE", brand: "tunai", loan: null });
    expect(items[1].loan).toMatchObject({ state: "ACTIVE", daysPastDue: expect.any(Number) });
    expect(Object.keys(items[1]).sort()).toEqual(
      ["borrowerId", "brand", "lastLoginAt", "loan", "registeredAt", "state"].sort(),
    );
    expect(brands).toContain("tunai");
    expect(products).toContain(items[1].loan.productKey);
  });

  it("is led by what is owed, the longest unpaid first, within the days past due", async () => {
    const { items } = await list("&owing=LATE");
    expect(items.map(({ borrowerId }: { borrowerId: string }) => borrowerId)).toEqual([first, second]);
    expect(await idsOf("&owing=RUNNING")).toEqual([first, second]);
    const [longer, shorter] = items.map(({ loan }: { loan: { daysPastDue: number } }) => loan.daysPastDue);
    expect(longer - shorter).toBe(10);
    const views = { LATE_1_7: [1, 7], LATE_8_30: [8, 30], LATE_31_60: [31, 60], LATE_61_90: [61, 90] } as const;
    for (const [view, [from, to]] of Object.entries(views))
      expect(await idsOf(`&owing=${view}`), view).toEqual(
        [
          [first, longer],
          [second, shorter],
        ].flatMap(([id, days]) => (days >= from && days <= to ? [id] : [])),
      );
    expect(await idsOf("&owing=LATE_OVER_90")).toEqual([]);
    // The period names the due date of the oldest unpaid instalment.
    expect(await idsOf(`&owing=LATE&from=${items[1].loan.nextDueOn}`)).toEqual([second]);
  });

  it("goes on page by page, also where a filter leaves few rows", async () => {
    const page = async (query: string) => (await (await staff()).get(`/api/staff/borrowers?limit=1${query}`)).body;
    const one = await page("&owing=LATE");
    expect(one.items).toMatchObject([{ borrowerId: first }]);
    expect((await page(`&owing=LATE&cursor=${one.nextCursor}`)).items).toMatchObject([{ borrowerId: second }]);
    const narrowed = await page("&owing=LATE&brand=tunai");
    expect(narrowed.items).toMatchObject([{ borrowerId: first }]);
    const last = await page(`&owing=LATE&brand=tunai&cursor=${narrowed.nextCursor}`);
    expect(last).toMatchObject({ items: [{ borrowerId: second }], nextCursor: null });
    const newest = await page("");
    expect(newest.items).toMatchObject([{ borrowerId: second }]);
    expect((await page(`&cursor=${newest.nextCursor}`)).items).toMatchObject([{ borrowerId: first }]);
  });

  it("is filtered by account, brand and product, also together with what is owed", async () => {
    const { productKey } = (await list("&owing=LATE")).items[0].loan;
    expect(await idsOf(`&product=${productKey}`)).toEqual([first, second]);
    expect(await idsOf("&product=NONE")).toEqual([]);
    await setBorrower(first, { status: "BLOCKED", statusCause: "CONTESTED" });
    await setBorrower(paid, { status: "BLOCKED" });
    await setBorrower(second, { brand: "kilat" });
    expect(await idsOf("&state=FROZEN")).toEqual([first]);
    expect(await idsOf("&state=BLOCKED")).toEqual([paid]);
    expect(await idsOf("&state=FROZEN&owing=LATE")).toEqual([first]);
    expect(await idsOf("&state=BLOCKED&owing=LATE")).toEqual([]);
    expect(await idsOf("&brand=kilat")).toEqual([second]);
    expect(await idsOf("&brand=kilat&owing=LATE")).toEqual([second]);
    expect((await (await staff()).get("/api/staff/borrowers?state=GONE")).status).toBe(422);

    const file = await (
      await staff()
    ).post("/api/staff/borrowers/csv", { owing: "LATE", brand: "kilat", reason: "Laporan mingguan penagihan" });
    const lines = file.text.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(second);
  });
});

it("Its questions are answered by an index, however many borrowers there are.", async () => {
  for (const [table, own] of [
    ["loan", "jsonb_build_object('id', gen_random_uuid(), 'number', 'X' || n, 'borrower_id', gen_random_uuid())"],
    [
      "borrower",
      "jsonb_build_object('borrower_id', gen_random_uuid(), 'status', case when n % 50 = 0 then 'BLOCKED' else 'ACTIVE' end, 'brand', case when n % 90 = 0 then 'kilat' else 'tunai' end, 'registered_at', timestamptz '2026-01-01' + n * interval '1 minute')",
    ],
    [
      "repayment_account",
      "jsonb_build_object('loan_id', gen_random_uuid(), 'borrower_id', gen_random_uuid(), 'customer_no', lpad(n::text, 12, '0'), 'unpaid_principal_rupiah', n % 3, 'unpaid_since', date '2026-01-01' + n % 300)",
    ],
  ] as const) {
    await sql
      .raw(
        `insert into ${table} select (jsonb_populate_record(source.one, ${own})).*
         from (select held as one from ${table} held limit 1) source, generate_series(1, ${table === "loan" ? 3_000 : 20_000}) n`,
      )
      .execute(database);
    await sql.raw(`analyze ${table}`).execute(database);
  }
  const page = { max: 50, cursor: `${clock.now().getTime()}~${services.random.uuid()}` };
  const days = { max: 250, cursor: `2026-05-01~${services.random.uuid()}` };
  const ids = (await pageOfAccounts(database, page)).map(({ borrowerId }) => borrowerId);
  expect(ids).toHaveLength(50);
  const today = dateInWib(clock.now());
  const plans = [
    await plansOf(database, "borrower", () => pageOfAccounts(database, page)),
    await plansOf(database, "borrower", () => pageOfAccounts(database, { ...page, view: "FROZEN" })),
    await plansOf(database, "borrower", () => pageOfAccounts(database, { ...page, view: "ACTIVE" })),
    await plansOf(database, "borrower", () => pageOfAccounts(database, { ...page, brand: "kilat" })),
    await plansOf(database, "borrower", () => accountsOf(database, ids)),
    await plansOf(database, "repayment_account", () => debtsOf(database, ids)),
    await plansOf(database, "loan", () => unpaidLoansOf(database, ids)),
    await plansOf(database, "repayment_account", () => debtPage(database, today, null, days)),
    await plansOf(database, "repayment_account", () => debtPage(database, today, { from: 8, to: 30 }, days)),
  ];
  expect(plans.join("\n")).not.toMatch(/Seq Scan/);
});
