import type { Route } from "./+types/loan-edit-mobile";
import { formatInstant } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  getMobileChange,
  mobileChangePages,
  numberReservedDays,
  startMobileChange,
  mobileChangeWaitHours,
  withdrawMobileChange,
  type MobileChangeAnswer,
  type MobileChangeView,
} from "../contract.ts";
import { mobileChangeInput, nextMobileChangePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/my-profile" };

export const loader = ({ context }: Route.LoaderArgs) => call(getMobileChange, {}, { context });

const forms = defineForms({
  start: { call: startMobileChange, done: nextMobileChangePath },
  withdraw: { call: withdrawMobileChange, input: mobileChangeInput, done: mobileChangePages.entry },
});
export const action = forms.action;

export default function LoanEditMobile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { maskedMobileNumber, request, obstacle } = loaderData;
  const isOpen = request !== null && request.closedAt === null;
  return (
    <Stack gap="loose">
      <Title lead={t("entryLead", { number: maskedMobileNumber })}>{t("title")}</Title>
      {isOpen ? (
        <Running request={request} outcome={actionData} />
      ) : (
        <>
          {request && <Last request={request} />}
          {obstacle && <Obstacle obstacle={obstacle} />}
          <Section heading={t("howTitle")}>
            <NumberedList
              items={([1, 2, 3, 4] as const).map((number) => ({
                title: t(`how${number}`),
                body: t(`how${number}Body`, { hours: mobileChangeWaitHours }),
              }))}
            />
          </Section>
          <Small>{t("after", { days: numberReservedDays })}</Small>
          {!obstacle && (
            <ActionForm of={forms.form("start", actionData)} action={mobileChangePages.entry}>
              <ActionBar>
                <Button track="mobile_change_start">{t("start")}</Button>
              </ActionBar>
            </ActionForm>
          )}
        </>
      )}
      <Small centred>
        <a href="/webview/lost-number">{t("noSim")}</a>
      </Small>
    </Stack>
  );
}

function Running({ request, outcome }: { request: MobileChangeView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isSent = request.expiresAt === null;
  return (
    <>
      <Card>
        <Stack gap="tight">
          <strong>{t(isSent ? "runningSent" : "runningOpen")}</strong>
          {request.maskedNewNumber && <span>{t("runningNumber", { number: request.maskedNewNumber })}</span>}
          {request.expiresAt && (
            <Small>{t("runningUntil", { until: formatInstant(new Date(request.expiresAt), language) })}</Small>
          )}
        </Stack>
      </Card>
      <ActionBar>
        <ButtonLink to={isSent ? mobileChangePages.result : request.path}>{t(isSent ? "toResult" : "goOn")}</ButtonLink>
      </ActionBar>
      {!isSent && (
        <ActionForm of={forms.form("withdraw", outcome)} action={mobileChangePages.entry}>
          <Button kind="quiet" track="mobile_change_withdraw">
            {t("withdraw")}
          </Button>
        </ActionForm>
      )}
    </>
  );
}

/** The result of the last request, if it matters before the next one. */
function Last({ request: { state } }: { request: MobileChangeView }) {
  const t = useTexts(texts);
  if (state !== "REJECTED" && state !== "EXPIRED" && state !== "STOPPED") return null;
  return (
    <Notice>
      {t(`last${state}`)} <a href={mobileChangePages.result}>{t("toResult")}</a>
    </Notice>
  );
}

function Obstacle({ obstacle: { code, until } }: { obstacle: NonNullable<MobileChangeAnswer["obstacle"]> }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Notice kind="attention">
      {t(`obstacle_${code}`, { until: until ? formatInstant(new Date(until), language) : "" })}{" "}
      {code === "IDENTITY_UNVERIFIED" && <a href="/webview/identity">{t("toIdentity")}</a>}
    </Notice>
  );
}
