import { redirect, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/reloan-accounting";
import { listBankAccounts, type BankAccountAnswer } from "#features/account/bank-account/contract.ts";
import { getProfile, loanPurposes } from "#features/account/profile/contract.ts";
import { listLoanProducts, type LoanProductAnswer } from "#features/credit/loan/contract.ts";
import { askedRupiah } from "#features/credit/loan/parts/asked-amount.ts";
import { LoanAmountFields } from "#features/credit/loan/parts/loan-amount-fields.tsx";
import { QuoteReceipt } from "#features/credit/loan/parts/quote-receipt.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LiveRegion } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { ScheduleTable } from "#web/ui/schedule-table/schedule-table.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { formatRupiah, signedRupiah, unbrokenRupiah } from "#shared/money.ts";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { applyForLoan } from "../contract.ts";
import { getReloan, reloanRefusalTexts, type Reloan } from "../reloan-contract.ts";
import { AccountChoice, PurposeChoice, Recalculate } from "../parts/apply-form.tsx";
import { reloanTexts } from "../parts/reloan-texts.ts";
import { texts } from "../texts.ts";

const path = "/webview/reloan-accounting";
const inputKeys = ["amountRupiah", "tenorDays", "purpose", "bankAccountId"];
export const handle: ScreenHandle = { title: reloanTexts.reloanTitle, keptKeys: inputKeys };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [{ items }, accounts, { personal }, { reloan, problem }] = await Promise.all([
    call(listLoanProducts, {}, { context }),
    call(listBankAccounts, {}, { context }),
    call(getProfile, {}, { context }),
    lookAt(query, context),
  ]);
  const main = accounts.items.find(({ isMain }) => isMain);
  return {
    reloan,
    problem,
    product: items[0] ?? null,
    accounts: accounts.items,
    purpose: query.get("purpose") ?? personal?.loanPurpose,
    bankAccountId: query.get("bankAccountId") ?? main?.id,
  };
}

/** The chosen repeat loan; if it is not offered, the reason and the figures of the smallest amount. */
async function lookAt(query: URLSearchParams, context: Readonly<RouterContextProvider>) {
  const amountRupiah = askedRupiah(query) || undefined;
  const tenorDays = Number(query.get("tenorDays")) || undefined;
  try {
    return { reloan: await call(getReloan, { amountRupiah, tenorDays }, { context }), problem: undefined };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reloan: await call(getReloan, {}, { context }), problem: error.data.status.detail };
  }
}

const forms = defineForms(
  { reloan: { call: applyForLoan, done: "/webview/home" } },
  {
    others: {
      quote: async ({ form }) => {
        const params = inputKeys.flatMap((name) => (form.get(name) ? [[name, String(form.get(name))]] : []));
        return redirect(`${path}?${new URLSearchParams(params)}`, 303);
      },
    },
  },
);
export const action = forms.action;

export default function ReloanAccounting({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(reloanTexts);
  const refusalText = useTexts(reloanRefusalTexts);
  const { reloan, problem, product } = loaderData;
  const { old, quote } = reloan;
  // Only the amount is against it: another one may be chosen.
  const isOpen = reloan.refusals.every((refusal) => refusal === "NET_TOO_SMALL");
  if (!old || !quote || !product || !isOpen)
    return <NotNow reloan={reloan} failed={actionData?.answer?.failure.status.detail} />;
  const number = unbrokenNumber(old.number);
  return (
    <>
      <Title lead={t("reloanLead", { number })}>{t("reloanTitle")}</Title>
      <ActionForm of={forms.form("reloan", actionData)} hidden={{ replacesLoanId: old.loanId }} live={path} fill>
        <DefaultButton name="intent" value="reloan" />
        <Stack gap="loose">
          <Costs reloan={reloan} />
          <QuoteReceipt quote={quote} problem={problem ?? refusedText(reloan, refusalText)}>
            <AmountChoice reloan={reloan} product={product} quote={quote} />
          </QuoteReceipt>
          <LiveRegion>
            <Stack>
              <ScheduleTable
                caption={t("newSchedule")}
                rows={quote.instalments.map((row) => ({ ...row, discountRupiah: 0 }))}
              />
              <Small>{t("payoffNote")}</Small>
            </Stack>
          </LiveRegion>
          <Receiver accounts={loaderData.accounts} purpose={loaderData.purpose} chosen={loaderData.bankAccountId} />
          <PayItOff reloan={reloan} />
        </Stack>
        <ActionBar>
          <Button name="intent" value="reloan" track="reloan-submit">
            {t("submitReloan")}
          </Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

const refusedText = ({ refusals }: Reloan, t: (key: Reloan["refusals"][number]) => string): string | undefined =>
  refusals.length === 0 ? undefined : refusals.map((refusal) => t(refusal)).join(" ");

/** Shows the extra cost first, before the money received. */
function Costs({ reloan }: { reloan: Reloan }) {
  const t = useTexts(reloanTexts);
  const { costKeepRupiah, costReloanRupiah, extraRupiah, netRupiah, old } = reloan;
  return (
    <LiveRegion>
      <Stack>
        {extraRupiah > 0 ? (
          <Notice kind="attention" title={t("extraTitle", { amount: signedRupiah(extraRupiah) })}>
            {t("extraBody")}
          </Notice>
        ) : (
          <Notice kind="attention" title={t("lessTitle", { amount: signedRupiah(extraRupiah) })}>
            {t("lessBody")}
          </Notice>
        )}
        <Receipt>
          <ReceiptLine label={t("keepLine")}>
            <Money rupiah={costKeepRupiah} />
          </ReceiptLine>
          <ReceiptLine label={t("reloanLine")}>
            <Money rupiah={costReloanRupiah} />
          </ReceiptLine>
          <ReceiptLine label={t("paidOffLine", { number: unbrokenNumber(old?.number ?? "") })}>
            <Money rupiah={old?.payoffRupiah ?? 0} />
          </ReceiptLine>
          <ReceiptTotal label={t("netLine")}>
            <Money rupiah={netRupiah} />
          </ReceiptTotal>
        </Receipt>
      </Stack>
    </LiveRegion>
  );
}

function AmountChoice({
  reloan,
  product,
  quote,
}: {
  reloan: Reloan;
  product: LoanProductAnswer;
  quote: { amountRupiah: number; tenorDays: number };
}) {
  const t = useTexts(reloanTexts);
  const general = useTexts(texts);
  const { minimumRupiah, maximumRupiah } = reloan;
  const hint = t("amountHint", { minimum: formatRupiah(minimumRupiah), maximum: formatRupiah(maximumRupiah) });
  return (
    <>
      <LoanAmountFields
        label={general("amountLabel")}
        hint={hint}
        bounds={reloan}
        tenorsDays={product.tenorsDays}
        input={quote}
      />
      <Recalculate />
    </>
  );
}

function Receiver({
  accounts,
  purpose,
  chosen,
}: {
  accounts: readonly BankAccountAnswer[];
  purpose: string | undefined;
  chosen: string | undefined;
}) {
  return (
    <>
      <PurposeChoice purposes={loanPurposes} chosen={purpose} />
      <AccountChoice accounts={accounts} chosen={chosen} />
    </>
  );
}

/** The option that always exists: paying the loan off. */
function PayItOff({ reloan: { old } }: { reloan: Reloan }) {
  const t = useTexts(reloanTexts);
  if (!old) return null;
  const amount = unbrokenRupiah(old.payoffRupiah);
  return (
    <Notice>
      {t("howToPayOff", { number: unbrokenNumber(old.number), amount })}{" "}
      <a href="/webview/bills?pay=payoff">{t("payOff")}</a>
    </Notice>
  );
}

/** Why a repeat loan is not possible now, and links to pay the loan off or to apply for another one. */
function NotNow({ reloan, failed }: { reloan: Reloan; failed: string | undefined }) {
  const t = useTexts(reloanTexts);
  const refusalText = useTexts(reloanRefusalTexts);
  const { old, refusals } = reloan;
  return (
    <Stack gap="loose">
      <Title>{t("refusedTitle")}</Title>
      {failed !== undefined && (
        <Notice kind="bad" live>
          {failed}
        </Notice>
      )}
      {refusals.map((refusal) => (
        <p key={refusal}>{refusalText(refusal)}</p>
      ))}
      {old && (
        <p>{t("howToPayOff", { number: unbrokenNumber(old.number), amount: unbrokenRupiah(old.payoffRupiah) })}</p>
      )}
      <ActionBar>
        {old ? (
          <ButtonLink to="/webview/bills?pay=payoff" track="reloan-payoff">
            {t("payOff")}
          </ButtonLink>
        ) : (
          <ButtonLink to={refusals.includes("OTHER_LOAN_OPEN") ? "/webview/home" : "/webview/apply-loan"}>
            {t(refusals.includes("OTHER_LOAN_OPEN") ? "toHome" : "toApply")}
          </ButtonLink>
        )}
      </ActionBar>
    </Stack>
  );
}
