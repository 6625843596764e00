import type { Route } from "./+types/reduce-interest";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Small, Title } from "#web/ui/text/text.tsx";
import { formatRupiah, sumRupiah } from "#shared/money.ts";
import { getReduction, takeReduction, type InterestReduction } from "../contract.ts";
import { refusalTexts, texts } from "../texts.ts";

const path = "/webview/reduce-interest";

export const handle: ScreenHandle = { title: texts.reduceTitle, back: "/webview/viprights" };

export const loader = ({ context }: Route.LoaderArgs) => call(getReduction, {}, { context });

const forms = defineForms({ take: { call: takeReduction, done: `${path}?taken=1` } });
export const action = forms.action;

export default function ReduceInterest({ loaderData: reduction, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const refused = useTexts(refusalTexts);
  const { eligible, refusals, savedRupiah, loanId, loanNumber } = reduction;
  const isUsed = refusals.includes("USED");
  if (!eligible && !isUsed)
    return (
      <Stack gap="loose">
        <FormRefusal of={forms.form("take", actionData)} />
        <EmptyState
          level={1}
          art="receipt"
          title={t("notNow")}
          action={<ButtonLink to="/webview/viprights">{t("backToLevels")}</ButtonLink>}
        >
          {refusals.map((code) => refused(code)).join(" ")}
        </EmptyState>
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title>{t("reduceTitle")}</Title>
      <Saved by="taken">{t("taken")}</Saved>
      <Figure label={t(isUsed ? "youSaved" : "youSave")} note={t("onLoan", { number: loanNumber ?? "" })}>
        <Money rupiah={-savedRupiah} signed />
      </Figure>
      {isUsed ? (
        <>
          <FormRefusal of={forms.form("take", actionData)} />
          <ButtonLink to="/webview/bills">{t("toBills")}</ButtonLink>
        </>
      ) : (
        <ActionForm of={forms.form("take", actionData)} id="take" action={path} hidden={{ loanId: loanId ?? "" }}>
          <Button track="interest_reduce">{t("reduceAct")}</Button>
          <Small>{t("once")}</Small>
        </ActionForm>
      )}
      <Rows reduction={reduction} />
      {!isUsed && <Small>{t("early")}</Small>}
    </Stack>
  );
}

/** Each instalment with its new amount, and the amount before if it differs. */
function Rows({ reduction: { rowsBefore, rowsAfter } }: { reduction: InterestReduction }) {
  const t = useTexts(texts);
  return (
    <Receipt heading={t("rows")}>
      {rowsAfter.map(({ number, dueOn, payableRupiah }, index) => {
        const before = rowsBefore[index]?.payableRupiah ?? payableRupiah;
        return (
          <ReceiptLine
            key={number}
            label={
              <>
                {t("row", { number })} · <DateText date={dueOn} style="short" />
              </>
            }
            {...(before === payableRupiah ? {} : { note: t("was", { amount: formatRupiah(before) }) })}
          >
            {payableRupiah === 0 ? t("rowPaid") : <Money rupiah={payableRupiah} />}
          </ReceiptLine>
        );
      })}
      <ReceiptTotal label={t("totalLeft")}>
        <Money rupiah={sumRupiah(rowsAfter.map(({ payableRupiah }) => payableRupiah))} />
      </ReceiptTotal>
    </Receipt>
  );
}
