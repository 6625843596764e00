import { redirect, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/apply-loan";
import { listBankAccounts, type BankAccountAnswer } from "#features/account/bank-account/contract.ts";
import { getProfile, loanPurposes } from "#features/account/profile/contract.ts";
import { getQuote, listLoanProducts, type LoanProductAnswer } from "#features/credit/loan/contract.ts";
import { askedRupiah } from "#features/credit/loan/parts/asked-amount.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { applyForLoan, getHome, saveLoanDraft, type LoanHome } from "../contract.ts";
import type { OpenAppointment } from "../appointment-contract.ts";
import { quoteCoupon } from "../coupon-contract.ts";
import { FromAppointment } from "../parts/appointment-changes.tsx";
import { appointmentTexts } from "../parts/appointment-texts.ts";
import {
  AccountChoice,
  ApplyNotices,
  NoApplication,
  applicationObstacleOf,
  PurposeChoice,
  QuoteSummary,
} from "../parts/apply-form.tsx";
import { texts } from "../texts.ts";

const inputKeys = ["amountRupiah", "tenorDays", "purpose", "bankAccountId", "couponId", "couponDefault"];
export const handle: ScreenHandle = { title: texts.applyTitle, keptKeys: inputKeys, attach: ["userStatus"] };

interface ApplicationInput {
  amountRupiah: number;
  tenorDays: number;
  purpose?: string | undefined;
  bankAccountId?: string | undefined;
  /** A coupon's id or NONE; omitted: the default. */
  couponId?: string | undefined;
}
type Context = Readonly<RouterContextProvider>;

/** Shown before the first choice. */
const firstAmountRupiah = 1_000_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [home, { items }, accounts, { personal }] = await Promise.all([
    call(getHome, {}, { context }),
    call(listLoanProducts, {}, { context }),
    call(listBankAccounts, {}, { context }),
    call(getProfile, {}, { context }),
  ]);
  const product = items[0];
  if (!product) throw new Response(null, { status: 503 });
  const bounds = boundsOf(product, home);
  const appointment = appointmentFor(home);
  // A draft that the borrower saved after the message of the appointment's day is newer, so it wins.
  const draft = appointment ? null : home.draft;
  const start = appointment ? startOf(appointment, product, bounds, accounts.items) : draft;
  const input: ApplicationInput = {
    amountRupiah: askedRupiah(query) || start?.amountRupiah || Math.min(firstAmountRupiah, bounds.maximumRupiah),
    tenorDays: Number(query.get("tenorDays")) || start?.tenorDays || Math.max(...product.tenorsDays),
    purpose: query.get("purpose") ?? start?.purpose ?? personal?.loanPurpose,
    bankAccountId:
      query.get("bankAccountId") ?? start?.bankAccountId ?? accounts.items.find((account) => account.isMain)?.id,
    couponId: couponAsked(query) ?? (query.has("couponId") ? undefined : (draft?.couponId ?? undefined)),
  };
  const hasChoice = query.has("amountRupiah");
  return {
    home,
    appointment,
    product,
    bounds,
    accounts: accounts.items,
    input,
    fromDraft: draft !== null && !hasChoice,
    saved: query.has("saved") && !hasChoice,
    isAfterEnd: query.has("ended"),
    ...(await quoteOf(input, product, context)),
  };
}

/** The appointment whose day has come, unless a draft was saved after its message. */
function appointmentFor({ appointment, draft }: LoanHome): OpenAppointment | null {
  if (!appointment?.offeredAt) return null;
  return draft && draft.updatedAt > appointment.offeredAt ? null : appointment;
}

/** The appointment's values that can be filled in today: never more than may be borrowed, and no tenor or account that no longer exists. */
function startOf(
  { amountRupiah, tenorDays, purpose, bankAccountId }: OpenAppointment,
  product: LoanProductAnswer,
  { minimumRupiah, maximumRupiah }: ReturnType<typeof boundsOf>,
  accounts: readonly BankAccountAnswer[],
) {
  return {
    amountRupiah: Math.max(minimumRupiah, Math.min(amountRupiah, maximumRupiah)),
    tenorDays: product.tenorsDays.includes(tenorDays) ? tenorDays : null,
    purpose,
    bankAccountId: accounts.some(({ id }) => id === bankAccountId) ? bankAccountId : null,
  };
}

/** The coupon that the person chose; the page's own default is chosen again for another amount or tenor. */
function couponAsked(query: URLSearchParams): string | undefined {
  const couponId = query.get("couponId");
  return couponId === null || couponId === query.get("couponDefault") ? undefined : couponId;
}

/** The smallest and largest amount of this borrower today, in rupiah. */
function boundsOf(product: LoanProductAnswer, { limit }: LoanHome) {
  const { minimumRupiah, stepRupiah } = product;
  const own = limit.assessed
    ? Math.min(product.maximumRupiah, limit.remainingRupiah - (limit.remainingRupiah % stepRupiah))
    : product.maximumRupiah;
  return {
    minimumRupiah,
    maximumRupiah: Math.max(minimumRupiah, own),
    stepRupiah,
    tooSmall: limit.assessed && limit.remainingRupiah < minimumRupiah,
  };
}

/** The cost of the chosen loan; if it is not offered, the reason and the figures of one that is. */
async function quoteOf(
  { amountRupiah, tenorDays, couponId }: ApplicationInput,
  product: LoanProductAnswer,
  context: Context,
) {
  try {
    const [quote, coupon] = await Promise.all([
      call(getQuote, { amountRupiah, tenorDays }, { context }),
      couponFor({ amountRupiah, tenorDays, couponId }, context),
    ]);
    return { quote, coupon, problem: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const offered = { amountRupiah: product.minimumRupiah, tenorDays: Math.max(...product.tenorsDays) };
    return { quote: await call(getQuote, offered, { context }), coupon: null, problem: error.data };
  }
}

/** The discount of the chosen coupon; if it cannot be used on this loan (any more), the best one that can. */
async function couponFor(input: Pick<ApplicationInput, "amountRupiah" | "tenorDays" | "couponId">, context: Context) {
  const { couponId, ...loan } = input;
  try {
    return await call(quoteCoupon, { ...loan, ...(couponId ? { couponId } : {}) }, { context });
  } catch (error) {
    if (!(error instanceof Problem) || !couponId) throw error;
    return call(quoteCoupon, loan, { context });
  }
}

const forms = defineForms(
  {
    apply: {
      call: applyForLoan,
      // The application was already sent, here or on another device: home shows its state.
      done: (_reply, posted) => (posted.isReplay ? afterReplay(posted) : "/webview/home"),
      refused: ({ failure }, posted) => {
        const { code } = failure.status;
        if (code === "IDEMPOTENCY_KEY_REUSED") return afterReplay(posted);
        // This form names no loan to pay off; the page of repeat loans shows the reasons against one.
        if (code === "RELOAN_REFUSED") return "/webview/reloan-accounting";
        return code === "LOAN_OPEN" ? "/webview/home" : null;
      },
    },
    save: { call: saveLoanDraft, done: "/webview/apply-loan?saved=1" },
    fill: { call: saveLoanDraft, done: "/webview/additional-info" },
  },
  { others: { quote: async ({ form }) => redirect(`/webview/apply-loan?${queryOf(form)}`, 303) } },
);
export const action = forms.action;

/** The form's key may belong to an ended application: this is a new one, and needs the key of a new form. */
async function afterReplay({ form, context }: Posted): Promise<string> {
  const { loan } = await call(getHome, {}, { context });
  return loan && endedStates.includes(loan.state) ? `/webview/apply-loan?${queryOf(form)}&ended=1` : "/webview/home";
}

/** A refusal is not among them: home says why, and from when one may apply again. */
const endedStates: readonly string[] = ["PAID_OFF", "CANCELLED", "RESTRUCTURED", "WRITTEN_OFF"];

function queryOf(form: FormData): URLSearchParams {
  return new URLSearchParams(inputKeys.flatMap((name) => (form.get(name) ? [[name, String(form.get(name))]] : [])));
}

export default function ApplyLoan({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const later = useTexts(appointmentTexts);
  const { home, product, bounds, accounts, input, quote, coupon, problem } = loaderData;
  const obstacle = applicationObstacleOf(home, bounds);
  if (obstacle) return <NoApplication home={home} bounds={bounds} obstacle={obstacle} />;
  const complete = home.readiness?.complete ?? false;
  return (
    <>
      <Title>{t("applyTitle")}</Title>
      <ActionForm of={forms.form(["apply", "save", "fill"], actionData)} live="/webview/apply-loan" fill>
        <DefaultButton name="intent" value={complete ? "apply" : "save"} />
        <Stack gap="loose">
          {loaderData.appointment && <FromAppointment appointment={loaderData.appointment} />}
          <ApplyNotices
            home={home}
            saved={loaderData.saved}
            fromDraft={loaderData.fromDraft}
            isAfterEnd={loaderData.isAfterEnd}
          />
          <QuoteSummary
            quote={quote}
            coupon={coupon}
            problem={problem?.status.detail}
            product={product}
            bounds={bounds}
            input={input}
          />
          <PurposeChoice purposes={loanPurposes} chosen={input.purpose} />
          <AccountChoice accounts={accounts} chosen={input.bankAccountId} />
          <Stack gap="tight">
            <Button kind="secondary" name="intent" value="save" formNoValidate track="apply-save">
              {t("save")}
            </Button>
            <Small>{t("whatHappens")}</Small>
            {!home.appointment && (
              <Small>
                <a href="/webview/by-appointment" data-track="apply-later">
                  {later("bookLater")}
                </a>
              </Small>
            )}
          </Stack>
        </Stack>
        <ActionBar>
          {complete ? (
            <Button name="intent" value="apply" track="apply-submit">
              {t("submit")}
            </Button>
          ) : (
            <Button name="intent" value="fill" formNoValidate track="apply-fill">
              {t("saveAndFill")}
            </Button>
          )}
        </ActionBar>
      </ActionForm>
    </>
  );
}
