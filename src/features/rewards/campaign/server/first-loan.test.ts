import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { activeLoan } from "#tests/support/loan.ts";

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
