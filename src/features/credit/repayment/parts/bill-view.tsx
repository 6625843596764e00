/** A bill: how much, by when, how to pay it, and what was paid. */
import { formatDate } from "#shared/dates.ts";
import { OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { formatRupiah, unbrokenRupiah } from "#shared/money.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { AmountField } from "#web/ui/text-field/text-field.tsx";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import type { FreshStep } from "#features/account/verification/parts/step-up.ts";
import { createQris, type Bill, type Bills } from "../contract.ts";
import { type PaymentResult } from "../result-contract.ts";
import { texts } from "../texts.ts";
import { billBases, billForms, type BillAccess, type PayOutcome } from "./bill-calls.ts";
import { Payments } from "./bill-payments.tsx";
import { BillPlan } from "./bill-plan.tsx";
import { BillSchedule } from "./bill-schedule.tsx";
import { BankPage, JustPaidOff, QrisPage } from "./pay-pages.tsx";
import {
  paymentAddressOf,
  chosenAmountOf,
  endsWithDay,
  groupDigits,
  openBank,
  restAfterBalance,
  type PaymentChoice,
} from "./payment-choice.ts";

export interface BillScreenProps {
  bills: Bills;
  choice: PaymentChoice;
  access: BillAccess;
  /** Until when a hold keeps the balance here; null without one. */
  heldUntil: string | null;
  qrisResult: PaymentResult | null;
  outcome: PayOutcome | undefined;
}

export function BillScreen(props: BillScreenProps) {
  const { bills, choice, access, outcome } = props;
  const { bill } = bills;
  const answer = outcome?.answer;
  if (outcome?.step) return <RefundStep step={outcome.step} balanceRupiah={bills.balanceRupiah} />;
  if (!bill)
    return bills.paidOff && (choice.bank ?? choice.qris) ? (
      <JustPaidOff bills={bills} choice={choice} access={access} />
    ) : (
      <NothingToPay bills={bills} access={access} heldUntil={props.heldUntil} outcome={outcome} />
    );
  const bank = openBank(bills, choice);
  if (bank && !answer) return <BankPage bank={bank} bill={bill} bills={bills} choice={choice} access={access} />;
  if (choice.qris && !answer)
    return <QrisPage bill={bill} bills={bills} choice={choice} access={access} result={props.qrisResult} />;
  const { heldUntil } = props;
  return <BillPage {...{ bill, bills, choice, access, heldUntil, outcome }} />;
}

function BillPage({
  bill,
  bills,
  choice,
  access,
  heldUntil,
  outcome,
}: Omit<BillScreenProps, "qrisResult"> & { bill: Bill }) {
  const t = useTexts(texts);
  const base = billBases[access];
  const { supportPhone } = useFrame().brand;
  const isLate = bill.daysPastDue > 0;
  return (
    <Stack gap="loose">
      <Title {...(access === "link" ? { lead: t("linkLead", { number: unbrokenNumber(bill.loanNumber) }) } : {})}>
        {t("title")}
      </Title>
      <Amount bill={bill} bills={bills} choice={choice} />
      <FromBalance bills={bills} />
      {bills.alsoOwed && (
        <Notice>
          {t("alsoOwed", {
            number: unbrokenNumber(bills.alsoOwed.loanNumber),
            amount: unbrokenRupiah(bills.alsoOwed.payoffRupiah),
            shown: unbrokenNumber(bill.loanNumber),
          })}
        </Notice>
      )}
      {isLate && (
        <Notice kind="attention" title={t("lateTitle", { days: bill.daysPastDue })}>
          {t("lateBody", { fee: formatRupiah(bill.lateFeeRupiah) })}{" "}
          <a href={`tel:${supportPhone.value.replace(/[^\d+]/g, "")}`}>{t("helpLate")}</a>
        </Notice>
      )}
      <Tabs
        label={t("amountTabs")}
        tabs={[
          { to: base, label: t("tabDue"), current: choice.pay === "due" },
          { to: paymentAddressOf(base, { pay: "payoff" }), label: t("tabPayoff"), current: choice.pay === "payoff" },
          { to: paymentAddressOf(base, { pay: "other" }), label: t("tabOther"), current: choice.pay === "other" },
        ]}
      />
      <PayForm bill={bill} bills={bills} choice={choice} access={access} outcome={outcome} />
      {access === "session" && <Balance bills={bills} heldUntil={heldUntil} mayUse outcome={outcome} />}
      <BillSchedule bill={bill} />
      <BillPlan plan={bills.plan} />
      {access === "session" && (
        <Small>
          <a href="/webview/servicing" data-track="bills_servicing">
            {t("servicing")}
          </a>
        </Small>
      )}
      {access === "session" && (
        <Small>
          <a href="/webview/loanrestruture" data-track="bills_hard_to_pay">
            {t("hardToPay")}
          </a>
        </Small>
      )}
      <Payments bills={bills} choice={choice} access={access} />
    </Stack>
  );
}

function Amount({ bill, bills, choice }: { bill: Bill; bills: Bills; choice: PaymentChoice }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const amount = chosenAmountOf(choice, bill, bills);
  // Before its due date the last instalment costs less, but only today: the amount of today must not be shown with that date.
  const endsToday = bill.suggestedRupiah < bill.nextDueRupiah;
  const ahead = endsToday
    ? t("payoffLabel")
    : t("nextOn", { date: bill.nextDueDate ? formatDate(bill.nextDueDate, language) : "–" });
  const due = bill.daysPastDue > 0 ? t("toPayLate") : bill.dueTodayRupiah > 0 ? t("toPayToday") : ahead;
  const rest = choice.pay === "due" ? restAfterBalance(bills) : null;
  const label =
    choice.pay === "payoff" ? t("payoffLabel") : rest ? t("restOn", { date: formatDate(rest.dueOn, language) }) : due;
  return (
    <Stack gap="tight">
      <Figure label={label} note={t("loanNumber", { number: unbrokenNumber(bill.loanNumber) })}>
        <Money rupiah={choice.pay === "other" ? bill.suggestedRupiah : amount} />
      </Figure>
      {endsWithDay(choice, bill) && <Small>{t("untilMidnight", { date: formatDate(bill.today, language) })}</Small>}
    </Stack>
  );
}

/** The same as in the reminder: the bill names the balance too, so that the instalment is not paid twice. */
function FromBalance({ bills: { fromBalance } }: { bills: Bills }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!fromBalance) return null;
  const date = formatDate(fromBalance.dueOn, language);
  if (fromBalance.restRupiah === 0) return <Notice kind="ok">{t("coveredAll", { date })}</Notice>;
  return (
    <Notice>
      {t("coveredPartly", {
        date,
        covered: unbrokenRupiah(fromBalance.coveredRupiah),
        rest: unbrokenRupiah(fromBalance.restRupiah),
      })}
    </Notice>
  );
}

/** One tap: amount and way to pay are preselected, the button pays. */
function PayForm({
  bill,
  bills,
  choice,
  access,
  outcome,
}: {
  bill: Bill;
  bills: Bills;
  choice: PaymentChoice;
  access: BillAccess;
  outcome: PayOutcome | undefined;
}) {
  const t = useTexts(texts);
  const amount = chosenAmountOf(choice, bill, bills);
  const isOther = choice.pay === "other";
  const known = bills.banks.find((bank) => bank.virtualAccountNumber !== null);
  const failed = outcome?.form === "pay" ? outcome.answer : undefined;
  const { qrisRupiah, ewalletRupiah } = bills.most;
  // A typed amount may fit, so the rail's maximum is shown with the way to pay. A fixed amount fits or it does not.
  const limited = (most: number | null, detail: string) =>
    isOther && most !== null && most < bill.payoffRupiah ? t("atMost", { maximum: unbrokenRupiah(most) }) : detail;
  const isTooMuch = (most: number | null) => !isOther && most !== null && amount > most;
  const tooSmall = [
    ...(isTooMuch(qrisRupiah) ? [{ way: t("wayQris"), maximum: qrisRupiah ?? 0 }] : []),
    ...(access === "session" && isTooMuch(ewalletRupiah) ? [{ way: t("wayOvo"), maximum: ewalletRupiah ?? 0 }] : []),
  ];
  const choices = [
    ...(isTooMuch(qrisRupiah)
      ? []
      : [{ value: "QRIS", label: t("wayQris"), detail: limited(qrisRupiah, t("wayQrisDetail")) }]),
    ...bills.banks.map((bank) => ({
      value: bank.bankCode,
      label: t("wayBank", { bank: bank.bankName }),
      ...(bank.virtualAccountNumber ? { detail: groupDigits(bank.virtualAccountNumber) } : {}),
    })),
    ...(access === "session" && !isTooMuch(ewalletRupiah)
      ? [{ value: "OVO", label: t("wayOvo"), detail: limited(ewalletRupiah, t("wayOvoDetail")) }]
      : []),
  ];
  return (
    <Form
      call={createQris}
      action={paymentAddressOf(billBases[access], { pay: choice.pay })}
      {...(failed ? { values: failed.values, failure: failed.failure } : {})}
    >
      <input type="hidden" name="intent" value="pay" />
      {isOther ? (
        <AmountField
          name="amountRupiah"
          label={t("otherLabel")}
          hint={t("otherHint", { maximum: formatRupiah(bill.payoffRupiah) })}
          defaultValue={choice.amountRupiah === null ? undefined : String(choice.amountRupiah)}
        />
      ) : (
        <input type="hidden" name="amountRupiah" value={amount} />
      )}
      {!isOther && <input type="hidden" name="asOf" value={bill.today} />}
      <input type="hidden" name="seen" value={bills.newestPaymentId ?? "none"} />
      {tooSmall.map(({ way, maximum }) => (
        <Notice key={way}>
          {t("wayTooSmall", { way, maximum: unbrokenRupiah(maximum), amount: unbrokenRupiah(amount) })}{" "}
          <a href={paymentAddressOf(billBases[access], { pay: "other", amountRupiah: maximum })}>
            {t("payInParts", { amount: unbrokenRupiah(maximum) })}
          </a>
        </Notice>
      ))}
      <Choices
        name="way"
        label={t("howToPay")}
        choices={choices}
        defaultValue={choice.bank ?? known?.bankCode ?? choices[0]?.value}
      />
      <ActionBar>
        <Button track="bills-pay">{isOther ? t("goOn") : t("payAmount", { amount: unbrokenRupiah(amount) })}</Button>
      </ActionBar>
    </Form>
  );
}

function Balance({
  bills,
  heldUntil,
  mayUse,
  outcome,
}: Pick<BillScreenProps, "bills" | "heldUntil" | "outcome"> & { mayUse?: boolean }) {
  const t = useTexts(texts);
  const { refund, balanceRupiah } = bills;
  if (balanceRupiah === 0 && refund?.state !== "PENDING" && refund?.state !== "FAILED") return null;
  return (
    <Card>
      {refund && <Small>{t(`refund${refund.state}`, { amount: formatRupiah(refund.amountRupiah) })}</Small>}
      {balanceRupiah > 0 && (
        <>
          <Figure label={t("balance")}>
            <Money rupiah={balanceRupiah} />
          </Figure>
          <Small>{t("balanceBody")}</Small>
          {mayUse && (
            <ActionForm of={billForms.session.form("use", outcome)} id="use">
              <Button kind="secondary">{t("balanceUse")}</Button>
            </ActionForm>
          )}
          <OnHold until={heldUntil} />
          <ActionForm of={billForms.session.form("refund", outcome)} id="refund">
            <Button kind="quiet" track="balance_refund">
              {t("balanceRefund")}
            </Button>
          </ActionForm>
        </>
      )}
    </Card>
  );
}

function RefundStep({ step, balanceRupiah }: { step: FreshStep; balanceRupiah: number }) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  return (
    <Stack gap="loose">
      <Title lead={t("refundCodeLead", { amount: formatRupiah(balanceRupiah) })}>{t("refundCodeTitle")}</Title>
      <FreshCode
        step={step}
        action={billBases.session}
        button={t("balanceRefund")}
        track="balance_refund_code"
        idempotencyKey={formKey}
      />
    </Stack>
  );
}

function NothingToPay({
  bills,
  access,
  heldUntil,
  outcome,
}: Pick<BillScreenProps, "bills" | "access" | "heldUntil" | "outcome">) {
  const t = useTexts(texts);
  const { paidOff } = bills;
  const action =
    access === "link" ? undefined : (
      <ButtonLink to={paidOff ? `/webview/loan-history/${paidOff.loanId}` : "/webview/home"}>
        {t(paidOff ? "seeLoan" : "toHome")}
      </ButtonLink>
    );
  return (
    <Stack gap="loose">
      <EmptyState
        level={1}
        art={paidOff ? "receipt" : "empty"}
        title={t(paidOff ? "paidOffTitle" : "nothingTitle")}
        action={action}
      >
        {t(paidOff ? "paidOffBody" : "nothingBody")}
      </EmptyState>
      {access === "session" && <Balance bills={bills} heldUntil={heldUntil} outcome={outcome} />}
    </Stack>
  );
}
