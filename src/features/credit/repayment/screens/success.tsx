import { redirect } from "react-router";
import type { Route } from "./+types/success";
import { call, Problem } from "#web/api.ts";
import { DateText, InstantText, Money, useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { unbrokenNumber } from "#shared/loan-number.ts";
import { getLinkResult, getResult, type PaymentResult } from "../result-contract.ts";
import { billBases } from "../parts/bill-calls.ts";
import { failureKey } from "../parts/failure-text.ts";
import { LiveStatus } from "../parts/live-status.tsx";
import { PartsOfReceived, PaymentWaiting } from "../parts/pay-pages.tsx";
import { texts } from "../texts.ts";

/** Says what the ledger holds; an address alone never says that money has come. */
export const handle: ScreenHandle = { title: texts.resultTitle, noIndex: true, isStep: true };

/** From a signed link where one was opened, else with the session; without either the login page comes first. */
export async function loader({ context }: Route.LoaderArgs) {
  const { pathWithQuery } = context.get(pageFrame);
  const reference = new URL(pathWithQuery, "http://own.invalid").searchParams.get("reference") ?? "";
  // Without a reference there is no payment to show; the bills list those that came.
  if (reference === "") throw redirect(billBases.session);
  try {
    return { result: await call(getLinkResult, { reference }, { context }), home: billBases.link };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return { result: await call(getResult, { reference }, { context }), home: billBases.session };
}

export default function Success({ loaderData: { result, home } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const titles = { RECEIVED: "resultReceived", WAITING: "resultWaiting", FAILED: "failedTitle" } as const;
  return (
    <LiveStatus
      path="/repayment/success"
      fields={{ reference: result.reference }}
      state={result.state}
      later={<PartsOfReceived />}
    >
      <Stack gap="loose">
        <Title>{t(titles[result.state])}</Title>
        {result.state === "WAITING" && (
          <Stack>
            <Notice kind="info">{t("resultWaitingBody")}</Notice>
            <PaymentWaiting />
          </Stack>
        )}
        {result.state === "FAILED" && <Notice kind="bad">{t(failureKey(result.failureCode))}</Notice>}
        {result.state === "RECEIVED" && <PaymentReceipt result={result} />}
        <ButtonLink to={home} kind={result.state === "WAITING" ? "secondary" : "primary"}>
          {t("backToBills")}
        </ButtonLink>
      </Stack>
    </LiveStatus>
  );
}

function PaymentReceipt({ result }: { result: PaymentResult }) {
  const t = useTexts(texts);
  return (
    <>
      {result.isPaidOff && <Notice kind="ok">{t("paidOffNow", { number: unbrokenNumber(result.loanNumber) })}</Notice>}
      <Receipt heading={t("loanNumber", { number: unbrokenNumber(result.loanNumber) })}>
        <ReceiptLine label={t("amountToPay")}>
          <Money rupiah={result.amountRupiah ?? 0} />
        </ReceiptLine>
        <ReceiptLine label={t("way")}>{t(result.way)}</ReceiptLine>
        {result.paidAt && (
          <ReceiptLine label={t("paidAt")}>
            <InstantText at={result.paidAt} style="short" />
          </ReceiptLine>
        )}
        <ReceiptTotal label={t("remaining")}>
          <Money rupiah={result.remainingRupiah} />
        </ReceiptTotal>
        {result.nextDueDate && (
          <ReceiptLine label={t("nextInstalment")} note={<DateText date={result.nextDueDate} style="short" />}>
            <Money rupiah={result.nextDueRupiah} />
          </ReceiptLine>
        )}
        {result.balanceRupiah > 0 && (
          <ReceiptLine label={t("balance")}>
            <Money rupiah={result.balanceRupiah} />
          </ReceiptLine>
        )}
        <ReceiptNote>
          {t("reference")}: {result.reference}
        </ReceiptNote>
      </Receipt>
    </>
  );
}
