/**
 * Signals that send an invitation's reward to review: devices, networks, rings, and an inviter under review.
 * // docs/decisions/281
 */
import { expect, it } from "vitest";
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { reviewDueAt } from "#features/rewards/campaign/server/index.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { invitationMarkTimes } from "#shared/promised-times.ts";
import { testApp } from "#tests/support/app.ts";
import { inviting } from "#tests/support/inviting.ts";

const app = await testApp({ campaigns: true, environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { inviter, friend, verify, announce, paidOut, later, decide, shareDevice } = inviting(app);
const { friendsOf, wallet, couponsOf, awardsOf, caseOf } = inviting(app);
const status = (borrowerId: string, is: "ACTIVE" | "BLOCKED") =>
  database.updateTable("borrower").set({ status: is }).where("borrowerId", "=", borrowerId).execute();

const toldOf = async (borrowerId: string) =>
  (
    await database
      .selectFrom("notice")
      .select("kind")
      .where("borrowerId", "=", borrowerId)
      .where("kind", "like", "campaign.award%")
      .orderBy("createdAt")
      .execute()
  ).map(({ kind }) => kind);

it("what is held, and what is refused after the look, is told to the owner of each reward", async () => {
  const host = await inviter();
  const friends = [];
  for (let count = 0; count < 3; count++) friends.push(await friend({ code: host.code, address: "172.16.9.3" }));
  const guest = friends[2]!;
  await verify(guest.borrowerId);
  for (const { borrowerId } of [host, guest]) expect(await toldOf(borrowerId)).toEqual(["campaign.award_held"]);
  await decide(host.borrowerId, "REJECT");
  for (const { borrowerId } of [host, guest])
    expect(await toldOf(borrowerId)).toEqual(["campaign.award_held", "campaign.award_refused"]);
});

it("marks lead to a look: three friends of one network are held, and given when somebody finds nothing", async () => {
  const host = await inviter();
  const friends = [];
  for (let count = 0; count < 3; count++) friends.push(await friend({ code: host.code, address: "172.16.9.4" }));
  await verify(friends[2]!.borrowerId);
  expect((await friendsOf(host.borrowerId))[0].state).toBe("CHECKING");
  expect(await awardsOf(host.borrowerId)).toEqual([{ state: "HELD", prizeKey: "COUPON_10000" }]);
  expect((await caseOf(host.borrowerId))?.facts).toMatchObject({ marks: ["NETWORK"] });
  // Three working days, as in the queue of awards.
  expect((await caseOf(host.borrowerId))?.dueAt).toEqual(await reviewDueAt(services, database));
  await decide(host.borrowerId, "APPROVE");
  expect((await friendsOf(host.borrowerId))[0].state).toBe("COUNTED");
  expect([await couponsOf(host.borrowerId), await couponsOf(friends[2]!.borrowerId)]).toEqual([1, 1]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("marks are refused by a person: nothing is given, and what was set aside goes back", async () => {
  const host = await inviter();
  const guest = await friend({ code: host.code });
  await verify(guest.borrowerId);
  await shareDevice(host.borrowerId, guest.borrowerId);
  const before = await availableOf(database, account("REWARD_BUDGET", "invite-friends"));
  await paidOut(guest.borrowerId);
  expect(await availableOf(database, account("REWARD_BUDGET", "invite-friends"))).toBe(before - 150_000);
  expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "CHECKING", reward: { state: "HELD" } });
  await later(4);
  expect(await wallet(host.borrowerId)).toBe(0);
  await decide(host.borrowerId, "REJECT");
  expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "NOT_COUNTED", reason: null, reward: null });
  expect(await availableOf(database, account("REWARD_BUDGET", "invite-friends"))).toBe(before);
  expect(await wallet(host.borrowerId)).toBe(0);
});

it("three friends of one network who came days apart are not held", async () => {
  const host = await inviter();
  const came = async () => (await friend({ code: host.code, address: "172.16.9.5" })).borrowerId;
  await came();
  await came();
  clock.advance(invitationMarkTimes.networkHours * 3_600_000 + 1);
  await verify(await came());
  expect((await friendsOf(host.borrowerId))[0].state).toBe("COUNTED");
});

it("two friends of one network are not held, and a friend who shares a device with whoever brought the inviter is", async () => {
  const first = await inviter();
  const second = await friend({ code: first.code, address: "172.16.9.6" });
  await verify(second.borrowerId);
  const { code } = (await second.client.get("/api/invitation")).body;
  const third = await friend({ code, address: "172.16.9.6" });
  await shareDevice(first.borrowerId, third.borrowerId);
  await verify(third.borrowerId);
  expect((await caseOf(second.borrowerId))?.facts).toMatchObject({ marks: ["RING"] });
  // Two in one network are no signal; a review of the inviter's own award is one.
  clock.advance(1_000);
  await verify((await friend({ code, address: "172.16.9.6" })).borrowerId);
  expect((await caseOf(second.borrowerId))?.facts).toMatchObject({ marks: ["INVITER_IN_REVIEW"] });
});

it("an account that is frozen is looked at first, and what comes meanwhile is held with it", async () => {
  const host = await inviter();
  const guest = await friend({ code: host.code });
  await status(host.borrowerId, "BLOCKED");
  await verify(guest.borrowerId);
  expect((await caseOf(host.borrowerId))?.facts).toMatchObject({ marks: ["INVITER_IN_REVIEW"] });
  await status(host.borrowerId, "ACTIVE");
  await paidOut(guest.borrowerId);
  expect(await awardsOf(host.borrowerId)).toEqual([
    { state: "HELD", prizeKey: "CASH_150000" },
    { state: "HELD", prizeKey: "COUPON_10000" },
  ]);
});

it("a mark that shows up while the money waits holds it, and one that somebody has looked at does not hold it again", async () => {
  const host = await inviter();
  const guest = await friend({ code: host.code });
  await verify(guest.borrowerId);
  await paidOut(guest.borrowerId);
  await shareDevice(host.borrowerId, guest.borrowerId);
  await later(4);
  expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "CHECKING", reward: { state: "HELD" } });
  expect(await wallet(host.borrowerId)).toBe(0);
  await decide(host.borrowerId, "APPROVE");
  await later(1);
  expect(await wallet(host.borrowerId)).toBe(150_000);
});

it("nothing stays held where the inviter closes the account meanwhile: nobody would look at it any more", async () => {
  const host = await inviter();
  const guest = await friend({ code: host.code });
  await shareDevice(host.borrowerId, guest.borrowerId);
  const before = await availableOf(database, account("REWARD_BUDGET", "invite-friends"));
  await verify(guest.borrowerId);
  await announce(accountClosed, { id: random.uuid(), borrowerId: host.borrowerId, closureId: random.uuid() });
  expect([await awardsOf(host.borrowerId), await awardsOf(guest.borrowerId)]).toEqual([
    [{ state: "REFUSED", prizeKey: "COUPON_10000" }],
    [{ state: "REFUSED", prizeKey: "COUPON_10000" }],
  ]);
  expect(await availableOf(database, account("REWARD_BUDGET", "invite-friends"))).toBe(before);
  expect(await caseOf(host.borrowerId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
