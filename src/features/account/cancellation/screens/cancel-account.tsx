import type { Route } from "./+types/cancel-account";
import { listBankAccounts } from "#features/account/bank-account/contract.ts";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh } from "#features/account/verification/parts/step-up.ts";
import { getEventQuestionnaire } from "#features/account/questionnaire/contract.ts";
import { holdUntil } from "#features/account/hold/parts/on-hold.tsx";
import { formatInstant } from "#shared/dates.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox, Choices } from "#web/ui/choices/choices.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { formatRupiah } from "#shared/money.ts";
import {
  askClosure,
  coolingHours,
  getClosure,
  listDeleteReasons,
  maxDescription,
  withdrawClosure,
} from "../contract.ts";
import { blockerTexts, keptTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<{ closure: unknown } | undefined> = {
  title: texts.title,
  back: "/webview/account",
  isOnlyPage: (data) => !!data?.closure,
};

const path = "/webview/cancel-account";

export async function loader({ context }: Route.LoaderArgs) {
  const [closing, { items: reasons }, { items: accounts }] = await Promise.all([
    call(getClosure, {}, { context }),
    call(listDeleteReasons, {}, { context }),
    // This call is not allowed while the account closes: its refusal leads here.
    call(listBankAccounts, {}, { context }).catch((answer: unknown) => {
      if (answer instanceof Response) return { items: [] };
      throw answer;
    }),
  ]);
  const isHeld = closing.blockers.some(({ code }) => code === "SECURITY_HOLD");
  const [hold, hasQuestionnaire] = await Promise.all([
    isHeld ? holdUntil(context) : null,
    closing.closure ? isQuestionnaireOpen(context) : false,
  ]);
  return { ...closing, hold, hasQuestionnaire, reasons, accounts: closing.balanceRupiah > 0 ? accounts : [] };
}

/** Whether the questionnaire about closing is open for this person: it is asked once, and not of everybody. */
async function isQuestionnaireOpen(context: Route.LoaderArgs["context"]): Promise<boolean> {
  try {
    await call(getEventQuestionnaire, { eventType: "AFTER_CLOSURE" }, { context });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const forms = defineForms(
  {
    ask: { call: askClosure, done: "?asked=1" },
    withdraw: { call: withdrawClosure, done: "?kept=1" },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

type Shown = Route.ComponentProps["loaderData"];
type Sent = Route.ComponentProps["actionData"];

export default function CancelAccount({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { formKey, pathWithQuery, posted } = useFrame();
  const { closure, blockers } = loaderData;
  if (actionData?.step && !closure)
    return (
      <Stack gap="loose">
        <Title lead={t("codeLead")}>{t("codeTitle")}</Title>
        <FreshCode
          step={actionData.step}
          action={path}
          button={t("closeDo")}
          kind="danger"
          track="account_close_code"
          idempotencyKey={formKey}
        />
      </Stack>
    );
  if (closure)
    return <Cooling closure={closure} hasQuestionnaire={loaderData.hasQuestionnaire} actionData={actionData} />;
  // A withdrawn closing is confirmed on a page of its own, not above the form for closing.
  if (!posted && new URL(pathWithQuery, "http://own.invalid").searchParams.has("kept"))
    return (
      <EmptyState
        level={1}
        art="shield"
        title={t("keptTitleOpen")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("keptBody")}
      </EmptyState>
    );
  const others = blockers.filter(({ path: to }) => to !== path);
  return others.length > 0 ? (
    <Blocked blockers={others} hold={loaderData.hold} />
  ) : (
    <Ask shown={loaderData} actionData={actionData} />
  );
}

function Blocked({ blockers, hold }: Pick<Shown, "blockers" | "hold">) {
  const language = useLanguage();
  const t = useTexts(texts);
  const b = useTexts(blockerTexts);
  return (
    <Stack gap="loose">
      <Title>{t("title")}</Title>
      <Notice kind="attention">{t("blockedLead")}</Notice>
      <Section heading={t("blockedTitle")}>
        <LinkList
          items={blockers.map(({ code, path: to }) => ({
            to,
            icon: "alert",
            label: b(code),
            detail:
              code === "SECURITY_HOLD" && hold !== null
                ? b("holdUntil", { until: formatInstant(new Date(hold), language) })
                : b(`${code}Way`),
          }))}
        />
      </Section>
      <Small>{t("blockedAfter")}</Small>
    </Stack>
  );
}

function Ask({ shown, actionData }: { shown: Shown; actionData: Sent }) {
  const t = useTexts(texts);
  const { lost, kept, reasons } = shown;
  return (
    <Stack gap="loose">
      <Title lead={t("lead", { hours: coolingHours })}>{t("title")}</Title>
      <Section heading={t("stepsTitle")}>
        <NumberedList
          items={[
            { title: t("stepNow"), body: t("stepNowBody") },
            { title: t("stepCooling", { hours: coolingHours }), body: t("stepCoolingBody") },
            { title: t("stepClosed"), body: t("stepClosedBody") },
          ]}
        />
      </Section>
      <Section heading={t("lostTitle")}>
        <DefinitionList
          items={[
            ...lost.map(
              ({ code, text, unit, amount }) =>
                [
                  text,
                  unit === "RUPIAH" ? (
                    <Money key={code} rupiah={amount} />
                  ) : (
                    t(unit === "POINTS" ? "lostPoints" : "lostCount", { count: amount })
                  ),
                ] as const,
            ),
            [t("lostHistory"), t("lostHistoryBody")] as const,
          ]}
        />
      </Section>
      <Kept kept={kept} />
      <LinkList items={[{ to: "/webview/privacy/export", icon: "download", label: t("toExport") }]} />
      <ActionForm
        of={forms.form("ask", actionData)}
        action={path}
        names={{ reasons: t("reasons"), description: t("description"), acceptLost: t("acceptLost") }}
      >
        <Choices
          name="reasons"
          label={t("reasons")}
          hint={t("reasonsHint")}
          multiple
          choices={reasons.map(({ code, text }) => ({ value: code, label: text }))}
        />
        <TextArea
          conditional
          name="description"
          label={t("description")}
          hint={t("descriptionHint", { count: maxDescription })}
          rows={3}
        />
        {shown.balanceRupiah > 0 && <Balance {...shown} />}
        <Checkbox name="acceptLost" value="true">
          {t("acceptLost")}
        </Checkbox>
        <Button kind="danger" track="account_close">
          {t("closeDo")}
        </Button>
      </ActionForm>
    </Stack>
  );
}

/** The choice for remaining reward money: a bank account, or giving it up. The borrower's own account comes first and is preselected; giving up never is. */
function Balance({ balanceRupiah, accounts }: Pick<Shown, "balanceRupiah" | "accounts">) {
  const t = useTexts(texts);
  const amount = formatRupiah(balanceRupiah);
  return (
    <Stack gap="tight">
      <Choices
        name="balanceTo"
        label={t("balance", { amount })}
        hint={t("balanceHint")}
        required
        defaultValues={accounts.filter(({ isMain }) => isMain).map(({ id }) => id)}
        choices={[
          ...accounts.map(({ id, bankName, masked, accountName }) => ({
            value: id,
            label: `${bankName} ${masked}`,
            detail: accountName,
          })),
          { value: "GIVE_UP", label: t("balanceGiveUp"), detail: t("balanceGiveUpDetail", { amount }) },
        ]}
      />
      {accounts.length === 0 && (
        <Small>
          <a href="/webview/bank-account">{t("balanceAddAccount")}</a>
        </Small>
      )}
    </Stack>
  );
}

function Kept({ kept }: Pick<Shown, "kept">) {
  const t = useTexts(texts);
  const rule = useTexts(keptTexts);
  return (
    <Section heading={t("keptTitle")}>
      {kept.length === 0 ? (
        <p>{t("keptNothing")}</p>
      ) : (
        <Stack gap="tight">
          <DefinitionList items={kept.map((one) => [rule(one.rule), t("years", { count: one.years })])} />
          <Small>{t("keptWhy")}</Small>
        </Stack>
      )}
    </Section>
  );
}

interface CoolingProps {
  closure: NonNullable<Shown["closure"]>;
  hasQuestionnaire: boolean;
  actionData: Sent;
}

function Cooling({ closure, hasQuestionnaire, actionData }: CoolingProps) {
  const t = useTexts(texts);
  const undo = forms.form("withdraw", actionData);
  const { origin } = useFrame();
  const { hoursLeft } = closure;
  return (
    <Stack gap="loose">
      <Title>{t("coolingTitle")}</Title>
      <Saved by="asked">{t("coolingAsked")}</Saved>
      <FormRefusal of={forms.form("ask", actionData)} />
      <Notice kind="attention">
        {hoursLeft > 0 ? t("coolingLeft", { hours: hoursLeft }) : t("coolingOver")} {t("coolingNote")}
      </Notice>
      {closure.balanceChoice && <Notice>{t(`balance${closure.balanceChoice}`)}</Notice>}
      <Card>
        <DefinitionList
          items={[
            [t("askedAt"), <InstantText key="asked" at={closure.askedAt} />],
            [t("closesAt"), <InstantText key="closes" at={closure.closesAt} />],
          ]}
        />
      </Card>
      {hoursLeft > 0 && (
        <ActionForm of={undo} action={path}>
          <Button track="account_close_undo">{t("undo")}</Button>
        </ActionForm>
      )}
      {hoursLeft > 0 && <Small>{t("notYou")}</Small>}
      <LinkList
        items={[
          {
            to: "/webview/privacy/export",
            icon: "download",
            label: t("exportNow"),
            detail: t("exportNowDetail"),
          },
          ...(hasQuestionnaire
            ? [
                {
                  to: "/webview/event-questionnaire/AFTER_CLOSURE",
                  icon: "chat" as const,
                  label: t("toQuestionnaire"),
                  detail: t("toQuestionnaireDetail"),
                },
              ]
            : []),
          { to: "/webview/logout", icon: "external", label: t("logOut") },
        ]}
      />
      <Stack gap="tight">
        <CopyText label={t("certificate")} value={`${origin}/verify/${closure.closureId}`} />
        <Small>{t("certificateDetail")}</Small>
      </Stack>
    </Stack>
  );
}
