/**
 * The end of the campaign while invitations are pending. This test has its own app, because its campaign has ended
 * afterwards.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { inviting } from "#tests/support/inviting.ts";

const app = await testApp({ campaigns: true, environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
await app.settle();
const { inviter, inviteId, friend, verify, friendsOf, couponsOf } = inviting(app);
const hour = 3_600_000;

it("a friend whose identity is verified a moment before the end counts; at the end the invitation ends, and neither gets a coupon", async () => {
  const host = await inviter();
  const [early, late] = [await friend({ code: host.code }), await friend({ code: host.code })];
  const closesAt = new Date(clock.now().getTime() + hour);
  await services.database
    .updateTable("campaign")
    .set({ closesAt })
    .where("id", "=", await inviteId())
    .execute();
  const standing = async ({ mobileNumber }: typeof early) =>
    (await friendsOf(host.borrowerId)).find(({ tail }: { tail: string }) => tail === mobileNumber.slice(-2));
  clock.advance(hour - 1);
  await verify(early.borrowerId);
  expect(await standing(early)).toMatchObject({ state: "COUNTED", coupon: "GIVEN" });
  clock.advance(1);
  await verify(late.borrowerId);
  expect(await standing(late)).toMatchObject({ state: "ENDED", reason: "TIME", coupon: null });
  const coupons = [host, early, late].map(({ borrowerId }) => couponsOf(borrowerId));
  expect(await Promise.all(coupons)).toEqual([1, 1, 0]);
});
