import { data } from "react-router";
import type { Route } from "./+types/not-me";
import { formatInstant } from "#shared/dates.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { contestAccount, getContest, type ContestView } from "../contract.ts";
import { eventTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contestTitle, noIndex: true, isStep: true };

const path = "/not-me";
const over = ["LINK_INVALID", "CONTEST_OVER"];

/** A link that has expired shows a text. Opening it changes nothing, because scanners open links too. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ contest: await call(getContest, {}, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && over.includes(problem.code))
      return data({ contest: null }, { status: problem.init.status });
    throw problem;
  }
}

const forms = defineForms({ freeze: { call: contestAccount, done: path } });
export const action = forms.action;

export default function NotMe({ loaderData: { contest }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const freeze = forms.form("freeze", actionData);
  if (!contest) {
    return (
      <EmptyState
        level={1}
        art="calendar"
        title={t("linkOverTitle")}
        action={<ButtonLink to="/webview/security">{t("toSecurity")}</ButtonLink>}
      >
        {freeze.answer?.failure.status.detail ?? t("linkOverBody")}
      </EmptyState>
    );
  }
  return contest.state === "OPEN" ? <Freeze contest={contest} of={freeze} /> : <Frozen contest={contest} />;
}

function Freeze({ contest: { event, accountEnding: ending }, of }: { contest: ContestView; of: BoundForm }) {
  const t = useTexts(texts);
  const what = useTexts(eventTexts);
  const language = useLanguage();
  return (
    <Stack gap="loose">
      <Title lead={t("contestLead", { ending })}>{t("contestTitle")}</Title>
      <DefinitionList
        items={[
          [t("what"), what(event.kind)],
          [t("at"), formatInstant(new Date(event.at), language)],
          ...(event.device === "" ? [] : ([[t("device"), event.device]] as [string, string][])),
        ]}
      />
      <Stack gap="tight">
        <p>{t("freezeMeans")}</p>
        <CheckList items={[t("freezeSessions"), t("freezeMoney"), t("freezePay"), t("freezeBack")]} />
      </Stack>
      <ActionForm of={of} action={path}>
        <Button kind="danger" track="security_freeze">
          {t("freeze")}
        </Button>
      </ActionForm>
      <Small>{t("itWasMe")}</Small>
    </Stack>
  );
}

function Frozen({ contest: { accountEnding: ending, state, promisedUntil, reason } }: { contest: ContestView }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const until = promisedUntil === null ? "" : formatInstant(new Date(promisedUntil), language);
  if (state === "OVER") {
    return (
      <EmptyState
        level={1}
        art="check"
        title={t("overTitle")}
        action={<ButtonLink to="/webview/security">{t("toSecurity")}</ButtonLink>}
      >
        {t("overBody", { ending })}
      </EmptyState>
    );
  }
  const body = state === "PROVEN" ? "provenBody" : state === "KEPT" ? "keptBody" : "frozenBody";
  return (
    <EmptyState
      level={1}
      art="shield"
      title={t("frozenTitle")}
      {...(state === "PROVEN" ? {} : { action: <ButtonLink to="/account-hold">{t("toRelease")}</ButtonLink> })}
    >
      {t(body, { ending, until, reason: reason ?? "" })}
    </EmptyState>
  );
}
