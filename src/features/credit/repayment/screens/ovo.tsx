import type { Route } from "./+types/ovo";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { formatRupiah } from "#shared/money.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Title } from "#web/ui/text/text.tsx";
import { AmountField, PhoneField } from "#web/ui/text-field/text-field.tsx";
import { getBills, getPaymentRequest, pushEwallet, type Bill } from "../contract.ts";
import type { PaymentRequest } from "../request-contract.ts";
import { failureKey } from "../parts/failure-text.ts";
import { PaymentCountdown, LiveStatus } from "../parts/live-status.tsx";
import { OtherWay, PaidOffView, PartsOfReceived, Received, PaymentWaiting, WrittenFor } from "../parts/pay-pages.tsx";
import { chosenAmountOf, paymentChoiceOf } from "../parts/payment-choice.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.ovoTitle, back: "/webview/bills" };

const address = (requestId: string) => `/webview/ovo?request=${requestId}`;

export async function loader({ context }: Route.LoaderArgs) {
  const { pathWithQuery } = context.get(pageFrame);
  const requestId = new URL(pathWithQuery, "http://own.invalid").searchParams.get("request");
  const [bills, pushed] = await Promise.all([
    call(getBills, {}, { context }),
    requestId ? pushedOf(context, requestId) : null,
  ]);
  const { bill, most } = bills;
  const atMost = most.ewalletRupiah ?? Infinity;
  const maximum = bill && bill.payoffRupiah > atMost ? most.ewalletRupiah : null;
  const choice = paymentChoiceOf(pathWithQuery);
  return {
    bill,
    pushed,
    maximum,
    // The amount of today: a payer who sends it tomorrow sees tomorrow's first.
    asOf: choice.pay === "other" ? null : (bill?.today ?? null),
    amountRupiah: bill ? Math.min(chosenAmountOf(choice, bill, bills), atMost) : 0,
  };
}

async function pushedOf(context: Route.LoaderArgs["context"], requestId: string): Promise<PaymentRequest | null> {
  try {
    return await call(getPaymentRequest, { requestId }, { context });
  } catch (error) {
    if (error instanceof Problem && ["REQUEST_UNKNOWN", "INPUT_INVALID"].includes(error.code)) return null;
    throw error;
  }
}

const forms = defineForms({
  push: {
    call: pushEwallet,
    done: ({ requestId }) => address(requestId),
    // The request that is under way is what this person wants to see.
    refused: ({ failure: { status } }) => {
      const open = status.data?.["requestId"];
      return status.code === "PUSH_OPEN" && typeof open === "string" ? address(open) : null;
    },
  },
});
export const action = forms.action;

export default function Ovo({ loaderData, actionData }: Route.ComponentProps) {
  const { bill, pushed, maximum, amountRupiah, asOf } = loaderData;
  const t = useTexts(texts);
  if (pushed) return <Pushed pushed={pushed} bill={bill} />;
  if (!bill) {
    return (
      <EmptyState
        level={1}
        title={t("nothingTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("nothingBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("ovoLead")}>{t("ovoTitle")}</Title>
      <ActionForm of={forms.form("push", actionData)} action="/webview/ovo" fill>
        {asOf && <input type="hidden" name="asOf" value={asOf} />}
        <PhoneField name="mobileNumber" label={t("ovoNumber")} />
        <HelpLink to={["linkOvo"]} />
        <AmountField
          name="amountRupiah"
          label={t("amountToPay")}
          hint={
            maximum === null
              ? t("otherHint", { maximum: formatRupiah(bill.payoffRupiah) })
              : t("atMost", { maximum: formatRupiah(maximum) })
          }
          defaultValue={String(amountRupiah)}
        />
        <ActionBar>
          <Button track="ovo-send">{t("ovoSend")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

function Pushed({ pushed, bill }: { pushed: PaymentRequest; bill: Bill | null }) {
  const state =
    pushed.state === "PAID"
      ? "RECEIVED"
      : pushed.state === "FAILED" || pushed.state === "EXPIRED"
        ? "FAILED"
        : "WAITING";
  return (
    <LiveStatus path="/webview/ovo" fields={{ request: pushed.requestId }} state={state} later={<PartsOfReceived />}>
      {state !== "RECEIVED" ? (
        <Push pushed={pushed} failed={state === "FAILED"} />
      ) : bill ? (
        <Received
          amountRupiah={pushed.amountRupiah ?? 0}
          reference={pushed.reference}
          bill={bill}
          home="/webview/bills"
        />
      ) : (
        <PaidOffView loanPath="/webview/home" />
      )}
    </LiveStatus>
  );
}

function Push({ pushed, failed }: { pushed: PaymentRequest; failed: boolean }) {
  const t = useTexts(texts);
  const amount = pushed.amountRupiah ?? 0;
  return (
    <Stack gap="loose">
      <Title>{t("ovoTitle")}</Title>
      {failed ? (
        <>
          <Notice kind="bad" title={t("failedTitle")}>
            {t(failureKey(pushed.failureCode ?? pushed.state))}
          </Notice>
          <ButtonLink to={`/webview/ovo?pay=other&amount=${amount}`}>{t("ovoAgain")}</ButtonLink>
        </>
      ) : (
        <Stack>
          <Figure label={t("ovoWaiting")}>{formatRupiah(amount)}</Figure>
          <PaymentCountdown until={pushed.expiresAt} text={t("ovoUntil")} />
          <WrittenFor request={pushed} />
          <PaymentWaiting />
        </Stack>
      )}
      <OtherWay to="/webview/bills" />
    </Stack>
  );
}
