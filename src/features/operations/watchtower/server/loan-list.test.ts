/** The console's list of loans: by state, late ones first by how long, page by page, and as a file. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { pageOfLoans } from "#features/credit/loan/server/index.ts";
import { pageOfLate, repaymentPositionsOf } from "#features/credit/repayment/server/index.ts";
import { csvRowsOf } from "#server/records/csv.ts";
import { dateInWib } from "#shared/dates.ts";
import { qualityOf } from "./loan-list.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, pay } = repaying(app);
const staff = () => app.staff("0190c300-0000-7000-8000-000000000001", ["admin"]);
const list = async (query = "") => (await (await staff()).get(`/api/staff/loans?limit=100${query}`)).body;

it("Loans are listed by state, those with an overdue instalment from the longest late on, with days and principal.", async () => {
  const paid = await running();
  await pay(paid, paid.client, "ALL", "list-1");
  const first = await running();
  clock.advance(10 * 86_400_000);
  const second = await running();
  const names = async (query: string) => (await list(query)).items.map(({ loanId }: { loanId: string }) => loanId);
  expect(await names("")).toEqual(expect.arrayContaining([paid.loanId, first.loanId, second.loanId]));
  expect(await names("&view=PAID_OFF")).toEqual([paid.loanId]);
  expect(await names("&view=LATE")).toEqual([]);
  const [running2] = (await list("&view=ACTIVE")).items;
  expect(running2).toMatchObject({ loanId: second.loanId, brand: "tunai", state: "ACTIVE", daysPastDue: 0 });
  expect(running2.unpaidPrincipalRupiah).toBe(running2.principalRupiah);

  clock.advance(35 * 86_400_000);
  await app.settle();
  const { items } = await list("&view=LATE");
  expect(items.map(({ loanId }: { loanId: string }) => loanId)).toEqual([first.loanId, second.loanId]);
  expect(items[0].daysPastDue - items[1].daysPastDue).toBe(10);
  const page = (await (await staff()).get("/api/staff/loans?limit=1&view=LATE")).body;
  expect(page.items).toHaveLength(1);
  expect((await list(`&view=LATE&cursor=${page.nextCursor}`)).items).toMatchObject([{ loanId: second.loanId }]);
  // The period of late loans names the day since when they are late.
  expect(await names(`&view=LATE&from=${items[1].nextDueOn}`)).toEqual([second.loanId]);

  const file = await (
    await staff()
  ).post("/api/staff/loans/csv", { view: "LATE", reason: "Laporan mingguan penagihan" });
  expect(file.text.trim().split("\n")).toHaveLength(3);
  expect(file.text).toContain(items[0].loanNumber);
  const rows = csvRowsOf(file.text);
  const at = (label: string) => rows[0]!.indexOf(label);
  expect(rows.slice(1).map((row) => [row[at("Hari terlambat")], row[at("Kualitas (1–5)")]])).toEqual(
    items.map(({ daysPastDue }: { daysPastDue: number }) => [daysPastDue, 2]),
  );
});

it("A loan's quality changes on the day after 0, 90, 120 and 180 days past due.", () => {
  expect([0, 1, 90, 91, 120, 121, 180, 181, 900].map(qualityOf)).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

it("Its questions are answered by an index, however many loans there are.", async () => {
  for (const [table, own] of [
    ["loan", "jsonb_build_object('id', gen_random_uuid(), 'number', 'X' || n, 'borrower_id', gen_random_uuid())"],
    [
      "repayment_account",
      "jsonb_build_object('loan_id', gen_random_uuid(), 'borrower_id', gen_random_uuid(), 'customer_no', lpad(n::text, 12, '0'))",
    ],
  ] as const) {
    await sql
      .raw(
        `insert into ${table} select (jsonb_populate_record(source.one, ${own})).*
         from (select held as one from ${table} held limit 1) source, generate_series(1, 5000) n`,
      )
      .execute(database);
    await sql.raw(`analyze ${table}`).execute(database);
  }
  const page = { max: 50 };
  const [loan] = await pageOfLoans(database, page);
  const plans = [
    await plansOf(database, "loan", () => pageOfLoans(database, page)),
    await plansOf(database, "loan", () => pageOfLoans(database, { ...page, state: "PAID_OFF" })),
    await plansOf(database, "repayment_account", () => pageOfLate(database, dateInWib(clock.now()), page)),
    await plansOf(database, "repayment_account", () =>
      repaymentPositionsOf(database, [{ borrowerId: loan!.borrowerId, loanId: loan!.id }]),
    ),
  ];
  expect(plans.join("\n")).not.toMatch(/Seq Scan on (loan|repayment_account)/);
});
