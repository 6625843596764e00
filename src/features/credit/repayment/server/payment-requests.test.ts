/** Paying by QRIS and OVO: the requested amount, limits of the rails, and the end of a request. */
import { describe, expect, it } from "vitest";
import { readQris } from "#server/outside/collection/qris.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";

const app = await testApp({ origins: { kilat: ["https://kilat.example"] } });
const { services, clock } = app;
const { database } = services;
const { bank, key, bill, accountAt, running } = repaying(app);

describe("QRIS", () => {
  it("is given again for the same amount, drawn as a picture, and paid once.", async () => {
    const { client, ...loan } = await running();
    const { body: first } = await client.post("/api/repayment/qris", { amountRupiah: 393_333 });
    const { body: again } = await client.post("/api/repayment/qris", { amountRupiah: "393333" });
    expect(again.requestId).toBe(first.requestId);
    const read = readQris(first.qris);
    expect(read.outcome).toBe("READ");
    const { merchantName, nationalMerchantId } = (read as Extract<typeof read, { outcome: "READ" }>).fields;
    expect((await client.get("/api/repayment/bills")).body.qris).toMatchObject({
      reference: first.reference,
      merchant: { name: merchantName, nationalMerchantId },
    });
    const picture = await client.get(`/api/repayment/qris/${first.requestId}/picture`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    const stranger = await app.loggedIn(services.random.uuid());
    expect((await stranger.get(`/api/repayment/qris/${first.requestId}/picture`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({
      state: "WAITING",
      isPaidOff: false,
    });
    await bank.pay({ qris: first.qris, amountRupiah: 393_333, behaviour: { duplicates: 3 } });
    await app.pass(15);
    expect((await bill(loan)).paidRupiah).toBe(393_333);
    expect((await client.get(`/api/repayment/result?reference=${first.reference}`)).body).toMatchObject({
      state: "RECEIVED",
      amountRupiah: 393_333,
      way: "QRIS",
      remainingRupiah: 606_667,
    });
    expect((await stranger.get(`/api/repayment/result?reference=${first.reference}`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
    expect((await stranger.get("/api/repayment/result?reference=%20")).body.status.fields).toMatchObject([
      { path: "reference", code: "ID_INVALID" },
    ]);
  });

  it("asks for no more than ends the loan and no less than rails carry.", async () => {
    const { client } = await running();
    expect((await client.post("/api/repayment/qris", { amountRupiah: 1_000_001 })).body.status).toMatchObject({
      code: "AMOUNT_ABOVE_PAYOFF",
      data: { maximum: 1_000_000 },
    });
    expect((await client.post("/api/repayment/qris", { amountRupiah: 999 })).body.status.code).toBe(
      "AMOUNT_BELOW_LEAST",
    );
    const idle = await app.loggedIn(services.random.uuid());
    expect((await idle.post("/api/repayment/qris", { amountRupiah: 50_000 })).body.status.code).toBe("NOTHING_TO_PAY");
  });
});

describe("OVO", () => {
  it("asks by QRIS and OVO for no more than a rail carries at once, says how much that is, and takes the rest by parts or a virtual account.", async () => {
    const loan = await running({ amountRupiah: 10_000_000, tenorDays: 90 });
    clock.advance(5 * 86_400_000);
    let client = await app.loggedIn(loan.borrowerId);
    const { payoffRupiah } = await bill(loan);
    expect(payoffRupiah).toBeGreaterThan(10_000_000);
    expect((await client.get("/api/repayment/bills")).body.most).toEqual({
      qrisRupiah: 10_000_000,
      ewalletRupiah: 20_000_000,
    });
    const refused = await client.post(
      "/api/repayment/qris",
      { amountRupiah: payoffRupiah },
      { "Accept-Language": "en" },
    );
    expect(refused.status).toBe(422);
    expect(refused.body.status).toMatchObject({
      code: "AMOUNT_ABOVE_RAIL",
      data: { maximum: 10_000_000 },
      detail: "At most Rp 10.000.000 at a time this way. Use a virtual account, or pay in parts.",
    });
    expect((await client.post("/api/repayment/qris", { amountRupiah: 10_000_001 })).body.status.code).toBe(
      "AMOUNT_ABOVE_RAIL",
    );
    // A limit is a row with a start date: tomorrow's applies tomorrow.
    const tomorrow = addDays(dateInWib(clock.now()), 1);
    await database
      .insertInto("payment_rail_limit")
      .values({ rail: "EWALLET", validFrom: tomorrow, mostRupiah: 2_000_000, source: "A test", certainty: "P" })
      .execute();
    const pushed = await client.post(
      "/api/repayment/ewallet",
      { mobileNumber: "081299990001", amountRupiah: 2_000_001 },
      key(),
    );
    expect(pushed.status, pushed.text).toBe(200);
    clock.advance(86_400_000);
    await app.settle();
    client = await app.loggedIn(loan.borrowerId);
    const over = await client.post(
      "/api/repayment/ewallet",
      { mobileNumber: "081299990001", amountRupiah: 2_000_001 },
      key(),
    );
    expect(over.body.status).toMatchObject({ code: "AMOUNT_ABOVE_RAIL", data: { maximum: 2_000_000 } });
    const { body: part } = await client.post("/api/repayment/qris", { amountRupiah: 10_000_000 });
    await bank.pay({ qris: part.qris, amountRupiah: 10_000_000 });
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 10_000_001 });
    await app.pass(60);
    expect((await loan.read()).state).toBe("PAID_OFF");
  });

  it("rings the phone once and tells how it ended.", async () => {
    const { client, ...loan } = await running();
    const input = { mobileNumber: "0812 9999 0002", amountRupiah: 100_000 };
    const once = key();
    const pushes = await Promise.all([
      ...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", input, once)),
      ...Array.from({ length: 5 }, () => client.post("/api/repayment/ewallet", input, key())),
    ]);
    expect(new Set(pushes.filter((one) => one.status === 200).map((one) => one.body.requestId)).size).toBe(1);
    expect(pushes.filter((one) => one.status !== 200).every((one) => one.body.status.code === "PUSH_OPEN")).toBe(true);
    // It is shown as no code to scan.
    expect((await client.get("/api/repayment/bills")).body.qris).toBeNull();
    await app.pass(30);
    expect((await bill(loan)).paidRupiah).toBe(100_000);
    expect(
      (await database.selectFrom("sandbox_ewallet_push").selectAll().where("amountRupiah", "=", 100_000).execute())
        .length,
    ).toBe(1);
  });

  it("ends as failed when the owner declines, has no account or does not answer.", async () => {
    const { client, ...loan } = await running();
    for (const [mobileNumber, failureCode] of [
      ["081200000003", "DECLINED"],
      ["081200000002", "NO_SUCH_WALLET"],
      ["081200000001", "TIMED_OUT"],
    ] as const) {
      const { body } = await client.post("/api/repayment/ewallet", { mobileNumber, amountRupiah: 20_000 }, key());
      await app.pass(75);
      expect((await client.get(`/api/repayment/requests/${body.requestId}`)).body).toMatchObject({
        state: "FAILED",
        failureCode,
      });
    }
    expect((await bill(loan)).paidRupiah).toBe(0);
    expect((await client.get(`/api/repayment/requests/${services.random.uuid()}`)).body.status.code).toBe(
      "REQUEST_UNKNOWN",
    );
  });

  it("refuses amounts that the loan cannot take, and a borrower who owes nothing.", async () => {
    const { client } = await running();
    expect(
      (await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 1_000_001 }, key()))
        .body.status.code,
    ).toBe("AMOUNT_ABOVE_PAYOFF");
    expect(
      (await client.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 5 }, key())).body
        .status.code,
    ).toBe("AMOUNT_BELOW_LEAST");
    const idle = await app.loggedIn(services.random.uuid());
    expect(
      (await idle.post("/api/repayment/ewallet", { mobileNumber: "081299990003", amountRupiah: 50_000 }, key())).body
        .status.code,
    ).toBe("NOTHING_TO_PAY");
  });
});
