import type { Route } from "./+types/deposits";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { AmountField, DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listLenderFunds, proposeDeposit } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.depositsTitle };

export async function loader({ context }: Route.LoaderArgs) {
  return call(listLenderFunds, {}, { context });
}

const forms = defineForms({
  propose: { call: proposeDeposit, done: ({ proposalId }) => `/staff/checks/${proposalId}` },
});
export const action = forms.action;

export default function Deposits({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  return (
    <>
      <Title lead={t("depositsLead")}>{t("depositsTitle")}</Title>
      <p>
        <a href="/staff/money/house">{t("houseTitle")}</a>
      </p>
      <DataTable
        caption={t("depositsTitle")}
        captionHidden
        rows={items}
        rowKey={(one) => one.lenderId}
        columns={[
          {
            key: "name",
            label: t("lender"),
            show: (one) => (
              <>
                {one.name} {!one.active && <Badge kind="plain">{t("inactive")}</Badge>}
              </>
            ),
          },
          {
            key: "available",
            label: t("available"),
            figures: true,
            show: (one) => <Money rupiah={one.availableRupiah} />,
          },
          {
            key: "invested",
            label: t("invested"),
            figures: true,
            show: (one) => <Money rupiah={one.investedRupiah} />,
          },
        ]}
      />
      {mayStaff(staff?.roles ?? [], "money.propose") && (
        <ActionForm of={forms.form("propose", actionData)}>
          <Select
            name="lenderId"
            label={t("lender")}
            options={items.map(({ lenderId, name }) => ({ value: lenderId, label: name }))}
          />
          <AmountField name="amountRupiah" label={t("amount")} />
          <TextField
            name="bankReference"
            label={t("bankReference")}
            hint={t("bankReferenceHint")}
            autoComplete="off"
            autoCapitalize="none"
          />
          <DateField name="receivedOn" label={t("receivedOn")} />
          <TextArea name="reason" label={t("reason")} rows={2} />
          <ActionBar>
            <Button>{t("propose")}</Button>
          </ActionBar>
        </ActionForm>
      )}
    </>
  );
}
