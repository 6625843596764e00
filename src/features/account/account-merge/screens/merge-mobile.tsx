import type { Route } from "./+types/merge-mobile";
import { ChannelField } from "#features/account/verification/parts/otp-step.tsx";
import { mustWaitForCode, isCodeUnderWay, pendingCodeTo } from "#features/account/verification/parts/step-up.ts";
import { formatInstant } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { PhoneField } from "#web/ui/text-field/text-field.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  declineAccountMerge,
  getAccountMerge,
  mergePages,
  startAccountMerge,
  type AccountMergeAnswer,
  type MergeRequestView,
} from "../contract.ts";
import { mergeInput } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/my-profile" };

export async function loader({ context }: Route.LoaderArgs) {
  const merge = await call(getAccountMerge, {}, { context });
  const isNamed = merge.request?.state === "STARTED" && merge.request.closedAt === null;
  const named = isNamed ? (merge.request?.maskedOtherNumber ?? null) : null;
  return { ...merge, waiting: (await pendingCodeTo(named, "MERGE", context)) ? named : null };
}

const forms = defineForms({
  start: {
    call: startAccountMerge,
    done: mergePages.code,
    // Sent twice: the page that waits for that very code is the answer.
    refused: async (answer, { form, context }) =>
      mustWaitForCode(answer.failure.status.code) &&
      (await isCodeUnderWay("MERGE", form.get("otherMobileNumber"), context))
        ? mergePages.code
        : toStepInOrder(answer),
  },
  decline: { call: declineAccountMerge, input: mergeInput, done: mergePages.entry },
});
export const action = forms.action;

export default function MergeMobile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { request, merge, obstacle, waiting } = loaderData;
  const isBehindNumber = request !== null && request.closedAt === null && request.state !== "STARTED";
  const isLive = merge?.state === "ASKED" || merge?.state === "MERGED";
  return (
    <Stack gap="loose">
      <Title lead={t("entryLead")}>{t("title")}</Title>
      {merge && isLive && (!isBehindNumber || merge.isAskedByOther) && (
        <Notice kind={merge.state === "ASKED" ? "attention" : "ok"}>
          {merge.state === "ASKED"
            ? t("askedByOther", { number: merge.maskedOtherNumber })
            : t("mergedLately", { number: merge.maskedFreedNumber })}{" "}
          <a href={mergePages.result}>{t("toResult")}</a>
        </Notice>
      )}
      {isBehindNumber ? (
        <Running request={request} outcome={actionData} />
      ) : obstacle ? (
        <>
          <Obstacle obstacle={obstacle} />
          <How />
        </>
      ) : (
        <>
          {waiting && !actionData && (
            <Notice>
              {t("codeWaits", { number: waiting })} <a href={mergePages.code}>{t("toCode")}</a>
            </Notice>
          )}
          <ActionForm of={forms.form("start", actionData)} action={mergePages.entry}>
            <PhoneField name="otherMobileNumber" label={t("otherNumber")} />
            <ChannelField />
            <ActionBar>
              <Button track="account_merge_number">{t("sendCode")}</Button>
            </ActionBar>
          </ActionForm>
          <How />
        </>
      )}
    </Stack>
  );
}

function How() {
  const t = useTexts(texts);
  return (
    <Section heading={t("howTitle")}>
      <NumberedList
        items={([1, 2, 3, 4] as const).map((number) => ({ title: t(`how${number}`), body: t(`how${number}Body`) }))}
      />
    </Section>
  );
}

function Running({ request, outcome }: { request: MergeRequestView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isSent = request.expiresAt === null;
  return (
    <>
      <Card>
        <Stack gap="tight">
          <strong>{t(isSent ? "runningSent" : "runningOpen")}</strong>
          <span>{t("runningNumber", { number: request.maskedOtherNumber ?? "" })}</span>
          {request.expiresAt && (
            <Small>{t("runningUntil", { until: formatInstant(new Date(request.expiresAt), language) })}</Small>
          )}
        </Stack>
      </Card>
      <ActionBar>
        <ButtonLink to={isSent ? mergePages.result : request.path}>{t(isSent ? "toResult" : "goOn")}</ButtonLink>
      </ActionBar>
      {!isSent && (
        <ActionForm of={forms.form("decline", outcome)} action={mergePages.entry}>
          <Button kind="quiet" track="account_merge_decline">
            {t("decline")}
          </Button>
        </ActionForm>
      )}
    </>
  );
}

function Obstacle({ obstacle: { code, until } }: { obstacle: NonNullable<AccountMergeAnswer["obstacle"]> }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Notice kind="attention">
      {t(`obstacle_${code}`, { until: until ? formatInstant(new Date(until), language) : "" })}{" "}
      {code === "IDENTITY_UNVERIFIED" && <a href="/webview/identity">{t("toIdentity")}</a>}
    </Notice>
  );
}
