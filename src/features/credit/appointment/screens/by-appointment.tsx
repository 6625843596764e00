import { redirect, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/by-appointment";
import { listBankAccounts, type BankAccountAnswer } from "#features/account/bank-account/contract.ts";
import { getProfile, loanPurposes } from "#features/account/profile/contract.ts";
import { AccountChoice, PurposeChoice, Recalculate } from "#features/credit/application/parts/apply-form.tsx";
import { getQuote, listLoanProducts, type LoanProductAnswer } from "#features/credit/loan/contract.ts";
import { askedRupiah } from "#features/credit/loan/parts/asked-amount.ts";
import { LoanAmountFields } from "#features/credit/loan/parts/loan-amount-fields.tsx";
import { QuoteReceipt } from "#features/credit/loan/parts/quote-receipt.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink, DefaultButton } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { DateField } from "#web/ui/text-field/text-field.tsx";
import { formatDate } from "#shared/dates.ts";
import { unbrokenRupiah } from "#shared/money.ts";
import { bookAppointment, cancelAppointment, getAppointment, type Appointments } from "../contract.ts";
import { OpenView } from "../parts/open-view.tsx";
import { texts } from "../texts.ts";

const path = "/webview/by-appointment";
const inputKeys = ["amountRupiah", "tenorDays", "purpose", "bankAccountId", "on"];
export const handle: ScreenHandle = { title: texts.title, keptKeys: inputKeys };

/** Shown before an amount was chosen. */
const firstAmountRupiah = 1_000_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [appointments, { items }, accounts, { personal }] = await Promise.all([
    call(getAppointment, {}, { context }),
    call(listLoanProducts, {}, { context }),
    call(listBankAccounts, {}, { context }),
    call(getProfile, {}, { context }),
  ]);
  const product = items[0];
  if (!product) throw new Response(null, { status: 503 });
  const input = {
    amountRupiah: askedRupiah(query) || Math.min(firstAmountRupiah, product.maximumRupiah),
    tenorDays: Number(query.get("tenorDays")) || Math.max(...product.tenorsDays),
    purpose: query.get("purpose") ?? personal?.loanPurpose,
    bankAccountId: query.get("bankAccountId") ?? accounts.items.find(({ isMain }) => isMain)?.id,
    on: query.get("on") ?? undefined,
  };
  return { appointments, product, accounts: accounts.items, input, ...(await quoteOf(input, product, context)) };
}

/** The cost by today's price; if the chosen loan is not offered, the reason, and figures of one that is. */
async function quoteOf(
  { amountRupiah, tenorDays }: { amountRupiah: number; tenorDays: number },
  product: LoanProductAnswer,
  context: Readonly<RouterContextProvider>,
) {
  try {
    return { quote: await call(getQuote, { amountRupiah, tenorDays }, { context }), problem: undefined };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const offered = { amountRupiah: product.minimumRupiah, tenorDays: Math.max(...product.tenorsDays) };
    return { quote: await call(getQuote, offered, { context }), problem: error.data.status.detail };
  }
}

const forms = defineForms(
  {
    book: { call: bookAppointment, done: `${path}?booked=1` },
    cancel: { call: cancelAppointment, done: `${path}?cancelled=1` },
  },
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
type Form = ReturnType<typeof forms.form>;

export default function ByAppointment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { appointments, accounts } = loaderData;
  const { open, days } = appointments;
  if (open)
    return (
      <OpenView
        appointment={open}
        account={accounts.find(({ id }) => id === open.bankAccountId)}
        refused={<FormRefusal of={forms.form("book", actionData)} />}
        cancel={
          <ActionForm of={forms.form("cancel", actionData)} id="cancel" action={path}>
            <Button kind="quiet" track="appointment_cancel">
              {t("cancel")}
            </Button>
            <Small>{t("cancelNote")}</Small>
          </ActionForm>
        }
      />
    );
  if (!days || appointments.isLimitFrozen)
    return (
      <Stack gap="loose">
        <FormRefusal of={forms.form(["book", "cancel"], actionData)} />
        {appointments.isLimitFrozen ? <Frozen /> : <NotYet appointments={appointments} />}
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved by="cancelled">{t("cancelled")}</Saved>
      <FormRefusal of={forms.form("cancel", actionData)} />
      <Last appointments={appointments} />
      <Book days={days} shown={loaderData} of={forms.form("book", actionData)} />
    </Stack>
  );
}

/** The last one ended without an application: nothing was lent. */
function Last({ appointments: { last } }: { appointments: Appointments }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (last?.state !== "LAPSED") return null;
  return <Notice title={t("lapsedTitle", { date: formatDate(last.on, language) })}>{t("lapsed")}</Notice>;
}

interface Shown {
  appointments: Appointments;
  product: LoanProductAnswer;
  accounts: readonly BankAccountAnswer[];
  input: {
    amountRupiah: number;
    tenorDays: number;
    purpose: string | undefined;
    bankAccountId: string | undefined;
    on: string | undefined;
  };
  quote: Parameters<typeof QuoteReceipt>[0]["quote"];
  problem: string | undefined;
}

function Book({ days, shown, of }: { days: NonNullable<Appointments["days"]>; shown: Shown; of: Form }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { product, accounts, input, quote, problem, appointments } = shown;
  const { minimumRupiah, maximumRupiah, stepRupiah } = product;
  const bounds = { minimumRupiah, maximumRupiah, stepRupiah };
  const { limitTodayRupiah, reachDays, furthestReachDays } = appointments;
  const range = {
    earliest: formatDate(days.earliestOn, language),
    latest: formatDate(days.latestOn, language),
    furthest: furthestReachDays,
  };
  return (
    <ActionForm of={of} live={path} fill>
      <DefaultButton name="intent" value="book" />
      <Stack gap="loose">
        <QuoteReceipt quote={quote} problem={problem}>
          <LoanAmountFields
            label={t("amount")}
            hint={
              limitTodayRupiah === null
                ? t("amountHintNone")
                : t("amountHint", { limit: unbrokenRupiah(limitTodayRupiah) })
            }
            bounds={bounds}
            tenorsDays={product.tenorsDays}
            input={input}
          />
        </QuoteReceipt>
        <Small>{t("priceNote")}</Small>
        <Recalculate />
        <DateField
          name="on"
          label={t("day")}
          hint={t(reachDays < furthestReachDays ? "dayHintMore" : "dayHint", range)}
          min={days.earliestOn}
          max={days.latestOn}
          keep
          {...(input.on ? { defaultValue: input.on } : {})}
        />
        <PurposeChoice purposes={loanPurposes} chosen={input.purpose} />
        <AccountChoice accounts={accounts} chosen={input.bankAccountId} />
      </Stack>
      <ActionBar>
        {accounts.length > 0 ? (
          <Button name="intent" value="book" track="appointment_book">
            {t("book")}
          </Button>
        ) : (
          <ButtonLink to="/webview/bank-account">{t("needAccount")}</ButtonLink>
        )}
      </ActionBar>
    </ActionForm>
  );
}

function Frozen() {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="shield"
      title={t("frozenTitle")}
      action={<ButtonLink to="/webview/credit">{t("toScore")}</ButtonLink>}
    >
      {t("frozen")}
    </EmptyState>
  );
}

function NotYet({ appointments: { mayApplyOn, reachDays } }: { appointments: Appointments }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <EmptyState
      level={1}
      art="calendar"
      title={t("notYetTitle")}
      action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
    >
      {t("notYet", { date: mayApplyOn ? formatDate(mayApplyOn, language) : "–", days: reachDays })}
    </EmptyState>
  );
}
