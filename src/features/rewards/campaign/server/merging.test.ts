/** Tickets of an account that becomes part of another one: they are played there, and what was not played goes back. // Spec account 5 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { mergedCampaigns } from "./merging.ts";
import { issueTicket } from "./tickets.ts";
import { energyOwner, moveUnits } from "./money.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, act, see, fresh, campaignId } = campaignsOf(app);
const activityId = "egg-lose";

async function ticketFor(borrowerId: string): Promise<void> {
  const id = await campaignId(activityId);
  await transact(database, async (trx) => {
    const ticketId = await issueTicket(services, trx, borrowerId, id, "SHARE_MGM");
    const owner = energyOwner(borrowerId, activityId);
    await moveUnits(services, trx, "TICKET_EARNED", { id: `test_${ticketId}`, owner, amount: 1, reference: "test" });
  });
}
const units = (borrowerId: string) => availableOf(database, account("TICKET", `${borrowerId}:${activityId}`));

it("A ticket of either account is played after their merge; back go those that were not, in rows and ledger alike.", async () => {
  const [survivor, absorbed] = [await borrower(), await borrower()];
  for (let ticket = 0; ticket < 2; ticket++) await ticketFor(absorbed.borrowerId);
  const merge = { mergeId: random.uuid(), survivorId: survivor.borrowerId, absorbedId: absorbed.borrowerId };
  const moved = await transact(database, (trx) => mergedCampaigns.move(services, trx, merge));
  expect([await units(survivor.borrowerId), await units(absorbed.borrowerId)]).toEqual([2, 0]);
  const { ticketIds } = await see(survivor.client, activityId);
  expect(ticketIds).toHaveLength(2);
  const played = await act(survivor.client, activityId, "play", { ticketId: ticketIds[0], choice: 1 });
  expect(played.status).toBe(200);
  await transact(database, (trx) => mergedCampaigns.back(services, trx, merge, moved));
  expect([await units(survivor.borrowerId), await units(absorbed.borrowerId)]).toEqual([0, 1]);
  const own = await fresh(absorbed.borrowerId);
  expect((await see(own, activityId)).ticketIds).toEqual([ticketIds[1]]);
  expect((await act(own, activityId, "play", { ticketId: ticketIds[1], choice: 2 })).status).toBe(200);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
