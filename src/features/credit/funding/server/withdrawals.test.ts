/**
 * Withdrawals of lenders: approved by two people; the bank's delays, refusals, duplicates and returns; the books
 * balance after each.
 */
import { expect, it } from "vitest";
import { account, auditAll, availableOf, balanceOf, historyOfReference } from "#server/ledger/index.ts";
import { lenderForNewLoans } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const lenderId = (await lenderForNewLoans(database)).id;
const maker = () => app.staff("0190c000-0000-7000-8000-000000000001", ["finance"]);
const boss = () => app.staff("0190c000-0000-7000-8000-000000000003", ["admin"]);
const key = () => ({ "Idempotency-Key": random.uuid(), Referer: "/staff/lenders/withdrawals" });
const reason = "Permintaan tertulis pemberi dana.";
const base = "/api/staff/lenders";
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];
await app.settle();

const propose = async (amountRupiah: number, more: object = {}) =>
  (await maker()).post(`${base}/withdrawals`, { lenderId, amountRupiah, reason, ...more }, key());
const register = async (more: object = {}) =>
  (await maker()).post(
    `${base}/account`,
    { lenderId, bankCode: "014", accountNumber: "4441112223", reason, ...more },
    key(),
  );
const confirm = async (proposalId: string) =>
  (await boss()).post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());
const listed = async () => (await (await maker()).get(`${base}/withdrawals`)).body;
const available = () => availableOf(database, account("LENDER_AVAILABLE", lenderId));
/** The books balance, and nothing remains in suspense. */
const whole = async () => {
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
  const remaining = await database
    .selectFrom("ledger_balance")
    .selectAll()
    .where("accountId", "like", "RETURNED_PAYOUT/%")
    .where("posted", "<>", 0)
    .execute();
  expect(remaining).toEqual([]);
};
/** Two people approve this account for the lender's money. */
async function registered(accountNumber: string): Promise<void> {
  const made = await register({ accountNumber });
  expect(made.status, made.text).toBe(200);
  expect((await confirm(made.body.proposalId)).status).toBe(200);
}
/** Approved, and its transfer has been sent. */
async function withdrawn(amountRupiah: number): Promise<string> {
  const made = await propose(amountRupiah);
  expect(made.status, made.text).toBe(200);
  const done = await confirm(made.body.proposalId);
  expect(done.status, done.text).toBe(200);
  await app.settle();
  return made.body.proposalId;
}
const stateOf = async (withdrawalId: string) =>
  (await listed()).items.find((one: { withdrawalId: string }) => one.withdrawalId === withdrawalId);

it("Money goes to the registered account alone, which two people registered.", async () => {
  expect(codeOf(await propose(1_000_000))).toEqual([409, "ACCOUNT_NONE"]);
  expect(codeOf(await propose(1_000_000, { lenderId: "UNKNOWN" }))).toEqual([422, "LENDER_UNKNOWN"]);
  expect(codeOf(await register({ lenderId: "UNKNOWN" }))).toEqual([422, "LENDER_UNKNOWN"]);
  expect(codeOf(await register({ accountNumber: "9900000001" }))).toEqual([422, "ACCOUNT_NOT_FOUND"]);
  const made = await register();
  expect(made.status, made.text).toBe(200);
  expect(codeOf(await register())).toEqual([409, "PROPOSAL_OPEN"]);
  expect((await listed()).lenders[0].account).toBeNull();
  expect((await confirm(made.body.proposalId)).status).toBe(200);
  expect((await listed()).lenders[0].account).toMatchObject({ masked: expect.stringMatching(/2223$/) });
  const stored = JSON.stringify(await database.selectFrom("funding_account").selectAll().execute());
  expect(stored).not.toContain("4441112223");

  const before = await available();
  const escrow = await balanceOf(database, account("ESCROW"));
  const first = await propose(20_000_000);
  expect(codeOf(await propose(20_000_000))).toEqual([409, "PROPOSAL_OPEN"]);
  expect(
    codeOf(await (await maker()).post(`/api/staff/checks/${first.body.proposalId}/check`, { approve: true }, key()))[1],
  ).toBe("MAKER_IS_CHECKER");
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(first.body.proposalId)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await app.settle();
  await app.pass(120);
  expect(await stateOf(first.body.proposalId)).toMatchObject({ state: "PAID", amountRupiah: 20_000_000 });
  expect(await available()).toBe(before - 20_000_000);
  expect(await balanceOf(database, account("ESCROW"))).toBe(escrow - 20_000_000);
  expect((await historyOfReference(database, first.body.proposalId)).map(({ phase }) => phase)).toEqual([
    "PENDING",
    "POSTED",
  ]);
  expect(codeOf(await propose(before - 20_000_000 + 1))).toEqual([422, "WITHDRAWAL_OVER"]);
  await whole();
});

it("A withdrawal that the bank refuses is the lender's again.", async () => {
  await registered("9900000002");
  const before = await available();
  const failed = await withdrawn(15_000_000);
  await app.pass(120);
  expect(await stateOf(failed)).toMatchObject({ state: "FAILED", failureCode: expect.any(String) });
  expect(await available()).toBe(before);
  await whole();
});

it.each(["9900000003", "9900000004", "9900000005", "9900000006"])(
  "Whatever the bank says late, not at all, three times or in the wrong order, it is paid once: %s",
  async (accountNumber) => {
    await registered(accountNumber);
    const before = await available();
    const paid = await withdrawn(1_000_000);
    await app.pass(1_200, 60);
    expect(await stateOf(paid)).toMatchObject({ state: "PAID", failureCode: null });
    expect(await available()).toBe(before - 1_000_000);
    expect(await historyOfReference(database, paid)).toHaveLength(2);
    await whole();
  },
);

it("One that the receiving bank sends back goes back to the lender by two people.", async () => {
  await registered("9900000009");
  const before = await available();
  const back = await withdrawn(2_500_000);
  await app.pass(30, 10);
  clock.advance(600_000);
  await app.pass(120, 30);
  expect(await stateOf(back)).toMatchObject({ state: "PAID" });
  const { id: transferId } = await database
    .selectFrom("bank_transfer")
    .select("id")
    .where("subjectId", "=", back)
    .executeTakeFirstOrThrow();
  expect(await balanceOf(database, account("RETURNED_PAYOUT", transferId))).toBe(2_500_000);
  const made = await (
    await maker()
  ).post(
    `/api/staff/disbursements/${transferId}/returned`,
    { deed: "GIVE_BACK", reason },
    { "Idempotency-Key": random.uuid() },
  );
  expect(made.status, made.text).toBe(200);
  expect((await confirm(made.body.proposalId)).status).toBe(200);
  expect(await stateOf(back)).toMatchObject({ state: "RETURNED" });
  expect(await available()).toBe(before);
  await whole();
});

it("An account that changed stops what was proposed for the one before.", async () => {
  const made = await propose(5_000_000);
  await registered("5556667778");
  expect(codeOf(await confirm(made.body.proposalId))).toEqual([409, "PROPOSAL_STALE"]);
  expect(codeOf(await register({ accountNumber: "9900000007" }))).toEqual([409, "BANK_NOT_ANSWERING"]);
});
