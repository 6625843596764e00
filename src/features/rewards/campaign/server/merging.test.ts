/**
 * The merge of two accounts in campaigns: which entries move, and which count once for one person. // Spec account 5;
 * product decisions, rewards 10
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { poolReserveOwner, settlePool } from "./picking.ts";
import { findCampaign } from "./store.ts";
import { mergedCampaigns } from "./merging.ts";
import { issueTicket } from "./tickets.ts";
import { energyOwner, moveUnits } from "./money.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, act, see, fresh, campaignId, nextDay } = campaignsOf(app);
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

interface Pair {
  survivorId: string;
  absorbedId: string;
  mergeId: string;
}
/** Two accounts after a merge: one survives, no login to the other is possible. */
async function merge({ survivorId, absorbedId, mergeId: id }: Pair) {
  return transact(database, async (trx) => {
    const moved = await mergedCampaigns.move(services, trx, { survivorId, absorbedId, mergeId: id });
    const at = clock.now();
    await trx
      .insertInto("account_merge")
      .values({
        id,
        borrowerId: survivorId,
        otherId: absorbedId,
        survivorId,
        absorbedId,
        keeps: "OWN",
        previewHash: "test",
        previewSealed: "test",
        brandId: "tunai",
        language: "id",
        state: "MERGED",
        askedAt: at,
        mergedAt: at,
        reversibleUntil: new Date(at.getTime() + 72 * 3_600_000),
      })
      .execute();
    await setBorrowerStatus(services, trx, absorbedId, "MERGED");
    return moved;
  });
}
const pairOf = (survivor: { borrowerId: string }, absorbed: { borrowerId: string }): Pair => ({
  survivorId: survivor.borrowerId,
  absorbedId: absorbed.borrowerId,
  mergeId: random.uuid(),
});
const wallet = (borrowerId: string) => availableOf(database, account("WALLET", borrowerId));

it("A choice that both accounts made is one person's: the absorbed one's ends, which the preview says, and comes back.", async () => {
  const [survivor, absorbed, alone] = [await borrower(), await borrower(), await borrower()];
  const choiceOf = async (borrowerId: string) =>
    (
      await database
        .selectFrom("campaign_entrant")
        .select("choiceKey")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirst()
    )?.choiceKey;
  for (const { client } of [survivor, absorbed, alone])
    expect((await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" })).status).toBe(200);
  const pair = pairOf(survivor, absorbed);
  const preview = async (of: Pair) =>
    (await mergedCampaigns.preview(services, database, of)).find(({ code }) => code === "CHOICE");
  expect(await preview(pair)).toMatchObject({
    survivor: 1,
    absorbed: 1,
    after: 1,
    note: { en: expect.stringContaining("void") },
  });
  expect(await preview(pairOf(await borrower(), alone))).not.toHaveProperty("note");
  const undone = new Error("Undone: the way back is tried alone.");
  const tried = transact(database, async (trx) => {
    const moved = await mergedCampaigns.move(services, trx, pair);
    const ended = await trx
      .selectFrom("campaign_entrant")
      .select("choiceKey")
      .where("borrowerId", "=", pair.absorbedId)
      .executeTakeFirstOrThrow();
    expect(ended.choiceKey).toBeNull();
    await mergedCampaigns.back(services, trx, pair, moved);
    const restored = await trx
      .selectFrom("campaign_entrant")
      .select("choiceKey")
      .where("borrowerId", "=", pair.absorbedId)
      .executeTakeFirstOrThrow();
    expect(restored.choiceKey).toBe("SAMPLE_A");
    throw undone;
  });
  await expect(tried).rejects.toBe(undone);
  await merge(pair);
  expect(await choiceOf(pair.survivorId)).toBe("SAMPLE_A");
  const settled = await transact(database, async (trx) =>
    settlePool(services, trx, (await findCampaign(trx, "world-cup"))!, { optionKey: "SAMPLE_A", source: "test" }),
  );
  expect(settled.winners).toBe(2);
  // Between the result and the payment of the shares, the other account is merged into another account too.
  const heir = await borrower();
  await merge(pairOf(heir, alone));
  await app.settle();
  const shares = await Promise.all([pair.survivorId, pair.absorbedId, heir.borrowerId, alone.borrowerId].map(wallet));
  expect(shares).toEqual([1_000_000, 0, 1_000_000, 0]);
  expect(await availableOf(database, account("REWARD_BUDGET", `world-cup:${poolReserveOwner}`))).toBe(0);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("What a frozen entry of the absorbed account wins is the survivor's, once a day; the next reserve wins the rest.", async () => {
  await nextDay(9);
  const day = dateInWib(clock.now());
  const drawId = `wish-dream:${day}`;
  const wish = async () => {
    const taker = await borrower();
    await act(taker.client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
    await act(taker.client, "wish-dream", "check-in");
    return taker;
  };
  const [survivor, absorbed, other] = [await wish(), await wish(), await wish()];
  clock.advance(instantOf(addDays(day, 1)).getTime() + 61_000 - clock.now().getTime());
  await app.settle();
  await merge(pairOf(survivor, absorbed));
  clock.advance(instantOf(addDays(day, 1), "WIB", { hour: 10 }).getTime() - clock.now().getTime());
  await app.settle();
  // All three win one of the three prizes.
  const wallets = await Promise.all([survivor, absorbed, other].map(({ borrowerId }) => wallet(borrowerId)));
  expect(wallets).toEqual([25_000, 0, 25_000]);
  const { drawn } = (await app.client().get(`/api/activity/draw/${drawId}`)).body;
  expect(drawn.map(({ place }: { place: number }) => place)).toEqual([1, 2, 3]);
  expect(await availableOf(database, account("REWARD_BUDGET", drawId))).toBe(0);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
