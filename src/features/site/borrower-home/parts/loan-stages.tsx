/** The borrower's home with a loan: money on its way, returned money, the amount due. */
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { titleId } from "#web/ui/text/title-id.ts";
import { formatDate } from "#shared/dates.ts";
import { formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import type { LoanHome, LoanSummary } from "#features/credit/application/contract.ts";
import { texts } from "../texts.ts";
import { CancelLoan } from "#features/credit/application/parts/cancel-loan.tsx";
import { NeedMore } from "#features/credit/application/parts/need-more.tsx";
import { Way } from "./home-stages.tsx";

/** Signed: the money is on its way. */
export function OnItsWay({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  const failed = loan.state === "SIGNED" && home.timeline.some((step) => step.code === "TRANSFER_FAILED");
  const title = failed ? "transferFailedTitle" : loan.state === "SIGNED" ? "sealingTitle" : "sendingTitle";
  return (
    <Stack gap="loose">
      <Title
        lead={t(failed ? "transferFailedBody" : "sendingBody", {
          amount: formatRupiah(loan.receivedRupiah),
          account: loan.account ?? t("yourAccount"),
        })}
      >
        {t(title)}
      </Title>
      <ButtonLink to="/webview/home">{t("refresh")}</ButtonLink>
      <Way home={home} />
      {home.mayCancel && <CancelLoan loanId={loan.loanId} />}
    </Stack>
  );
}

/** A loan that was paid off and is owed again, in addition to the one on the home page. */
export function AlsoOwedNotice({ owed }: { owed: NonNullable<LoanHome["alsoOwed"]> }) {
  const t = useTexts(texts);
  return (
    <Notice kind="attention" title={t("alsoOwedTitle", { number: unbrokenNumber(owed.loanNumber) })}>
      {t("alsoOwedBody", { amount: unbrokenRupiah(owed.payoffRupiah) })} <a href="/webview/bills">{t("alsoOwedPay")}</a>
    </Notice>
  );
}

/** The borrower's money that we hold: shown on every home page. */
export function OwnBalance({ balanceRupiah }: { balanceRupiah: number }) {
  const t = useTexts(texts);
  return (
    <Notice title={t("balanceTitle", { amount: unbrokenRupiah(balanceRupiah) })}>
      {t("balanceBody")} <a href="/webview/bills">{t("balanceSee")}</a>
    </Notice>
  );
}

/** A loan whose money the receiving bank returned: nothing is due, and the borrower should check the bank account. */
export function ReturnedMoney({
  home,
  loan,
  sendingAgain,
}: {
  home: LoanHome;
  loan: LoanSummary;
  sendingAgain: boolean;
}) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title
        lead={t(sendingAgain ? "returnedSending" : "returnedBody", { amount: unbrokenRupiah(loan.receivedRupiah) })}
      >
        {t("returnedTitle")}
      </Title>
      <Stack gap="tight">
        {!sendingAgain && <ButtonLink to="/webview/bank-account">{t("checkAccount")}</ButtonLink>}
        <ButtonLink kind={sendingAgain ? "primary" : "secondary"} to="/webview/home">
          {t("refresh")}
        </ButtonLink>
      </Stack>
      <Notice kind="ok">{t("returnedInterest")}</Notice>
      <Way home={home} />
    </Stack>
  );
}

/** A running loan: amount due, ways to pay, the timeline so far. */
export function ToPay({ home, loan }: { home: LoanHome; loan: LoanSummary }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { supportPhone } = useFrame().brand;
  const { bill } = home;
  if (!bill) return <OnItsWay home={home} loan={loan} />;
  const late = bill.daysPastDue > 0;
  const overdue = bill.daysPastDue === 1 ? t("overdueYesterday") : t("overdue", { days: bill.daysPastDue });
  // The last instalment costs less before its due date, but today only: today's amount must not appear with that date.
  const endsToday = bill.suggestedRupiah < bill.nextDueRupiah;
  const ahead = endsToday
    ? t("endsToday")
    : t("dueOn", { date: bill.nextDueDate ? formatDate(bill.nextDueDate, language) : "–" });
  const label = late ? overdue : bill.dueTodayRupiah > 0 ? t("dueToday") : ahead;
  return (
    <Stack gap="loose">
      <h1 className="visually-hidden" id={titleId}>
        {t("homeTitle")}
      </h1>
      <Figure label={label}>
        <Money rupiah={bill.suggestedRupiah} />
      </Figure>
      {late && bill.lateFeeRupiah > 0 && (
        <Notice kind="attention">{t("withLateFee", { fee: formatRupiah(bill.lateFeeRupiah) })}</Notice>
      )}
      <Stack gap="tight">
        <ButtonLink to="/webview/bills" track="home-pay">
          {t("payNow")}
        </ButtonLink>
        {bill.payoffRupiah > bill.suggestedRupiah && (
          <ButtonLink kind="secondary" to="/webview/bills?pay=payoff" track="home-payoff">
            {t(late ? "payOffNow" : "payOff", { amount: unbrokenRupiah(bill.payoffRupiah) })}
          </ButtonLink>
        )}
      </Stack>
      <Way home={home} />
      {late ? (
        <Notice>
          {t("overdueHelp")}{" "}
          <a href={`tel:${supportPhone.value.replace(/[^\d+]/g, "")}`}>{t("callUs", { phone: supportPhone.value })}</a>
        </Notice>
      ) : (
        <Notice kind="ok">{t("promise")}</Notice>
      )}
      {loan.state === "ACTIVE" && !late && <NeedMore />}
      <Small>
        <a href={`/webview/loan-history/${loan.loanId}`}>{t("seeDetail")}</a>
      </Small>
    </Stack>
  );
}
