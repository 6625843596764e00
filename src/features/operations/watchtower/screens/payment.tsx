import type { Route } from "./+types/payment";
import { ShortId } from "#web/console/short-id.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import { getStaffPayment, type StaffReceipt } from "../loan-contract.ts";
import { loanTexts } from "../parts/loan-texts.ts";
import { PostingTable } from "../parts/posting-table.tsx";

export const handle: ScreenHandle = { title: loanTexts.paymentTitle };

export async function loader({ params: { receiptId }, context }: Route.LoaderArgs) {
  return call(getStaffPayment, { receiptId }, { context });
}

const stateKinds: Partial<Record<StaffReceipt["state"], "ok" | "bad" | "attention">> = {
  MATCHED: "ok",
  ASSIGNED: "ok",
  UNMATCHED: "attention",
  RETURNING: "attention",
  TAKEN_BACK: "bad",
};

export default function Payment({ loaderData: payment }: Route.ComponentProps) {
  const t = useTexts(loanTexts);
  const { chargeback, loan } = payment;
  const kind = stateKinds[payment.state];
  return (
    <>
      <Title>{t("paymentHeading", { amount: unbrokenRupiah(payment.amountRupiah) })}</Title>
      {chargeback && (
        <Notice kind={chargeback.state === "STANDS" ? "ok" : "attention"} title={t("chargeback")}>
          {t(chargeback.state)} · {chargeback.code} · {t("found")} <InstantText at={chargeback.foundAt} style="short" />
        </Notice>
      )}
      <DefinitionList
        items={[
          [t("state"), kind ? <Badge kind={kind}>{t(payment.state)}</Badge> : <Badge>{t(payment.state)}</Badge>],
          [
            t("loan"),
            loan ? (
              <a key="loan" href={`/staff/loans/${loan.loanId}`}>
                {loan.loanNumber}
              </a>
            ) : (
              t("noLoan")
            ),
          ],
          [
            t("borrower"),
            payment.borrowerId && (
              <a key="borrower" href={`/staff/borrowers/${payment.borrowerId}`}>
                {t("openBorrower")}
              </a>
            ),
          ],
          [t("cause"), payment.unmatchedCause && t(payment.unmatchedCause as "AMOUNT_DIFFERS")],
          [t("returnFailure"), payment.returnFailure],
          [t("rail"), t(payment.rail as "QRIS")],
          [t("reference"), <ShortId id={payment.reference} />],
          [t("paymentId"), <ShortId id={payment.paymentId} />],
          [t("provider"), payment.provider],
          [t("paidAt"), <InstantText key="paid" at={payment.paidAt} />],
          [t("received"), <InstantText key="received" at={payment.receivedAt} />],
        ]}
      />
      {payment.postings && <PostingTable postings={payment.postings} />}
    </>
  );
}
