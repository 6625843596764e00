import { Fragment } from "react";
import { data } from "react-router";
import type { Route } from "./+types/message";
import { call, Problem } from "#web/api.ts";
import { withUnbrokenNumbers } from "#shared/loan-number.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { getMessage, readMessage } from "../contract.ts";
import { actOf } from "../parts/link-act.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.message, back: "/webview/message" };

/** Changes nothing: a link prefetched by another program has not been read. */
export async function loader({ params: { messageId }, context }: Route.LoaderArgs) {
  try {
    return data({ message: await call(getMessage, { messageId }, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && problem.init.status === 404) return data({ message: null }, { status: 404 });
    throw problem;
  }
}

const forms = defineForms({ read: { call: readMessage, done: (_reply, { url }) => url.pathname } });
export const action = forms.action;

export default function Message({ loaderData: { message }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!message) {
    return (
      <EmptyState
        level={1}
        art="empty"
        title={t("messageGone")}
        action={<ButtonLink to="/webview/message">{t("toAll")}</ButtonLink>}
      >
        {t("messageGoneBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{message.title}</Title>
      <InlineRow>
        <Badge>{t(message.topic)}</Badge>
        <Small>
          <InstantText at={message.createdAt} />
        </Small>
      </InlineRow>
      {message.text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>
          {paragraph.split("\n").map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {unbroken(withUnbrokenNumbers(line))}
            </Fragment>
          ))}
        </p>
      ))}
      <Stack gap="tight">
        {message.link && (
          <ButtonLink to={message.link} track="message_link">
            {t(actOf(message.link))}
          </ButtonLink>
        )}
        {!message.read && (
          <ActionForm of={forms.form("read", actionData)} bare afterLoad>
            <Button kind="secondary" track="message_read">
              {t("markRead")}
            </Button>
          </ActionForm>
        )}
        <ButtonLink kind="secondary" to="/webview/message">
          {t("toAll")}
        </ButtonLink>
      </Stack>
    </Stack>
  );
}
