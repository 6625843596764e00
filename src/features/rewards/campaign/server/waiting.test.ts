import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { awardPrize } from "./awards.ts";
import { findCampaign, insertFact } from "./store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, claim, codeOf, see, fresh } = campaignsOf(app);

it("A coupon that is claimed between an approval and its signature waits, its promise set aside, and is given once nothing hurries.", async () => {
  const ripe = await ripeBorrower(app);
  await approvedLoan(app, ripe);
  const { borrowerId } = ripe;
  const client = await fresh(borrowerId);
  const { body } = await claim(client, "get-coupon", "COUPON_10000");
  expect(body.state).toBe("PENDING");
  expect((await see(client, "get-coupon")).view).toBe("WON");
  const aside = () => availableOf(database, account("REWARD_BUDGET", "get-coupon:waiting"));
  const coupons = () => database.selectFrom("coupon").select("id").where("borrowerId", "=", borrowerId).execute();
  await app.settle();
  expect([await aside(), (await coupons()).length]).toEqual([10_000, 0]);
  // The deadline of the signature passes.
  clock.advance(25 * 3_600_000);
  await app.settle();
  await app.settle();
  expect([await aside(), (await coupons()).length]).toEqual([0, 1]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("What a finished loan brought stays unusable for its three days, also where the coupon waits for a signature first.", async () => {
  const at = clock.now();
  const campaign = (await findCampaign(database, "get-coupon"))!;
  const given = async (usableFrom: Date) => {
    const ripe = await ripeBorrower(app);
    await approvedLoan(app, ripe);
    const winning = {
      borrowerId: ripe.borrowerId,
      cause: "claim_ONCE",
      prizeKey: "COUPON_10000",
      prize: { kind: "COUPON", couponKey: "interest-10000" },
      isByChance: false,
      epoch: null,
      drawId: null,
      usableFrom,
    } as const;
    const award = await transact(database, (trx) => awardPrize(services, trx, campaign, winning));
    expect(award?.state).toBe("PENDING");
    return ripe.borrowerId;
  };
  const hours = (count: number) => new Date(at.getTime() + count * 3_600_000);
  const [later, sooner] = [await given(hours(72)), await given(hours(1))];
  clock.advance(25 * 3_600_000);
  await app.settle();
  await app.settle();
  const couponOf = (borrowerId: string) =>
    database
      .selectFrom("coupon")
      .select(["usableFrom", "expiresAt", "obtainedAt"])
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
  expect((await couponOf(later)).usableFrom).toEqual(hours(72));
  // If the days had ended before it was given, it is valid as long as any other.
  const { usableFrom: from, obtainedAt: obtained, expiresAt: ends } = await couponOf(sooner);
  expect([from, ends.getTime() - from.getTime()]).toEqual([obtained, 15 * 86_400_000]);
});

it("A proven address of mail gives a coupon once, also in another account.", async () => {
  const [first, second] = [await borrower(false), await borrower(false)];
  for (const { borrowerId } of [first, second])
    await transact(database, async (trx) => {
      await insertFact(trx, borrowerId, {
        fact: "EMAIL_VERIFIED",
        eventId: `email_${borrowerId}`,
        loanId: null,
        inTime: null,
        at: clock.now(),
      });
      await trx
        .insertInto("email_account")
        .values({
          borrowerId,
          addressIndex: "same-address",
          addressSealed: "v1.test",
          requestId: services.random.uuid(),
          verifiedAt: clock.now(),
        })
        .execute();
    });
  expect((await claim(first.client, "email-coupon", "COUPON_10000")).status).toBe(200);
  expect(codeOf(await claim(first.client, "email-coupon", "COUPON_10000"))).toBe("DONE_ALREADY");
  expect(codeOf(await claim(second.client, "email-coupon", "COUPON_10000"))).toBe("DONE_ALREADY");
});

it("The shop shows what points are exchanged for, and the list of coupons what may be claimed and why not.", async () => {
  const { client } = await borrower(false);
  const { items } = (await client.get("/api/points")).body;
  expect(items.map((one: { prizeKey: string; points: number }) => [one.prizeKey, one.points])).toEqual([
    ["COUPON_10000", 1_000],
    ["PHONE_25000", 2_500],
    ["COFFEE", 3_000],
  ]);
  expect(items[0]).toMatchObject({ activityId: "points-shop", leftThisMonth: 2, title: expect.any(String) });
  const list = (await client.get("/api/coupon")).body.items as { title: string; state: string; to: string }[];
  const of = (path: string) => list.find(({ to }) => to === path);
  expect(of("/webview/activity/get-coupon")?.state).toBe("OBTAINABLE");
  expect(of("/webview/email-coupon")?.state).toBe("UNOBTAINABLE");
});
