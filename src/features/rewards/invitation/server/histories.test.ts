/**
 * After any events of friends in any order, each friend counts once, and the reserved money equals the waiting rewards.
 */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { countFriend } from "./counting.ts";
import { settleHeldInvitation, endOver, giveDue, noteClosed, noteFirstLoan, revokeFor } from "./rewarding.ts";
import { guestById } from "./store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, campaignId } = campaignsOf(app);
const inviteId = await campaignId("invite-friends");
const day = 86_400_000;

let numbers = 0;
async function friendOf(code: string): Promise<string> {
  const mobileNumber = `0819${String(10_000_000 + ++numbers)}`;
  return transact(database, async (trx) => {
    const friendId = await seedBorrower(services, trx, { mobileNumber });
    await trx.updateTable("borrower").set({ invitationCode: code }).where("borrowerId", "=", friendId).execute();
    return friendId;
  });
}

/** A seeded generator, so that a failing run can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const sharedDevice = services.keys.blindIndex("device", "shared");
const shareDevice = (borrowerId: string) =>
  database
    .insertInto("login_device")
    .values({
      borrowerId,
      deviceIndex: sharedDevice,
      knownSince: clock.now(),
      lastLoginAt: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function check(hostId: string, friends: readonly string[]): Promise<void> {
  const awards = await database
    .selectFrom("campaign_award")
    .select(["borrowerId", "state", "prizeKey", "cause"])
    .where("campaignId", "=", inviteId)
    .execute();
  const cash = awards.filter(({ prizeKey, borrowerId }) => prizeKey === "CASH_150000" && borrowerId === hostId);
  const waits = awards.filter(({ state }) => state === "PENDING" || state === "HELD");
  const setAside = waits.reduce((sum, { prizeKey }) => sum + (prizeKey === "CASH_150000" ? 150_000 : 10_000), 0);
  expect(await availableOf(database, account("REWARD_BUDGET", "invite-friends:invited"))).toBe(setAside);
  expect(await availableOf(database, account("WALLET", hostId))).toBe(
    150_000 * cash.filter(({ state }) => state === "GIVEN").length,
  );
  // One live cash reward per friend, and only prizes that the rules name.
  const live = cash.filter(({ state }) => state !== "REFUSED").map(({ cause }) => cause.replace(/_\d+$/, ""));
  expect(new Set(live).size).toBe(live.length);
  const rows = await database.selectFrom("invitation").selectAll().where("borrowerId", "=", hostId).execute();
  expect(rows).toHaveLength(friends.length);
  for (const row of rows) {
    const own = cash.filter(({ cause, state }) => cause.startsWith(`first_loan_${row.id}`) && state !== "REFUSED");
    expect(own).toHaveLength(row.cashAt ? 1 : 0);
    if (row.state === "REWARDED") expect(own[0]?.state).toBe("GIVEN");
    if (row.state === "NOT_COUNTED" || row.state === "ENDED") expect(own).toEqual([]);
  }
}

it.each([1, 2, 3])(
  "Set aside is what waits, given is what counted once (history %i).",
  async (seed) => {
    const roll = dice(seed * 7_919);
    const host = await borrower();
    const { code } = (await host.client.get("/api/invitation")).body;
    const friends: string[] = [];
    const loans = new Map<string, string>();
    for (let count = 0; count < 5; count++) friends.push(await friendOf(code));
    for (const friendId of friends)
      await transact(database, (trx) => countFriend(services, trx, friendId, new Date(clock.now().getTime() - day)));
    for (let step = 0; step < 40; step++) {
      const friendId = friends[roll(friends.length)]!;
      const at = clock.now();
      const invitationId = (await guestById(database, friendId))?.invitationId ?? random.uuid();
      const inTrx = (run: (trx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<unknown>) =>
        transact(database, run);
      const steps: (() => Promise<unknown>)[] = [
        () => inTrx((trx) => countFriend(services, trx, friendId, at)),
        () => {
          const loanId = random.uuid();
          loans.set(friendId, loanId);
          return inTrx((trx) => noteFirstLoan(services, trx, { borrowerId: friendId, loanId, at }));
        },
        () => inTrx((trx) => revokeFor(services, trx, { borrowerId: friendId, subjectId: loans.get(friendId) ?? "" })),
        () => giveDue(services, invitationId),
        () => inTrx((trx) => settleHeldInvitation(services, trx, invitationId, { isApproved: true, actor: "SYSTEM" })),
        () => inTrx((trx) => settleHeldInvitation(services, trx, invitationId, { isApproved: false, actor: "SYSTEM" })),
        () => shareDevice(roll(2) ? friendId : host.borrowerId),
        async () => clock.advance(roll(4) * day),
        ...(roll(12) === 0 ? [() => inTrx((trx) => noteClosed(services, trx, friendId))] : []),
        ...(roll(12) === 0 ? [() => endOver(services, invitationId)] : []),
      ];
      await steps[roll(steps.length)]!();
      if (step % 5 === 4) await check(host.borrowerId, friends);
    }
    await check(host.borrowerId, friends);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  },
  180_000,
);

it("keeps the wallet shut while somebody looks at a reward, and opens it when that is decided", async () => {
  const host = await borrower();
  const { code } = (await host.client.get("/api/invitation")).body;
  const friendId = await friendOf(code);
  for (const id of [host.borrowerId, friendId]) await shareDevice(id);
  await transact(database, (trx) => countFriend(services, trx, friendId, clock.now()));
  const isBlocked = async () => (await host.client.get("/api/wallet")).body.isBlocked;
  expect(await isBlocked()).toBe(true);
  const { invitationId } = (await guestById(database, friendId))!;
  await transact(database, (trx) =>
    settleHeldInvitation(services, trx, invitationId, { isApproved: true, actor: "SYSTEM" }),
  );
  expect(await isBlocked()).toBe(false);
});
