/** How to pay by the way that was chosen, with what has come in so far. */
import { formatRupiah } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import type { Bill, Bills, PaymentResult } from "../contract.ts";
import { texts } from "../texts.ts";
import { BankSteps } from "./bank-steps.tsx";
import { billBases, type BillAccess } from "./bill-calls.ts";
import { Countdown, LiveStatus } from "./live-status.tsx";
import { addressOf, amountOf, groupDigits, paymentsSince, type Wish } from "./wish.ts";

interface PageProps {
  bills: Bills;
  wish: Wish;
  access: BillAccess;
}

export function BankPage({ bank, bill, bills, wish, access }: PageProps & { bank: { bankCode: string; bankName: string; virtualAccountNumber: string }; bill: Bill }) {
  const t = useTexts(texts);
  const amount = amountOf(wish, bill);
  const base = billBases[access];
  const { virtualAccountNumber: number } = bank;
  const paid = paymentsSince(bills.payments, wish).find((payment) => payment.way === "VIRTUAL_ACCOUNT" && payment.bankCode === bank.bankCode);
  return (
    <Stack gap="loose">
      <Title>{t("payByBank", { bank: bank.bankName })}</Title>
      <Card>
        <CopyText label={t("vaNumber")} value={number} shown={groupDigits(number)} />
        <CopyText label={t("amountToPay")} value={String(amount)} shown={formatRupiah(amount)} />
        <Small>{t("vaKept")}</Small>
      </Card>
      <LiveStatus path={base} fields={{ pay: wish.pay, amount: wish.amountRupiah, bank: bank.bankCode, seen: wish.seen }}>
        {paid ? <Received amountRupiah={paid.amountRupiah} reference={paid.id} /> : <Waiting />}
      </LiveStatus>
      <Section heading={t("steps")}>
        <BankSteps bankCode={bank.bankCode} number={number} amount={formatRupiah(amount)} />
      </Section>
      <ButtonLink kind="quiet" to={addressOf(base, { ...wish, bank: null })}>
        {t("otherWay")}
      </ButtonLink>
    </Stack>
  );
}

export function QrisPage({ bills, wish, access, result }: PageProps & { result: PaymentResult | null }) {
  const t = useTexts(texts);
  const base = billBases[access];
  const { qris } = bills;
  const isOpen = qris !== null && qris.reference === wish.qris && result?.state === "WAITING";
  const picture = isOpen ? `/api/repayment${access === "link" ? "/link" : ""}/qris/${qris.requestId}/picture` : "";
  return (
    <Stack gap="loose">
      <Title>{t("payByQris")}</Title>
      <LiveStatus path={base} fields={{ qris: wish.qris, pay: wish.pay, amount: wish.amountRupiah }}>
        <Stack>
          {isOpen && (
            <>
              <p>{t("qrisLead")}</p>
              <Card>
                <img src={picture} width={280} height={280} alt={t("qrisPicture", { amount: formatRupiah(qris.amountRupiah) })} />
                <CopyText label={t("amountToPay")} value={String(qris.amountRupiah)} shown={formatRupiah(qris.amountRupiah)} />
                <Countdown until={qris.expiresAt} text={t("qrisUntil")} />
                <ButtonLink kind="secondary" to={picture} download={`qris-${qris.reference}.png`}>
                  {t("qrisSave")}
                </ButtonLink>
              </Card>
            </>
          )}
          {result?.state === "RECEIVED" ? <Received amountRupiah={result.amountRupiah ?? 0} reference={result.reference} /> : isOpen ? <Waiting /> : <Notice kind="attention">{t("qrisOver")}</Notice>}
        </Stack>
      </LiveStatus>
      <ButtonLink kind="quiet" to={addressOf(base, { ...wish, qris: null })}>
        {t("otherWay")}
      </ButtonLink>
    </Stack>
  );
}

/** The payment that was waited for has ended the loan. */
export function JustPaidOff({ bills, wish, access }: PageProps) {
  const t = useTexts(texts);
  const { paidOff } = bills;
  return (
    <Stack gap="loose">
      <Title>{t("paidOffTitle")}</Title>
      <LiveStatus path={billBases[access]} fields={{ pay: wish.pay, bank: wish.bank, qris: wish.qris }}>
        <Stack>
          <Notice kind="ok">{t("paidOffBody")}</Notice>
          {access === "session" && paidOff && (
            <ButtonLink kind="secondary" to={`/webview/loan-history/${paidOff.loanId}`}>
              {t("seeLoan")}
            </ButtonLink>
          )}
        </Stack>
      </LiveStatus>
    </Stack>
  );
}

/**
 * Nothing has come in yet: the enhancer asks again, and without it the button does. What takes its place later uses the
 * same kind of button, because the page carries only the rules of what it showed at first.
 */
export function Waiting() {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <p data-live-again="">{t("waiting")}</p>
      <Button kind="secondary">{t("checkStatus")}</Button>
    </Stack>
  );
}

export function Received({ amountRupiah, reference }: { amountRupiah: number; reference: string }) {
  const t = useTexts(texts);
  return (
    <Stack gap="tight">
      <Notice kind="ok" live>
        {t("received", { amount: formatRupiah(amountRupiah) })}
      </Notice>
      <ButtonLink kind="secondary" to={`/repayment/success?reference=${encodeURIComponent(reference)}`}>
        {t("seeResult")}
      </ButtonLink>
    </Stack>
  );
}
