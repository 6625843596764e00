import { expect, it } from "vitest";
import { addDays, dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { rowOfSeed } from "#tests/support/campaign-rows.ts";
import { activeLoan } from "#tests/support/loan.ts";
import type { PrizeRule } from "../rules-contract.ts";
import { faultsIn } from "./approval.ts";
import { seeds } from "./seed-table.ts";

const app = await testApp({ campaigns: true });
await app.settle();
const { borrower, claim, see, fresh } = campaignsOf(app);

it("A coupon for a first loan is not claimed by who had one: it would take a piece and be refused when it is used.", async () => {
  const { borrowerId } = await activeLoan(app);
  const client = await fresh(borrowerId);
  expect(await see(client, "free-loan")).toMatchObject({ view: "NOT_ELIGIBLE", reason: "FIRST_LOAN_ONLY" });
  expect((await claim(client, "free-loan", "COUPON_FREE")).body.status).toMatchObject({
    code: "NOT_ELIGIBLE",
    data: { reason: "FIRST_LOAN_ONLY" },
  });
  expect((await claim(client, "get-coupon", "COUPON_10000")).status).toBe(200);
  const other = await borrower(false);
  expect((await claim(other.client, "free-loan", "COUPON_FREE")).status).toBe(200);
});

const { services, clock } = app;
const { database } = services;
const free: PrizeRule = {
  prizeKey: "COUPON_FREE",
  prize: { kind: "COUPON", couponKey: "interest-free" },
  stock: 10,
  perDay: 0,
  ppm: 0,
  costPoints: 0,
};

it("Among other prizes it is shown as what it is, and is neither offered to nor claimed by who had a loan.", async () => {
  const { rules } = seeds.find(({ activityId }) => activityId === "get-coupon")!;
  if (rules.mechanic !== "CLAIM") throw new Error("A coupon is claimed.");
  const mixed = JSON.stringify({ ...rules, prizes: [free, ...rules.prizes] });
  await database.updateTable("campaign").set({ rules: mixed }).where("activityId", "=", "get-coupon").execute();
  const { borrowerId } = await activeLoan(app);
  const client = await fresh(borrowerId);
  const seen = await see(client, "get-coupon");
  expect(seen.view).toBe("RUNNING");
  const late = ({ prizeKey, isTooLate }: { prizeKey: string; isTooLate: boolean }) => [prizeKey, isTooLate];
  expect(seen.prizes.map(late)).toEqual([
    ["COUPON_FREE", true],
    ["COUPON_10000", false],
  ]);
  expect((await claim(client, "get-coupon", "COUPON_FREE")).body.status).toMatchObject({
    code: "NOT_ELIGIBLE",
    data: { reason: "FIRST_LOAN_ONLY" },
  });
  // The usable one is still present.
  expect((await claim(client, "get-coupon", "COUPON_10000")).status).toBe(200);
  const other = await borrower(false);
  expect((await see(other.client, "get-coupon")).prizes.map(late)[0]).toEqual(["COUPON_FREE", false]);
});

it("Where chance or effort decides it is no prize: it would fall to somebody who cannot use it.", async () => {
  const eggs = rowOfSeed(
    seeds.find(({ activityId }) => activityId === "toy-egg-1")!,
    addDays(dateInWib(clock.now()), 1),
  );
  if (eggs.rules.mechanic !== "INSTANT") throw new Error("Eggs are played.");
  const [first, ...others] = eggs.rules.prizes;
  const drawn = { ...eggs.rules, prizes: [{ ...first!, prize: free.prize }, ...others] };
  expect(await faultsIn(services, database, eggs)).not.toContain("FIRST_LOAN_DRAWN");
  expect(await faultsIn(services, database, { ...eggs, rules: drawn })).toContain("FIRST_LOAN_DRAWN");
});
