import type { Route } from "./+types/bank-account";
import { HolderNameLink } from "#features/account/holder-name/parts/holder-name-link.tsx";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import {
  addBankAccount,
  chooseMainBankAccount,
  listBankAccounts,
  listBanks,
  removeBankAccount,
  type BankAccountAnswer,
} from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info" };

const path = "/webview/bank-account";

export async function loader({ context }: Route.LoaderArgs) {
  const [accounts, banks, hold] = await Promise.all([
    call(listBankAccounts, {}, { context }),
    call(listBanks, {}, { context }),
    holdUntil(context),
  ]);
  const options = banks.items.map(({ code, name, shortName }) => ({
    value: code,
    label: name.includes(shortName) ? name : `${shortName} (${name})`,
  }));
  return { ...accounts, banks: options, hold };
}

const forms = defineForms(
  {
    add: { call: addBankAccount, done: `${path}?saved=1` },
    main: { call: chooseMainBankAccount, done: path, gone: path },
    remove: { call: removeBankAccount, done: path, gone: path },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function BankAccounts({
  loaderData: { items, max, identityGiven, banks, hold },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  if (actionData?.step) return <CodeStep step={actionData.step} form={actionData.form} items={items} banks={banks} />;
  if (!identityGiven) {
    return (
      <EmptyState
        level={1}
        art="id-card"
        title={t("identityTitle")}
        action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}
      >
        {t("identityBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved>{t("saved")}</Saved>
      <OnHold until={hold} />
      {items.length > 0 && (
        <Stack>
          {items.map((account) => (
            <Account
              key={account.id}
              account={account}
              isOnly={items.length === 1}
              isHeld={hold !== null}
              outcome={actionData}
            />
          ))}
        </Stack>
      )}
      {hold !== null ? null : items.length >= max ? (
        <Small>{t("full", { max })}</Small>
      ) : (
        <ActionForm of={forms.form("add", actionData)} id="add" action={path}>
          {items.length > 0 && <Heading>{t("add")}</Heading>}
          <Select name="bankCode" label={t("bank")} options={banks} />
          <TextField
            name="accountNumber"
            label={t("number")}
            hint={t("numberHint")}
            inputMode="numeric"
            autoComplete="off"
          />
          <Small>{t("checkNote")}</Small>
          <HelpLink to={["linkAccountNumber", "linkAddAccount"]} />
          <HolderNameLink />
          <Button kind={items.length > 0 ? "secondary" : "primary"} track="bank_account_add">
            {t("check")}
          </Button>
        </ActionForm>
      )}
      {items.length > 0 && (
        <ActionBar>
          <ButtonLink to="/webview/additional-info">{t("done")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

function Account({
  account,
  isOnly,
  isHeld,
  outcome,
}: {
  account: BankAccountAnswer;
  isOnly: boolean;
  isHeld: boolean;
  outcome: object | undefined;
}) {
  const t = useTexts(texts);
  const { id, isMain } = account;
  const which = { accountId: id };
  return (
    <Card>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>
            {account.bankName} <span className="money">{account.masked}</span>
          </strong>
          {isMain && <Badge kind="ok">{t("main")}</Badge>}
        </InlineRow>
        <Small>{account.accountName}</Small>
        <FormRefusal of={forms.form("remove", outcome)} which={which} />
        {!isHeld && (
          <InlineRow>
            {!isMain && (
              <ActionForm of={forms.form("main", outcome)} id={`a-${id}`} action={path} which={which}>
                <Button kind="secondary" compact track="bank_account_main">
                  {t("makeMain")}
                </Button>
              </ActionForm>
            )}
            <DialogLink to={`remove-${id}`} kind="quiet" compact>
              {t("remove")}
            </DialogLink>
          </InlineRow>
        )}
        <Dialog id={`remove-${id}`} heading={t("removeAsk", { account: `${account.bankName} ${account.masked}` })}>
          <ActionForm of={forms.form("remove", outcome)} id={`r-${id}`} action={path} which={which}>
            <p>{t(isOnly ? "removeOnly" : isMain ? "removeMain" : "removeBody")}</p>
            <Button kind="danger" track="bank_account_remove">
              {t("removeDo")}
            </Button>
            <DialogClose>{t("keep")}</DialogClose>
          </ActionForm>
        </Dialog>
      </Stack>
    </Card>
  );
}

const leads = { add: "codeAdd", main: "codeMain", remove: "codeRemove" } as const;

/** Any change of where money goes needs a fresh code to the borrower's own number. */
function CodeStep({
  step,
  form,
  items,
  banks,
}: {
  step: FreshStep;
  form: keyof typeof leads;
  items: BankAccountAnswer[];
  banks: { value: string; label: string }[];
}) {
  const t = useTexts(texts);
  const { bankCode, accountNumber, accountId } = step.otherFields;
  const account = items.find(({ id }) => id === accountId);
  const name = account
    ? `${account.bankName} ${account.masked}`
    : `${banks.find(({ value }) => value === bankCode)?.label ?? ""} ${String(accountNumber ?? "")}`.trim();
  return (
    <Stack gap="loose">
      <Title lead={t(leads[form], { account: name })}>{t("codeTitle")}</Title>
      <FreshCode step={step} action={path} button={t(account ? "codeGoOn" : "check")} track="bank_account_code" />
    </Stack>
  );
}
