import { describe, expect, it } from "vitest";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { holdAward, holdPending, type Winning } from "#features/rewards/campaign/server/index.ts";
import { findCampaign } from "#features/rewards/campaign/server/store.ts";
import { insertGuest } from "#features/rewards/invitation/server/store.ts";
import { spendPoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { mayRevoke } from "./revoking.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, claim, codeOf, nextDay, fresh } = campaignsOf(app);

let invited = 0;
const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const email = `w${++invited}@tunai.example`;
  const { staffId } = await inviteByOperator(services, { name: `W${invited}`, email, roles });
  return app.staff(staffId, roles);
};
const [underwriter, second, support, finance] = [
  await staff("underwriter"),
  await staff("admin"),
  await staff("support"),
  await staff("finance"),
];
const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });
const review = "/api/staff/rewards/review";
const walletOf = (borrowerId: string) => availableOf(database, account("WALLET", borrowerId));

const cash = (borrowerId: string, cause: string, rupiah = 15_000): Winning => ({
  borrowerId,
  cause,
  prizeKey: "CASH_15000",
  prize: { kind: "CASH", rupiah },
  isByChance: false,
  epoch: null,
  drawId: null,
});
/** An award of this person that is held. */
async function held(taker: Taker, cause = "test", winning = cash(taker.borrowerId, cause)): Promise<string> {
  const row = await transact(database, async (trx) => {
    const campaign = (await findCampaign(trx, "order-gift"))!;
    return holdAward(services, trx, campaign, winning, ["SAME_DEVICE", "RING"]);
  });
  return row!.id;
}
const decide = (client: TestClient, awardId: string, body: object) =>
  once(client, `${review}/${awardId}/decision`, body);

describe("an award that is held", () => {
  it("waits three working days, told to its owner, and nothing leaves the wallet meanwhile", async () => {
    const taker = await borrower();
    const awardId = await held(taker);
    const { items } = (await underwriter.get(review)).body;
    const one = items.find((item: { awardId: string }) => item.awardId === awardId);
    expect(one).toMatchObject({ state: "HELD", heldFor: ["SAME_DEVICE", "RING"], activityId: "order-gift" });
    // The console marks it as urgent after two thirds of its time.
    const [heldAt, dueAt, remindAt] = [one.heldAt, one.dueAt, one.remindAt].map((at: string) => Date.parse(at));
    expect(remindAt! - heldAt!).toBeCloseTo(((dueAt! - heldAt!) * 2) / 3, -1);
    const days = (Date.parse(one.dueAt) - clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(14);
    expect((await taker.client.get("/api/wallet")).body).toMatchObject({ isBlocked: true, blockedUntil: null });
    expect((await see(taker.client, "toy-egg-1")).reason).toBe("REVIEW");
    expect(await walletOf(taker.borrowerId)).toBe(0);
    const notices = await database
      .selectFrom("notice")
      .select("kind")
      .where("borrowerId", "=", taker.borrowerId)
      .execute();
    expect(notices.map(({ kind }) => kind)).toContain("campaign.award_held");
  });

  it("is given by whoever looked at it, paid once for twenty presses", async () => {
    const taker = await borrower();
    const awardId = await held(taker);
    const presses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => decide(index % 2 ? second : underwriter, awardId, { decision: "GIVE" })),
    );
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(presses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["AWARD_NOT_HELD"]));
    expect(await walletOf(taker.borrowerId)).toBe(15_000);
    expect((await taker.client.get("/api/wallet")).body.isBlocked).toBe(false);
    const notices = await database
      .selectFrom("notice")
      .select("kind")
      .where("borrowerId", "=", taker.borrowerId)
      .orderBy("kind")
      .execute();
    expect(notices.map(({ kind }) => kind)).toEqual(["campaign.award_held", "campaign.prize"]);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("is refused for a reason of the list, which its owner is told with the way to complain", async () => {
    const taker = await borrower();
    const awardId = await held(taker);
    expect((await decide(underwriter, awardId, { decision: "REFUSE" })).status).toBe(422);
    expect((await decide(underwriter, awardId, { decision: "REFUSE", reasonCode: "UGLY" })).status).toBe(422);
    expect((await decide(underwriter, awardId, { decision: "REFUSE", reasonCode: "ARRANGED" })).body.state).toBe(
      "REFUSED",
    );
    expect(await walletOf(taker.borrowerId)).toBe(0);
    await app.settle();
    const { items } = (await taker.client.get("/api/message")).body;
    expect(JSON.stringify(items)).toMatch(/diatur bersama akun lain|Hadiah tidak diberikan/);
    expect(await transact(database, (trx) => holdPending(services, trx, { ...taker, id: awardId }, ["RING"]))).toBe(
      false,
    );
  });

  it("is one person's while he works on it; the next one is the most urgent that nobody has", async () => {
    const ids = [await held(await borrower()), await held(await borrower())];
    const first = (await once(underwriter, `${review}/next`, {})).body.awardId;
    expect((await once(underwriter, `${review}/${first}/claim`, {})).body.awardId).toBe(first);
    expect(codeOf(await once(second, `${review}/${first}/claim`, {}))).toBe("AWARD_CLAIMED");
    expect(codeOf(await decide(second, first, { decision: "GIVE" }))).toBe("AWARD_CLAIMED");
    const other = (await once(second, `${review}/next`, {})).body.awardId;
    expect(other).not.toBe(first);
    expect((await once(underwriter, `${review}/${first}/release`, {})).body).toEqual({ released: true });
    expect((await underwriter.get(`${review}/${ids[0]}`)).body.held.awardId).toBe(ids[0]);
    expect(codeOf(await underwriter.get(`${review}/01900000-0000-7000-8000-000000000000`))).toBe("AWARD_UNKNOWN");
    expect((await support.get(review)).status).toBe(403);
  });

  it("that no budget covers stays held", async () => {
    const taker = await borrower();
    const awardId = await held(taker, "large", cash(taker.borrowerId, "large", 900_000_000));
    expect(codeOf(await decide(second, awardId, { decision: "GIVE" }))).toBe("AWARD_UNCOVERED");
    expect((await second.get(`${review}/${awardId}`)).body.held.state).toBe("HELD");
  });
});

it("lists a campaign's awards page by page, the newest first and each once, also those of one moment", async () => {
  const expected: string[] = [];
  for (let minute = 0; minute < 2; minute++) {
    clock.advance(60_000);
    const taker = await borrower();
    for (const cause of ["one", "two", "three"]) expected.push(await held(taker, cause));
  }
  const path = "/api/staff/campaigns/order-gift/winners?limit=2";
  const listed: { awardId: string; wonAt: string }[] = [];
  for (let next: string | null = path; next !== null;) {
    const { body }: TestResponse = await support.get(next);
    expect(body.items.length).toBeLessThanOrEqual(2);
    listed.push(...body.items);
    next = body.nextCursor && `${path}&cursor=${body.nextCursor}`;
  }
  const ids = listed.map(({ awardId }) => awardId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 6).toSorted()).toEqual(expected.toSorted());
  const moments = listed.map(({ wonAt }) => wonAt);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(codeOf(await support.get("/api/staff/campaigns/no-such/winners"))).toBe("CAMPAIGN_UNKNOWN");
});

describe("taking an award back", () => {
  const propose = (client: TestClient, awardId: string, more: object = {}) =>
    once(client, `/api/staff/rewards/awards/${awardId}/revocation`, {
      reasonCode: "SAME_PERSON",
      reason: "Alasan yang bisa dinilai orang lain.",
      ...more,
    });
  const check = (client: TestClient, proposalId: string) =>
    once(client, `/api/staff/checks/${proposalId}/check`, { approve: true });

  it("needs two people, takes what is there, tells why, and never makes a debt", async () => {
    const taker = await borrower();
    const awardId = await held(taker);
    expect(codeOf(await propose(support, awardId))).toBe("AWARD_NOT_GIVEN");
    expect(codeOf(await propose(support, "01900000-0000-7000-8000-000000000000"))).toBe("AWARD_UNKNOWN");
    await decide(underwriter, awardId, { decision: "GIVE" });
    const { proposalId } = (await propose(support, awardId)).body;
    expect(codeOf(await propose(finance, awardId))).toBe("PROPOSAL_OPEN");
    expect((await check(finance, proposalId)).status).toBe(200);
    expect(await walletOf(taker.borrowerId)).toBe(0);
    const { body } = await support.get(`/api/staff/borrowers/${taker.borrowerId}/rewards`);
    expect(body.awards[0].state).toBe("REVOKED");
    expect(body.records.map(({ kind }: { kind: string }) => kind)).toEqual(["REVOKED", "REWARD"]);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("is no way to a voucher's code, which its owner may have used, nor to points", async () => {
    for (const prize of [
      { kind: "POINTS", points: 20 },
      { kind: "VOUCHER", voucherKey: "PHONE_CREDIT", rupiah: 25_000 },
    ] as const)
      expect([prize.kind, mayRevoke({ state: "GIVEN", prize })]).toEqual([prize.kind, false]);
    expect(mayRevoke({ state: "GIVEN", prize: { kind: "CASH", rupiah: 1 } })).toBe(true);
    const taker = await borrower();
    const points: Winning = {
      ...cash(taker.borrowerId, "points"),
      prizeKey: "P",
      prize: { kind: "POINTS", points: 20 },
    };
    const awardId = await held(taker, "points", points);
    expect((await decide(underwriter, awardId, { decision: "GIVE" })).status).toBe(200);
    expect(codeOf(await propose(support, awardId))).toBe("AWARD_NOT_GIVEN");
    const { body } = await support.get(`/api/staff/borrowers/${taker.borrowerId}/rewards`);
    expect([body.points, Date.parse(body.pointsUntil)]).toEqual([20, clock.now().getTime() + 365 * 86_400_000]);
    await transact(database, (trx) =>
      spendPoints(services, trx, { ...taker, source: "all", points: 20, title: { id: "Uji", en: "Test", zh: "测试" } }),
    );
    const { points: left, pointsUntil } = (await support.get(`/api/staff/borrowers/${taker.borrowerId}/rewards`)).body;
    expect([left, pointsUntil]).toEqual([0, null]);
  });

  it("ends an unused coupon, whose promise goes back to the budget", async () => {
    const taker = await borrower();
    const before = await availableOf(database, account("REWARD_BUDGET", "get-coupon"));
    const { body } = await claim(taker.client, "get-coupon", "COUPON_10000");
    const { proposalId } = (await propose(support, body.awardId)).body;
    expect((await check(finance, proposalId)).status).toBe(200);
    expect(await availableOf(database, account("REWARD_BUDGET", "get-coupon"))).toBe(before);
    const { coupons, awards } = (await support.get(`/api/staff/borrowers/${taker.borrowerId}/rewards`)).body;
    expect([coupons[0].state, awards[0].state]).toEqual(["WITHDRAWN", "REVOKED"]);
    const unknown = await support.get("/api/staff/borrowers/01900000-0000-7000-8000-000000000000/rewards");
    expect(codeOf(unknown)).toBe("BORROWER_UNKNOWN");
    expect((await (await fresh(taker.borrowerId)).get("/api/coupon")).status).toBe(200);
  });
});

describe("a winner of a draw who shares a bank account with another entrant", () => {
  /** Five who share a bank account, in the draw of a day that has already been drawn. */
  async function sharing(): Promise<{ day: string; people: (Taker & { wishKey: string })[] }> {
    await nextDay(8);
    const day = dateInWib(clock.now());
    const people: (Taker & { wishKey: string })[] = [];
    for (const wishKey of ["WISH_25000", "WISH_50000", "WISH_70000", "WISH_25000", "WISH_50000"]) {
      const taker = await borrower();
      await act(taker.client, "wish-dream", "join", { agree: true, wishKey });
      await act(taker.client, "wish-dream", "check-in");
      await transact(database, (trx) =>
        addAccount(services, trx, taker.borrowerId, {
          bankCode: "014",
          accountNumber: "7777700001",
          accountName: "SITI RAHAYU",
          nameMatch: "SAME",
          isMain: true,
        }),
      );
      people.push({ ...taker, wishKey });
    }
    await nextDay(11);
    return { day, people };
  }

  it("gives its place to the next reserve, whose own award is looked at, and that one waits for the look as well", async () => {
    const { day, people } = await sharing();
    const admin = await staff("admin");
    const awards = () =>
      database.selectFrom("campaign_award").selectAll().where("cause", "=", `draw_${day}`).orderBy("wonAt").execute();
    const winners = await awards();
    const reserves = people.filter(({ borrowerId }) => !winners.some((award) => award.borrowerId === borrowerId));
    for (const { borrowerId } of reserves)
      await database
        .insertInto("campaign_award")
        .values({
          ...winners[0]!,
          id: services.random.uuid(),
          borrowerId,
          cause: "another",
          drawId: null,
        })
        .execute();
    expect((await decide(admin, winners[0]!.id, { decision: "REFUSE", reasonCode: "SAME_PERSON" })).status).toBe(200);
    const moved = (await awards()).filter(({ id }) => !winners.some((award) => award.id === id));
    expect(moved.map(({ state, heldFor }) => [state, heldFor])).toEqual([["HELD", ["IN_REVIEW"]]]);
    const [next] = await database
      .selectFrom("campaign_draw_entry")
      .select("borrowerId")
      .where("drawId", "=", winners[0]!.drawId)
      .where("place", ">", winners.length)
      .orderBy("place")
      .execute();
    expect(moved[0]!.borrowerId).toBe(next!.borrowerId);
    expect(await walletOf(moved[0]!.borrowerId)).toBe(0);
    await database.deleteFrom("campaign_award").where("cause", "=", "another").execute();
  });

  it("is held, and refused makes room for the next reserve; the day's money is spent or goes back to the rupiah", async () => {
    const { day, people } = await sharing();
    const drawId = `wish-dream:${day}`;
    // The console sessions have expired by now.
    const admin = await staff("admin");
    const rows = () =>
      database
        .selectFrom("campaign_award")
        .select(["id", "borrowerId", "state", "heldFor"])
        .where("cause", "=", `draw_${day}`)
        .execute();
    const winners = await rows();
    expect(winners.map(({ state, heldFor }) => [state, heldFor])).toEqual(
      Array.from({ length: 3 }, () => ["HELD", ["SAME_BANK_ACCOUNT", "RING"]]),
    );
    const aside = () => availableOf(database, account("REWARD_BUDGET", drawId));
    expect(await aside()).toBe(3 * 93_334);
    const [given, refused, last] = winners;
    expect((await decide(admin, given!.id, { decision: "GIVE" })).status).toBe(200);
    expect((await decide(admin, refused!.id, { decision: "REFUSE", reasonCode: "SAME_PERSON" })).status).toBe(200);
    expect((await decide(admin, last!.id, { decision: "REFUSE", reasonCode: "SAME_PERSON" })).status).toBe(200);
    await app.settle();
    const after = await rows();
    expect(after.map(({ state }) => state).toSorted()).toEqual(["GIVEN", "GIVEN", "GIVEN", "REFUSED", "REFUSED"]);
    const worth: Record<string, number> = { WISH_25000: 25_000, WISH_50000: 50_000, WISH_70000: 70_000 };
    for (const { borrowerId, wishKey } of people) {
      const isGiven = after.some((row) => row.borrowerId === borrowerId && row.state === "GIVEN");
      expect(await walletOf(borrowerId)).toBe(isGiven ? worth[wishKey] : 0);
    }
    expect(await aside()).toBe(0);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});

describe("a winner of a draw who logs in on another entrant's device", () => {
  it("is held with that label and no other; who shares none, or shared one long ago, is not", async () => {
    await nextDay(8);
    const day = dateInWib(clock.now());
    const people: Taker[] = [];
    for (const [index, wishKey] of ["WISH_25000", "WISH_50000", "WISH_70000"].entries()) {
      const taker = await borrower();
      await act(taker.client, "wish-dream", "join", { agree: true, wishKey });
      await act(taker.client, "wish-dream", "check-in");
      const daysAgo = index === 2 ? 40 : 1;
      const at = new Date(clock.now().getTime() - daysAgo * 86_400_000);
      await database
        .insertInto("login_device")
        .values({ borrowerId: taker.borrowerId, deviceIndex: "one-phone", knownSince: at, lastLoginAt: at })
        .execute();
      people.push(taker);
    }
    await nextDay(11);
    const rows = await database
      .selectFrom("campaign_award")
      .select(["id", "borrowerId", "heldFor"])
      .where("cause", "=", `draw_${day}`)
      .execute();
    const labels = people.map(({ borrowerId }) => rows.find((row) => row.borrowerId === borrowerId)?.heldFor ?? []);
    expect(labels).toEqual([["SAME_DEVICE"], ["SAME_DEVICE"], []]);
    // The decider reads which account the winner is linked to by the device, and that account's awards in the same
    // campaign.
    const own = rows.find((row) => row.borrowerId === people[0]!.borrowerId)!;
    const later = await staff("underwriter");
    expect((await later.get(`${review}/${own.id}`)).body.tied).toEqual([
      {
        borrowerId: people[1]!.borrowerId,
        ties: ["SAME_DEVICE"],
        joinedAt: expect.any(String),
        awards: [expect.objectContaining({ activityId: "wish-dream", state: "HELD", prizeKey: "WISH_50000" })],
      },
    ]);
  });
});

describe("a winner of a draw whom somebody invited with two others from one network within a day", () => {
  it("is held for the network; a network alone, without who invited them, ties nobody", async () => {
    await nextDay(8);
    const day = dateInWib(clock.now());
    const inviterId = services.random.uuid();
    const people: Taker[] = [];
    for (const wishKey of ["WISH_25000", "WISH_50000", "WISH_70000"]) {
      const taker = await borrower();
      await act(taker.client, "wish-dream", "join", { agree: true, wishKey });
      await act(taker.client, "wish-dream", "check-in");
      people.push(taker);
    }
    await transact(database, async (trx) => {
      for (const [index, { borrowerId }] of people.entries())
        await insertGuest(trx, {
          borrowerId,
          invitationId: services.random.uuid(),
          inviterId,
          networkIndex: "one-network",
          joinedAt: new Date(clock.now().getTime() - index * 3_600_000),
        });
    });
    await nextDay(11);
    const rows = await database
      .selectFrom("campaign_award")
      .select(["state", "heldFor"])
      .where("cause", "=", `draw_${day}`)
      .execute();
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: "HELD", heldFor: ["SAME_NETWORK"] })));
  });
});

describe("money won at once on a phone that another player of the day has too", () => {
  const played = async (taker: Taker) => {
    await act(taker.client, "egg-win", "check-in");
    const [ticketId] = (await see(taker.client, "egg-win")).ticketIds;
    return act(taker.client, "egg-win", "play", { ticketId, choice: 1 });
  };
  const asideOf = (day: string) => availableOf(database, account("REWARD_BUDGET", `egg-win:${day}`));

  it("is held with the day's money kept for it; given or refused after the day, nothing is left behind", async () => {
    await nextDay(8);
    const day = dateInWib(clock.now());
    const people: Taker[] = [];
    const awards: string[] = [];
    for (let index = 0; index < 4; index++) {
      const taker = await borrower();
      const at = clock.now();
      await database
        .insertInto("login_device")
        .values({ borrowerId: taker.borrowerId, deviceIndex: "egg-phone", knownSince: at, lastLoginAt: at })
        .execute();
      awards.push((await played(taker)).body.awardId);
      people.push(taker);
    }
    const shown = (await people[1]!.client.get(`/api/activity/egg-win?award=${awards[1]}`)).body;
    expect([shown.view, shown.award.state]).toEqual(["WON", "HELD"]);
    expect(await Promise.all(people.map(({ borrowerId }) => walletOf(borrowerId)))).toEqual([5_000, 0, 0, 0]);
    const refused = { decision: "REFUSE", reasonCode: "SAME_PERSON" };
    // The unused money of an open day goes back when the day closes, and not before.
    const kept = await asideOf(day);
    expect((await decide(await staff("admin"), awards[3]!, refused)).status).toBe(200);
    expect(await asideOf(day)).toBe(kept);
    await nextDay(11);
    expect(await asideOf(day)).toBe(2 * 6_667);
    const admin = await staff("admin");
    const { items } = (await admin.get(review)).body;
    expect(items.find((one: { awardId: string }) => one.awardId === awards[2]).heldFor).toEqual([
      "SAME_DEVICE",
      "RING",
    ]);
    expect((await decide(admin, awards[1]!, { decision: "GIVE" })).status).toBe(200);
    expect((await decide(admin, awards[2]!, refused)).status).toBe(200);
    expect(await Promise.all(people.map(({ borrowerId }) => walletOf(borrowerId)))).toEqual([5_000, 5_000, 0, 0]);
    expect(await asideOf(day)).toBe(0);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("is given at once where the phone is one's own", async () => {
    const taker = await borrower();
    expect((await played(taker)).status).toBe(200);
    expect(await walletOf(taker.borrowerId)).toBe(5_000);
  });
});
