import { data } from "react-router";
import type { Route } from "./+types/unsubscribe";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { getUnsubscribe, unsubscribeEmail } from "../contract.ts";
import { Mailing } from "../parts/mailings.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.stopTitle, noIndex: true, isStep: true };

/** Opening the link changes nothing, because scanners open links too. An invalid link shows a text. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  try {
    return data({ asked: await call(getUnsubscribe, { token }, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && problem.init.status === 404) return data({ asked: null }, { status: 404 });
    throw problem;
  }
}

/**
 * The page's own buttons, and a mail program's `List-Unsubscribe=One-Click`, which brings neither a cookie nor an origin and follows
 * no redirect: the answer is this page with 200. // RFC 8058
 */
const forms = defineForms({ stop: { call: unsubscribeEmail } });
export const action = forms.action;

export default function Unsubscribe({ loaderData: { asked }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const stop = forms.form("stop", actionData);
  if (!asked) {
    return (
      <EmptyState
        level={1}
        art="empty"
        title={t("stopUnknownTitle")}
        action={<ButtonLink to="/webview/email-status">{t("toStatus")}</ButtonLink>}
      >
        {stop.answer?.failure.status.detail ?? t("stopUnknownBody")}
      </EmptyState>
    );
  }
  const { category, mailings } = asked;
  // The kind of the mail that was opened comes first.
  const ordered = mailings.toSorted((a, b) => Number(b.category === category) - Number(a.category === category));
  return (
    <Stack gap="loose">
      <Title lead={t("stopLead", { category: t(category) })}>{t("stopTitle")}</Title>
      {actionData?.reply && (
        <Notice kind="ok" live>
          {t("stopped")}
        </Notice>
      )}
      {ordered.map((one) => (
        <Card key={one.category}>
          <Mailing {...one}>
            {one.on && (
              <ActionForm of={stop} id={`s-${one.category}`} which={{ category: one.category }}>
                <Button kind={one.category === category ? "primary" : "secondary"} compact track="email_unsubscribe">
                  {t("mailingNamed", { action: t("turnOff"), category: t(one.category) })}
                </Button>
              </ActionForm>
            )}
          </Mailing>
        </Card>
      ))}
      <Small>{t("mailingsNote")}</Small>
      <Small>
        {t("stopNote")} <a href="/webview/email-status">{t("toStatus")}</a>
      </Small>
    </Stack>
  );
}
