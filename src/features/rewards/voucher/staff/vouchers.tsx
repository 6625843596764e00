import type { Route } from "./+types/vouchers";
import { mayStaff } from "#shared/staff-permissions.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { listVoucherStock, loadVoucherCodes } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export async function loader({ context }: Route.LoaderArgs) {
  return call(listVoucherStock, {}, { context });
}

const forms = defineForms({ load: { call: loadVoucherCodes, done: "?saved=1" } });
export const action = forms.action;

export default function Vouchers({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved>{t("loaded")}</Saved>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={({ voucherKey, valueRupiah }) => `${voucherKey} ${valueRupiah}`}
        empty={t("empty")}
        columns={[
          { key: "voucher", label: t("voucher"), show: ({ voucherKey }) => voucherKey },
          {
            key: "value",
            label: t("value"),
            figures: true,
            show: ({ valueRupiah }) => (valueRupiah === null ? t("noValue") : <Money rupiah={valueRupiah} />),
          },
          { key: "left", label: t("left"), figures: true, show: ({ left }) => left },
          { key: "given", label: t("given"), figures: true, show: ({ given }) => given },
        ]}
      />
      {mayStaff(roles, "money.propose") && (
        <Section heading={t("load")}>
          <ActionForm of={forms.form("load", actionData)} id="load">
            <TextField name="voucherKey" label={t("key")} hint={t("keyHint")} autoCapitalize="characters" />
            <AmountField name="valueRupiah" label={t("value")} />
            <TextArea name="codes" label={t("codes")} rows={8} />
            <TextField name="count" label={t("count")} inputMode="numeric" />
            <ActionBar>
              <Button>{t("load")}</Button>
            </ActionBar>
          </ActionForm>
        </Section>
      )}
    </>
  );
}
