/** Lenders' statements from the ledger, parsed by third-party parsers, and a month's interest shared to the rupiah. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { account, auditAll, balanceOf, post } from "#server/ledger/index.ts";
import { transact } from "#server/database.server.ts";
import { lenderForNewLoans } from "#features/credit/loan/server/index.ts";
import { languages } from "#shared/texts.ts";
import { groupThousands } from "#shared/money.ts";
import { instantOf } from "#shared/dates.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { couponLoans } from "#tests/support/coupon-loans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { signing } from "#tests/support/signing.ts";
import { testApp } from "#tests/support/app.ts";
import type { LenderStatement } from "../contract.ts";
import { linesOfStatement } from "../lines-contract.ts";
import { fundingMonthsCheck } from "./closing.ts";
import { lenderStatementPdf } from "./statement-pdf.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, pay, reverse } = repaying(app);
const { code } = signing(app);
const coupons = couponLoans(app);
const lenderId = (await lenderForNewLoans(database)).id;
const makerId = "0190c000-0000-7000-8000-000000000001";
const checkerId = "0190c000-0000-7000-8000-000000000002";
const finance = (id = makerId) => app.staff(id, ["finance"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Bagi hasil sesuai perjanjian.";
const at = async (day: string, hour = 1) => {
  clock.moveTo(instantOf(day, "WIB", { hour }));
  await app.settle();
};
const path = (month: string, tail = "") => `/api/staff/lenders/${lenderId}/statements/${month}${tail}`;
const statementOf = async (month: string): Promise<LenderStatement> => {
  const { status, body, text } = await (await finance()).get(path(month));
  expect(status, text).toBe(200);
  return body;
};
const csvOf = async (month: string) => (await (await finance()).get(path(month, "/csv?language=en"))).text;
const pdfOf = async (month: string) =>
  Buffer.from(
    await lenderStatementPdf({ statement: await statementOf(month), language: "en", brandName: "Tunai" }),
  ).toString("base64");
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];
const propose = async (month: string) =>
  (await finance()).post(
    "/api/staff/lenders/income",
    { month, reason },
    { ...key(), Referer: "/staff/lenders/income" },
  );
const incomeOf = async (month: string) =>
  (await (await finance()).get("/api/staff/lenders/income")).body.items.find(
    (one: { month: string }) => one.month === month,
  );
const available = () => balanceOf(database, account("LENDER_AVAILABLE", lenderId));

await app.settle();

/** The statement's identities, from its CSV parsed by another library. */
async function reread(month: string) {
  const csv = await csvOf(month);
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  const amounts = (section: string) =>
    data.filter((row) => row["section"] === section).map((row) => Number(row["amount"]));
  for (const section of ["AVAILABLE", "INVESTED", "WRITTEN_OFF"]) {
    const lines = amounts(section);
    const closing = lines.pop();
    expect(
      lines.reduce((sum, amount) => sum + amount, 0),
      `${section} of ${month}`,
    ).toBe(closing);
  }
  return { rows: data, amounts };
}

it("A month is closed from the ledger; opening and movements are the closing balance, for other programs too.", async () => {
  const early = await (await finance()).get(path("2026-11"));
  expect(codeOf(early)).toEqual([404, "STATEMENT_UNKNOWN"]);
  expect(codeOf(await (await finance()).get(path("2026-13")))[1]).toBe("INPUT_INVALID");
  await running();
  await running();
  await at("2026-12-01", 0);
  // Ten minutes for transactions that began before midnight.
  expect((await (await finance()).get("/api/staff/lenders/statements")).body.items).toEqual([]);
  await at("2026-12-01", 1);
  const { items } = (await (await finance()).get("/api/staff/lenders/statements")).body;
  expect(items).toMatchObject([{ lenderId, month: "2026-11", investedClosingRupiah: 2_000_000, shareRupiah: 0 }]);
  const { amounts, rows } = await reread("2026-11");
  expect(amounts("AVAILABLE")).toEqual([0, 1_000_000_000_000, 0, 0, 0, -2_000_000, 0, 999_998_000_000]);
  expect(amounts("INVESTED")).toEqual([0, 2_000_000, 0, 2_000_000]);
  expect(
    rows.filter((row) => row["section"] === "BUCKETS").map((row) => [row["code"], row["loans"], row["amount"]]),
  ).toEqual([
    ["CURRENT", "2", "2000000"],
    ["DPD_1_30", "0", "0"],
    ["DPD_31_60", "0", "0"],
    ["DPD_61_90", "0", "0"],
    ["DPD_OVER_90", "0", "0"],
  ]);
  expect(await available()).toBe(999_998_000_000);
});

it("Interest received, discounted and carried is shared once for a month, by two people, to the rupiah.", async () => {
  await at("2026-12-02");
  const november = await statementOf("2026-11");
  expect(november.interest).toMatchObject({ receivedRupiah: 0, shareRupiah: 0, sharePpm: 700_000 });
  expect(codeOf(await propose("2026-11"))).toEqual([409, "INCOME_EARLY"]);
  await at("2026-12-03");
  expect(codeOf(await propose("2026-11"))).toEqual([409, "INCOME_NOTHING"]);

  // An instalment, one whose interest a coupon pays, and a loan that is restructured later.
  const paying = await running();
  const discounted = await coupons.loanWith("interest-10000");
  const borrower = await ripeBorrower(app);
  const old = await (await activeLoan(app, { borrowerId: borrower.borrowerId })).read();
  await at("2026-12-31");
  await pay(paying, await app.loggedIn(paying.borrowerId), "FIRST", "funding-1");
  await coupons.pay(discounted, (await coupons.bill(discounted)).rows[0]!.unpaidRupiah);
  await at("2027-01-01");
  const december = await statementOf("2026-12");
  const { receivedRupiah, discountedRupiah } = december.interest;
  expect(receivedRupiah).toBeGreaterThan(100_000);
  expect(discountedRupiah).toBe(10_000);
  const share = Math.floor((receivedRupiah + discountedRupiah) * 0.7);
  expect(december.interest.shareRupiah).toBe(share);
  await reread("2026-12");

  expect(codeOf(await propose("2026-12"))).toEqual([409, "INCOME_EARLY"]);
  await at("2027-01-03");
  expect(await incomeOf("2026-12")).toMatchObject({
    state: "OPEN",
    sharedRupiah: share,
    houseRupiah: receivedRupiah + discountedRupiah - share,
  });
  const [before, income] = await Promise.all([available(), balanceOf(database, account("INTEREST_INCOME"))]);
  const made = await propose("2026-12");
  expect(made.status, made.text).toBe(200);
  expect(codeOf(await propose("2026-12"))).toEqual([409, "PROPOSAL_OPEN"]);
  expect(await incomeOf("2026-12")).toMatchObject({ state: "PROPOSED" });
  const check = async (id: string) =>
    (await finance(id)).post(`/api/staff/checks/${made.body.proposalId}/check`, { approve: true }, key());
  expect(codeOf(await check(makerId))[1]).toBe("MAKER_IS_CHECKER");
  const answers = await Promise.all(Array.from({ length: 5 }, () => check(checkerId)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await available()).toBe(before + share);
  expect(await balanceOf(database, account("INTEREST_INCOME"))).toBe(income - share);
  expect(codeOf(await propose("2026-12"))).toEqual([409, "INCOME_SHARED"]);
  expect(await incomeOf("2026-12")).toMatchObject({ state: "DISTRIBUTED", proposalId: null });

  // Restructured on 15 January: the old loan's interest counts as paid there, and no money was received.
  await at("2027-01-15");
  const who = { ...borrower, loan: old, client: await app.loggedIn(borrower.borrowerId) };
  const ask = await who.client.post("/api/loan/restructure/ask", { reason: "JOB" }, key());
  const [{ offerId, plan }] = ask.body.offers;
  const offer = `/api/loan/restructure/${offerId}`;
  const { hash } = (await who.client.get(`${offer}/agreement`)).body;
  await who.client.post(`${offer}/accept`, { hash, read: true });
  const signed = await who.client.post(`${offer}/sign`, { hash, ...(await code(who)) }, key());
  expect(signed.status, signed.text).toBe(200);
  expect(plan.carriedRupiah).toBeGreaterThan(0);
  await at("2027-02-01");
  const january = await statementOf("2027-01");
  expect(january.available.incomeRupiah).toBe(share);
  expect(january.interest).toMatchObject({
    // The interest counted as paid on the old loan equals the fee of the new one.
    receivedRupiah: plan.carriedRupiah,
    carriedRupiah: plan.carriedRupiah,
    carriedPaidRupiah: 0,
    shareRupiah: 0,
  });
  await reread("2027-01");
  // Its fee is paid in February and then shared.
  const due = (await who.client.get("/api/repayment/bills")).body;
  expect(due).toBeTruthy();
  await at("2027-03-16");
  await pay(
    { borrowerId: who.borrowerId, loanId: signed.body.loanId } as never,
    await app.loggedIn(who.borrowerId),
    "ALL",
    "funding-2",
  );
  await at("2027-04-01");
  const march = await statementOf("2027-03");
  expect(march.interest.carriedPaidRupiah).toBe(plan.carriedRupiah);
  expect(march.interest.shareRupiah).toBe(
    Math.floor((march.interest.receivedRupiah + march.interest.discountedRupiah + plan.carriedRupiah) * 0.7),
  );
  await reread("2027-03");
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("A payment that its bank takes back later lowers later income, and never a lender's money.", async () => {
  await at("2027-04-02");
  const [paying] = await database
    .selectFrom("repayment_event")
    .select(["borrowerId", "loanId"])
    .where("kind", "=", "PAYMENT")
    .orderBy("recordedAt")
    .execute();
  await reverse({ borrowerId: paying!.borrowerId, loanId: paying!.loanId } as never);
  await at("2027-05-01");
  const april = await statementOf("2027-04");
  expect(april.interest.receivedRupiah).toBeLessThan(0);
  expect(april.interest.shareRupiah).toBe(0);
  await reread("2027-04");
  await at("2027-06-01");
  const may = await statementOf("2027-05");
  expect(may.interest.broughtRupiah).toBe(april.interest.receivedRupiah);
});

it("A closed month is the same bytes whatever happens afterwards, and computed again it is the same figures.", async () => {
  const months = ["2026-11", "2026-12", "2027-03"];
  const bytes = async () => [...(await Promise.all(months.map(csvOf))), ...(await Promise.all(months.map(pdfOf)))];
  const before = await bytes();
  // Money with an earlier value date is booked today.
  await transact(database, (trx) =>
    post(trx, clock.now(), [
      {
        id: "late_deposit",
        kind: "LENDER_DEPOSIT",
        debit: account("ESCROW"),
        credit: account("LENDER_AVAILABLE", lenderId),
        amount: 5_000_000,
        reference: "late_deposit",
        valueDate: "2026-11-25",
      },
    ]),
  );
  await running();
  await at("2027-07-01");
  expect(await bytes()).toEqual(before);
  expect((await statementOf("2027-06")).available.depositedRupiah).toBe(5_000_000);
  expect(await fundingMonthsCheck.differences(database)).toEqual([]);
  await expect(database.updateTable("funding_month").set({ share: 1 }).execute()).rejects.toThrow(/append-only/);
});

it("The PDF says in every language what the statement says, read by a program that is not ours.", async () => {
  const library = await PDFiumLibrary.init();
  const statement = await statementOf("2026-12");
  for (const language of languages) {
    const document = await library.loadDocument(await lenderStatementPdf({ statement, language, brandName: "Tunai" }));
    const text = [...document.pages()].map((page) => page.getText()).join("\n");
    document.destroy();
    const figures = linesOfStatement(statement)
      .flatMap(({ lines }) => lines)
      .filter(({ kind }) => kind !== "RATE")
      .map(({ amount }) => (amount < 0 ? `(${groupThousands(-amount)})` : groupThousands(amount)));
    for (const figure of figures) expect(text).toContain(figure);
    expect(text).toContain(statement.lenderName);
    // Text without a font would be missing.
    expect(text).not.toMatch(/\uFFFD/);
  }
  library.destroy();
});
