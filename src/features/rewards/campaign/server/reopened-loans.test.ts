/**
 * Gifts for a loan that is owed again: points are revoked automatically, two people decide about money, spent gifts
 * stay. // Product decisions, rewards 10, 12
 */
import { beforeAll, expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { spendPoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { formatRupiah } from "#shared/money.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { repaying } from "#tests/support/repaying.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { claim, see, verify, fresh, codeOf } = campaignsOf(app);
const repays = repaying(app);
const { running, bill } = repays;
type Loan = Awaited<ReturnType<typeof running>>;

let invited = 0;
const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const email = `o${++invited}@tunai.example`;
  const { staffId } = await inviteByOperator(services, { name: `O${invited}`, email, roles });
  return app.staff(staffId, roles);
};
const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });

const payAll = async (loan: Loan, paymentId: string) =>
  repays.pay(loan, await fresh(loan.borrowerId), "ALL", paymentId);
const { reverse } = repays;
async function takeBack(loan: Loan): Promise<void> {
  await reverse(loan);
  await app.settle();
}
const walletOf = (borrowerId: string) => availableOf(database, account("WALLET", borrowerId));
const budget = () => availableOf(database, account("REWARD_BUDGET", "order-gift"));
const pointsOf = (borrowerId: string) => availableOf(database, account("POINTS", borrowerId));
const awardOf = (borrowerId: string) =>
  database.selectFrom("campaign_award").select(["id", "state"]).where("borrowerId", "=", borrowerId).executeTakeFirst();
const caseOf = (borrowerId: string) =>
  database.selectFrom("review_case").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();
const sentNotices = async (borrowerId: string) =>
  (await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute()).map(
    ({ kind }) => kind,
  );
const findings = async () => (await auditAll(database, clock.now())).findings;
const owes = async ({ borrowerId, loanId }: Loan) => (await findLoan(database, borrowerId, loanId))?.state;

const loans: Loan[] = [];
let next = 0;
/** A borrower who has paid a loan off and may claim the gift. */
const paidOff = () => loans[next++]!;

beforeAll(async () => {
  for (let index = 0; index < 9; index++) {
    const loan = await running();
    await verify(loan.borrowerId, loan.client);
    loans.push(loan);
  }
  // Loans count that were paid out before the campaign opened, and long enough before they were paid off.
  const opens = new Date(clock.now().getTime() + 86_400_000);
  await database.updateTable("campaign").set({ opensAt: opens }).where("activityId", "=", "order-gift").execute();
  clock.advance(16 * 86_400_000);
  await app.settle();
  for (const loan of loans) await payAll(loan, `whole-${loan.loanId}`);
});

it("Points are taken back by themselves, as far as they are there.", async () => {
  const [whole, spent] = [paidOff(), paidOff()];
  const before: number[] = [];
  for (const { borrowerId } of [whole, spent]) {
    before.push(await pointsOf(borrowerId));
    expect((await claim(await fresh(borrowerId), "order-gift", "POINTS_300")).status).toBe(200);
  }
  const title = { id: "Uji", en: "Test", zh: "测试" };
  const points = (await pointsOf(spent.borrowerId)) - 50;
  await transact(database, (trx) =>
    spendPoints(services, trx, { borrowerId: spent.borrowerId, source: "s", points, title }),
  );
  for (const loan of [whole, spent]) await takeBack(loan);
  expect((await awardOf(whole.borrowerId))!.state).toBe("REVOKED");
  expect((await awardOf(spent.borrowerId))!.state).toBe("REVOKED");
  expect(await pointsOf(whole.borrowerId)).toBeLessThanOrEqual(before[0]!);
  expect(await pointsOf(spent.borrowerId)).toBe(0);
  expect(await sentNotices(whole.borrowerId)).toContain("campaign.award_revoked");
  const records = await database
    .selectFrom("points_record")
    .select("points")
    .where("borrowerId", "=", whole.borrowerId)
    .where("source", "like", "award_revoked_%")
    .execute();
  expect(records).toEqual([{ points: 300 }]);
  expect((await see(await fresh(whole.borrowerId), "order-gift")).award?.state).toBe("REVOKED");
  expect(await findings()).toEqual([]);
});

it("Cash stays in the wallet until two people have decided, and then goes back to its campaign; the debt is what it was.", async () => {
  const loan = paidOff();
  const { borrowerId } = loan;
  const before = await budget();
  const { body } = await claim(await fresh(borrowerId), "order-gift", "CASH_15000");
  expect([await walletOf(borrowerId), await budget()]).toEqual([15_000, before - 15_000]);
  await takeBack(loan);
  const client = await fresh(borrowerId);
  expect((await client.get("/api/wallet")).body).toMatchObject({ isBlocked: true, blockedUntil: null });
  expect(await walletOf(borrowerId)).toBe(15_000);
  const payoffRupiah = (await bill(loan)).payoffRupiah;
  const { id: caseId, subjectId: awardId } = (await caseOf(borrowerId))!;
  expect(awardId).toBe(body.awardId);
  const [maker, checker] = [await staff("underwriter"), await staff("admin")];
  const shown = JSON.stringify((await maker.get(`/api/staff/reviews/${caseId}`)).body);
  for (const word of ["CASH_15000", "terbuka lagi", formatRupiah(15_000)]) expect(shown).toContain(word);
  const path = `/api/staff/reviews/${caseId}/proposal`;
  const { proposalId } = (await once(maker, path, { decision: "APPROVE", note: "Pinjaman terbuka lagi." })).body;
  expect(await walletOf(borrowerId)).toBe(15_000);
  expect(codeOf(await once(maker, `/api/staff/checks/${proposalId}/check`, { approve: true }))).not.toBeUndefined();
  expect((await once(checker, `/api/staff/checks/${proposalId}/check`, { approve: true })).status).toBe(200);
  expect([await walletOf(borrowerId), await budget()]).toEqual([0, before]);
  expect((await awardOf(borrowerId))!.state).toBe("REVOKED");
  expect((await (await fresh(borrowerId)).get("/api/wallet")).body.isBlocked).toBe(false);
  expect(await sentNotices(borrowerId)).toContain("campaign.award_revoked");
  expect((await bill(loan)).payoffRupiah).toBe(payoffRupiah);
  expect(await owes(loan)).toBe("ACTIVE");
  expect(await findings()).toEqual([]);
});

it("Cash that two people leave stays, and the wallet is free again.", async () => {
  const loan = paidOff();
  const { borrowerId } = loan;
  await claim(await fresh(borrowerId), "order-gift", "CASH_15000");
  await takeBack(loan);
  const { id: caseId } = (await caseOf(borrowerId))!;
  const [maker, checker] = [await staff("underwriter"), await staff("admin")];
  const decision = { decision: "REJECT", reasonCode: "PAID_AGAIN", note: "Sudah dibayar lagi." };
  const { proposalId } = (await once(maker, `/api/staff/reviews/${caseId}/proposal`, decision)).body;
  expect((await once(checker, `/api/staff/checks/${proposalId}/check`, { approve: true })).status).toBe(200);
  expect(await walletOf(borrowerId)).toBe(15_000);
  expect((await (await fresh(borrowerId)).get("/api/wallet")).body.isBlocked).toBe(false);
  expect((await awardOf(borrowerId))!.state).toBe("GIVEN");
});

it("What was spent, and a voucher whose code was told, stay their owner's: nobody is asked, and nothing is owed.", async () => {
  const [spent, voucher] = [paidOff(), paidOff()];
  await claim(await fresh(spent.borrowerId), "order-gift", "CASH_15000");
  // Its validity ends: none of it remains.
  const over = new Date(clock.now().getTime() - 1_000);
  await database.updateTable("wallet").set({ validUntil: over }).where("borrowerId", "=", spent.borrowerId).execute();
  clock.advance(86_400_000);
  await app.settle();
  expect(await walletOf(spent.borrowerId)).toBe(0);
  await claim(await fresh(voucher.borrowerId), "order-gift", "VOUCHER_25000");
  for (const loan of [spent, voucher]) await takeBack(loan);
  for (const { borrowerId } of [spent, voucher]) {
    expect(await caseOf(borrowerId)).toBeUndefined();
    expect((await awardOf(borrowerId))!.state).toBe("GIVEN");
    expect(await walletOf(borrowerId)).toBe(0);
  }
  expect(await findings()).toEqual([]);
});

it("A claim and a reversal at the same moment leave no gift that nobody looks at.", async () => {
  for (let round = 0; round < 3; round++) {
    const loan = paidOff();
    const { borrowerId } = loan;
    const client = await fresh(borrowerId);
    await reverse(loan);
    await Promise.all([claim(client, "order-gift", "CASH_15000"), app.settle()]);
    await app.settle();
    const award = await awardOf(borrowerId);
    if (award) expect(await caseOf(borrowerId)).toMatchObject({ subjectId: award.id, state: "WAITING" });
    else expect(await walletOf(borrowerId)).toBe(0);
  }
  expect(await findings()).toEqual([]);
});
