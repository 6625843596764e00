import type { Route } from "./+types/email-status";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh } from "#features/account/verification/parts/step-up.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { getEmail, linkHours, removeEmail, setMailing, type EmailAnswer, type EmailRequest } from "../contract.ts";
import { Mailings } from "../parts/mailings.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.statusTitle, back: "/webview/my-profile" };

const path = "/webview/email-status";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const told = query.has("verified") ? "justVerified" : query.has("removed") ? "removed" : null;
  const [email, hold] = await Promise.all([call(getEmail, {}, { context }), holdUntil(context)]);
  return { email, told, hold } as const;
}

const forms = defineForms(
  {
    mailing: { call: setMailing, done: path },
    // The page itself says that an address was removed.
    remove: { call: removeEmail, done: `${path}?removed=1`, refused: () => path },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function EmailStatus({ loaderData: { email, told, hold }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (actionData?.step) {
    return (
      <Stack gap="loose">
        <Title lead={t("codeRemove")}>{t("codeTitle")}</Title>
        <FreshCode step={actionData.step} action={path} button={t("removeDo")} track="email_remove_code" />
      </Stack>
    );
  }
  const { current, request, mailings } = email;
  const mailing = forms.form("mailing", actionData);
  if (!current && !request) {
    return (
      <Stack gap="loose">
        {told === "removed" && (
          <Notice kind="ok" live>
            {t("removed")}
          </Notice>
        )}
        <EmptyState
          level={1}
          art="empty"
          title={t("noneTitle")}
          {...(hold === null ? { action: <ButtonLink to="/webview/add-email">{t("addTitle")}</ButtonLink> } : {})}
        >
          {t("noneBody")}
        </EmptyState>
        <OnHold until={hold} />
      </Stack>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("statusLead")}>{t("statusTitle")}</Title>
      {told && !actionData && (
        <Notice kind="ok" live>
          {t(told)}
        </Notice>
      )}
      <FormRefusal of={mailing} />
      <OnHold until={hold} />
      {request && <Requested request={request} />}
      {current && <Current current={current} mayChange={!request && hold === null} isHeld={hold !== null} />}
      {mailings.length > 0 && (
        <Mailings
          mailings={mailings}
          form={(id, fields, row) => (
            <ActionForm key={id} of={mailing} id={id} action={path} which={fields}>
              {row}
            </ActionForm>
          )}
        />
      )}
    </Stack>
  );
}

/** The pending or failed address: its state, the reason, and the next step. */
function Requested({ request }: { request: EmailRequest }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { state, cause, masked, expiresAt } = request;
  return (
    <Card heading={t("request")}>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{masked}</strong>
          <Badge kind={state === "FAILED" ? "bad" : "attention"}>{t(state)}</Badge>
        </InlineRow>
        {state === "PENDING_VERIFICATION" && <p>{t("pendingNext")}</p>}
        {state === "VERIFYING" && <p>{t("verifyingNext", { until: formatInstant(new Date(expiresAt), language) })}</p>}
        {cause && <p>{t(cause, { hours: linkHours })}</p>}
        {state === "FAILED" ? (
          <ButtonLink to="/webview/add-email">{t("otherAddress")}</ButtonLink>
        ) : (
          <ButtonLink to="/webview/verify-email">{t("toVerify")}</ButtonLink>
        )}
      </Stack>
    </Card>
  );
}

function Current({
  current,
  mayChange,
  isHeld,
}: {
  current: NonNullable<EmailAnswer["current"]>;
  mayChange: boolean;
  isHeld: boolean;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Card heading={t("current")}>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{current.masked}</strong>
          <Badge kind="ok">{t("VERIFIED")}</Badge>
        </InlineRow>
        <Small>{t("since", { date: formatDate(dateInWib(new Date(current.verifiedAt)), language, "short") })}</Small>
        <InlineRow>
          {mayChange && (
            <ButtonLink to="/webview/add-email" kind="secondary" compact>
              {t("change")}
            </ButtonLink>
          )}
          {!isHeld && (
            <DialogLink to="remove" kind="quiet" compact>
              {t("remove")}
            </DialogLink>
          )}
        </InlineRow>
        <Dialog id="remove" heading={t("removeAsk", { masked: current.masked })}>
          <ActionForm of={forms.form("remove", null)} id="r" action={path}>
            <p>{t("removeBody")}</p>
            <Button kind="danger" track="email_remove">
              {t("removeDo")}
            </Button>
            <DialogClose>{t("keep")}</DialogClose>
          </ActionForm>
        </Dialog>
      </Stack>
    </Card>
  );
}
