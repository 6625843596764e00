import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { Payments } from "./bill-payments.tsx";
import { BillSchedule } from "./bill-schedule.tsx";
import { QrisSign, WrittenFor } from "./pay-pages.tsx";
import { endsWithDay, paymentChoiceOf } from "./payment-choice.ts";
import type { Bill, Bills } from "../contract.ts";

const signOf = (merchant: Parameters<typeof QrisSign>[0]["merchant"]): string =>
  renderToStaticMarkup(
    <LanguageProvider language="en">
      <QrisSign merchant={merchant} />
    </LanguageProvider>,
  );

test("A code is shown with its mark, its merchant and that merchant's national number; one that cannot be read, with its mark alone.", () => {
  const html = signOf({ name: "TUNAI & CO", nationalMerchantId: "ID1020000000001" });
  for (const part of ["QRIS", "TUNAI &amp; CO", "NMID: ID1020000000001"])
    expect(html.replaceAll("<!-- -->", "")).toContain(part);
  expect(signOf(null)).toBe("<p><strong>QRIS</strong></p>");
});

const inIndonesian = (part: ReactNode): string =>
  renderToStaticMarkup(<LanguageProvider language="id">{part}</LanguageProvider>).replaceAll("\u00a0", " ");

test("A code or push says as of which day it counts, and that it ends the loan where it does.", () => {
  const payoff = inIndonesian(<WrittenFor request={{ payoffOn: "2026-11-26", countsOn: "2026-11-26" }} />);
  expect(payoff).toContain("pinjaman lunas per 26 November 2026");
  const due = inIndonesian(<WrittenFor request={{ payoffOn: null, countsOn: "2026-11-26" }} />);
  expect(due).toContain("dihitung sebagai pembayaran 26 November 2026");
  expect(inIndonesian(<WrittenFor request={{ payoffOn: null, countsOn: null }} />)).toBe("");
});

test("An amount ends with the day where it pays the loan off or is overdue.", () => {
  const bill = { dueTodayRupiah: 0, suggestedRupiah: 393_333, payoffRupiah: 696_667, daysPastDue: 0 } as Bill;
  const ends = (query: string, change: Partial<Bill> = {}) =>
    endsWithDay(paymentChoiceOf(query), { ...bill, ...change });
  expect([ends(""), ends("?pay=payoff"), ends("?pay=other")]).toEqual([false, true, false]);
  expect(ends("", { suggestedRupiah: 369_334, payoffRupiah: 369_334 })).toBe(true);
  expect(ends("", { dueTodayRupiah: 393_333 })).toBe(false);
  expect(ends("", { dueTodayRupiah: 393_999, daysPastDue: 1 })).toBe(true);
});

test("A rest that waits for the next instalment stands there, and the earlier one is paid.", () => {
  const row = {
    principalRupiah: 333_333,
    interestRupiah: 60_000,
    feeRupiah: 0,
    totalRupiah: 393_333,
    discountRupiah: 0,
  };
  const rows = [
    { ...row, number: 1, dueOn: "2026-12-21", unpaidRupiah: 0, carriedRupiah: 0, status: "PAID" },
    { ...row, number: 2, dueOn: "2027-01-20", unpaidRupiah: 393_999, carriedRupiah: 666, status: "UPCOMING" },
  ];
  const html = inIndonesian(<BillSchedule bill={{ rows, lateFeeRupiah: 0, lateFeeChargedRupiah: 666 } as Bill} />);
  expect(html).toContain("Ditambah sisa Rp 666 dari cicilan sebelumnya");
  expect(html).not.toContain("Terlambat");
});

test("Payments link to earlier ones, and those back to the newest; the chosen amount stays.", () => {
  const payment = {
    id: "pay_1",
    amountRupiah: 10_000,
    valueDate: "2026-11-26",
    paidAt: "2026-11-26T02:00:00.000Z",
    way: "QRIS",
    bankCode: null,
  };
  const linksOf = (query: string, paymentsNextCursor: string | null, access: "session" | "link" = "session") =>
    [
      ...inIndonesian(
        <Payments
          bills={{ banks: [], payments: [payment], paymentsNextCursor } as unknown as Bills}
          choice={paymentChoiceOf(query)}
          access={access}
        />,
      ).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g),
    ].map(([, href = "", text]) => [href.replaceAll("&amp;", "&"), text]);
  expect(linksOf("", null)).toEqual([]);
  expect(linksOf("?pay=payoff", "bmV4dA")).toEqual([
    ["/webview/bills?pay=payoff&before=bmV4dA#payments", "Pembayaran sebelumnya"],
  ]);
  expect(linksOf("?before=bmV4dA", null, "link")).toEqual([["/webview/no-login-bills#payments", "Pembayaran terbaru"]]);
  // Not what no list gives.
  expect(paymentChoiceOf("?before=<b>").before).toBeNull();
});
