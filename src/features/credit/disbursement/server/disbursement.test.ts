import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf, openHolds } from "#server/ledger/index.ts";
import type { TransferOrder } from "#server/outside/bank/port.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { transition } from "#features/credit/loan/server/index.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { activeLoan, signedLoan, type MadeLoan } from "#tests/support/loan.ts";
import { startDisbursement } from "./index.ts";
import { believableSettlement } from "./late.ts";
import { claimDueTransfers, insertTransfer, transfersFor, type TransferName } from "./store.ts";
import { pursueTransfer } from "./transfers.ts";

const app = await testApp();
const { services, clock } = app;
await app.settle();
const start = ({ borrowerId, loanId }: MadeLoan) =>
  transact(services.database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
const transfersOf = ({ borrowerId, loanId }: MadeLoan) => transfersFor(services.database, borrowerId, "LOAN", loanId);
const atTheBank = () => services.database.selectFrom("sandbox_transfer").selectAll().execute();
const holdsOf = async ({ loanId }: MadeLoan) =>
  (await openHolds(services.database, clock.now())).filter((one) => one.reference === `fund_${loanId}`);
const clean = async (broken: TestApp = app) => (await auditAll(broken.services.database, clock.now())).findings;

describe("Paying a loan out", () => {
  it("sends the money once, books it and lets the loan run from the bank's value date.", async () => {
    const loan = await signedLoan(app);
    const lent = await balanceOf(services.database, account("LENDER_INVESTED", (await loan.read()).lenderId));
    await start(loan);
    await app.settle();
    expect((await loan.read()).state).toBe("DISBURSING");
    clock.advance(5_000);
    await app.settle();
    const row = await loan.read();
    expect(row).toMatchObject({ state: "ACTIVE", disbursedOn: "2026-11-21" });
    expect(await balanceOf(services.database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(1_000_000);
    expect(await balanceOf(services.database, account("LENDER_INVESTED", row.lenderId))).toBe(lent + 1_000_000);
    expect(await billOf(services, services.database, loan.borrowerId, loan.loanId)).toMatchObject({
      dueTodayRupiah: 0,
      nextDueRupiah: 393_333,
      nextDueDate: "2026-12-21",
      payoffRupiah: 1_000_000,
    });
    expect(await clean()).toEqual([]);
  });

  it("orders one transfer however many begin it at once.", async () => {
    const loan = await signedLoan(app);
    const started = await Promise.all(Array.from({ length: 40 }, () => start(loan)));
    expect(started.filter(Boolean)).toHaveLength(1);
    const [transfer] = await transfersOf(loan);
    // As if a job ran many times and the poller at the same time.
    await Promise.all(Array.from({ length: 20 }, () => pursueTransfer(services, transfer!)));
    await app.pass(60);
    expect(await transfersOf(loan)).toHaveLength(1);
    expect((await atTheBank()).filter((row) => row.transferId === transfer!.id)).toHaveLength(1);
    expect((await loan.read()).state).toBe("ACTIVE");
    expect(await balanceOf(services.database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(1_000_000);
  });

  it("asks what became of an order whose answer and callback were lost, and never sends another.", async () => {
    const loan = await signedLoan(app, { accountNumber: "9900000003" });
    await start(loan);
    await app.settle();
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "SENT", attempts: 1 });
    await app.pass(120);
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "SETTLED", attempts: 1 });
    expect((await loan.read()).state).toBe("ACTIVE");
  });

  it("sends an order again under the same id when the bank never heard of it.", async () => {
    const loan = await signedLoan(app, { accountNumber: "9900000004" });
    await start(loan);
    await app.pass(180);
    const all = await transfersOf(loan);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ state: "SETTLED", attempts: 2 });
    expect((await atTheBank()).filter((row) => row.transferId === all[0]!.id)).toHaveLength(1);
  });

  it("takes a repeated and a stale callback for what they are.", async () => {
    for (const accountNumber of ["9900000005", "9900000006"]) {
      const loan = await signedLoan(app, { accountNumber });
      await start(loan);
      await app.pass(30);
      expect((await loan.read()).state).toBe("ACTIVE");
      expect(await balanceOf(services.database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(1_000_000);
    }
  });

  it("does not leave when the borrower cancelled before, and gives the lender's money back.", async () => {
    const loan = await signedLoan(app);
    await transact(services.database, async (trx) => {
      await startDisbursement(services, trx, loan.borrowerId, loan.loanId);
      await transition(services, trx, {
        ...loan,
        from: ["SIGNED"],
        to: "CANCELLED",
        actor: "BORROWER",
        cause: "CANCELLED",
      });
    });
    await app.pass(60);
    const [transfer] = await transfersOf(loan);
    expect(transfer).toMatchObject({ state: "DROPPED", attempts: 0 });
    expect((await atTheBank()).map((row) => row.transferId)).not.toContain(transfer!.id);
    expect(await holdsOf(loan)).toEqual([]);
  });

  it("keeps an order that the bank may have when a later sending is refused.", async () => {
    const { bank } = services.outside;
    const { transfer, inquireTransfer } = bank;
    const orders: TransferOrder[] = [];
    try {
      bank.transfer = async (order) => {
        orders.push(order);
        return orders.length === 1
          ? { status: "UNKNOWN", detail: "TIMEOUT" }
          : { status: "REJECTED", code: "NO_COVER", detail: "" };
      };
      // The first order arrives late: not found when queried before the second sending, in progress right after it.
      let requestCount = 0;
      bank.inquireTransfer = async () => (++requestCount === 1 ? { status: "NOT_FOUND" } : { status: "PENDING" });
      const loan = await signedLoan(app);
      await start(loan);
      await app.pass(75);
      expect(orders).toHaveLength(2);
      // The same order under its own id; only the message has a new one, for a bank that remembers messages. //
      // docs/decisions/044
      expect(orders[1]).toEqual({ ...orders[0], attempt: 2 });
      expect((await transfersOf(loan))[0]).toMatchObject({ state: "ACCEPTED", attempts: 2 });
      bank.inquireTransfer = async () => ({ status: "SETTLED", providerReference: "R1", settledAt: clock.now() });
      await app.pass(60);
      expect((await loan.read()).state).toBe("ACTIVE");
    } finally {
      bank.transfer = transfer;
      bank.inquireTransfer = inquireTransfer;
    }
  });
});

describe("Word that does not come", () => {
  /** The bank with one test's behaviour; reset at its end. */
  async function withBank<Result>(
    change: Partial<typeof services.outside.bank>,
    act: (orders: TransferOrder[]) => Promise<Result>,
  ): Promise<Result> {
    const { bank } = services.outside;
    const { transfer, inquireTransfer } = bank;
    const orders: TransferOrder[] = [];
    try {
      Object.assign(bank, {
        transfer: async (order: TransferOrder) => {
          orders.push(order);
          return { status: "UNKNOWN", detail: "TIMEOUT" };
        },
        ...change,
      });
      return await act(orders);
    } finally {
      Object.assign(bank, { transfer, inquireTransfer });
    }
  }

  it("sends no order again: neither an unknown answer nor one under way says that the bank has none.", async () => {
    for (const status of ["UNKNOWN", "PENDING"] as const) {
      const loan = await signedLoan(app);
      let requestCount = 0;
      const orders = await withBank(
        {
          inquireTransfer: async () => {
            requestCount += 1;
            return status === "UNKNOWN" ? { status, detail: "TIMEOUT" } : { status };
          },
        },
        async (sent) => {
          await start(loan);
          await app.pass(240, 60);
          return sent;
        },
      );
      expect([status, orders.length]).toEqual([status, 1]);
      expect(requestCount).toBeGreaterThan(1);
      expect((await transfersOf(loan))[0]).toMatchObject({
        state: status === "UNKNOWN" ? "SENT" : "ACCEPTED",
        attempts: 1,
      });
    }
  });

  it("leaves an order that the bank had accepted alone, also when it finds it no more.", async () => {
    const loan = await signedLoan(app);
    const orders = await withBank({ inquireTransfer: async () => ({ status: "NOT_FOUND" }) }, async (sent) => {
      services.outside.bank.transfer = async (order) => {
        sent.push(order);
        return { status: "ACCEPTED", providerReference: "R-accepted" };
      };
      await start(loan);
      await app.pass(180, 60);
      return sent;
    });
    expect(orders).toHaveLength(1);
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "ACCEPTED", attempts: 1 });
  });

  it("asks again in an hour about money that had arrived, while the bank says nothing of it.", async () => {
    const loan = await signedLoan(app);
    await start(loan);
    await app.pass(60, 30);
    const [transfer] = await transfersOf(loan);
    expect(transfer).toMatchObject({ state: "SETTLED", needsStaff: false });
    const settledAt = transfer!.endedAt!.getTime();
    const days = (count: number) => new Date(settledAt + count * 86_400_000);
    expect(transfer!.nextInquiryAt).toEqual(days(1));
    const next = async () => (await transfersOf(loan))[0]!.nextInquiryAt;
    clock.moveTo(days(1));
    for (const status of ["UNKNOWN", "PENDING"] as const) {
      await withBank({ inquireTransfer: async () => ({ status, detail: "" }) as never }, () =>
        pursueTransfer(services, transfer!),
      );
      expect(await next(), status).toEqual(new Date(clock.now().getTime() + 3_600_000));
    }
    await pursueTransfer(services, transfer!);
    expect(await next()).toEqual(days(3));
    clock.moveTo(days(3));
    await pursueTransfer(services, transfer!);
    expect(await next()).toBeNull();
  });

  it("is asked for by one process at a time, the longest waiting first, and only when its time has come.", async () => {
    const waiting = [await signedLoan(app), await signedLoan(app), await signedLoan(app)];
    const at = clock.now();
    // Postpones inquiries left over from other tests.
    await services.database
      .updateTable("bank_transfer")
      .set({ nextInquiryAt: new Date(at.getTime() + 86_400_000) })
      .where("nextInquiryAt", "is not", null)
      .execute();
    const names = await Promise.all(
      waiting.map(async (loan, index) => {
        const id = services.random.uuid();
        const { bankAccountId } = await loan.read();
        await transact(services.database, (trx) =>
          insertTransfer(trx, {
            ...loan,
            id,
            purpose: "LOAN",
            subjectId: loan.loanId,
            bankAccountId,
            amountRupiah: 1,
            remark: "",
            orderedAt: at,
            payeeSealed: null,
            resendsId: null,
            nextInquiryAt: new Date(at.getTime() + [2000, 1000, 3000][index]!),
          }),
        );
        return { borrowerId: loan.borrowerId, id };
      }),
    );
    const next = new Date(at.getTime() + 60_000);
    const claim = (seconds: number, most = 10) =>
      transact(services.database, (trx) => claimDueTransfers(trx, new Date(at.getTime() + seconds * 1000), next, most));
    const mine = async (claimed: Promise<TransferName[]>) =>
      (await claimed).filter(({ id }) => names.some((name) => name.id === id)).map(({ id }) => id);
    expect(await mine(claim(0.999))).toEqual([]);
    // While one process holds its claimed rows, another finds the rest.
    const [first, second] = await transact(services.database, async (trx) => {
      const held = await claimDueTransfers(trx, new Date(at.getTime() + 2000), next, 1);
      return [held.map(({ id }) => id), await mine(claim(2))];
    });
    expect([first, second]).toEqual([[names[1]!.id], [names[0]!.id]]);
    expect(await mine(claim(3))).toEqual([names[2]!.id]);
    expect(await mine(claim(59))).toEqual([]);
    expect((await mine(claim(60))).toSorted()).toEqual(names.map(({ id }) => id).toSorted());
    await services.database
      .updateTable("bank_transfer")
      .set({ state: "DROPPED", nextInquiryAt: null, endedAt: at })
      .where(
        "id",
        "in",
        names.map(({ id }) => id),
      )
      .execute();
  });

  it("dates a payout by the bank, but never before it left nor after this moment.", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const sentAt = new Date("2026-11-21T10:00:00Z");
    const dated = (settledAt: string, sent: Date | null = sentAt) =>
      believableSettlement(now, { sentAt: sent }, new Date(settledAt)).toISOString();
    expect(dated("2026-11-21T11:00:00Z")).toBe("2026-11-21T11:00:00.000Z");
    expect(dated("2026-11-20T11:00:00Z")).toBe("2026-11-21T10:00:00.000Z");
    expect(dated("2026-11-22T11:00:00Z")).toBe("2026-11-21T12:00:00.000Z");
    expect(dated("2026-11-20T11:00:00Z", null)).toBe("2026-11-21T12:00:00.000Z");
  });
});

describe("A transfer that failed", () => {
  const failed = async (): Promise<{ loan: MadeLoan; transferId: string }> => {
    const loan = await signedLoan(app, { accountNumber: "9900000002" });
    await start(loan);
    await app.pass(30);
    expect((await loan.read()).state).toBe("SIGNED");
    return { loan, transferId: (await transfersOf(loan))[0]!.id };
  };
  const finance = (id: string) => app.staff(id, ["finance"]);
  const key = () => ({ "Idempotency-Key": services.random.uuid() });

  it("goes to staff, two of whom send it again; the loan has one transfer that counts.", async () => {
    const { loan, transferId } = await failed();
    const maker = await finance("0190a000-0000-7000-8000-00000000000a");
    const checker = await finance("0190a000-0000-7000-8000-00000000000b");
    const listed = (await maker.get("/api/staff/disbursements/failed")).body.items as {
      transferId: string;
      state: string;
      code: string;
    }[];
    expect(listed.find((one) => one.transferId === transferId)).toMatchObject({
      state: "FAILED",
      code: "BENEFICIARY_BANK_REFUSED",
    });
    const path = `/api/staff/disbursements/${transferId}/settlement`;
    const input = { deed: "SAME_ACCOUNT", reason: "The bank was down this morning." };
    const { body: made } = await maker.post(path, input, key());
    expect((await maker.post(path, input, key())).body.status.code).toBe("SETTLEMENT_OPEN");
    const check = `/api/staff/disbursements/settlements/${made.settlementId}/check`;
    expect((await maker.post(check, { approve: true }, key())).body.status.code).toBe("MAKER_IS_CHECKER");
    expect((await checker.post(check, { approve: true }, key())).body).toEqual({ state: "CONFIRMED" });
    expect((await checker.post(check, { approve: true }, key())).body.status.code).toBe("SETTLEMENT_UNKNOWN");
    // The worker may have sent it already.
    const [first, second, ...more] = (await transfersOf(loan)).map((row) => row.state);
    expect([first, more]).toEqual(["FAILED", []]);
    expect(["QUEUED", "SENT", "ACCEPTED"]).toContain(second);
    await app.pass(30);
    expect((await transfersOf(loan)).map((row) => row.state)).toEqual(["FAILED", "FAILED"]);
  });

  it("is paid to another account of the borrower, and to nobody else's.", async () => {
    const { loan, transferId } = await failed();
    const maker = await finance("0190a000-0000-7000-8000-00000000000a");
    const checker = await finance("0190a000-0000-7000-8000-00000000000b");
    const other = await transact(services.database, async (trx) => {
      return addAccount(services, trx, loan.borrowerId, {
        bankCode: "008",
        accountNumber: "7777777",
        accountName: "SITI RAHAYU",
        nameMatch: "SAME",
        isMain: false,
      });
    });
    const path = `/api/staff/disbursements/${transferId}/settlement`;
    const input = { deed: "OTHER_ACCOUNT", reason: "The borrower asked for it by phone." };
    expect((await maker.post(path, { ...input, bankAccountId: services.random.uuid() }, key())).body.status.code).toBe(
      "ACCOUNT_UNKNOWN",
    );
    const { body: made } = await maker.post(
      path,
      { ...input, bankAccountId: other === "KNOWN" ? "" : other.id },
      key(),
    );
    await checker.post(`/api/staff/disbursements/settlements/${made.settlementId}/check`, { approve: true }, key());
    await app.pass(30);
    expect((await transfersOf(loan)).map((row) => row.state)).toEqual(["FAILED", "SETTLED"]);
    expect((await loan.read()).state).toBe("ACTIVE");
    expect(await balanceOf(services.database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(1_000_000);
    expect(await holdsOf(loan)).toEqual([]);
    expect((await maker.post(path, input, key())).body.status.code).toBe("TRANSFER_NOT_FAILED");
  });

  it("ends the loan, frees the limit and the lender's money when staff decide so.", async () => {
    const { loan, transferId } = await failed();
    const { lenderId } = await loan.read();
    const before = await availableOf(services.database, account("LENDER_AVAILABLE", lenderId));
    const maker = await finance("0190a000-0000-7000-8000-00000000000a");
    const checker = await finance("0190a000-0000-7000-8000-00000000000b");
    const { body: made } = await maker.post(
      `/api/staff/disbursements/${transferId}/settlement`,
      { deed: "CANCEL", reason: "The account is closed for good." },
      key(),
    );
    await checker.post(`/api/staff/disbursements/settlements/${made.settlementId}/check`, { approve: true }, key());
    expect(await loan.read()).toMatchObject({ state: "CANCELLED", endReason: "DISBURSEMENT_FAILED" });
    expect((await currentLimits(services, services.database, loan.borrowerId)).usedRupiah).toBe(0);
    expect(await availableOf(services.database, account("LENDER_AVAILABLE", lenderId))).toBe(before + 1_000_000);
  });

  it("gives the lender's money back when the borrower cancels meanwhile.", async () => {
    const { loan } = await failed();
    await transact(services.database, (trx) =>
      transition(services, trx, { ...loan, from: ["SIGNED"], to: "CANCELLED", actor: "BORROWER", cause: "CANCELLED" }),
    );
    await app.pass(15);
    expect((await transfersOf(loan))[0]).toMatchObject({ state: "FAILED", needsStaff: false });
    expect(await holdsOf(loan)).toEqual([]);
  });

  it("may only be seen and settled by those whose work it is.", async () => {
    const support = await app.staff("0190a000-0000-7000-8000-00000000000c", ["support"]);
    expect((await support.get("/api/staff/disbursements/failed")).status).toBe(403);
    expect((await app.client().get("/api/staff/disbursements/failed")).status).toBe(401);
    // An unknown cursor starts the list from the beginning.
    expect(
      (
        await (
          await app.staff(services.random.uuid(), ["finance"])
        ).get("/api/staff/disbursements/failed?cursor=nowhere")
      ).status,
    ).toBe(200);
  });

  it("leaves no broken invariant behind in all of these.", async () => {
    await activeLoan(app);
    expect(await clean()).toEqual([]);
  });
});
