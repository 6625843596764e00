/** How to pay by the way that was chosen; once the money has come, what came and what remains takes its place. */
import { formatDate } from "#shared/dates.ts";
import { formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import { DateText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import type { Bill, Bills } from "../contract.ts";
import type { PaymentResult } from "../result-contract.ts";
import { texts } from "../texts.ts";
import { BankSteps } from "./bank-steps.tsx";
import { billBases, type BillAccess } from "./bill-calls.ts";
import { PaymentCountdown, LiveStatus } from "./live-status.tsx";
import {
  paymentAddressOf,
  chosenAmountOf,
  endsWithDay,
  groupDigits,
  paymentsSince,
  type PaymentChoice,
} from "./payment-choice.ts";

interface PageProps {
  bills: Bills;
  choice: PaymentChoice;
  access: BillAccess;
}

export function BankPage({
  bank,
  bill,
  bills,
  choice,
  access,
}: PageProps & { bank: { bankCode: string; bankName: string; virtualAccountNumber: string }; bill: Bill }) {
  const t = useTexts(texts);
  const amount = chosenAmountOf(choice, bill, bills);
  const base = billBases[access];
  const language = useLanguage();
  const { virtualAccountNumber: number } = bank;
  const most = bills.accountMaxRupiah;
  const paid = paymentsSince(bills.payments, choice).find(
    (payment) => payment.way === "VIRTUAL_ACCOUNT" && payment.bankCode === bank.bankCode,
  );
  return (
    <LiveStatus
      path={base}
      fields={{ pay: choice.pay, amount: choice.amountRupiah, bank: bank.bankCode, seen: choice.seen }}
      state={paid ? "RECEIVED" : "WAITING"}
      later={<PartsOfReceived />}
    >
      {paid ? (
        <Received amountRupiah={paid.amountRupiah} reference={paid.id} bill={bill} home={base} />
      ) : (
        <Stack gap="loose">
          <Title>{t("payByBank", { bank: bank.bankName })}</Title>
          <Card>
            <CopyText label={t("vaNumber")} value={number} shown={groupDigits(number)} />
            <CopyText label={t("amountToPay")} value={String(amount)} shown={formatRupiah(amount)} />
            {endsWithDay(choice, bill) && (
              <Small>{t("bankUntilMidnight", { date: formatDate(bill.today, language) })}</Small>
            )}
            <Small>{most === null ? t("vaKept") : t("vaKeptAtMost", { maximum: unbrokenRupiah(most) })}</Small>
          </Card>
          <PaymentWaiting />
          <Section heading={t("steps")}>
            <BankSteps bankCode={bank.bankCode} number={number} amount={formatRupiah(amount)} />
          </Section>
          <OtherWay to={paymentAddressOf(base, { ...choice, bank: null })} />
        </Stack>
      )}
    </LiveStatus>
  );
}

export function QrisPage({
  bill,
  bills,
  choice,
  access,
  result,
}: PageProps & { bill: Bill; result: PaymentResult | null }) {
  const t = useTexts(texts);
  const base = billBases[access];
  const { qris } = bills;
  const isOpen = qris !== null && qris.reference === choice.qris && result?.state === "WAITING";
  const picture = isOpen ? `/api/repayment${access === "link" ? "/link" : ""}/qris/${qris.requestId}/picture` : "";
  const state = result?.state === "RECEIVED" ? "RECEIVED" : isOpen ? "WAITING" : "OVER";
  return (
    <LiveStatus
      path={base}
      fields={{ qris: choice.qris, pay: choice.pay, amount: choice.amountRupiah }}
      state={state}
      later={<PartsOfReceived />}
    >
      {state === "RECEIVED" ? (
        <Received
          amountRupiah={result?.amountRupiah ?? 0}
          reference={result?.reference ?? ""}
          bill={bill}
          home={base}
        />
      ) : (
        <Stack gap="loose">
          <Title {...(isOpen ? { lead: t("qrisLead") } : {})}>{t("payByQris")}</Title>
          {isOpen ? (
            <>
              <Card>
                <QrisSign merchant={qris.merchant} />
                <img
                  src={picture}
                  width={280}
                  height={280}
                  alt={t("qrisPicture", { amount: formatRupiah(qris.amountRupiah) })}
                />
                <CopyText
                  label={t("amountToPay")}
                  value={String(qris.amountRupiah)}
                  shown={formatRupiah(qris.amountRupiah)}
                />
                <PaymentCountdown until={qris.expiresAt} text={t("qrisUntil")} />
                <WrittenFor request={qris} />
                <ButtonLink kind="secondary" to={picture} download={`qris-${qris.reference}.png`}>
                  {t("qrisSave")}
                </ButtonLink>
              </Card>
              <PaymentWaiting />
            </>
          ) : (
            <Notice kind="attention">{t("qrisOver")}</Notice>
          )}
          <OtherWay to={paymentAddressOf(base, { ...choice, qris: null })} />
        </Stack>
      )}
    </LiveStatus>
  );
}

/** Until when the amount of a code or push is valid: as long as the code or push lives, also after midnight. */
export function WrittenFor({ request }: { request: { payoffOn: string | null; countsOn: string | null } }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { payoffOn, countsOn } = request;
  if (payoffOn) return <Small>{t("paidInTimeEnds", { date: formatDate(payoffOn, language) })}</Small>;
  return countsOn && <Small>{t("paidInTimeCounts", { date: formatDate(countsOn, language) })}</Small>;
}

/** The signs of a QRIS code: its mark, the merchant's name and national number, all from its payload. */
export function QrisSign({ merchant }: { merchant: NonNullable<Bills["qris"]>["merchant"] }) {
  const t = useTexts(texts);
  return (
    <p>
      <strong>QRIS</strong>
      {merchant && (
        <>
          <br />
          {merchant.name}
          <br />
          NMID: {merchant.nationalMerchantId}
          <br />
          <Small>{t("qrisCompare")}</Small>
        </>
      )}
    </p>
  );
}

export function OtherWay({ to }: { to: string }) {
  const t = useTexts(texts);
  return (
    <ButtonLink kind="quiet" to={to}>
      {t("otherWay")}
    </ButtonLink>
  );
}

/** The payment that was waited for has ended the loan. */
export function JustPaidOff({ bills, choice, access }: PageProps) {
  const { paidOff } = bills;
  return (
    <LiveStatus
      path={billBases[access]}
      fields={{ pay: choice.pay, bank: choice.bank, qris: choice.qris }}
      state="PAID_OFF"
    >
      <PaidOffView
        loanPath={access === "session" && paidOff ? `/webview/loan-history/${paidOff.loanId}` : null}
        balanceRupiah={access === "session" ? bills.balanceRupiah : 0}
      />
    </LiveStatus>
  );
}

/** Nothing is owed any more. `loanPath` leads to the letter that confirms it, where it may be shown; an overpaid amount is shown at once. */
export function PaidOffView({ loanPath, balanceRupiah = 0 }: { loanPath: string | null; balanceRupiah?: number }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("paidOffTitle")}</Title>
      <Notice kind="ok" live>
        {t("paidOffBody")}
      </Notice>
      {balanceRupiah > 0 && (
        <Notice>
          {t("paidOffBalance", { amount: unbrokenRupiah(balanceRupiah) })}{" "}
          <a href="/webview/bills">{t("seeBalance")}</a>
        </Notice>
      )}
      {loanPath && <ButtonLink to={loanPath}>{t("seeLoan")}</ButtonLink>}
    </Stack>
  );
}

/** Nothing has come in yet: the enhancer asks again, and without it the button does. */
export function PaymentWaiting() {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <p data-live-again="">
        {t("waiting")} <span className="with-script">{t("updatesItself")}</span>
      </p>
      <Button kind="secondary">{t("checkStatus")}</Button>
    </Stack>
  );
}

/** The money has come: how much, and what remains. `home` is the page of the bill. */
export function Received({
  amountRupiah,
  reference,
  bill,
  home,
}: {
  amountRupiah: number;
  reference: string;
  bill: Bill;
  home: string;
}) {
  const t = useTexts(texts);
  const due = bill.dueTodayRupiah;
  return (
    <Stack gap="loose">
      <Title>{t("resultReceived")}</Title>
      <Notice kind="ok" live>
        {t("received", { amount: formatRupiah(amountRupiah) })}
      </Notice>
      <Receipt heading={t("whatRemains")}>
        {due > 0 && (
          <ReceiptLine label={t("toPayLate")}>
            <Money rupiah={due} />
          </ReceiptLine>
        )}
        {due === 0 && bill.nextDueDate && (
          <ReceiptLine label={t("nextInstalment")} note={<DateText date={bill.nextDueDate} />}>
            <Money rupiah={bill.nextDueRupiah} />
          </ReceiptLine>
        )}
        <ReceiptTotal label={t("remaining")}>
          <Money rupiah={bill.payoffRupiah} />
        </ReceiptTotal>
      </Receipt>
      <Stack gap="tight">
        <ButtonLink to={home}>{due > 0 ? t("payRest", { amount: unbrokenRupiah(due) }) : t("backToBills")}</ButtonLink>
        <ButtonLink kind="secondary" to={`/repayment/success?reference=${encodeURIComponent(reference)}`}>
          {t("seeResult")}
        </ButtonLink>
      </Stack>
    </Stack>
  );
}

/** Parts that a waiting page may have to show later, for its `later`: a page carries only the CSS rules of classes in its markup. */
export function PartsOfReceived() {
  return (
    <>
      <Notice kind="ok">.</Notice>
      <Notice kind="bad">.</Notice>
      <Receipt heading=".">
        <ReceiptLine label="." note=".">
          .
        </ReceiptLine>
        <ReceiptTotal label=".">.</ReceiptTotal>
      </Receipt>
      <ButtonLink to="#main">.</ButtonLink>
    </>
  );
}
