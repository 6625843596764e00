/** A closed account receives none of its waiting rewards; the closing page said so before. // Spec account 6 */
import { expect, it } from "vitest";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { refuseOfClosed } from "./deciding.ts";
import { findDraw } from "./draws.ts";
import { findCampaign } from "./store.ts";
import { drawWinners } from "./weighted-draws.ts";
import { lostOfCampaigns } from "./merging.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, claim, act, see, fresh, nextDay } = campaignsOf(app);

async function close(borrowerId: string): Promise<void> {
  const id = services.random.uuid();
  await transact(database, async (trx) => {
    await setBorrowerStatus(services, trx, borrowerId, "CLOSED");
    await services.events.announce(trx, accountClosed, { id, at: clock.now(), borrowerId, closureId: id });
  });
  await app.settle();
}
const awardsOf = async (borrowerId: string) =>
  (await database.selectFrom("campaign_award").select("state").where("borrowerId", "=", borrowerId).execute()).map(
    ({ state }) => state,
  );
const lost = async (borrowerId: string) =>
  (await lostOfCampaigns(services, database, borrowerId)).find(({ code }) => code === "AWARD")?.amount;
const aside = (owner: string) => availableOf(database, account("REWARD_BUDGET", owner));
const wallet = (borrowerId: string) => availableOf(database, account("WALLET", borrowerId));
const clean = async () => expect((await auditAll(database, clock.now())).findings).toEqual([]);

it("A coupon that waited for a signature is refused with the account, and its promise goes back to the budget.", async () => {
  const ripe = await ripeBorrower(app);
  await approvedLoan(app, ripe);
  const { borrowerId } = ripe;
  expect((await claim(await fresh(borrowerId), "get-coupon", "COUPON_10000")).body.state).toBe("PENDING");
  expect([await lost(borrowerId), await aside("get-coupon:waiting")]).toEqual([1, 10_000]);
  await close(borrowerId);
  expect([await awardsOf(borrowerId), await lost(borrowerId)]).toEqual([["REFUSED"], 0]);
  expect(await aside("get-coupon:waiting")).toBe(0);
  clock.advance(25 * 3_600_000);
  await app.settle();
  const coupons = await database.selectFrom("coupon").select("id").where("borrowerId", "=", borrowerId).execute();
  expect(coupons).toEqual([]);
  await clean();
});

it("Money that somebody was to look at is refused: nobody can give it to who is gone, and the day's money goes back.", async () => {
  await nextDay(8);
  const day = dateInWib(clock.now());
  const people: Taker[] = [];
  for (let index = 0; index < 2; index++) {
    const taker = await borrower();
    const at = clock.now();
    await database
      .insertInto("login_device")
      .values({ borrowerId: taker.borrowerId, deviceIndex: "one-phone", knownSince: at, lastLoginAt: at })
      .execute();
    await act(taker.client, "egg-win", "check-in");
    const [ticketId] = (await see(taker.client, "egg-win")).ticketIds;
    await act(taker.client, "egg-win", "play", { ticketId, choice: 1 });
    people.push(taker);
  }
  const held = people[1]!.borrowerId;
  expect(await awardsOf(held)).toEqual(["HELD"]);
  await nextDay(11);
  expect(await aside(`egg-win:${day}`)).toBe(6_667);
  await close(held);
  expect([await awardsOf(held), await wallet(held), await aside(`egg-win:${day}`)]).toEqual([["REFUSED"], 0, 0]);
  await clean();
});

it("A prize of a draw that is not paid yet is refused, and its money leaves the day.", async () => {
  await nextDay(8);
  const day = dateInWib(clock.now());
  const { borrowerId, client } = await borrower();
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" });
  await act(client, "wish-dream", "check-in");
  await nextDay(8);
  clock.advance(3 * 3_600_000);
  const campaign = (await findCampaign(database, "wish-dream"))!;
  const draw = (await findDraw(database, `wish-dream:${day}`))!;
  expect(await drawWinners(services, campaign, draw.id)).toBe(true);
  expect([await awardsOf(borrowerId), await aside(`wish-dream:${day}`)]).toEqual([["PENDING"], 66_667]);
  await transact(database, async (trx) => {
    await setBorrowerStatus(services, trx, borrowerId, "CLOSED");
    await refuseOfClosed(services, trx, borrowerId);
  });
  expect([await awardsOf(borrowerId), await aside(`wish-dream:${day}`)]).toEqual([["REFUSED"], 0]);
  await app.settle();
  expect(await wallet(borrowerId)).toBe(0);
  await clean();
});

it("A held winner of a draw who closes the account makes room for the next reserve.", async () => {
  await nextDay(8);
  const day = dateInWib(clock.now());
  const people: Taker[] = [];
  for (let index = 0; index < 5; index++) {
    const taker = await borrower();
    await act(taker.client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
    await act(taker.client, "wish-dream", "check-in");
    // All share one bank account, so that each winner is reviewed.
    await transact(database, (trx) =>
      addAccount(services, trx, taker.borrowerId, {
        bankCode: "014",
        accountNumber: "7777700003",
        accountName: "SITI RAHAYU",
        nameMatch: "SAME",
        isMain: true,
      }),
    );
    people.push(taker);
  }
  await nextDay(11);
  const states = async () =>
    (await Promise.all(people.map(({ borrowerId }) => awardsOf(borrowerId)))).flat().toSorted();
  expect(await states()).toEqual(["HELD", "HELD", "HELD"]);
  for (const { borrowerId } of people)
    if ((await awardsOf(borrowerId))[0] === "HELD") {
      await close(borrowerId);
      break;
    }
  expect((await states()).filter((state) => state === "REFUSED")).toHaveLength(1);
  expect(await states()).toHaveLength(4);
  // The remaining people close their accounts too: no money or reservation remains.
  for (let round = 0; round < 2; round++)
    for (const { borrowerId } of people)
      if ((await awardsOf(borrowerId)).some((state) => state !== "REFUSED" && state !== "GIVEN"))
        await close(borrowerId);
  await app.settle();
  const wallets = await Promise.all(people.map(({ borrowerId }) => wallet(borrowerId)));
  const given = (await states()).filter((state) => state === "GIVEN").length;
  expect(wallets.reduce((sum, rupiah) => sum + rupiah, 0)).toBe(given * 25_000);
  expect(await aside(`wish-dream:${day}`)).toBe(0);
  await clean();
});
