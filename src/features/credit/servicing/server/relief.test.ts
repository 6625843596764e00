/** Waivers, write-offs and recoveries: what two people give up, in the books, in TKB and for the borrower. */
import { expect, it } from "vitest";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { tkbPpm, twpPpm } from "#features/credit/loan/server/performance.ts";
import { performanceOn } from "#features/credit/repayment/server/exposure-store.ts";
import { testApp } from "#tests/support/app.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, bank, bill } = repaying(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Sesuai keputusan rapat keuangan.";
const staff = (role: StaffRole) => app.staff(services.random.uuid(), [role]);
const codeOf = ({
  status,
  body,
}: {
  status: number;
  body: { status?: { code: string; data?: { obstacles?: string[] } } };
}) => [status, body.status?.code, ...(body.status?.data?.obstacles ?? [])];

const about = (loanId: string) => ({
  propose: async (tail: string, body: object) =>
    (await staff("finance")).post(`/api/staff/servicing/${loanId}/${tail}`, body, {
      ...key(),
      Referer: `/staff/servicing/${loanId}`,
    }),
  relief: async () => (await (await staff("finance")).get(`/api/staff/servicing/${loanId}/relief`)).body,
  confirm: async (proposalId: string) =>
    (await staff("admin")).post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key()),
  call: async () => {
    const collector = await staff("collector");
    const path = `/api/staff/servicing/${loanId}/contact`;
    const started = await collector.post(path, { channel: "CALL" }, key());
    expect(started.status, started.text).toBe(200);
    await collector.post(`${path}/${started.body.contactId}/end`, { outcome: "NO_ANSWER" }, key());
  },
});
const at = async (day: string, hour = 10) => {
  clock.moveTo(instantOf(day, "WIB", { hour }));
  await app.settle();
};

/** The register of write-offs agrees with the ledger's days and with the trial balance, and its file adds up to the same. */
async function expectRegister(expected: { from: string; to: string; loanId: string; owes: number; recovered: number }) {
  const { from, to, loanId, owes, recovered } = expected;
  const finance = await staff("finance");
  const { items, ledgerRupiah, ledgerRecoveredRupiah } = (
    await finance.get(`/api/staff/servicing/write-offs?from=${from}&to=${to}`)
  ).body;
  expect(items).toMatchObject([
    { loanId, state: "WRITTEN_OFF", amountRupiah: owes, recoveredRupiah: recovered, owedRupiah: owes - recovered },
  ]);
  const [{ principalRupiah, interestRupiah, feesRupiah }] = items;
  expect([principalRupiah + interestRupiah + feesRupiah, principalRupiah]).toEqual([owes, 1_000_000]);
  expect([ledgerRupiah, ledgerRecoveredRupiah]).toEqual([owes, recovered]);
  const trial = (await finance.get(`/api/staff/accounting/trial-balance?day=${from}`)).body;
  expect(trial.items.find((row: { account: string }) => row.account === "WRITTEN_OFF")).toMatchObject({
    debitRupiah: owes,
    creditRupiah: recovered,
  });
  const asked = { from, to, reason: "Untuk laporan bulanan keuangan." };
  const file = await finance.post("/api/staff/servicing/write-offs/csv", asked, {
    "Accept-Language": "en",
    Referer: "/staff/servicing/write-offs",
  });
  const rows = file.text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const column = rows[0]!.findIndex((cell) => cell.includes("Amount"));
  expect(rows.slice(1).reduce((sum, row) => sum + Number(row[column]), 0)).toBe(owes);
  // The day before had none; by default the list is this month's.
  const before = addDays(from, -1);
  const none = (await finance.get(`/api/staff/servicing/write-offs?from=${before}&to=${before}`)).body;
  expect([none.items, none.ledgerRupiah]).toEqual([[], 0]);
  expect((await finance.get("/api/staff/servicing/write-offs")).body.items).toHaveLength(1);
}

it("A waiver takes as much off as two people agreed on, never more than is unpaid; one of the whole rest ends the loan.", async () => {
  const loan = await running();
  const due = (await bill(loan)).rows[0]!.dueOn;
  await at(addDays(due, 10));
  const one = about(loan.loanId);
  const { unpaid } = await one.relief();
  const feeRupiah = unpaid.find(({ component }: { component: string }) => component === "LATE_FEE").rupiah as number;
  expect(feeRupiah).toBeGreaterThan(0);
  const waiver = (component: string, amountRupiah: number) =>
    one.propose("waiver", { component, amountRupiah, reason });
  expect(codeOf(await waiver("LATE_FEE", feeRupiah + 1))).toEqual([422, "WAIVER_RANGE"]);
  const made = await waiver("LATE_FEE", feeRupiah);
  expect(made.status, made.text).toBe(200);
  expect(codeOf(await waiver("LATE_FEE", 1))).toEqual([409, "PROPOSAL_OPEN"]);
  expect((await one.relief()).waiverId).toBe(made.body.proposalId);
  expect((await one.confirm(made.body.proposalId)).status).toBe(200);
  expect((await bill(loan)).lateFeeRupiah).toBe(0);
  expect(await balanceOf(database, account("WAIVER_COST"))).toBe(feeRupiah);
  const ghost = about(services.random.uuid());
  expect(codeOf(await ghost.propose("waiver", { component: "FEE", amountRupiah: 1, reason }))).toEqual([
    404,
    "LOAN_UNKNOWN",
  ]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it(
  "A write-off needs lateness, letters, tries and a word to the lender; the debt stays, in TWP too; its recovery ends it with a letter.",
  { timeout: 600_000 },
  async () => {
    const loan = await running();
    const { rows } = await bill(loan);
    const due = rows[0]!.dueOn;
    const one = about(loan.loanId);
    expect(codeOf(await one.propose("write-off", { reason }))).toEqual([
      409,
      "WRITE_OFF_REFUSED",
      "NOT_LATE",
      "NOT_ALL_DUE",
      "LETTERS",
      "TRIES",
      "LENDER",
    ]);
    let tries = 0;
    for (let day = 5; day <= 70; day++) {
      await at(addDays(due, day));
      if (
        day >= 9 &&
        tries < 3 &&
        new Date(`${addDays(due, day)}T00:00:00Z`).getUTCDay() > 0 &&
        !/-(12-25|01-01)$/.test(addDays(due, day))
      ) {
        tries++;
        await one.call();
      }
    }
    await at(addDays(due, 185));
    expect((await one.relief()).obstacles).toEqual(["LENDER"]);
    expect((await one.propose("lender-told", {})).status).toBe(200);
    await at(addDays(due, 200));
    expect((await one.relief()).obstacles).toEqual([]);
    const owes = (await bill(loan)).payoffRupiah;
    const made = await one.propose("write-off", { reason });
    expect(made.status, made.text).toBe(200);
    expect((await one.confirm(made.body.proposalId)).status).toBe(200);
    await app.settle();

    expect((await loan.read()).state).toBe("WRITTEN_OFF");
    expect(await balanceOf(database, account("WRITTEN_OFF", loan.loanId))).toBe(owes);
    expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(0);
    // Another loan is not late, so that there is something that TKB90 is a share of.
    await running();
    const today = dateInWib(clock.now());
    const performance = await performanceOn(database, today);
    const twp = twpPpm(performance, 90)!;
    expect(performance.overdueRupiah[90]).toBeGreaterThanOrEqual(1_000_000);
    expect(tkbPpm(performance, 90)).toBe(1_000_000 - twp);
    // Without it TKB90 would be better.
    const without = {
      ...performance,
      outstandingRupiah: performance.outstandingRupiah - 1_000_000,
      overdueRupiah: { ...performance.overdueRupiah, 90: performance.overdueRupiah[90] - 1_000_000 },
    };
    expect(tkbPpm(without, 90) ?? 1_000_000).toBeGreaterThan(tkbPpm(performance, 90)!);
    const debtor = () => app.loggedIn(loan.borrowerId);
    const told = await database.selectFrom("notice").select("kind").where("borrowerId", "=", loan.borrowerId).execute();
    expect(told.map(({ kind }) => kind)).toContain("servicing.written_off");
    expect((await (await debtor()).get("/api/repayment/servicing")).body.lights[1]).toMatchObject({
      may: false,
      reason: "OVER_90_DAYS",
    });

    // Recovered in two parts: allocated as usual, and no fee was added in between.
    const number = await accountAt(await debtor());
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 400_000 });
    await app.settle();
    expect(await balanceOf(database, account("WRITTEN_OFF", loan.loanId))).toBe(owes - 400_000);
    await expectRegister({ from: today, to: today, loanId: loan.loanId, owes, recovered: 400_000 });
    await at(addDays(today, 20));
    expect((await bill(loan)).payoffRupiah).toBe(owes - 400_000);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: owes - 400_000 });
    await app.settle();
    expect((await loan.read()).state).toBe("PAID_OFF");
    expect(await balanceOf(database, account("WRITTEN_OFF", loan.loanId))).toBe(0);
    const kinds = await database
      .selectFrom("notice")
      .select("kind")
      .where("borrowerId", "=", loan.borrowerId)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain("repayment.paid_off");
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  },
);
