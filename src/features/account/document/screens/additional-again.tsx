import type { Route } from "./+types/additional-again";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { type DocumentRequestView, documentKindTexts, pathOfKind } from "../contract.ts";
import { documentRequestTexts as texts } from "../parts/request-texts.ts";
import { RequestReasons } from "../parts/request-reasons.tsx";
import { answerDocumentRequest, getDocumentRequest } from "../request-contract.ts";

const path = "/webview/additional-again";
export const handle: ScreenHandle = { title: texts.title };

export const loader = ({ context }: Route.LoaderArgs) => call(getDocumentRequest, {}, { context });

const forms = defineForms({ answer: { call: answerDocumentRequest, done: path } });
export const action = forms.action;

/** The documents requested again, their state and the form to send them; afterwards the result. */
export default function AdditionalAgain({ loaderData: { request }, actionData }: Route.ComponentProps) {
  if (request?.state === "OPEN") return <Open request={request} outcome={actionData} />;
  return <Over state={request?.state === "ANSWERED" ? "sent" : request?.state === "EXPIRED" ? "over" : "none"} />;
}

function Open({ request, outcome }: { request: DocumentRequestView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  const until = formatInstant(new Date(request.dueAt), useLanguage(), "WIB", "short");
  const isAllGiven = request.kinds.every(({ isGiven }) => isGiven);
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Notice kind="attention" title={t("until", { until })}>
        {t("stands")}
      </Notice>
      <RequestReasons request={request} />
      <Section heading={t("kinds")}>
        <LinkList
          items={request.kinds.map(({ kind, isGiven }) => ({
            to: `${path}/upload/${pathOfKind(kind)}`,
            icon: "document" as const,
            label: name(kind),
            detail: t(isGiven ? "given" : "missing"),
            aside: isGiven ? <Badge kind="ok">{t("given")}</Badge> : <Badge kind="attention">{t("open")}</Badge>,
          }))}
        />
      </Section>
      <ActionForm of={forms.form("answer", outcome)} id="answer" action={path}>
        {!isAllGiven && <Checkbox name="withoutRest">{t("withoutRest")}</Checkbox>}
        <Button kind={isAllGiven ? "primary" : "secondary"} track="document_request_answer">
          {t("send")}
        </Button>
      </ActionForm>
      <Small>
        <a href="/webview/home">{t("home")}</a>
      </Small>
    </Stack>
  );
}

function Over({ state }: { state: "sent" | "over" | "none" }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art={state === "sent" ? "check" : state === "over" ? "calendar" : "document"}
      title={t(`${state}Title`)}
      action={<ButtonLink to="/webview/home">{t("home")}</ButtonLink>}
    >
      {t(state)}
    </EmptyState>
  );
}
