import type { Route } from "./+types/withdraw";
import { listBankAccounts } from "#features/account/bank-account/contract.ts";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh, type FreshStep } from "#features/account/verification/parts/step-up.ts";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { defineForms } from "#web/form-actions.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { AmountStepper } from "#web/ui/amount-stepper/amount-stepper.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { getWallet, withdrawReward, type Wallet } from "../contract.ts";
import { texts } from "../texts.ts";

const path = "/webview/withdraw";
export const handle: ScreenHandle = { title: texts.withdrawTitle, back: "/webview/wallet" };

export async function loader({ context }: Route.LoaderArgs) {
  const [wallet, { items }] = await Promise.all([
    call(getWallet, {}, { context }),
    call(listBankAccounts, {}, { context }),
  ]);
  return { wallet, accounts: items };
}

const forms = defineForms<{ withdraw: unknown }, FreshStep>(
  { withdraw: { call: withdrawReward, done: "/webview/wallet?ordered=1" } },
  { fresh: submitFresh },
);
export const action = forms.action;

type Obstacle = "BLOCKED" | "PENDING" | "TOO_LITTLE" | "MONTH" | "NO_ACCOUNT";

/** The reason why no withdrawal is possible now, shown before anything is typed. */
function obstacleOf(wallet: Wallet, accounts: readonly unknown[]): Obstacle | null {
  if (wallet.isBlocked) return "BLOCKED";
  if (wallet.pending) return "PENDING";
  if (wallet.availableRupiah < wallet.minimumRupiah) return "TOO_LITTLE";
  if (wallet.monthLeftRupiah < wallet.minimumRupiah) return "MONTH";
  return accounts.length === 0 ? "NO_ACCOUNT" : null;
}

export default function Withdraw({ loaderData: { wallet, accounts }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { formKey } = useFrame();
  const step = (actionData as { step?: FreshStep } | undefined)?.step;
  if (step)
    return (
      <Stack gap="loose">
        <Title lead={t("codeLead", { amount: formatRupiah(Number(step.otherFields["amountRupiah"]) || 0) })}>
          {t("codeTitle")}
        </Title>
        <FreshCode
          step={step}
          action={path}
          button={t("submit")}
          track="wallet_withdraw_code"
          idempotencyKey={formKey}
        />
      </Stack>
    );
  const form = forms.form("withdraw", actionData);
  const obstacle = obstacleOf(wallet, accounts);
  if (obstacle)
    return (
      <Stack gap="loose">
        <FormRefusal of={form} />
        <NoWithdrawal wallet={wallet} obstacle={obstacle} />
      </Stack>
    );
  const { minimumRupiah, availableRupiah, monthLeftRupiah } = wallet;
  const maximumRupiah = Math.min(availableRupiah, monthLeftRupiah);
  return (
    <Stack gap="loose">
      <Title>{t("withdrawTitle")}</Title>
      <ActionForm of={form} action={path}>
        <Stack gap="loose">
          <AmountStepper
            name="amountRupiah"
            label={t("amountLabel")}
            hint={t("amountHint", { minimum: formatRupiah(minimumRupiah), maximum: formatRupiah(maximumRupiah) })}
            defaultRupiah={maximumRupiah}
            minimumRupiah={minimumRupiah}
            maximumRupiah={maximumRupiah}
          />
          <Account wallet={wallet} accounts={accounts} />
          <Receipt heading={t("receipt")}>
            <ReceiptLine label={t("available")}>
              <Money rupiah={availableRupiah} />
            </ReceiptLine>
            <ReceiptLine label={t("monthLeft")}>
              <Money rupiah={monthLeftRupiah} />
            </ReceiptLine>
            <ReceiptLine label={t("fee")}>
              <Money rupiah={0} />
            </ReceiptLine>
            <ReceiptLine label={t("arrives")}>{t("withinDay")}</ReceiptLine>
          </Receipt>
        </Stack>
        <ActionBar>
          <Button track="wallet_withdraw">{t("submit")}</Button>
        </ActionBar>
      </ActionForm>
      <Small>
        <a href="/webview/bank-account">{t("addAccount")}</a>
      </Small>
    </Stack>
  );
}

interface AccountProps {
  wallet: Wallet;
  accounts: Route.ComponentProps["loaderData"]["accounts"];
}

/** The receiving bank account; a new one shows from when it can be used, before a code is requested. */
function Account({ wallet: { newAccounts }, accounts }: AccountProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const untilOf = (id: string) => newAccounts.find(({ bankAccountId }) => bankAccountId === id)?.until;
  return (
    <Choices
      name="bankAccountId"
      label={t("accountLabel")}
      hint={t("accountHint")}
      defaultValues={accounts.filter(({ id, isMain }) => isMain && !untilOf(id)).map(({ id }) => id)}
      choices={accounts.map(({ id, bankName, masked, accountName }) => {
        const until = untilOf(id);
        return {
          value: id,
          label: `${bankName} ${masked}`,
          detail: until
            ? t("accountFrom", { when: formatInstant(new Date(until), language, "WIB", "short") })
            : accountName,
          disabled: until !== undefined,
        };
      })}
    />
  );
}

function NoWithdrawal({ wallet, obstacle }: { wallet: Wallet; obstacle: Obstacle }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { minimumRupiah, availableRupiah, blockedUntil, pending } = wallet;
  const moment = (at: string) => formatInstant(new Date(at), language, "WIB", "short");
  const views = {
    BLOCKED: {
      art: "shield",
      title: t("blockedTitle"),
      body: blockedUntil ? t("blockedUntil", { when: moment(blockedUntil) }) : t("blockedOpen"),
    },
    PENDING: {
      art: "receipt",
      title: t("pendingTitle"),
      body: pending
        ? t("pendingBody", { amount: formatRupiah(pending.amountRupiah), when: moment(pending.arrivesBy) })
        : "",
    },
    TOO_LITTLE: {
      art: "empty",
      title: t("tooLittleTitle"),
      body: t("belowMinimum", {
        minimum: formatRupiah(minimumRupiah),
        missing: formatRupiah(Math.max(0, minimumRupiah - availableRupiah)),
      }),
    },
    MONTH: {
      art: "calendar",
      title: t("monthTitle"),
      body: t("monthBody", {
        cap: formatRupiah(wallet.monthCapRupiah),
        date: formatDate(wallet.nextMonth, language),
      }),
    },
    NO_ACCOUNT: { art: "empty", title: t("noAccountTitle"), body: t("noAccountBody") },
  } as const;
  const { art, title, body } = views[obstacle];
  const isAccount = obstacle === "NO_ACCOUNT";
  return (
    <EmptyState
      level={1}
      art={art}
      title={title}
      action={
        <ButtonLink to={isAccount ? "/webview/bank-account" : "/webview/wallet"}>
          {t(isAccount ? "addAccount" : "toWallet")}
        </ButtonLink>
      }
    >
      {body}
    </EmptyState>
  );
}
