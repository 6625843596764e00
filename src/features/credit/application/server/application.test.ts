import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import type { LoanStateName } from "#features/credit/loan/contract.ts";
import { transition } from "#features/credit/loan/server/index.ts";
import { setCreditLimit } from "#features/credit/limit/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { coupon } from "#tests/support/coupon.ts";
import { applicant, sendApplication, type Applicant } from "#tests/support/person.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();

let people = 0;
/** Invented people: none share a NIK, number or account, so each case is unambiguous. */
async function someone(input: Parameters<typeof applicant>[2] = {}): Promise<Applicant> {
  people += 1;
  const serial = String(people).padStart(4, "0");
  return applicant(app, "approved-1", {
    mobileNumber: `08126660${serial}`,
    nik: `317401570494${String(7000 + people)}`,
    accountNumber: `77700${serial}`,
    ...input,
  });
}
const homeOf = async (of: Applicant) => (await of.client.get("/api/loan/home")).body;
const codesOf = (home: { timeline: { code: string; state: string }[] }) =>
  home.timeline.map((step) => `${step.code} ${step.state}`);
const codeOf = (answered: { body: { status?: { code: string } } }) => answered.body.status?.code;

describe("a draft", () => {
  test("is kept on the server, complete or not, and found from another device", async () => {
    const of = await someone();
    expect((await of.client.get("/api/loan/draft")).body.draft).toBeNull();
    await of.client.post("/api/loan/draft", { amountRupiah: 700_000 });
    const otherDevice = await app.loggedIn(of.borrowerId);
    expect((await otherDevice.get("/api/loan/draft")).body.draft).toMatchObject({
      amountRupiah: 700_000,
      tenorDays: null,
      purpose: null,
    });
    await otherDevice.post("/api/loan/draft", { tenorDays: 30, purpose: "HEALTH", bankAccountId: of.bankAccountId });
    expect((await homeOf(of)).draft).toMatchObject({
      amountRupiah: null,
      tenorDays: 30,
      purpose: "HEALTH",
      bankAccountId: of.bankAccountId,
    });
  });

  test("takes an account of one's own only, and what stood before stays", async () => {
    const of = await someone();
    const stranger = await someone();
    await of.client.post("/api/loan/draft", { amountRupiah: 700_000, bankAccountId: of.bankAccountId });
    for (const bankAccountId of [stranger.bankAccountId, randomUUID()]) {
      const refused = await of.client.post("/api/loan/draft", { amountRupiah: 800_000, bankAccountId });
      expect([refused.status, codeOf(refused)]).toEqual([422, "BANK_ACCOUNT_UNKNOWN"]);
      expect(refused.body.status.fields).toMatchObject([{ path: "bankAccountId" }]);
    }
    expect((await homeOf(of)).draft).toMatchObject({ amountRupiah: 700_000, bankAccountId: of.bankAccountId });
  });

  test("takes a coupon of one's own only, and none as a choice", async () => {
    const [of, stranger] = [await someone(), await someone()];
    const given = await coupon(app, stranger.borrowerId, "interest-10000");
    await of.client.post("/api/loan/draft", { amountRupiah: 700_000, couponId: "NONE" });
    for (const couponId of [given.couponId, randomUUID()]) {
      const refused = await of.client.post("/api/loan/draft", { amountRupiah: 800_000, couponId });
      expect([refused.status, codeOf(refused)]).toEqual([404, "COUPON_UNKNOWN"]);
      expect(refused.body.status.fields).toMatchObject([{ path: "couponId", code: "COUPON_UNKNOWN" }]);
    }
    expect((await homeOf(of)).draft).toMatchObject({ amountRupiah: 700_000, couponId: "NONE" });
    const own = await stranger.client.post("/api/loan/draft", { amountRupiah: 800_000, couponId: given.couponId });
    expect(own.body.draft).toMatchObject({ couponId: given.couponId });
  });

  test("is gone once it was sent, and is nobody else's", async () => {
    const of = await someone();
    await of.client.post("/api/loan/draft", { amountRupiah: 700_000 });
    expect((await homeOf(await someone())).draft).toBeNull();
    await sendApplication(of);
    expect((await homeOf(of)).draft).toBeNull();
  });
});

describe("an application", () => {
  test("is taken again from the day on that a refusal named, and not before it", async () => {
    const of = await someone();
    expect((await sendApplication(of)).status).toBe(200);
    const again = addDays(dateInWib(app.clock.now()), 2);
    const refused = { state: "REJECTED", endedAt: app.clock.now(), mayApplyAgainOn: again } as const;
    await app.services.database.updateTable("loan").set(refused).where("borrowerId", "=", of.borrowerId).execute();
    app.clock.moveTo(new Date(instantOf(again).getTime() - 1000));
    const apply = async () => sendApplication({ ...of, client: await app.loggedIn(of.borrowerId) });
    const early = await apply();
    expect([codeOf(early), early.body.status.data.date]).toEqual(["TRY_AGAIN_LATER", again]);
    app.clock.moveTo(instantOf(again));
    const taken = await apply();
    expect(taken.status, taken.text).toBe(200);
  });

  test("needs complete information, which may still be quoted and drafted without", async () => {
    const of = await someone({ without: ["contacts", "evidence"] });
    const sent = await sendApplication(of);
    expect(sent.body.status).toMatchObject({
      code: "PROFILE_INCOMPLETE",
      data: { missing: ["CONTACTS", "INCOME_EVIDENCE"] },
    });
    expect((await homeOf(of)).stage).toBe("NEW");
    expect((await of.client.post("/api/loan/draft", { amountRupiah: 500_000 })).status).toBe(200);
  });

  test("is refused outside of the product's bounds, with the bounds in the answer", async () => {
    const of = await someone();
    const refused = async (input: Parameters<typeof sendApplication>[1]) =>
      (await sendApplication(of, input)).body.status;
    expect(await refused({ amountRupiah: 100_000 })).toMatchObject({
      code: "AMOUNT_BELOW_MINIMUM",
      data: { minimum: 200_000 },
    });
    expect(await refused({ amountRupiah: 10_100_000 })).toMatchObject({
      code: "AMOUNT_ABOVE_MAXIMUM",
      data: { maximum: 10_000_000 },
    });
    // However large: the product gives the maximum, not the field. // docs/decisions/031
    expect(await refused({ amountRupiah: 2_000_000_000 })).toMatchObject({
      code: "AMOUNT_ABOVE_MAXIMUM",
      data: { maximum: 10_000_000 },
    });
    expect((await of.client.post("/api/loan/draft", { amountRupiah: 2_000_000_000 })).status).toBe(200);
    expect(await refused({ amountRupiah: 1_050_000 })).toMatchObject({
      code: "AMOUNT_NOT_MULTIPLE",
      data: { step: 100_000 },
    });
    expect(await refused({ tenorDays: 45 })).toMatchObject({ code: "TENOR_NOT_OFFERED" });
    expect((await of.client.get("/api/loan/quote?amountRupiah=1000000&tenorDays=-1")).body.status.fields).toMatchObject(
      [{ path: "tenorDays", code: "CHOICE_INVALID" }],
    );
    const other = await of.client.post(
      "/api/loan/apply",
      {
        amountRupiah: 500_000,
        tenorDays: 30,
        purpose: "OTHER",
        bankAccountId: of.bankAccountId,
        productKey: "NO_SUCH",
      },
      { "Idempotency-Key": "key-product" },
    );
    expect(codeOf(other)).toBe("PRODUCT_NOT_OFFERED");
  });

  test("is refused to whoever owes a loan that was written off, whatever came after it, until it is paid", async () => {
    const of = await someone();
    const { services } = app;
    const { loanId, number } = (await sendApplication(of)).body;
    const move = (from: LoanStateName, to: LoanStateName) =>
      transact(services.database, (trx) =>
        transition(services, trx, {
          borrowerId: of.borrowerId,
          loanId,
          from: [from],
          to,
          actor: "SYSTEM",
          cause: "TEST",
          ...(to === "PAID_OFF" ? { change: { endedAt: services.clock.now(), endReason: "PAID_OFF" } } : {}),
        }),
      );
    await app.settle();
    await transact(services.database, async (trx) => {
      const change = { signedAt: services.clock.now() };
      const signed = { from: ["APPROVED"], to: "SIGNED", actor: "BORROWER", cause: "SIGNED", change } as const;
      await transition(services, trx, { borrowerId: of.borrowerId, loanId, ...signed });
      await startDisbursement(services, trx, of.borrowerId, loanId);
    });
    await app.pass(1_800, 600);
    of.client = await app.loggedIn(of.borrowerId);
    expect(codeOf(await sendApplication(of))).toBe("LOAN_OPEN");
    await move("ACTIVE", "WRITTEN_OFF");
    const refused = await sendApplication(of, undefined);
    expect([refused.status, refused.body.status]).toMatchObject([
      409,
      { code: "OLD_DEBT_OPEN", data: { loanId, number }, detail: expect.stringContaining(number) },
    ]);
    expect(await homeOf(of)).toMatchObject({ oldDebt: { loanId, number } });
    await move("WRITTEN_OFF", "PAID_OFF");
    expect((await homeOf(of)).oldDebt).toBeNull();
    expect(codeOf(await sendApplication(of))).not.toBe("OLD_DEBT_OPEN");
  });

  test("goes to an account of one's own only", async () => {
    const of = await someone();
    const stranger = await someone();
    expect(codeOf(await sendApplication(of, { bankAccountId: stranger.bankAccountId }))).toBe("BANK_ACCOUNT_UNKNOWN");
  });

  test("is told beforehand when its instalments are too large, or it passes the limit", async () => {
    const of = await someone();
    // 30 % of 8,000,000 is 2,400,000 a month.
    expect((await sendApplication(of, { amountRupiah: 2_500_000, tenorDays: 30 })).body.status).toMatchObject({
      code: "INSTALMENT_TOO_LARGE",
      data: { maximumText: "Rp 2.400.000" },
    });
    await transact(app.services.database, (trx) =>
      setCreditLimit(app.services, trx, of.borrowerId, 600_000, "STAFF_DECISION"),
    );
    expect((await sendApplication(of)).body.status).toMatchObject({
      code: "LIMIT_EXCEEDED",
      data: { remainingRupiah: 600_000 },
    });
  });

  test("is refused while the limit is frozen, with the cause and the day on which an own pause ends", async () => {
    const of = await someone();
    await of.client.post("/api/credit/pause", { days: 30 }, { "Idempotency-Key": app.services.random.uuid() });
    const refused = await sendApplication(of);
    expect([refused.status, refused.body.status]).toMatchObject([
      409,
      {
        code: "LIMIT_FROZEN",
        data: { cause: "BORROWER", endsAt: expect.any(String) },
        detail: expect.stringContaining("jeda"),
      },
    ]);
  });

  test("happens once for one key, and another one is refused while it is open", async () => {
    const of = await someone();
    const first = await sendApplication(of, { key: "key-of-one-form" });
    expect(first.body).toMatchObject({
      state: "SUBMITTED",
      number: expect.stringMatching(/^TN-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    });
    expect((await sendApplication(of, { key: "key-of-one-form" })).body).toEqual(first.body);
    expect(codeOf(await sendApplication(of, { key: "key-of-one-form", tenorDays: 30 }))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await sendApplication(of)).body.status).toMatchObject({
      code: "LOAN_OPEN",
      data: { loanId: first.body.loanId },
    });
    expect(
      codeOf(
        await of.client.post("/api/loan/apply", {
          amountRupiah: 500_000,
          tenorDays: 30,
          purpose: "OTHER",
          bankAccountId: of.bankAccountId,
        }),
      ),
    ).toBe("IDEMPOTENCY_KEY_NEEDED");
  });

  test("of ten sent at once one is taken, and the limit is reserved once", async () => {
    const of = await someone();
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendApplication(of, { key: `key-race-${index}` })),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(sent.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["LOAN_OPEN"]));
    expect((await homeOf(of)).limit.usedRupiah).toBe(1_000_000);
  });

  test("is not offered by a brand that does not lend", async () => {
    const elsewhere = await testApp({ environment: { BRAND: "pera-ph" } });
    const client = await elsewhere.loggedIn(randomUUID());
    const sent = await client.post(
      "/api/loan/apply",
      { amountRupiah: 500_000, tenorDays: 30, purpose: "OTHER", bankAccountId: randomUUID() },
      { "Idempotency-Key": "key-elsewhere" },
    );
    expect(codeOf(sent)).toBe("NOT_OFFERED_HERE");
    // Rewards and campaigns are not either. // Product decisions, rewards 15.11
    const key = { "Idempotency-Key": "key-elsewhere-2" };
    for (const [path, body] of [
      ["/api/activity/check-in", {}],
      ["/api/activity/check-in-daily/check-in", {}],
      ["/api/activity/wish-dream/join", { agree: true, wishKey: "WISH_25000" }],
      ["/api/activity/get-coupon/claim", { prizeKey: "COUPON_10000" }],
      ["/api/activity/world-cup/pick", { optionKey: "SAMPLE_A" }],
      ["/api/activity/watering/pour", { pours: 1, energyBefore: 10 }],
      ["/api/loan/activity/wish/help", { wishCode: "0123456789" }],
      [`/api/coupon/${randomUUID()}/use`, { loanId: randomUUID() }],
    ] as const)
      expect(codeOf(await client.post(path, body, key)), path).toBe("NOT_OFFERED_HERE");
  });
});

describe("withdrawing", () => {
  test("frees the limit and closes the way to the signature", async () => {
    const of = await someone();
    const { loanId } = (await sendApplication(of)).body;
    await app.settle();
    expect((await of.client.post(`/api/loan/${loanId}/cancel`, {})).body).toEqual({ loanId, state: "CANCELLED" });
    const home = await homeOf(of);
    expect(home).toMatchObject({ stage: "CANCELLED", mayCancel: false, mayApplyOn: null });
    expect(home.limit.usedRupiah).toBe(0);
    expect(codesOf(home)).toEqual(["SUBMITTED done", "APPROVED done", "CANCELLED done"]);
    const again = await of.client.post(`/api/loan/${loanId}/cancel`, {});
    expect(again.body.status).toMatchObject({ code: "LOAN_NOT_CANCELLABLE", data: { state: "CANCELLED" } });
  });

  test("is nobody else's business", async () => {
    const of = await someone();
    const { loanId } = (await sendApplication(of)).body;
    await app.settle();
    const stranger = await someone();
    expect(codeOf(await stranger.client.post(`/api/loan/${loanId}/cancel`, {}))).toBe("LOAN_UNKNOWN");
    expect(codeOf(await stranger.client.get(`/api/loan/${loanId}`))).toBe("LOAN_UNKNOWN");
    expect((await stranger.client.get("/api/loan/history")).body.items).toEqual([]);
  });
});

describe("what the borrower sees", () => {
  test("follows a loan from the money's arrival to each instalment", async () => {
    const of = await someone();
    const { loanId } = (await sendApplication(of)).body;
    await app.settle();
    const { services } = app;
    const { borrowerId } = of;
    await transact(services.database, async (trx) => {
      await transition(services, trx, {
        borrowerId,
        loanId,
        from: ["APPROVED"],
        to: "SIGNED",
        actor: "BORROWER",
        cause: "SIGNED",
        change: { signedAt: services.clock.now() },
      });
      await startDisbursement(services, trx, borrowerId, loanId);
    });
    for (let round = 0; round < 3; round++) {
      await app.settle();
      app.clock.advance(700_000);
    }
    await app.settle();
    // The earlier session has timed out by now.
    of.client = await app.loggedIn(borrowerId);
    const home = await homeOf(of);
    expect(home.stage).toBe("ACTIVE");
    expect(home.bill).toMatchObject({ dueTodayRupiah: 0, suggestedRupiah: 393_333, payoffRupiah: 1_000_000 });
    expect(codesOf(home)).toEqual([
      "SUBMITTED done",
      "APPROVED done",
      "SIGNED done",
      "DISBURSED done",
      "INSTALMENT now",
      "INSTALMENT next",
      "INSTALMENT next",
      "PAID_OFF next",
    ]);
    const detail = (await of.client.get(`/api/loan/${loanId}`)).body;
    expect(detail).toMatchObject({
      loan: { state: "ACTIVE", amountRupiah: 1_000_000 },
      payments: [],
      mayCancel: false,
    });
    expect(detail.quote.totalRupiah).toBe(1_180_000);
    const status = (await of.client.get("/api/v5/cashloan/userStatus")).body;
    expect(status).toMatchObject({
      userId: borrowerId,
      status: "ACTIVE",
      creditStatus: "NOT_PAY_OFF",
      application: null,
      loan: { loanId, dueTodayRupiah: 0, daysPastDue: 0 },
    });
    // Too late: the money has been sent.
    expect(codeOf(await of.client.post(`/api/loan/${loanId}/cancel`, {}))).toBe("LOAN_NOT_CANCELLABLE");
    app.clock.advance(40 * 86_400_000);
    of.client = await app.loggedIn(borrowerId);
    expect((await of.client.get("/api/loan/history")).body.items).toMatchObject([
      { loanId, state: "ACTIVE", daysPastDue: 10 },
    ]);
  });

  test("promises no minutes once a transfer has failed, until the next one goes out", async () => {
    const of = await someone();
    const { loanId } = (await sendApplication(of)).body;
    await app.settle();
    const { services } = app;
    const { borrowerId } = of;
    const move = (from: "APPROVED" | "SIGNED" | "DISBURSING", to: "SIGNED" | "DISBURSING") =>
      transact(services.database, (trx) =>
        transition(services, trx, { borrowerId, loanId, from: [from], to, actor: "BANK", cause: "TRANSFER" }),
      );
    await move("APPROVED", "SIGNED");
    expect(codesOf(await homeOf(of)).slice(2, 4)).toEqual(["SIGNED done", "SENDING now"]);
    await move("SIGNED", "DISBURSING");
    await move("DISBURSING", "SIGNED");
    expect(codesOf(await homeOf(of)).slice(2, 5)).toEqual(["SIGNED done", "TRANSFER_FAILED done", "SENDING_AGAIN now"]);
    await move("SIGNED", "DISBURSING");
    expect(codesOf(await homeOf(of)).slice(3, 5)).toEqual(["TRANSFER_FAILED done", "SENDING now"]);
  });

  test("is a short status before the first loan and while an application is open", async () => {
    const of = await someone();
    expect((await of.client.get("/api/v5/cashloan/userStatus")).body).toMatchObject({
      creditStatus: "NOT_APPLIED",
      application: null,
      loan: null,
      profile: { complete: true, missing: [] },
      unreadMessages: 0,
    });
    const { loanId } = (await sendApplication(of)).body;
    await app.settle();
    expect((await of.client.get("/api/v5/cashloan/userStatus")).body.application).toMatchObject({
      loanId,
      amountRupiah: 1_000_000,
    });
  });

  test("is paged history, newest first", async () => {
    const of = await someone();
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) {
      ids.unshift((await sendApplication(of, { key: `key-history-${index}` })).body.loanId);
      await app.settle();
      await of.client.post(`/api/loan/${ids[0]}/cancel`, {});
      await app.settle();
      app.clock.advance(60_000);
    }
    const first = (await of.client.get("/api/loan/history?limit=2")).body;
    const second = (await of.client.get(`/api/loan/history?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`))
      .body;
    expect([...first.items, ...second.items].map((loan: { loanId: string }) => loan.loanId)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
  });

  test("needs a login, and an id that is one", async () => {
    const nobody = app.client();
    for (const path of [
      "/api/loan/home",
      "/api/loan/history",
      "/api/loan/draft",
      `/api/loan/${randomUUID()}`,
      "/api/v5/cashloan/userStatus",
    ])
      expect((await nobody.get(path)).status, path).toBe(401);
    expect((await (await someone()).client.get("/api/loan/no-uuid")).status).toBe(422);
  });
});
