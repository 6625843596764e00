/**
 * When a bank reverses a payment, its rewards are revoked as far as they still exist. // Product decisions, rewards 10,
 * 12
 */
import { expect, it } from "vitest";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { repaying } from "#tests/support/repaying.ts";
import { conditionsMet } from "./claiming.ts";
import { findCampaign } from "./store.ts";
import type { RulesOf } from "../rules-contract.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { act, see, verify, nextDay, fresh } = campaignsOf(app);
const repays = repaying(app);
const { running } = repays;

type Loan = Awaited<ReturnType<typeof running>>;
const pay = async (loan: Loan, what: "FIRST" | "ALL", paymentId: string) =>
  repays.pay(loan, await fresh(loan.borrowerId), what, paymentId);
async function takeBack(loan: Loan): Promise<void> {
  await repays.reverse(loan);
  await app.settle();
}
const units = (asset: "TICKET" | "POINTS", borrowerId: string, activityId: string) =>
  availableOf(database, account(asset, `${borrowerId}:${activityId}`));
const claimsFor = async (borrowerId: string) => {
  const campaign = (await findCampaign(database, "order-gift"))!;
  return conditionsMet(database, borrowerId, campaign, campaign.rules as RulesOf<"CLAIM">);
};

it("Tickets that were not played and energy that was not poured go; what was used stays used, and nothing is owed for it.", async () => {
  const loan = await running();
  const { borrowerId } = loan;
  await verify(borrowerId, loan.client);
  await nextDay();
  const client = await fresh(borrowerId);
  expect((await act(client, "watering", "join", { agree: true })).status).toBe(200);
  clock.advance(15 * 86_400_000);
  await app.settle();
  await pay(loan, "FIRST", "paid-one");
  const mine = await fresh(borrowerId);
  const tickets = async () => (await see(mine, "toy-egg-1")).ticketIds.length;
  expect([await tickets(), await units("POINTS", borrowerId, "watering")]).toEqual([1, 50]);
  // Thirty of the fifty units are used for watering; the tickets of one campaign are played.
  const poured = await act(mine, "watering", "pour", { pours: 3, energyBefore: 50 });
  expect(poured.body).toMatchObject({ energy: 20, grown: 30 });
  const [ticketId] = (await see(mine, "golden-egg")).ticketIds;
  expect((await act(mine, "golden-egg", "play", { ticketId, choice: 1 })).status).toBe(200);
  await takeBack(loan);
  expect([await tickets(), await units("TICKET", borrowerId, "toy-egg-1")]).toEqual([0, 0]);
  expect(await units("TICKET", borrowerId, "golden-egg")).toBe(0);
  expect(await units("POINTS", borrowerId, "watering")).toBe(0);
  const { tasks } = (await mine.get("/api/activity/watering/records")).body;
  expect(tasks).toMatchObject([{ task: "PAYMENT_SUCCESS", gave: 30 }]);
  const facts = database.selectFrom("campaign_fact").select("fact").where("loanId", "=", loan.loanId);
  expect(await facts.execute()).toEqual([]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("A loan that is open again claims no gift; what stays paid counts on.", async () => {
  const [loan, other] = [await running(), await running()];
  const opens = new Date(clock.now().getTime() + 86_400_000);
  await database.updateTable("campaign").set({ opensAt: opens }).where("activityId", "=", "order-gift").execute();
  clock.advance(16 * 86_400_000);
  await app.settle();
  for (const one of [loan, other]) await pay(one, "ALL", `whole-${one.loanId}`);
  expect((await findLoan(database, loan.borrowerId, loan.loanId))?.state).toBe("PAID_OFF");
  for (const { borrowerId } of [loan, other]) expect(await claimsFor(borrowerId)).not.toBeNull();
  await takeBack(loan);
  expect((await findLoan(database, loan.borrowerId, loan.loanId))?.state).toBe("ACTIVE");
  expect(await claimsFor(loan.borrowerId)).toBeNull();
  expect(await claimsFor(other.borrowerId)).not.toBeNull();
});
