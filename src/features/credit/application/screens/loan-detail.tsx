import type { Route } from "./+types/loan-detail";
import { QuoteLines } from "#features/credit/loan/parts/quote-receipt.tsx";
import { BillSchedule } from "#features/credit/repayment/parts/bill-schedule.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Title } from "#web/ui/text/text.tsx";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { cancelLoan, getLoan } from "../contract.ts";
import { CancelLoan } from "../parts/cancel-loan.tsx";
import { RefusalReasons } from "../parts/refusal-reasons.tsx";
import { LoanDocuments, LoanPayments } from "../parts/loan-papers.tsx";
import { LoanTimeline } from "../parts/loan-timeline.tsx";
import { NeedMore } from "../parts/need-more.tsx";
import { ApplicationStateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.detailTitle, back: "/webview/loan-history" };

export async function loader({ params: { loanId }, request, context }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get("before");
  if (before === null) return { ...(await call(getLoan, { loanId }, { context })), isFirstPage: true };
  try {
    return { ...(await call(getLoan, { loanId, cursor: before }, { context })), isFirstPage: false };
  } catch (error) {
    // An address that was cut off shows the newest payments.
    if (!(error instanceof Problem && error.code === "INPUT_INVALID")) throw error;
    return { ...(await call(getLoan, { loanId }, { context })), isFirstPage: true };
  }
}

/** Withdraws the application; the question stands on this screen and on the home screen. */
const forms = defineForms({ cancel: { call: cancelLoan, done: "/webview/home" } });
export const action = forms.action;

export default function LoanDetailScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { loan, quote, discount, paysOff, bill, documents, payments, paymentsNextCursor, isFirstPage } = loaderData;
  const path = `/webview/loan-history/${loan.loanId}`;
  const overdue = (bill?.daysPastDue ?? 0) > 0;
  const owes = bill !== null && bill.payoffRupiah > 0;
  return (
    <Stack gap="loose">
      <Stack gap="tight">
        <InlineRow spread>
          <Title>{loan.number}</Title>
          <ApplicationStateBadge state={loan.state} overdue={overdue} />
        </InlineRow>
        {actionData?.answer && (
          <Notice kind="bad" title={t("cancelFailed")} live>
            {actionData.answer.failure.status.detail}
          </Notice>
        )}
      </Stack>
      {owes ? (
        <>
          <Figure label={t("remaining")}>
            <Money rupiah={bill.payoffRupiah} />
          </Figure>
          <ButtonLink to="/webview/bills">{t("payNow")}</ButtonLink>
          {loan.state === "ACTIVE" && !overdue && <NeedMore />}
        </>
      ) : (
        loan.state === "APPROVED" && <ButtonLink to="/webview/agreement">{t("signNow")}</ButtonLink>
      )}
      <RefusalReasons refusal={loaderData.refusal} />
      <Receipt heading={t(loan.signedAt ? "agreed" : "asked")}>
        {paysOff && paysOff.rupiah > 0 && (
          <ReceiptLine label={t("paysOff", { number: unbrokenNumber(paysOff.number) })}>
            <Money rupiah={paysOff.rupiah} />
          </ReceiptLine>
        )}
        <ReceiptLine label={t("received")}>
          <Money rupiah={quote.receivedRupiah} />
        </ReceiptLine>
        {loan.account && <ReceiptLine label={t("toAccount")}>{loan.account}</ReceiptLine>}
        <ReceiptLine label={t("tenorLabel")}>{t("tenorDays", { days: loan.tenorDays })}</ReceiptLine>
        <ReceiptLine label={t("forPurpose")}>{purposeText(loaderData.purpose, t)}</ReceiptLine>
        <QuoteLines quote={quote} discount={discount} />
      </Receipt>
      {bill && <BillSchedule bill={bill} />}
      {bill && (
        <LoanPayments
          payments={payments}
          paidRupiah={bill.paidRupiah}
          newest={isFirstPage ? null : `${path}#payments`}
          earlier={paymentsNextCursor && `${path}?before=${paymentsNextCursor}#payments`}
        />
      )}
      <LoanDocuments documents={documents} />
      <LoanTimeline
        steps={loaderData.timeline}
        account={loan.account}
        {...(documents.length > 0 ? { documentsPath: "#documents" } : {})}
      />
      {loaderData.mayCancel && <CancelLoan loanId={loan.loanId} />}
    </Stack>
  );
}

/** A purpose that is no longer on the list shows by its code. */
function purposeText(purpose: string, t: (key: keyof typeof texts & string) => string): string {
  return purpose in texts ? t(purpose as keyof typeof texts & string) : purpose;
}
