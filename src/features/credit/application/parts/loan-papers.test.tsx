import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { LoanPayments, type LoanPaymentsProps } from "./loan-papers.tsx";

const payment = {
  id: "pay_1",
  amountRupiah: 10_000,
  valueDate: "2026-11-26",
  paidAt: "2026-11-26T02:00:00.000Z",
  way: "QRIS",
  bankCode: null,
} as const;

const shown = (props: Partial<LoanPaymentsProps>): string =>
  renderToStaticMarkup(
    <LanguageProvider language="id">
      <LoanPayments payments={[payment]} paidRupiah={300_000} newest={null} earlier={null} {...props} />
    </LanguageProvider>,
  ).replaceAll("\u00a0", " ");

test("A page of a loan's payments ends with the sum of all, and links to the pages beside it.", () => {
  expect(shown({})).toContain("Rp 300.000");
  expect(shown({})).not.toContain("<a ");
  expect(shown({ earlier: "/x?before=a#payments" })).toMatch(
    /<a href="\/x\?before=a#payments"[^>]*>Pembayaran sebelumnya/,
  );
  expect(shown({ newest: "/x#payments" })).toContain('<a href="/x#payments">Pembayaran terbaru');
  expect(shown({ payments: [] })).toContain("Belum ada pembayaran.");
});
