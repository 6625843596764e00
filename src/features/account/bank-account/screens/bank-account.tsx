import { data, redirect } from "react-router";
import type { Route } from "./+types/bank-account";
import { call, Problem, submit } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { addBankAccount, chooseMainBankAccount, listBankAccounts, listBanks, removeBankAccount, type BankAccountAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info" };

const path = "/webview/bank-account";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [accounts, banks] = await Promise.all([call(listBankAccounts, {}, { context }), call(listBanks, {}, { context })]);
  const options = banks.items.map(({ code, name, shortName }) => ({ value: code, label: name.includes(shortName) ? name : `${shortName} (${name})` }));
  return { ...accounts, banks: options, saved: new URL(request.url).searchParams.has("saved") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const accountId = form.get("accountId");
  if (typeof accountId !== "string") {
    const sent = await submit(addBankAccount, form, context);
    return sent.ok ? redirect(`${path}?saved=1`) : data({ answer: sent.answer }, { status: sent.answer.status });
  }
  try {
    await (form.has("main") ? call(chooseMainBankAccount, { accountId }, { context }) : call(removeBankAccount, { accountId }, { context }));
  } catch (problem) {
    // The list that follows shows that it is gone.
    if (!(problem instanceof Problem)) throw problem;
  }
  return redirect(path);
}

export default function BankAccounts({ loaderData: { items, most, identityGiven, banks, saved }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const answer = actionData?.answer;
  if (!identityGiven) {
    return (
      <EmptyState level={1} art="id-card" title={t("identityTitle")} action={<ButtonLink to="/webview/identity">{t("toIdentity")}</ButtonLink>}>
        {t("identityBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      {saved && !answer && (
        <Notice kind="ok" live>
          {t("saved")}
        </Notice>
      )}
      {items.length > 0 && (
        <Stack>
          {items.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </Stack>
      )}
      {items.length >= most ? (
        <Small>{t("full", { most })}</Small>
      ) : (
        <Form id="add" call={addBankAccount} action={path} values={answer?.values} failure={answer?.failure}>
          {items.length > 0 && <Heading>{t("add")}</Heading>}
          <Select name="bankCode" label={t("bank")} options={banks} />
          <TextField name="accountNumber" label={t("number")} hint={t("numberHint")} inputMode="numeric" autoComplete="off" />
          <Small>{t("checkNote")}</Small>
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

function Account({ account }: { account: BankAccountAnswer }) {
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
        <Form id={`a-${id}`} action={path}>
          <input type="hidden" name="accountId" value={id} />
          <Row>
            {!isMain && (
              <Button kind="secondary" compact name="main" value="1" track="bank_account_main">
                {t("makeMain")}
              </Button>
            )}
            <Button kind="quiet" compact track="bank_account_remove">
              {t("remove")}
            </Button>
          </Row>
        </Form>
      </Stack>
    </Card>
  );
}
