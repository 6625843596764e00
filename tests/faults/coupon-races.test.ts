/**
 * Races for a coupon, by the table in the product decisions; after each the books balance and every hold has its row.
 * // Product decisions, rewards 12
 */
import { afterEach, describe, expect, it } from "vitest";
import { findCoupon } from "#features/rewards/coupon/server/store.ts";
import { couponExpirySweep } from "#features/rewards/coupon/server/sweeps.ts";
import { findLoan, transition } from "#features/credit/loan/server/index.ts";
import { transact } from "#server/database.server.ts";
import { coupon } from "#tests/support/coupon.ts";
import { applicant, type Applicant } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";
import { twoRewardProcesses } from "#tests/support/two-reward-processes.ts";
import { atOnce, rewardsAreClean } from "#tests/support/taking-part.ts";

const { app, other, moveTo } = await twoRewardProcesses();
const { services, clock } = app;
const { database } = services;
const { key } = repaying(app);

afterEach(async () => {
  await app.settle();
  await rewardsAreClean(app);
});

let people = 0;
const someone = () => {
  const serial = String(++people).padStart(4, "0");
  return applicant(app, "approved-1", {
    mobileNumber: `08126662${serial}`,
    nik: `317401570495${String(7000 + people)}`,
    accountNumber: `77900${serial}`,
  });
};
const apply = (of: Applicant, couponId: string) =>
  of.client.post(
    "/api/loan/apply",
    { amountRupiah: 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId: of.bankAccountId, couponId },
    key(),
  );
const couponState = async ({ borrowerId }: Applicant, couponId: string) =>
  (await findCoupon(database, borrowerId, couponId))!.state;

describe("coupon: two tabs; expire, reject, sign against each other", () => {
  it("one RESERVED of twenty tabs", async () => {
    const of = await someone();
    const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
    const answers = await atOnce(20, () => apply(of, couponId));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await couponState(of, couponId)).toBe("RESERVED");
    await rewardsAreClean(app);
  });

  it("one wins; hold = row", async () => {
    for (let round = 0; round < 6; round++) {
      const of = await someone();
      const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
      const applied = await apply(of, couponId);
      expect(applied.status, applied.text).toBe(200);
      await app.settle();
      const { loanId } = applied.body;
      const { expiresAt } = (await findCoupon(database, of.borrowerId, couponId))!;
      // It expires in some rounds: that does not harm the loan, and a returned coupon ends.
      const isOver = round % 2 === 1;
      if (isOver) moveTo(expiresAt);
      const client = isOver ? await app.loggedIn(of.borrowerId) : of.client;
      const move = (to: "SIGNED" | "REJECTED") =>
        transact(database, (trx) =>
          transition(services, trx, {
            borrowerId: of.borrowerId,
            loanId,
            from: ["APPROVED"],
            to,
            actor: "SYSTEM",
            cause: to,
            ...(to === "SIGNED" ? { change: { signedAt: clock.now() } } : {}),
          }),
        ).catch(() => false);
      await Promise.all([
        ...Array.from({ length: 5 }, () => client.post(`/api/loan/${loanId}/cancel`, {})),
        ...Array.from({ length: 5 }, () => [move("SIGNED"), move("REJECTED")]).flat(),
        ...Array.from({ length: 4 }, () => couponExpirySweep.run(services)),
        services.sweeps.runAllDue(services),
        other.services.sweeps.runAllDue(other.services),
      ]);
      const loan = (await findLoan(database, of.borrowerId, loanId))!;
      const end = `${loan.state} ${await couponState(of, couponId)}`;
      expect(end).toMatch(
        isOver
          ? /^(SIGNED RESERVED|(CANCELLED|REJECTED) EXPIRED)$/
          : /^(SIGNED RESERVED|(CANCELLED|REJECTED) OBTAINED)$/,
      );
      await rewardsAreClean(app);
    }
  }, 240_000);
});
