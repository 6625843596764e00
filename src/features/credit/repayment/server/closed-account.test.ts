/** Money and the closing of an account: none is lost, and none is paid to a closed account. */
import { expect, it, vi } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { receivePayment } from "./payments.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { accountAt, bill, clean, key, running } = repaying(app);

it("What is with us is paid out first, whatever the amount; what comes after the closing goes to the unmatched.", async () => {
  const { client: owner, ...loan } = await running();
  const { borrowerId } = loan;
  const reference = await accountAt(owner);
  const pay = (paymentId: string, amountRupiah: number) =>
    transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId,
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah,
        paidAt: clock.now(),
      }),
    );
  await pay("whole", (await bill(loan)).payoffRupiah + 3);
  const client = await app.loggedIn(borrowerId, "CANCEL", "STEP_UP_WITHDRAW");
  const blockers = async () => (await client.get("/api/account-closure")).body.blockers;
  expect(await blockers()).toEqual([{ code: "BALANCE", path: "/webview/bills" }]);
  const refund = await client.post("/api/repayment/balance/refund", {}, key());
  expect(refund.status, refund.text).toBe(200);
  expect(await blockers()).toEqual([{ code: "PAYMENT_IN_FLIGHT", path: "/webview/bills" }]);
  await app.pass(60);
  expect(await blockers()).toEqual([]);

  const response = await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
  expect(response.status, response.text).toBe(200);
  clock.advance(72 * 3_600_000);
  await app.settle();
  const certificate = await app.client().get(`/api/account-closure/certificate/${response.body.closureId}`);
  expect(certificate.body.erasedAt).not.toBeNull();
  const kept = certificate.body.kept as { kind: string; rule: string; until: string }[];
  expect(kept.map(({ kind }) => kind)).toContain("BOOKS");

  expect(await pay("late", 25_000)).toBe("APPLIED");
  const { state, unmatchedCause } = await database
    .selectFrom("payment_receipt")
    .select(["state", "unmatchedCause"])
    .where("paymentId", "=", "late")
    .executeTakeFirstOrThrow();
  expect([state, unmatchedCause]).toEqual(["UNMATCHED", "ACCOUNT_CLOSED"]);
  expect(await clean()).toEqual([]);
});

it("Money that comes within the 72 hours undoes the closing: it would be nobody's.", async () => {
  const { client: owner, ...loan } = await running();
  const reference = await accountAt(owner);
  const pay = (paymentId: string, amountRupiah: number) =>
    transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId,
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah,
        paidAt: clock.now(),
      }),
    );
  await pay("all", (await bill(loan)).payoffRupiah);
  const client = await app.loggedIn(loan.borrowerId, "CANCEL");
  expect((await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key())).status).toBe(
    200,
  );
  await pay("again", 40_000);
  clock.advance(72 * 3_600_000);
  await app.settle();
  const later = await app.loggedIn(loan.borrowerId);
  const found = (await later.get("/api/account-closure")).body;
  expect(found).toMatchObject({ closure: null, blockers: [{ code: "BALANCE" }] });
});

it("The virtual accounts of whoever closed the account are closed at their bank, however often it takes to ask.", async () => {
  const { client: owner, ...loan } = await running();
  const reference = await accountAt(owner);
  const amountRupiah = (await bill(loan)).payoffRupiah;
  const payment = { paymentId: "paid-off", rail: "VIRTUAL_ACCOUNT" as const, reference, amountRupiah };
  await transact(database, (trx) => receivePayment(services, trx, { ...payment, paidAt: clock.now() }));
  const close = vi.spyOn(services.outside.collection, "closeVirtualAccount");
  close.mockResolvedValueOnce({ outcome: "UNAVAILABLE" });
  const client = await app.loggedIn(loan.borrowerId, "CANCEL");
  await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
  const requested = () =>
    database
      .selectFrom("payment_request")
      .select(["state", "closeAt", "nextInquiryAt"])
      .where("borrowerId", "=", loan.borrowerId)
      .where("rail", "=", "VIRTUAL_ACCOUNT")
      .executeTakeFirstOrThrow();
  expect((await requested()).closeAt).toBeNull();
  clock.advance(72 * 3_600_000);
  await app.settle();
  expect(close).toHaveBeenCalledTimes(1);
  expect((await requested()).closeAt).not.toBeNull();
  // A payment at a counter would have no loan: the virtual account accepts money until the bank has closed it.
  clock.advance(10 * 60_000);
  await app.settle();
  expect(close).toHaveBeenCalledTimes(2);
  expect(await requested()).toEqual({ state: "EXPIRED", closeAt: null, nextInquiryAt: null });
  expect(await services.outside.sandbox!.bank.pay({ virtualAccountNumber: reference, amountRupiah: 25_000 })).toEqual({
    outcome: "REFUSED",
    reason: "EXPIRED",
  });
  clock.advance(3_600_000);
  await app.settle();
  expect(close).toHaveBeenCalledTimes(2);
  close.mockRestore();
});
