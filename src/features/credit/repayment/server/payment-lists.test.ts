/** A payment whose callback is lost is found in its bank's list, however many accounts the bank holds. */
import { afterEach, expect, it, vi } from "vitest";
import type { PaymentListAnswer, PaymentListing } from "#server/outside/collection/port.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan, type MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { paymentListSweep } from "./payment-lists.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { collection } = services.outside;
const { bank, bill, accountAt, clean } = repaying(app);
const bankCode = "014";
const minute = 60_000;
const hour = 60 * minute;

afterEach(() => vi.restoreAllMocks());

/** Time passes at once; then all that is due is done. */
async function passes(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await app.settle();
}
const readLists = () => paymentListSweep.run(services);
const listOf = () =>
  database.selectFrom("payment_list").selectAll().where("bankCode", "=", bankCode).executeTakeFirstOrThrow();

/** A loan whose account at the bank was opened two days ago, and that was asked about since. */
async function withOldAccount(): Promise<{ loan: MadeLoan; virtualAccountNumber: string }> {
  const loan = await lentLoan(app);
  const virtualAccountNumber = await accountAt(await app.loggedIn(loan.borrowerId), bankCode);
  await passes(48 * hour);
  // The list is read now, and the next question about the account is put off.
  await passes(20 * minute);
  return { loan, virtualAccountNumber };
}

const payUnseen = (virtualAccountNumber: string, amountRupiah: number) =>
  bank.pay({ virtualAccountNumber, amountRupiah, behaviour: { outcome: "LOST" } });

it("finds a payment that no callback reported within five minutes, and counts it once though it is listed again", async () => {
  const { loan, virtualAccountNumber } = await withOldAccount();
  const inquire = vi.spyOn(collection, "inquirePayment");
  await payUnseen(virtualAccountNumber, 100_000);
  await passes(5 * minute);
  expect((await bill(loan)).paidRupiah).toBe(100_000);
  for (let times = 0; times < 4; times++) await passes(5 * minute);
  expect((await bill(loan)).paidRupiah).toBe(100_000);
  expect(inquire).not.toHaveBeenCalled();
  expect(await clean()).toEqual([]);
});

it("asks about a single account once a day where its bank's list is read, and often again where it is not", async () => {
  await withOldAccount();
  const due = async () =>
    (await database
      .selectFrom("payment_request")
      .select(({ fn }) => fn.min("nextInquiryAt").as("at"))
      .where("bankCode", "=", bankCode)
      .where("requestedAt", ">", new Date(clock.now().getTime() - 5 * 24 * hour))
      .executeTakeFirstOrThrow())!.at!;
  expect((await due()).getTime() - clock.now().getTime()).toBeGreaterThan(22 * hour);
  vi.spyOn(collection, "listPayments").mockResolvedValue({ outcome: "NOT_OFFERED" });
  await passes(24 * hour);
  expect((await due()).getTime() - clock.now().getTime()).toBeLessThanOrEqual(15 * minute);
  expect(await listOf()).toMatchObject({ isOffered: false });
});

it("loses nothing while a bank does not answer, asks for less at once each time, and catches up day by day", async () => {
  const { loan, virtualAccountNumber } = await withOldAccount();
  await database.updateTable("payment_list").set({ isOffered: true, nextAt: clock.now() }).execute();
  await readLists();
  const before = await listOf();
  const listed: PaymentListing[] = [];
  const { listPayments } = collection;
  let isSilent = true;
  vi.spyOn(collection, "listPayments").mockImplementation(async (listing): Promise<PaymentListAnswer> => {
    if (isSilent) return { outcome: "UNAVAILABLE" };
    listed.push(listing);
    return listPayments(listing);
  });
  vi.spyOn(collection, "inquirePayment").mockResolvedValue({ outcome: "UNAVAILABLE" });
  await payUnseen(virtualAccountNumber, 50_000);
  for (let times = 0; times < 3; times++) await passes(6 * minute);
  const silent = await listOf();
  expect(silent.readUntil).toEqual(before.readUntil);
  expect(silent.windowSeconds).toBeLessThan(before.windowSeconds / 4);
  clock.advance(60 * hour);
  isSilent = false;
  while ((await readLists()) > 0);
  expect((await listOf()).readUntil).toEqual(clock.now());
  expect((await bill(loan)).paidRupiah).toBe(50_000);
  const day = (at: Date) => new Date(at.getTime() + 7 * hour).toISOString().slice(0, 10);
  expect(listed.filter(({ from, until }) => day(from) !== day(until) || from > until)).toEqual([]);
});

it("takes the other payments of a list in which one cannot be taken", async () => {
  const { loan, virtualAccountNumber } = await withOldAccount();
  await database.updateTable("payment_list").set({ isOffered: true, nextAt: clock.now() }).execute();
  const payment = { rail: "VIRTUAL_ACCOUNT" as const, reference: virtualAccountNumber, paidAt: clock.now() };
  vi.spyOn(collection, "listPayments").mockResolvedValue({
    outcome: "LISTED",
    payments: [
      { ...payment, paymentId: "no-money", amountRupiah: 0 },
      { ...payment, paymentId: "money", amountRupiah: 20_000 },
    ],
  });
  const errors = vi.spyOn(services.log, "error").mockImplementation(() => {});
  await readLists();
  expect(errors).toHaveBeenCalledWith("listed payment not taken", expect.anything());
  expect((await bill(loan)).paidRupiah).toBe(20_000);
  expect((await listOf()).readUntil).toEqual(clock.now());
});

it("is read by one process at a time", async () => {
  await withOldAccount();
  await database.updateTable("payment_list").set({ isOffered: true, nextAt: clock.now() }).execute();
  const list = vi.spyOn(collection, "listPayments");
  clock.advance(minute);
  const { length } = await database.selectFrom("payment_list").select("bankCode").execute();
  expect((await Promise.all([readLists(), readLists()])).toSorted()).toEqual([0, length]);
  expect(list).toHaveBeenCalled();
});
