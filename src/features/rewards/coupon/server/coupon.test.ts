/**
 * Coupons: the signed, billed and booked discount are equal; reserved, redeemed and released at every step of a loan.
 */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import type { Occurrence } from "#server/events/domain-events.ts";
import { account, availableOf, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { transfersOfLoan } from "#features/credit/disbursement/server/index.ts";
import { discountedSchedule, findLoan, loanTerms } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { coupon } from "#tests/support/coupon.ts";
import type { Applicant } from "#tests/support/person.ts";
import { couponSubscriptions, couponDiscounts } from "./reserving.ts";
import { findCoupon } from "./store.ts";
import { couponLoans } from "#tests/support/coupon-loans.ts";

/** Further loans of the same kind go through the engine in `random-loans.test.ts`. */
const isLong = process.env["TEST_LONG"] === "1";
const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();

const { someone, key, apply, paidOut, loanWith, bill, pay, clean, holdsMatch, redeemed } = couponLoans(app);
const stateOf = async ({ borrowerId }: Applicant, couponId: string) =>
  (await findCoupon(database, borrowerId, couponId))!.state;

describe("the figures", () => {
  it("are those of the specification to the digit", async () => {
    const of = await someone();
    const quoted = async (couponKey: string, query: string) => {
      const { couponId } = await coupon(app, of.borrowerId, couponKey);
      const answered = await of.client.get(`/api/coupon/quote?${query}&couponId=${couponId}`);
      expect(answered.status, answered.text).toBe(200);
      const { discountRupiah, totalRupiah, instalments } = answered.body;
      return [
        discountRupiah,
        totalRupiah,
        instalments.map(({ payableRupiah }: { payableRupiah: number }) => payableRupiah),
      ];
    };
    const ninety = "amountRupiah=1000000&tenorDays=90";
    expect(await quoted("interest-20-percent", ninety)).toEqual([36_000, 1_144_000, [357_333, 393_333, 393_334]]);
    expect(await quoted("interest-10000", ninety)).toEqual([10_000, 1_170_000, [383_333, 393_333, 393_334]]);
    expect(await quoted("interest-free", "amountRupiah=1000000&tenorDays=30")).toEqual([
      60_000,
      1_000_000,
      [1_000_000],
    ]);
  });

  it("choose the largest discount, then the earliest end, and none where none is wanted", async () => {
    const of = await someone();
    const small = await coupon(app, of.borrowerId, "interest-10000");
    const large = await coupon(app, of.borrowerId, "interest-20-percent");
    const quote = async (more = "") =>
      (await of.client.get(`/api/coupon/quote?amountRupiah=1000000&tenorDays=90${more}`)).body;
    expect(await quote()).toMatchObject({
      couponId: large.couponId,
      others: [{ couponId: large.couponId }, { couponId: small.couponId }],
    });
    expect(await quote("&couponId=NONE")).toMatchObject({ couponId: null, discountRupiah: 0, totalRupiah: 1_180_000 });
    expect((await quote("&couponId=0190d100-0000-7000-8000-000000000009")).status.code).toBe("COUPON_UNKNOWN");
    const free = await coupon(app, of.borrowerId, "interest-free");
    // A coupon that a submitted application redeems says so where it is chosen; others do not.
    const { others, ...chosen } = (await of.client.get("/api/coupon/quote?amountRupiah=1000000&tenorDays=30")).body;
    // It has the largest discount, and only its holder may choose it: a rejection would redeem it. // Product
    // decisions, rewards 15.2
    expect(others[0].couponId).toBe(free.couponId);
    expect(chosen).toMatchObject({ couponId: large.couponId, defaultCouponId: large.couponId, discountRupiah: 12_000 });
    expect(others[0].conditions).toEqual([
      "Hanya untuk pinjaman pertama.",
      "Untuk pinjaman Rp 200.000 sampai Rp 1.000.000.",
      "Jangka waktu paling lama 30 hari.",
      "Hemat paling banyak Rp 60.000.",
      "Denda keterlambatan tetap berlaku.",
      "Satu kupon untuk satu pinjaman.",
      "Langsung terpakai saat pengajuan dikirim, walaupun kemudian batal atau ditolak.",
    ]);
    const usedUp = others.filter((one: { isUsedBySubmission: boolean }) => one.isUsedBySubmission);
    expect([others.length, usedUp]).toMatchObject([3, [{ couponId: free.couponId }]]);
    expect((await quote(`&couponId=${free.couponId}`)).status).toMatchObject({
      code: "COUPON_NOT_USABLE",
      data: { reason: "TENOR_TOO_LONG" },
    });
  });

  it.each([
    ["interest-20-percent", 36_000, 1_000_000, 30_000],
    ["interest-10000", 10_000, 1_020_000, 10_000],
  ] as const)("end on day 15 as the specification says: %s", async (couponKey, rupiah, payoff, used) => {
    const made = await loanWith(couponKey);
    expect(made.loan.discount).toMatchObject({ rupiah });
    clock.moveTo(instantOf(addDays(made.loan.disbursedOn!, 15), "WIB", { hour: 10 }));
    await app.settle();
    expect((await bill(made)).payoffRupiah).toBe(payoff);
    await pay(made, payoff);
    expect((await findLoan(database, made.of.borrowerId, made.loanId))!.state).toBe("PAID_OFF");
    const promise = couponKey === "interest-10000" ? 10_000 : 360_000;
    expect(await redeemed(made.activityId, promise)).toBe(used);
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });
});

it("quotes, signs, bills and books the same over loans of any amount, tenor and coupon", async () => {
  const further = [
    ["interest-20-percent", 200_000, 30],
    ["interest-10000", 200_000, 30],
    ["interest-10000", 2_700_000, 90],
  ] as const;
  for (const [couponKey, amountRupiah, tenorDays] of [
    ["interest-20-percent", 1_300_000, 60],
    ["interest-free", 600_000, 30],
    ...(isLong ? further : []),
  ] as const) {
    const of = await someone();
    const given = await coupon(app, of.borrowerId, couponKey);
    const query = `amountRupiah=${amountRupiah}&tenorDays=${tenorDays}&couponId=${given.couponId}`;
    const quote = (await of.client.get(`/api/coupon/quote?${query}`)).body;
    const lenderIncome = await balanceOf(database, account("INTEREST_INCOME"));
    const applied = await apply(of, given.couponId, { amountRupiah, tenorDays });
    expect(applied.status, applied.text).toBe(200);
    const { loanId } = applied.body;
    await paidOut(of, loanId);
    const loan = (await findLoan(database, of.borrowerId, loanId))!;
    expect(loan.state).toBe("ACTIVE");
    const signed = discountedSchedule(loan.terms, loan.discount!.rupiah);
    const billed = await bill({ of, loanId });
    const payable = quote.instalments.map(({ payableRupiah }: { payableRupiah: number }) => payableRupiah);
    expect(signed.instalments.map(({ payableRupiah }) => payableRupiah)).toEqual(payable);
    expect(billed.rows.map(({ unpaidRupiah }) => unpaidRupiah)).toEqual(payable);
    expect(signed.totalRupiah).toBe(quote.totalRupiah);
    // In the books the discount is the campaign's cost, and the lender's interest is complete.
    const last = addDays(loan.disbursedOn!, tenorDays);
    for (const row of billed.rows) {
      clock.moveTo(instantOf(row.dueOn, "WIB", { hour: 10 }));
      await app.settle();
      await pay({ of, loanId }, row.unpaidRupiah);
    }
    expect((await findLoan(database, of.borrowerId, loanId))!.state).toBe("PAID_OFF");
    const interest = loan.terms.principalRupiah * 0.002 * tenorDays;
    expect((await balanceOf(database, account("INTEREST_INCOME"))) - lenderIncome).toBe(interest);
    expect(dateInWib(clock.now()) <= last).toBe(true);
    expect(await balanceOf(database, account("DISCOUNT_COST"))).toBe(0);
  }
  await holdsMatch();
  expect(await clean()).toEqual([]);
}, 300_000);

describe("a coupon's way", () => {
  it("is reserved with an application, given back by a cancellation, and burnt by the next payout", async () => {
    const of = await someone();
    const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
    const first = await apply(of, couponId);
    expect(first.status, first.text).toBe(200);
    expect(await stateOf(of, couponId)).toBe("RESERVED");
    const shown = (await of.client.get(`/api/coupon/${couponId}`)).body;
    expect(shown).toMatchObject({ state: "OBTAINED", loanId: first.body.loanId, discountRupiah: 10_000 });
    await of.client.post(`/api/loan/${first.body.loanId}/cancel`, {});
    expect(await stateOf(of, couponId)).toBe("OBTAINED");
    await holdsMatch();
    const second = await apply(of, couponId);
    expect(second.status, second.text).toBe(200);
    await paidOut(of, second.body.loanId);
    expect(await stateOf(of, couponId)).toBe("USED");
    expect((await apply(of, couponId)).body.status.code).toBe("LOAN_OPEN");
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });

  it("is burnt for the loan that it is reserved for, and for no missing, used or foreign one", async () => {
    const loan = await loanWith("interest-10000");
    const plain = await someone();
    const without = await apply(plain, undefined);
    const waiting = await someone();
    const { couponId } = await coupon(app, waiting.borrowerId, "interest-10000");
    expect((await apply(waiting, couponId)).status).toBe(200);
    const hear = (borrowerId: string, loanId: string) =>
      transact(database, (trx) => {
        const occurrence = { id: "x", at: clock.now(), borrowerId, loanId, transferId: "t" };
        return couponSubscriptions[0]!.run(services, trx, occurrence as Occurrence);
      });
    const before = await bill(loan);
    expect(await hear(loan.of.borrowerId, services.random.uuid())).toEqual({ leftToStaff: "LOAN_UNKNOWN" });
    expect(await hear(waiting.borrowerId, loan.loanId)).toEqual({ leftToStaff: "LOAN_UNKNOWN" });
    // The repeated event finds it redeemed, and counts once.
    expect(await hear(loan.of.borrowerId, loan.loanId)).toBe("DONE");
    expect(await hear(plain.borrowerId, without.body.loanId)).toBe("DONE");
    expect([await stateOf(loan.of, loan.couponId), await stateOf(waiting, couponId)]).toEqual(["USED", "RESERVED"]);
    expect(await bill(loan)).toEqual(before);
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });

  it("stays reserved with its promise where the loan has no books yet, so that another try finds it as it was", async () => {
    const of = await someone();
    const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
    const { loanId } = (await apply(of, couponId)).body;
    const tried = transact(database, async (trx) => {
      await trx
        .updateTable("loan")
        .set({ disbursedOn: dateInWib(clock.now()) })
        .where("id", "=", loanId)
        .execute();
      const occurrence = { id: "x", at: clock.now(), borrowerId: of.borrowerId, loanId, transferId: "t" };
      expect(await couponSubscriptions[0]!.run(services, trx, occurrence as Occurrence)).toEqual({
        leftToStaff: "LOAN_WITHOUT_BOOKS",
      });
      expect((await findCoupon(trx, of.borrowerId, couponId))!.state).toBe("RESERVED");
      throw new Error("undone");
    });
    await expect(tried).rejects.toThrow("undone");
    await holdsMatch();
  });

  it("of two tabs that apply with it one reserves it", async () => {
    const of = await someone();
    const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
    const answers = await Promise.all([apply(of, couponId), apply(of, couponId), apply(of, couponId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await stateOf(of, couponId)).toBe("RESERVED");
    await holdsMatch();
  });

  it("is refused beside another one of the same loan, also where both come at once", async () => {
    const of = await someone();
    const [taken, second] = [
      await coupon(app, of.borrowerId, "interest-10000"),
      await coupon(app, of.borrowerId, "interest-20-percent"),
    ];
    const { body } = await apply(of, taken.couponId);
    const loan = (await findLoan(database, of.borrowerId, body.loanId))!;
    const about = { borrowerId: of.borrowerId, loanId: loan.id, discountId: second.couponId, terms: loanTerms(loan) };
    const refused = transact(database, (trx) => couponDiscounts.reserve(services, trx, about));
    await expect(refused).rejects.toMatchObject({ code: "COUPON_NOT_USABLE", data: { reason: "RESERVED" } });
    expect(await stateOf(of, second.couponId)).toBe("OBTAINED");
    await clean();
  });

  it("ends unused with its validity, and not under an application that took it in time", async () => {
    const [of, other] = [await someone(), await someone()];
    const unused = await coupon(app, of.borrowerId, "interest-10000");
    const reserved = await coupon(app, other.borrowerId, "interest-10000");
    expect((await apply(other, reserved.couponId)).status).toBe(200);
    const { expiresAt } = (await findCoupon(database, of.borrowerId, unused.couponId))!;
    clock.moveTo(expiresAt);
    // Before any sweep has run.
    const early = await apply({ ...of, client: await app.loggedIn(of.borrowerId) }, unused.couponId);
    expect(early.body.status).toMatchObject({ code: "COUPON_NOT_USABLE", data: { reason: "ENDED" } });
    expect(await stateOf(of, unused.couponId)).toBe("OBTAINED");
    await Promise.all([services.sweeps.runAllDue(services), services.sweeps.runAllDue(services)]);
    expect([await stateOf(of, unused.couponId), await stateOf(other, reserved.couponId)]).toEqual([
      "EXPIRED",
      "RESERVED",
    ]);
    const client = await app.loggedIn(of.borrowerId);
    expect((await client.get(`/api/coupon/${unused.couponId}`)).body).toMatchObject({
      state: "UNOBTAINABLE",
      reason: "ENDED",
    });
    const refused = await apply({ ...of, client }, unused.couponId);
    expect(refused.body.status).toMatchObject({ code: "COUPON_NOT_USABLE", data: { reason: "ENDED" } });
    await holdsMatch();
  });

  it("expire, cancel and pay out race to one end, and the hold follows the row", async () => {
    for (let round = 0; round < (isLong ? 4 : 2); round += 1) {
      const of = await someone();
      const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
      const applied = await apply(of, couponId);
      await app.settle();
      const { loanId } = applied.body;
      const cancelling = of.client.post(`/api/loan/${loanId}/cancel`, {});
      await Promise.all([cancelling, paidOut(of, loanId).catch(() => null), services.sweeps.runAllDue(services)]);
      const loan = (await findLoan(database, of.borrowerId, loanId))!;
      expect(`${loan.state} ${await stateOf(of, couponId)}`).toMatch(/^(ACTIVE USED|CANCELLED OBTAINED)$/);
      await holdsMatch();
    }
    expect(await clean()).toEqual([]);
  });

  it("of the free loan counts on submission: a cancellation uses it up", async () => {
    const of = await someone();
    const { couponId, activityId } = await coupon(app, of.borrowerId, "interest-free");
    const applied = await apply(of, couponId, { tenorDays: 30 });
    expect(applied.status, applied.text).toBe(200);
    await of.client.post(`/api/loan/${applied.body.loanId}/cancel`, {});
    expect(await stateOf(of, couponId)).toBe("EXPIRED");
    expect(await availableOf(database, account("REWARD_BUDGET", activityId))).toBe(60_000);
    await holdsMatch();
  });

  it("whose days ran out with an application does not come back with its cancelling, before any sweep either", async () => {
    const of = await someone();
    const { couponId } = await coupon(app, of.borrowerId, "interest-10000");
    const { loanId } = (await apply(of, couponId)).body;
    await database.updateTable("coupon").set({ expiresAt: clock.now() }).where("id", "=", couponId).execute();
    expect((await of.client.post(`/api/loan/${loanId}/cancel`, {})).status).toBe(200);
    expect(await stateOf(of, couponId)).toBe("EXPIRED");
    await holdsMatch();
  });

  it("takes interest off the next instalment of a running bill, once a loan", async () => {
    const of = await someone();
    const applied = await apply(of, undefined);
    await paidOut(of, applied.body.loanId);
    const { loanId } = applied.body;
    const [one, other] = [
      await coupon(app, of.borrowerId, "interest-20-percent"),
      await coupon(app, of.borrowerId, "interest-10000"),
    ];
    const use = (couponId: string, id = loanId) => of.client.post(`/api/coupon/${couponId}/use`, { loanId: id }, key());
    expect((await use(one.couponId, services.random.uuid())).body.status.code).toBe("LOAN_UNKNOWN");
    expect((await use(services.random.uuid())).body.status.code).toBe("COUPON_UNKNOWN");
    const answers = await Promise.all([use(one.couponId), use(one.couponId), use(other.couponId)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await use(other.couponId)).body.status).toMatchObject({ code: "COUPON_NOT_USABLE" });
    const remaining = (await bill({ of, loanId })).rows[0]!.unpaidRupiah;
    expect([393_333 - 12_000, 393_333 - 10_000]).toContain(remaining);
    expect((await use(other.couponId)).status).toBe(409);
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });
});

it("takes interest off the instalment that comes next, not off one that is paid", async () => {
  const of = await someone();
  const applied = await apply(of, undefined);
  await paidOut(of, applied.body.loanId);
  const loan = { of, loanId: applied.body.loanId as string };
  const [first] = (await bill(loan)).rows;
  await pay(loan, first!.unpaidRupiah);
  clock.advance(86_400_000);
  await app.settle();
  const { couponId } = await coupon(app, of.borrowerId, "interest-20-percent");
  const used = await (
    await app.loggedIn(of.borrowerId)
  ).post(`/api/coupon/${couponId}/use`, { loanId: loan.loanId }, key());
  expect(used.status, used.text).toBe(200);
  expect((await bill(loan)).rows.map(({ discountRupiah }) => discountRupiah)).toEqual([0, 12_000, 0]);
  // A coupon for a first loan is refused under its lock too, whatever was read before.
  const { couponId: discountId } = await coupon(app, of.borrowerId, "interest-free");
  const terms = { ...loanTerms((await findLoan(database, of.borrowerId, loan.loanId))!), tenorDays: 30 };
  const about = { borrowerId: of.borrowerId, loanId: services.random.uuid(), discountId, terms };
  await expect(transact(database, (trx) => couponDiscounts.reserve(services, trx, about))).rejects.toMatchObject({
    code: "COUPON_NOT_USABLE",
    data: { reason: "NOT_FIRST_LOAN" },
  });
  expect(await clean()).toEqual([]);
});

const staff = (id: string) => app.staff(id, ["finance"]);
/** Two people's decision about the loan's payout, which the receiving bank sent back. */
async function decide({ of, loanId }: { of: Applicant; loanId: string }, deed: "GIVE_BACK" | "SEND_AGAIN") {
  const [transfer] = await transfersOfLoan(database, of.borrowerId, loanId);
  expect(transfer!.state).toBe("RETURNED");
  const maker = await staff("0190c300-0000-7000-8000-000000000001");
  const reason = "The receiving bank's note of today says so.";
  const made = await maker.post(`/api/staff/disbursements/${transfer!.id}/returned`, { deed, reason }, key());
  expect(made.status, made.text).toBe(200);
  const checker = await staff("0190c300-0000-7000-8000-000000000002");
  const path = `/api/staff/money/proposals/${made.body.proposalId}/check`;
  const done = await checker.post(path, { approve: true }, key());
  expect(done.status, done.text).toBe(200);
}

it("follows a payout that comes back: undone it is there to be used again, sent again it counts from the new day", async () => {
  const of = await someone({ accountNumber: "9900000009" });
  const given = await coupon(app, of.borrowerId, "interest-20-percent");
  const free = await coupon(app, of.borrowerId, "interest-free");
  const cameBack = async (client = of.client, couponId = given.couponId, more: object = {}) => {
    const applied = await apply({ ...of, client }, couponId, more);
    expect(applied.status, applied.text).toBe(200);
    const { loanId } = applied.body;
    await paidOut(of, loanId);
    expect(await stateOf(of, couponId)).toBe("USED");
    clock.advance(600_000);
    await app.pass(60, 30);
    return { of, loanId };
  };
  // Submitting redeems this one; a returned payout is not the holder's fault.
  await decide(await cameBack(of.client, free.couponId, { tenorDays: 30 }), "GIVE_BACK");
  expect(await stateOf(of, free.couponId)).toBe("OBTAINED");
  await decide(await cameBack(await app.loggedIn(of.borrowerId)), "GIVE_BACK");
  expect(await stateOf(of, given.couponId)).toBe("OBTAINED");
  expect(await balanceOf(database, account("REWARD_BUDGET", given.activityId))).toBe(360_000);
  await holdsMatch();

  const again = await cameBack(await app.loggedIn(of.borrowerId));
  clock.advance(2 * 86_400_000);
  await app.settle();
  await decide(again, "SEND_AGAIN");
  await app.pass(60, 15);
  expect((await findLoan(database, of.borrowerId, again.loanId))!.disbursedOn).toBe(dateInWib(clock.now()));
  const { rows } = await bill(again);
  expect(rows.map(({ unpaidRupiah, discountRupiah }) => [unpaidRupiah, discountRupiah])).toEqual([
    [357_333, 36_000],
    [393_333, 0],
    [393_334, 0],
  ]);
  await holdsMatch();
  expect(await clean()).toEqual([]);
});

it("stands in the agreement behind the cost without it, in its table of costs and its schedule", async () => {
  const of = await someone();
  const { couponId } = await coupon(app, of.borrowerId, "interest-20-percent");
  const { loanId } = (await apply(of, couponId)).body;
  await app.settle();
  const { toSign } = (await of.client.get("/api/agreement", { "Accept-Language": "id" })).body;
  expect(toSign).toMatchObject({
    quote: { totalRupiah: 1_180_000, highestCostRupiah: expect.any(Number) },
    discount: { rupiah: 36_000, totalRupiah: 1_144_000 },
  });
  const words = (await of.client.get(`/api/agreement/document/${toSign.documentId}/text`)).text;
  for (const text of ["Potongan kupon", "-Rp 36.000", "Rp 1.180.000", "Rp 1.144.000", "Rp 357.333"])
    expect(words).toContain(text);
  expect(words.indexOf("Rp 1.180.000")).toBeLessThan(words.indexOf("Potongan kupon"));
  expect((await of.client.get(`/api/loan/${loanId}`)).body.discount).toMatchObject({ totalRupiah: 1_144_000 });
});
