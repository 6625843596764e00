import type { Route } from "./+types/house";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { AmountField, DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { getHouseMoney, houseActions, proposeHouseMoney } from "../house-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.houseTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return call(getHouseMoney, {}, { context });
}

const forms = defineForms({
  propose: { call: proposeHouseMoney, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;

export default function House({ loaderData: house, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title lead={t("houseLead")}>{t("houseTitle")}</Title>
      <MoneyTabs current="house" />
      <Receipt heading={t("houseBalances")}>
        <ReceiptLine label={t("operatingCash")}>
          <Money rupiah={house.operatingCashRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("escrowOwed")}>
          <Money rupiah={house.escrowOwedRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("voucherPayable")}>
          <Money rupiah={house.voucherPayableRupiah} />
        </ReceiptLine>
        <ReceiptLine label={t("prizeTaxPayable")}>
          <Money rupiah={house.prizeTaxPayableRupiah} />
        </ReceiptLine>
      </Receipt>
      {mayStaff(roles, "money.propose") && (
        <Section heading={t("housePropose")}>
          <ActionForm of={forms.form("propose", actionData)} id="propose">
            <Select
              name="deed"
              label={t("houseAction")}
              options={houseActions.map((value) => ({ value, label: t(value) }))}
            />
            <AmountField name="amountRupiah" label={t("amount")} />
            <TextField
              name="bankReference"
              label={t("bankReference")}
              hint={t("bankReferenceHint")}
              autoComplete="off"
              autoCapitalize="none"
            />
            <DateField name="receivedOn" label={t("bookedOn")} />
            <TextArea name="reason" label={t("reason")} rows={2} />
            <ActionBar>
              <Button>{t("propose")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
      <p>
        <a href="/staff/checks">{t("houseWaiting")}</a>
      </p>
    </>
  );
}

/** The pages about money that is not a borrower's. */
function MoneyTabs({ current }: { current: "deposits" | "house" }) {
  const t = useTexts(texts);
  return (
    <Tabs
      label={t("moneyPages")}
      tabs={[
        { to: "/staff/money/deposits", label: t("depositsTitle"), current: current === "deposits" },
        { to: "/staff/money/house", label: t("houseTitle"), current: current === "house" },
      ]}
    />
  );
}
