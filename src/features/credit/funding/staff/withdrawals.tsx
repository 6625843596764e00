import type { Route } from "./+types/withdrawals";
import { LocalInstant } from "#web/console/local-time.tsx";
import { defineList } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { TwoLines } from "#web/console/queue.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { mayStaff } from "#shared/staff-permissions.ts";
import { listLenderWithdrawals, proposeLenderAccount, proposeLenderWithdrawal } from "../withdrawal-contract.ts";
import { texts } from "../texts.ts";
import { LenderTabs } from "./lender-tabs.tsx";

export const handle: ScreenHandle = { title: texts.withdrawals };

const withdrawals = defineList(listLenderWithdrawals);
const toProposal = ({ proposalId }: { proposalId: string }) => `/staff/checks/${proposalId}`;
const forms = defineForms({
  withdraw: { call: proposeLenderWithdrawal, done: toProposal },
  account: { call: proposeLenderAccount, done: toProposal },
});
export const action = forms.action;
export const loader = ({ request, context }: Route.LoaderArgs) => withdrawals.read({ request, context });

const kinds = { PENDING: "attention", PAID: "ok", FAILED: "bad", RETURNED: "bad" } as const;

export default function Withdrawals({ loaderData: { items, lenders, list }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const mayPropose = mayStaff(useFrame().staff?.roles ?? [], "money.propose");
  return (
    <>
      <Title lead={t("withdrawalsLead")}>{t("withdrawals")}</Title>
      <LenderTabs current="withdrawals" />
      <DataTable
        caption={t("accounts")}
        rows={lenders}
        rowKey={({ lenderId }) => lenderId}
        columns={[
          { key: "lender", label: t("lender"), show: ({ name }) => name },
          {
            key: "account",
            label: t("bankAccount"),
            show: ({ account }) =>
              account === null ? t("accountNone") : `${account.bankName} ${account.masked} · ${account.accountName}`,
          },
          {
            key: "available",
            label: t("AVAILABLE"),
            figures: true,
            show: ({ availableRupiah }) => <Money rupiah={availableRupiah} />,
          },
        ]}
      />
      <ListTable
        list={list}
        table={{
          caption: t("withdrawals"),
          rows: items,
          rowKey: ({ withdrawalId }) => withdrawalId,
          empty: t("withdrawalsEmpty"),
          columns: [
            { key: "lender", label: t("lender"), show: ({ lenderName }) => lenderName },
            { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
            {
              key: "state",
              label: t("state"),
              show: ({ state, failureCode }) => (
                <TwoLines>
                  <Badge kind={kinds[state]}>{t(state)}</Badge>
                  {failureCode !== null && <span>{failureCode}</span>}
                </TwoLines>
              ),
            },
            { key: "at", label: t("orderedAt"), show: ({ orderedAt }) => <LocalInstant at={orderedAt} /> },
          ],
        }}
      />
      {mayPropose && (
        <>
          <Withdraw of={forms.form("withdraw", actionData)} lenders={lenders} />
          <Register of={forms.form("account", actionData)} lenders={lenders} />
        </>
      )}
    </>
  );
}

interface Props {
  of: ReturnType<typeof forms.form>;
  lenders: readonly { lenderId: string; name: string }[];
}

function Withdraw({ of, lenders }: Props) {
  const t = useTexts(texts);
  return (
    <Section heading={t("withdraw")}>
      <ActionForm of={of} id="withdraw">
        <Lender lenders={lenders} />
        <AmountField name="amountRupiah" label={t("amount")} />
        <Rest />
      </ActionForm>
    </Section>
  );
}

function Register({ of, lenders }: Props) {
  const t = useTexts(texts);
  return (
    <Section heading={t("register")}>
      <ActionForm of={of} id="account">
        <Lender lenders={lenders} />
        <TextField
          name="bankCode"
          label={t("bankCode")}
          hint={t("bankCodeHint")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField name="accountNumber" label={t("accountNumber")} inputMode="numeric" autoComplete="off" />
        <Rest />
      </ActionForm>
    </Section>
  );
}

function Lender({ lenders }: Pick<Props, "lenders">) {
  const t = useTexts(texts);
  return (
    <Select
      name="lenderId"
      label={t("lender")}
      options={lenders.map(({ lenderId, name }) => ({ value: lenderId, label: name }))}
    />
  );
}

function Rest() {
  const t = useTexts(texts);
  return (
    <>
      <TextArea name="reason" label={t("reason")} rows={2} />
      <ActionBar>
        <Button kind="secondary">{t("propose")}</Button>
      </ActionBar>
    </>
  );
}
