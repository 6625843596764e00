/**
 * A loan and a payment as staff see them: the same figures as the bill and the books; money only for permitted roles.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";

const app = await testApp();
const { services, clock } = app;
const { accountAt, bank, bill, running } = repaying(app);
const staff = (role: "support" | "finance" | "content") => app.staff(services.random.uuid(), [role]);

const loan = await running();
await bank.pay({ virtualAccountNumber: await accountAt(loan.client), amountRupiah: 100_000 });
await app.pass(15);
const finance = await staff("finance");
const page = async (query = "") => (await finance.get(`/api/staff/loans/${loan.loanId}${query}`)).body;

it("shows a loan with the figures of its bill, its payment, its transfer, its papers and its postings", async () => {
  const [shown, owed] = [await page(), await bill(loan)];
  expect(shown).toMatchObject({
    borrowerId: loan.borrowerId,
    state: "ACTIVE",
    balance: { asOf: owed.today, payoffRupiah: owed.payoffRupiah, paidInRupiah: 100_000 },
    events: [{ kind: "PAYMENT", amountRupiah: 100_000, from: "VIRTUAL_ACCOUNT", isReversed: false }],
  });
  expect(shown.balance.rows.map((row: { unpaidRupiah: number }) => row.unpaidRupiah)).toEqual(
    owed.rows.map(({ unpaidRupiah }) => unpaidRupiah),
  );
  const kinds = shown.postings.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["DISBURSEMENT", "REPAYMENT", "ALLOCATION"]));
  const { items } = (await finance.get(`/api/staff/borrowers/${loan.borrowerId}/timeline`)).body;
  const transfer = items.find(({ what }: { what: string }) => what.startsWith("TRANSFER_"));
  expect(transfer).toMatchObject({
    to: `/staff/loans/${loan.loanId}`,
    details: expect.stringContaining(shown.loanNumber),
  });
  for (const one of shown.timeline) {
    expect(one.to).toBeNull();
    expect(one.details).not.toContain(shown.loanNumber);
  }
  const texts = shown.timeline.map(({ text }: { text: string }) => text);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text: string) => /^[A-Z_]+$/.test(text))).toEqual([]);
});

it("counts the balance at the end of any day from disbursement to ninety days ahead, and refuses others", async () => {
  const first = (await bill(loan)).disbursedOn;
  const today = dateInWib(clock.now());
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 90 }), async (days) => {
      const asOf = addDays(today, days);
      const { balance } = await page(`?asOf=${asOf}`);
      expect(balance.asOf).toBe(asOf);
      // Without payments, the payoff never decreases over time.
      expect(balance.payoffRupiah).toBeGreaterThanOrEqual((await page()).balance.payoffRupiah);
    }),
    { numRuns: 12 },
  );
  for (const [asOf, code] of [
    [addDays(first, -1), "DATE_RANGE"],
    [addDays(today, 91), "DATE_RANGE"],
    ["2026-02-30", "DATE_FORMAT"],
  ]) {
    const { status, body } = await finance.get(`/api/staff/loans/${loan.loanId}?asOf=${asOf}`);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(code!)]);
  }
});

it("shows a payment with its rail, its loan and its postings, and leads from the loan to it", async () => {
  const [{ receiptId }] = (await page()).events;
  const { status, body } = await finance.get(`/api/staff/payments/${receiptId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: "MATCHED",
    rail: "VIRTUAL_ACCOUNT",
    amountRupiah: 100_000,
    loan: { loanId: loan.loanId },
    chargeback: null,
  });
  // Its money booked to the loan and what it settled at that moment; nothing of other days.
  const moved = body.postings.map(({ kind, amountRupiah }: { kind: string; amountRupiah: number }) => [
    kind,
    amountRupiah,
  ]);
  expect(moved).toContainEqual(["REPAYMENT", 100_000]);
  expect(moved.map(([kind]: [string]) => kind)).toContain("ALLOCATION");
  expect(moved.map(([kind]: [string]) => kind)).not.toContain("DISBURSEMENT");
});

it("keeps postings from who may not read money, and everything from who may not read borrowers", async () => {
  const [{ receiptId }] = (await page()).events;
  const support = await staff("support");
  for (const path of [`/api/staff/loans/${loan.loanId}`, `/api/staff/payments/${receiptId}`]) {
    const seen = await support.get(path);
    expect([seen.status, seen.body.postings]).toEqual([200, null]);
    expect((await (await staff("content")).get(path)).status).toBe(403);
  }
});

it("knows no loan and no payment by an id that is nobody's", async () => {
  for (const [path, code] of [
    [`loans/${services.random.uuid()}`, "LOAN_NOT_FOUND"],
    [`payments/pay_${"0".repeat(32)}`, "PAYMENT_NOT_FOUND"],
  ]) {
    const { status, body } = await finance.get(`/api/staff/${path}`);
    expect([status, JSON.stringify(body)]).toEqual([404, expect.stringContaining(code!)]);
  }
});

it("tells in words what became of a loan that was paid off", async () => {
  const other = await running();
  const { payoffRupiah } = await bill(other);
  await bank.pay({ virtualAccountNumber: await accountAt(other.client), amountRupiah: payoffRupiah + 5_000 });
  await app.pass(15);
  const { state, timeline } = (await finance.get(`/api/staff/loans/${other.loanId}`)).body;
  expect(state).toBe("PAID_OFF");
  const lines = timeline.map(({ text, details }: { text: string; details: string }) => `${text} · ${details}`);
  // No field names, and no code without a text.
  expect(lines.filter((line: string) => /\b[a-z]+[A-Z]\w*:|\b[A-Z]{2,}_[A-Z_]+\b/.test(line))).toEqual([]);
});
