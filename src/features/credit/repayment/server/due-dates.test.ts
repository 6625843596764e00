/** A loan over time: due dates are booked, and borrowers are reminded. */
import { sql } from "kysely";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf, weekdayOf } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { loanTimeline } from "#tests/support/loan-events.ts";
import { loanEventsOf, findRepaymentAccount } from "./store.ts";

const app = await testApp({ origins: { kilat: ["https://kilat.example"] } });
const { services, clock } = app;
const { database } = services;
const { bank, bill, accountAt, running, clean } = repaying(app);

describe("As time passes", () => {
  it("due dates and month ends are booked by themselves and agree with the engine.", async () => {
    const { client, ...loan } = await running();
    const number = await accountAt(client);
    const row = await loan.read();
    for (const days of [12, 31, 45, 70, 95, 130]) {
      clock.moveTo(instantOf(addDays(row.disbursedOn!, days), "WIB", { hour: 8 }));
      if (days === 45) await bank.pay({ virtualAccountNumber: number, amountRupiah: 100_000 });
      await app.settle();
    }
    const account_ = await findRepaymentAccount(database, loan);
    const booked = stateOf(loanTerms(row), await loanEventsOf(database, loan), account_!.bookedOn);
    expect(await balanceOf(database, account("RECEIVABLE_LATE_FEE", loan.loanId))).toBe(booked.lateFee.unpaidRupiah);
    expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(booked.unpaid.principalRupiah);
    expect(booked.lateFee.unpaidRupiah).toBeGreaterThan(0);
    expect(account_!.nextBookingOn! >= (await bill(loan)).today).toBe(true);
    expect(await clean()).toEqual([]);
  });

  it("a borrower of another brand is sent to that brand's own address.", async () => {
    const borrowerId = await transact(database, (trx) =>
      seedBorrower(services, trx, { mobileNumber: "081399911122", brand: "kilat" }),
    );
    const loan = await activeLoan(app, { borrowerId });
    const sentMessages = async () =>
      (await services.outside.sandbox!.messages.list({ to: "081399911122", limit: 50 })).map(({ link }) => link ?? "");
    const due = (await bill(loan)).rows[0]!.dueOn;
    clock.moveTo(instantOf(addDays(due, -3), "WIB", { hour: 9 }));
    await app.settle();
    await bank.pay({
      virtualAccountNumber: await accountAt(await app.loggedIn(borrowerId)),
      amountRupiah: (await bill(loan)).payoffRupiah,
    });
    await app.settle();
    const links = await sentMessages();
    expect(new Set(links.map((link) => new URL(link).origin))).toEqual(new Set(["https://kilat.example"]));
    expect(new Set(links.map((link) => new URL(link).pathname))).toEqual(
      new Set([`/webview/loan-history/${loan.loanId}`, "/webview/no-login-bills"]),
    );
  });

  it("a reminder of the day names the instalment, and apart from it what is overdue beside it.", async () => {
    // No messages are sent on Sundays.
    while (weekdayOf(addDays(dateInWib(clock.now()), 60)) === 7) clock.advance(86_400_000);
    const { client: _client, ...loan } = await running();
    const [first, second] = (await bill(loan)).rows;
    clock.moveTo(instantOf(addDays(second!.dueOn, -1), "WIB", { hour: 22 }));
    await app.settle();
    clock.moveTo(instantOf(second!.dueOn, "WIB", { hour: 9 }));
    await app.settle();
    const [newest] = (await services.outside.sandbox!.messages.list({ to: loan.mobileNumber, limit: 50 })).map(
      (one) => one.text,
    );
    const { dueTodayRupiah } = await bill(loan);
    const overdueRupiah = dueTodayRupiah - second!.totalRupiah;
    expect(overdueRupiah).toBeGreaterThan(first!.totalRupiah);
    expect(newest).toContain(`sebesar ${formatRupiah(second!.totalRupiah)} jatuh tempo`);
    expect(newest).toContain(formatRupiah(overdueRupiah));
    expect(newest).not.toContain("tengah malam");
  });

  it("a message whose job runs twice is sent once.", async () => {
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 5) clock.advance(86_400_000);
    const { client: _client, ...loan } = await running();
    const { messaging } = services.outside;
    const sent: string[] = [];
    services.outside.messaging = {
      ...messaging,
      send: (message) => {
        sent.push(message.messageId);
        return messaging.send(message);
      },
    };
    try {
      clock.moveTo(instantOf((await bill(loan)).rows[0]!.dueOn, "WIB", { hour: 9 }));
      await app.settle();
      expect(sent.length).toBeGreaterThan(0);
      const before = [...sent];
      // As if the process had died after sending them: pg-boss delivers each job again.
      const { rows } = await sql<{ data: { noticeId: string } }>`
        select data from pgboss.job where name = 'notice-send'
        and data ->> 'noticeId' in (select id::text from notice where borrower_id = ${loan.borrowerId} and kind like 'repayment.%')`.execute(
        database,
      );
      expect(rows.length).toBeGreaterThanOrEqual(before.length);
      const again = defineJob("notice-send", v.strictObject({ noticeId: v.string() }));
      await transact(database, async (trx) => {
        for (const { data } of rows) await services.jobs.send(trx, again, data);
      });
      await app.settle();
      expect(sent).toEqual(before);
      const sentKinds = (await loanTimeline(database, loan.borrowerId, loan.loanId)).flatMap(({ kind, facts }) =>
        kind === "MESSAGE" ? [facts["messageId"]] : [],
      );
      expect(sentKinds.toSorted()).toEqual(rows.map(({ data }) => data.noticeId).toSorted());
    } finally {
      services.outside.messaging = messaging;
    }
  });

  it("borrowers are reminded before, on and after the due date, in their hours, and not when they have paid.", async () => {
    // Due on a Friday, which like the days around it is no holiday: no messages are sent on Sundays and holidays.
    const isHoliday = (day: string) => /-(12-25|01-01)$/.test(day);
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 5 || isHoliday(addDays(dateInWib(clock.now()), 30)))
      clock.advance(86_400_000);
    await app.settle();
    const { client, ...loan } = await running();
    const messages = services.outside.sandbox!.messages;
    const sentMessages = async () => (await messages.list({ to: loan.mobileNumber, limit: 50 })).map((one) => one.text);
    const due = (await bill(loan)).rows[0]!.dueOn;
    const at = async (days: number, hour: number) => {
      clock.moveTo(instantOf(addDays(due, days), "WIB", { hour }));
      await app.settle();
    };
    const count = async () =>
      (await sentMessages()).filter(
        (text) => (text.includes("jatuh tempo") && text.includes("Cara bayar")) || text.includes("tengah malam"),
      ).length;
    await at(-3, 7);
    const before = await count();
    await at(-3, 8);
    await at(-3, 12);
    expect(await count()).toBe(before + 1);
    await at(0, 9);
    await at(0, 15);
    expect(await count()).toBe(before + 2);
    await at(1, 22);
    expect(await count()).toBe(before + 2);
    await at(3, 9);
    await at(4, 9);
    expect(await count()).toBe(before + 3);
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: (await bill(loan)).payoffRupiah });
    await app.settle();
    expect((await sentMessages())[0]).toContain("lunas");
    const paid = await count();
    await at(40, 9);
    expect(await count()).toBe(paid);
  });

  it("on a national holiday nobody is reminded, also not where it was entered after the reminder was planned.", async () => {
    // Due on a Thursday after a future holiday, with a holiday on the Monday before: the reminder of three days before.
    while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 4) clock.advance(86_400_000);
    await app.settle();
    const { ...loan } = await running();
    const messages = services.outside.sandbox!.messages;
    const due = (await bill(loan)).rows[0]!.dueOn;
    const sentMessages = async () =>
      (await messages.list({ to: loan.mobileNumber, limit: 50 })).filter(({ text }) => text.includes("jatuh tempo"))
        .length;
    const at = async (days: number, hour: number) => {
      clock.moveTo(instantOf(addDays(due, days), "WIB", { hour }));
      await app.settle();
    };
    await at(-4, 12);
    const before = await sentMessages();
    const enter = async (days: number, kind: string) => {
      // The earlier login has timed out by now.
      const admin = await app.staff("0190a000-0000-7000-8000-0000000000ad", ["admin"]);
      const entry = { day: addDays(due, days), kind, name: "Pemilihan Umum", source: "Keppres 1/2027" };
      expect((await admin.post("/api/staff/complaint-holidays", entry)).status).toBe(200);
    };
    await enter(-3, "NATIONAL");
    await enter(-2, "JOINT_LEAVE");
    await at(-3, 12);
    expect(await sentMessages()).toBe(before);
    // Joint leave applies to civil servants; messages to borrowers are allowed.
    await at(-2, 12);
    expect(await sentMessages()).toBe(before + 1);
    await enter(0, "NATIONAL");
    await at(0, 12);
    expect(await sentMessages()).toBe(before + 1);
  });
});
