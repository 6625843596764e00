import type { Route } from "./+types/privacy-request";
import { formatInstant } from "#shared/dates.ts";
import { callIfLoggedIn } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { dataRequestTexts as texts } from "../parts/request-texts.ts";
import {
  askDataRequest,
  dataRequestHours,
  dataRequestKinds,
  listDataRequests,
  type DataRequest,
} from "../request-contract.ts";
import { requestKindTexts, requestReasonTexts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, description: texts.description, isStep: true };

/** Everyone may read the page; the form and earlier requests need a login. */
export async function loader({ context }: Route.LoaderArgs) {
  return { requests: (await callIfLoggedIn(listDataRequests, {}, { context }))?.items ?? null };
}

const forms = defineForms({ ask: { call: askDataRequest, done: "?sent=1" } });
export const action = forms.action;

export default function PrivacyRequest({ loaderData: { requests }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const kind = useTexts(requestKindTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("lead", { hours: dataRequestHours })}>{t("title")}</Title>
      <Saved by="sent">{t("sent")}</Saved>
      {requests && requests.length > 0 && <Yours requests={requests} />}
      <Section heading={t("yourself")}>
        <LinkList
          items={[
            { to: "/webview/privacy/export", icon: "download", label: t("toExport") },
            { to: "/webview/my-profile", icon: "edit", label: t("toCorrect") },
            { to: "/webview/my-profile/correction", icon: "person", label: t("toIdentity") },
            { to: "/webview/privacy/consents", icon: "check", label: t("toConsents") },
            { to: "/webview/privacy/uses", icon: "search", label: t("toUses") },
            { to: "/close-account", icon: "trash", label: t("toClose") },
          ]}
        />
      </Section>
      <Section heading={t("askTitle")}>
        {requests ? (
          <ActionForm of={forms.form("ask", actionData)}>
            <Choices
              name="kind"
              label={t("kind")}
              choices={dataRequestKinds.map((value) => ({ value, label: kind(value) }))}
            />
            <TextArea name="text" label={t("text")} hint={t("textHint")} rows={5} keep />
            <Button track="privacy_request_send">{t("send")}</Button>
          </ActionForm>
        ) : (
          <Stack>
            <p>{t("logInFirst")}</p>
            <ButtonLink to="/login?next=/privacy-request" track="privacy_request_login">
              {t("logIn")}
            </ButtonLink>
            <Small>
              {t("noAccount")} <a href="/complaint">{t("toComplaint")}</a>
            </Small>
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function Yours({ requests }: { requests: readonly DataRequest[] }) {
  const t = useTexts(texts);
  const kind = useTexts(requestKindTexts);
  const reason = useTexts(requestReasonTexts);
  const language = useLanguage();
  const when = (at: string) => formatInstant(new Date(at), language);
  const badges = { WAITING: "attention", GRANTED: "ok", REFUSED: "bad" } as const;
  return (
    <Section heading={t("yours")}>
      <Stack>
        {requests.map((one) => (
          <Card key={one.requestId}>
            <Stack gap="tight">
              <InlineRow spread>
                <strong>{kind(one.kind)}</strong>
                <Badge kind={badges[one.state]}>{t(one.state)}</Badge>
              </InlineRow>
              <Small>
                {one.number} ·{" "}
                {one.decidedAt ? t("decided", { when: when(one.decidedAt) }) : t("until", { when: when(one.dueAt) })}
              </Small>
              {one.reason && <p>{reason(one.reason)}</p>}
            </Stack>
          </Card>
        ))}
        {requests.some(({ state }) => state === "REFUSED") && (
          <Small>
            {t("complain")} <a href="/complaint">{t("toComplaint")}</a>
          </Small>
        )}
      </Stack>
    </Section>
  );
}
