import { data, redirect } from "react-router";
import type { Route } from "./+types/bank-account";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { call, type FormAnswer } from "#web/api.ts";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
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

export async function loader({ request, context }: Route.LoaderArgs) {
  const [accounts, banks] = await Promise.all([
    call(listBankAccounts, {}, { context }),
    call(listBanks, {}, { context }),
  ]);
  const options = banks.items.map(({ code, name, shortName }) => ({
    value: code,
    label: name.includes(shortName) ? name : `${shortName} (${name})`,
  }));
  return { ...accounts, banks: options, saved: new URL(request.url).searchParams.has("saved") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isAdding = typeof form.get("accountId") !== "string";
  // Back from the code, to change what was typed.
  if (form.get("intent") === "edit") return isAdding ? { values: typedIn(form) } : redirect(path);
  const deed = isAdding ? addBankAccount : form.has("main") ? chooseMainBankAccount : removeBankAccount;
  const sent = await submitFresh<unknown, unknown, unknown, ProblemKinds>(deed as Call, form, "STEP_UP_BIND", context);
  if (sent.ok) return redirect(isAdding ? `${path}?saved=1` : path);
  if ("step" in sent) return data({ step: sent.step }, { status: sent.step.answer?.status ?? 200 });
  // Of an account that is gone the list that follows tells.
  return isAdding
    ? data({ answer: sent.answer, values: sent.answer.values }, { status: sent.answer.status })
    : redirect(path);
}

function typedIn(form: FormData): FormAnswer["values"] {
  return Object.fromEntries(["bankCode", "accountNumber"].map((name) => [name, String(form.get(name) ?? "")]));
}

interface Refused {
  answer?: FormAnswer;
  values?: FormAnswer["values"];
  step?: FreshStep;
}

export default function BankAccounts({
  loaderData: { items, most, identityGiven, banks, saved },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const { answer, values, step } = (actionData ?? {}) as Refused;
  if (step) return <CodeStep step={step} items={items} banks={banks} />;
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
      {saved && !actionData && (
        <Notice kind="ok" live>
          {t("saved")}
        </Notice>
      )}
      {items.length > 0 && (
        <Stack>
          {items.map((account) => (
            <Account key={account.id} account={account} isOnly={items.length === 1} />
          ))}
        </Stack>
      )}
      {items.length >= most ? (
        <Small>{t("full", { most })}</Small>
      ) : (
        <Form id="add" call={addBankAccount} action={path} values={values} failure={answer?.failure}>
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
          <Button kind={items.length > 0 ? "secondary" : "primary"} track="bank_account_add">
            {t("check")}
          </Button>
        </Form>
      )}
      {items.length > 0 && (
        <ActionBar>
          <ButtonLink to="/webview/additional-info">{t("done")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

function Account({ account, isOnly }: { account: BankAccountAnswer; isOnly: boolean }) {
  const t = useTexts(texts);
  const { id, isMain } = account;
  return (
    <Card>
      <Stack gap="tight">
        <Row spread>
          <strong>
            {account.bankName} <span className="money">{account.masked}</span>
          </strong>
          {isMain && <Badge kind="ok">{t("main")}</Badge>}
        </Row>
        <Small>{account.accountName}</Small>
        <Row>
          {!isMain && (
            <Form id={`a-${id}`} action={path}>
              <input type="hidden" name="accountId" value={id} />
              <Button kind="secondary" compact name="main" value="1" track="bank_account_main">
                {t("makeMain")}
              </Button>
            </Form>
          )}
          <DialogLink to={`remove-${id}`} kind="quiet" compact>
            {t("remove")}
          </DialogLink>
        </Row>
        <Dialog id={`remove-${id}`} heading={t("removeAsk", { account: `${account.bankName} ${account.masked}` })}>
          <Form id={`r-${id}`} action={path}>
            <input type="hidden" name="accountId" value={id} />
            <p>{t(isOnly ? "removeOnly" : isMain ? "removeMain" : "removeBody")}</p>
            <Button kind="danger" track="bank_account_remove">
              {t("removeDo")}
            </Button>
            <DialogClose>{t("keep")}</DialogClose>
          </Form>
        </Dialog>
      </Stack>
    </Card>
  );
}

/** Whatever decides where money goes takes a fresh code of the borrower's own number. */
function CodeStep({
  step,
  items,
  banks,
}: {
  step: FreshStep;
  items: BankAccountAnswer[];
  banks: { value: string; label: string }[];
}) {
  const t = useTexts(texts);
  const { bankCode, accountNumber, accountId, main } = step.kept;
  const account = items.find(({ id }) => id === accountId);
  const name = account
    ? `${account.bankName} ${account.masked}`
    : `${banks.find(({ value }) => value === bankCode)?.label ?? ""} ${String(accountNumber ?? "")}`.trim();
  const deed = !account ? "codeAdd" : main ? "codeMain" : "codeRemove";
  return (
    <Stack gap="loose">
      <Title lead={t(deed, { account: name })}>{t("codeTitle")}</Title>
      <FreshCode step={step} action={path} button={t(account ? "codeGoOn" : "check")} track="bank_account_code" />
    </Stack>
  );
}
