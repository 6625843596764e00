import { describe, expect, it } from "vitest";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { payoutReturned } from "#features/credit/disbursement/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { inviting } from "#tests/support/inviting.ts";
import { invitationCodeOf } from "../contract.ts";
import { countFriend } from "./counting.ts";
import { giveDue, noteFirstLoan } from "./rewarding.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";

const app = await testApp({ campaigns: true, environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, fresh, enter, inviter, inviteId, friend, verify, announce, paidOut, later } = inviting(app);
const { friendsOf, wallet, couponsOf, awardsOf } = inviting(app);
const day = 86_400_000;

describe("an invitation", () => {
  it("brings both a coupon at the verified identity, and the inviter money three days after the first loan", async () => {
    const host = await inviter();
    expect(host.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect((await host.client.get("/api/invitation")).body.code).toBe(host.code);
    const guest = await friend({ code: host.code.toLowerCase() });
    const joined = await friendsOf(host.borrowerId);
    expect(joined).toEqual([
      {
        invitationId: joined[0].invitationId,
        tail: guest.mobileNumber.slice(-2),
        joinedMonth: clock.now().toISOString().slice(0, 7),
        state: "JOINED",
        reason: null,
        coupon: null,
        reward: null,
      },
    ]);
    const waits = async (borrowerId: string) =>
      (await (await fresh(borrowerId)).get("/api/invitation/received")).body.couponRupiah;
    expect([await waits(guest.borrowerId), await waits(host.borrowerId)]).toEqual([10_000, 0]);
    await verify(guest.borrowerId);
    expect(await waits(guest.borrowerId)).toBe(0);
    expect([await couponsOf(host.borrowerId), await couponsOf(guest.borrowerId)]).toEqual([1, 1]);
    expect((await friendsOf(host.borrowerId))[0].state).toBe("COUNTED");
    expect(await availableOf(database, account("POINTS", host.borrowerId))).toBe(100);
    await paidOut(guest.borrowerId);
    const [waiting] = await friendsOf(host.borrowerId);
    expect(waiting).toMatchObject({ state: "COUNTED", reward: { amountRupiah: 150_000, state: "PENDING" } });
    expect(Date.parse(waiting.reward.givenFrom) - clock.now().getTime()).toBeGreaterThan(2.9 * day);
    await later(2.9);
    expect(await wallet(host.borrowerId)).toBe(0);
    await later(0.2);
    expect(await wallet(host.borrowerId)).toBe(150_000);
    expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "REWARDED", reward: { state: "GIVEN" } });
    const seen = (await (await fresh(host.borrowerId)).get("/api/invitation")).body;
    expect(seen).toMatchObject({ friends: { joined: 1, counted: 1, rewarded: 1 }, rewardedInPeriod: 1 });
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("tells the inviter nothing that leads to the friend, and the friend nothing that leads to the inviter", async () => {
    const host = await inviter();
    const guest = await friend({ code: host.code });
    await verify(guest.borrowerId);
    const loanId = await paidOut(guest.borrowerId);
    const told = [
      (await (await fresh(host.borrowerId)).get("/api/invitation")).text,
      (await (await fresh(host.borrowerId)).get("/api/invitation/friends")).text,
      (await (await fresh(host.borrowerId)).get("/api/activity/invite-friends/records")).text,
      JSON.stringify(
        await Promise.all(
          services.ask(personalDataHeld).map((part) => part.export(services, database, host.borrowerId)),
        ),
      ),
    ].join("\n");
    for (const secret of [guest.borrowerId, guest.mobileNumber, loanId, "BUDI"]) expect(told).not.toContain(secret);
    const own = JSON.stringify(
      await Promise.all(
        services.ask(personalDataHeld).map((part) => part.export(services, database, guest.borrowerId)),
      ),
    );
    expect(own).not.toContain(host.borrowerId);
  });

  it("counts only what stood in the registration: an unknown code, a later login and one's own code bring nothing", async () => {
    const host = await inviter();
    await friend({ code: "ZZZZZZZZZZZZ" });
    const known = await friend({ code: "ZZZZZZZZZZZ0" });
    clock.advance(120_000);
    await enter(app.client({ "X-Forwarded-For": "10.99.1.1" }), known.mobileNumber, { invitationCode: host.code });
    await app.settle();
    expect(await friendsOf(host.borrowerId)).toEqual([]);
  });

  it("by the code of an account that is closed brings nothing", async () => {
    const host = await inviter();
    await transact(database, (trx) => setBorrowerStatus(services, trx, host.borrowerId, "CLOSED"));
    const guest = await friend({ code: host.code });
    await verify(guest.borrowerId);
    expect(await couponsOf(guest.borrowerId)).toBe(0);
    expect(await awardsOf(host.borrowerId)).toEqual([]);
  });
});

describe("a code", () => {
  it("is read as people type it, and says nothing of whose it is", async () => {
    expect(invitationCodeOf("7q4m-2xk9 h3rd")).toBe("7Q4M2XK9H3RD");
    expect(invitationCodeOf("oil000000000")).toBe("011000000000");
    expect([invitationCodeOf("7Q4M2XK9H3R"), invitationCodeOf("UUUUUUUUUUUU")]).toEqual([null, null]);
    const host = await inviter();
    const known = await app.client().get(`/api/invitation/code/${host.code.toLowerCase()}`);
    expect(known.body).toMatchObject({ code: host.code, couponRupiah: 10_000, cashRupiah: 150_000 });
    expect(known.text).not.toContain(host.borrowerId);
    const unknown = await app.client().get("/api/invitation/code/ZZZZZZZZZZZZ");
    expect([unknown.status, unknown.body.status.code]).toEqual([404, "INVITATION_UNKNOWN"]);
  });

  it("is nobody's before the identity is verified", async () => {
    const { client } = await borrower(false);
    expect((await client.get("/api/invitation")).body).toMatchObject({
      view: "NOT_ELIGIBLE",
      reason: "IDENTITY_NEEDED",
      code: null,
    });
    const card = await client.get("/api/invitation/card");
    expect([card.status, card.body.status.code]).toEqual([404, "INVITATION_NONE"]);
  });

  it("is shared as a picture", async () => {
    const host = await inviter();
    for (const language of ["id", "en", "zh"]) {
      const card = await host.client.get("/api/invitation/card", { "Accept-Language": language });
      expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
  });
});

describe("a coupon that is not there", () => {
  it("is promised to nobody and said to be nobody's, and the friend hears that there was none", async () => {
    const host = await inviter();
    const [early, guest] = [await friend({ code: host.code }), await friend({ code: host.code })];
    await verify(early.borrowerId);
    expect((await friendsOf(host.borrowerId))[1]).toMatchObject({ state: "COUNTED", coupon: "GIVEN" });
    const own = database.updateTable("campaign_award").where("borrowerId", "=", host.borrowerId);
    // As while the borrower's own application waits for its signature.
    await own.set({ state: "PENDING" }).execute();
    expect((await friendsOf(host.borrowerId))[1]).toMatchObject({ state: "COUNTED", coupon: "PENDING" });
    await own.set({ state: "GIVEN" }).execute();
    const stock = database.updateTable("campaign_stock").where("campaignId", "=", await inviteId());
    const { max } = await database
      .selectFrom("campaign_stock")
      .select("max")
      .where("campaignId", "=", await inviteId())
      .executeTakeFirstOrThrow();
    await stock.set(({ ref }) => ({ max: ref("given") })).execute();
    const code = (await app.client().get(`/api/invitation/code/${host.code}`)).body;
    expect(code).toEqual({ code: host.code, couponRupiah: 0, cashRupiah: 150_000 });
    expect((await (await fresh(host.borrowerId)).get("/api/invitation")).body).toMatchObject({
      view: "BUDGET_OUT",
      code: null,
    });
    await verify(guest.borrowerId);
    expect([await couponsOf(host.borrowerId), await couponsOf(guest.borrowerId)]).toEqual([1, 0]);
    expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "COUNTED", coupon: null });
    const told = async (borrowerId: string): Promise<string[]> => {
      const client = await fresh(borrowerId);
      const { items } = (await client.get("/api/message")).body;
      const read = items.map(({ id }: { id: string }) => client.get(`/api/message/${id}`, { "Accept-Language": "en" }));
      return (await Promise.all(read)).map(({ text }) => text);
    };
    const inviters = await told(host.borrowerId);
    expect(inviters.filter((body) => body.includes("no coupons left"))).toHaveLength(1);
    expect(inviters.filter((body) => body.includes("The interest coupon is yours"))).toHaveLength(1);
    expect((await told(guest.borrowerId)).filter((body) => body.includes("ran out of coupons"))).toHaveLength(1);
    await stock.set({ max }).execute();
  });
});

describe("who is nobody new", () => {
  it("is not counted: the inviter's card, and that of a third account, whose reason stays untold", async () => {
    const host = await inviter();
    const [same, other] = [await friend({ code: host.code }), await friend({ code: host.code })];
    const identity = await database
      .selectFrom("identity")
      .selectAll()
      .where("borrowerId", "=", host.borrowerId)
      .executeTakeFirstOrThrow();
    await verify(same.borrowerId);
    expect((await friendsOf(host.borrowerId))[1].state).toBe("COUNTED");
    const third = await borrower();
    const { nikIndex } = await database
      .selectFrom("identity")
      .select("nikIndex")
      .where("borrowerId", "=", third.borrowerId)
      .executeTakeFirstOrThrow();
    expect(identity.nikIndex).not.toBe(nikIndex);
    const nik = "3171011503909999";
    const earlier = await friend({ code: "ZZZZZZZZZZZ1" });
    await verify(earlier.borrowerId, nik.replace("50390", "50391"));
    await verify(other.borrowerId, nik.replace("50390", "50391"));
    expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "NOT_COUNTED", reason: null });
    expect(await couponsOf(other.borrowerId)).toBe(0);
  });
});

it("A friend who was counted, and takes the first loan to the inviter's bank account, is the same person and brings no money.", async () => {
  const host = await inviter();
  const guest = await friend({ code: host.code });
  await verify(guest.borrowerId);
  expect((await friendsOf(host.borrowerId))[0].state).toBe("COUNTED");
  for (const { borrowerId } of [host, guest])
    await transact(database, (trx) =>
      addAccount(services, trx, borrowerId, {
        bankCode: "014",
        accountNumber: "7777700009",
        accountName: "SITI RAHAYU",
        nameMatch: "SAME",
        isMain: true,
      }),
    );
  await paidOut(guest.borrowerId);
  const notCounted = { state: "NOT_COUNTED", reason: "SAME_PERSON", reward: null };
  expect((await friendsOf(host.borrowerId))[0]).toMatchObject(notCounted);
  await later(4);
  expect(await wallet(host.borrowerId)).toBe(0);
});

describe("a payout that comes back", () => {
  it("takes the reward along, and the next one counts in its place", async () => {
    const host = await inviter();
    const guest = await friend({ code: host.code });
    await verify(guest.borrowerId);
    const loanId = await paidOut(guest.borrowerId);
    const returned = (subjectId: string) =>
      announce(payoutReturned, {
        id: `returned_${subjectId}_1`,
        borrowerId: guest.borrowerId,
        transferId: random.uuid(),
        purpose: "LOAN",
        subjectId,
      });
    // A loan other than the one that counted does not matter for this reward.
    await returned(random.uuid());
    expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "COUNTED", reward: { state: "PENDING" } });
    await returned(loanId);
    expect((await friendsOf(host.borrowerId))[0]).toMatchObject({ state: "COUNTED", reward: null });
    await later(4);
    expect(await wallet(host.borrowerId)).toBe(0);
    await paidOut(guest.borrowerId);
    await later(4);
    expect(await wallet(host.borrowerId)).toBe(150_000);
  });
});

describe("time and closing", () => {
  it("end an invitation whose 180 days are over, and one whose account is closed, without its digits", async () => {
    const host = await inviter();
    const [slow, gone] = [await friend({ code: host.code }), await friend({ code: host.code })];
    const late = await friend({ code: host.code });
    for (const { borrowerId } of [slow, late]) await verify(borrowerId);
    await announce(accountClosed, { id: random.uuid(), borrowerId: gone.borrowerId, closureId: random.uuid() });
    const shown = async (borrowerId: string) => {
      const { id } = await database
        .selectFrom("invitation_guest")
        .innerJoin("invitation", "invitation.id", "invitation_guest.invitationId")
        .select("invitation.id")
        .where("invitation_guest.borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow();
      return (await friendsOf(host.borrowerId)).find((one: { invitationId: string }) => one.invitationId === id);
    };
    expect(await shown(gone.borrowerId)).toMatchObject({ state: "ENDED", reason: null, tail: null });
    const networks = async () =>
      (
        await database
          .selectFrom("invitation_guest")
          .select("borrowerId")
          .where("inviterId", "=", host.borrowerId)
          .where("networkIndex", "is not", null)
          .execute()
      ).length;
    // The network from which a friend came is deleted after thirty days.
    await later(29);
    expect(await networks()).toBe(3);
    await later(2);
    expect(await networks()).toBe(0);
    // A first loan an hour late earns no money, although the invitation ends a day later.
    clock.advance(149 * day + 3_600_000);
    await paidOut(late.borrowerId);
    expect(await shown(late.borrowerId)).toMatchObject({ state: "ENDED", reason: "TIME", reward: null });
    expect((await shown(slow.borrowerId)).state).toBe("COUNTED");
    clock.advance(2 * day);
    await services.sweeps.runAllDue(services);
    expect(await shown(slow.borrowerId)).toMatchObject({ state: "ENDED", reason: "TIME" });
    await paidOut(slow.borrowerId);
    expect(await awardsOf(host.borrowerId)).toEqual([
      { state: "GIVEN", prizeKey: "COUPON_10000" },
      { state: "GIVEN", prizeKey: "COUPON_10000" },
    ]);
    expect(await transact(database, (trx) => setBorrowerStatus(services, trx, gone.borrowerId, "CLOSED"))).toBe(true);
  });
});

describe("races", () => {
  it("count one friend once for fifty at a time, and one first loan once", async () => {
    const host = await inviter();
    const guest = await friend({ code: host.code });
    await verify(guest.borrowerId, undefined);
    const at = clock.now();
    const fifty = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, run));
    await fifty(() => transact(database, (trx) => countFriend(services, trx, guest.borrowerId, at)));
    const loanId = random.uuid();
    await fifty(() =>
      transact(database, (trx) => noteFirstLoan(services, trx, { borrowerId: guest.borrowerId, loanId, at })),
    );
    expect(await awardsOf(host.borrowerId)).toEqual([
      { state: "PENDING", prizeKey: "CASH_150000" },
      { state: "GIVEN", prizeKey: "COUPON_10000" },
    ]);
    const [{ invitationId }] = await friendsOf(host.borrowerId);
    clock.advance(4 * day);
    const given = await fifty(() => giveDue(services, invitationId));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await wallet(host.borrowerId)).toBe(150_000);
  });

  it("keep to twenty friends a year, whoever comes at once", async () => {
    const host = await inviter();
    const friends = [];
    for (let count = 0; count < 24; count++) {
      const guest = await friend({ code: host.code, settles: false });
      friends.push(guest.borrowerId);
    }
    await app.settle();
    for (const friendId of friends) await verify(friendId, undefined, false);
    await app.settle();
    const at = clock.now();
    // Eight concurrent connections: two of them compete for the last place.
    while (friends.length > 0)
      await Promise.all(
        friends
          .splice(0, 8)
          .map((borrowerId) =>
            transact(database, (trx) => noteFirstLoan(services, trx, { borrowerId, loanId: random.uuid(), at })),
          ),
      );
    const states = (await awardsOf(host.borrowerId)).filter(({ prizeKey }) => prizeKey === "CASH_150000");
    expect(states).toHaveLength(20);
    const listed = (await (await fresh(host.borrowerId)).get("/api/invitation/friends?limit=100")).body.items;
    expect(listed.filter((one: { reason: string }) => one.reason === "CAP")).toHaveLength(4);
    await later(4);
    expect(await wallet(host.borrowerId)).toBe(20 * 150_000);
    expect((await (await fresh(host.borrowerId)).get("/api/invitation")).body.rewardedInPeriod).toBe(20);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  }, 240_000);
});
