import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DateText, InstantText, Money, useTexts } from "#web/language.tsx";
import type { StaffLoan } from "../loan-contract.ts";
import { bookTexts, loanTexts } from "./loan-texts.ts";

type Posting = NonNullable<StaffLoan["postings"]>[number];

/** Ledger postings of one business object, oldest first. Accounts are named by their kind; the page says whose they are. */
export function PostingTable({ postings }: { postings: readonly Posting[] }) {
  const t = useTexts(loanTexts);
  const word = useTexts(bookTexts);
  const named = (code: string) => (code in bookTexts ? word(code as keyof typeof bookTexts) : code);
  const account = (id: string) => named(id.split("/")[0] ?? id);
  return (
    <DataTable
      id="postings"
      caption={t("postings")}
      rows={postings}
      rowKey={(one) => one.id}
      empty={t("noPostings")}
      columns={[
        { key: "kind", label: t("kind"), show: (one) => named(one.kind) },
        { key: "date", label: t("valueDate"), show: (one) => <DateText date={one.valueDate} style="short" /> },
        { key: "debit", label: t("debit"), show: (one) => account(one.debit) },
        { key: "credit", label: t("credit"), show: (one) => account(one.credit) },
        { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
        { key: "posted", label: t("posted"), show: (one) => <InstantText at={one.postedAt} style="short" /> },
      ]}
    />
  );
}
