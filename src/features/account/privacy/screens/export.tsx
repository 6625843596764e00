import type { Route } from "./+types/export";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh } from "#features/account/verification/parts/step-up.ts";
import { formatInstant } from "#shared/dates.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import {
  askExport,
  exportDays,
  exportDownloads,
  exportPromiseHours,
  getExports,
  unlockExport,
  type DataExport,
} from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.exportTitle, back: "/webview/privacy" };

const path = "/webview/privacy/export";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [exports, hold] = await Promise.all([call(getExports, {}, { context }), holdUntil(context)]);
  const { searchParams } = new URL(request.url);
  return { ...exports, hold, isAsked: searchParams.has("asked"), isUnlocked: searchParams.has("unlocked") };
}

const forms = defineForms(
  {
    ask: { call: askExport, done: `${path}?asked=1` },
    unlock: { call: unlockExport, done: `${path}?unlocked=1` },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function Export({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { items, nextAt, mayDownload, isAsked, isUnlocked, hold } = loaderData;
  const ask = forms.form("ask", actionData);
  if (actionData?.step)
    return (
      <Stack gap="loose">
        <Title lead={t("codeAsk")}>{t("codeTitle")}</Title>
        <FreshCode step={actionData.step} action={path} button={t("codeGoOn")} track="privacy_export_code" />
      </Stack>
    );
  const isMaking = items[0]?.state === "ASKED";
  return (
    <Stack gap="loose">
      <Title lead={t("exportLead")}>{t("exportTitle")}</Title>
      {isAsked && isMaking && !actionData && (
        <Notice kind="ok" live>
          {t("askedNow")}
        </Notice>
      )}
      {isUnlocked && mayDownload && !actionData && (
        <Notice kind="ok" live>
          {t("mayNow")}
        </Notice>
      )}
      <OnHold until={hold} />
      {items.map((one) => (
        <Copy
          key={one.id}
          copy={one}
          mayDownload={mayDownload}
          isHeld={hold !== null}
          unlock={forms.form("unlock", actionData)}
        />
      ))}
      {isMaking || hold !== null ? null : nextAt && !ask.answer ? (
        <Small>{t("askAgainAt", { when: formatInstant(new Date(nextAt), language) })}</Small>
      ) : (
        <ActionForm id="ask" of={ask} action={path}>
          <Button track="privacy_export_ask">{t("askCopy")}</Button>
        </ActionForm>
      )}
      <Small>
        {t("exportRules", { hours: exportPromiseHours, days: exportDays, times: exportDownloads })} {t("exportSafe")}
      </Small>
    </Stack>
  );
}

function Copy({
  copy,
  mayDownload,
  isHeld,
  unlock,
}: {
  copy: DataExport;
  mayDownload: boolean;
  isHeld: boolean;
  unlock: BoundForm;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = (at: string) => formatInstant(new Date(at), language);
  const isThere = copy.state === "READY" && copy.downloadsLeft > 0;
  const isOffered = isThere && !isHeld;
  return (
    <Card>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{t("copyOf", { when: when(copy.askedAt) })}</strong>
          <Badge kind={isThere ? "ok" : copy.state === "ASKED" ? "attention" : "plain"}>
            {t(isThere || copy.state === "ASKED" ? copy.state : "ENDED")}
          </Badge>
        </InlineRow>
        {copy.state === "ASKED" && <Small>{t("copyDue", { when: when(copy.dueAt) })}</Small>}
        {isThere && copy.endsAt && (
          <Small>
            {t("copyReady", { size: sizeOf(t, copy.bytes ?? 0), times: copy.downloadsLeft, when: when(copy.endsAt) })}
          </Small>
        )}
        {!isThere && copy.state !== "ASKED" && <Small>{t("copyOver")}</Small>}
        {isOffered && mayDownload && (
          <ButtonLink to={`/api/privacy/export/${copy.id}/file`} download>
            {t("download")}
          </ButtonLink>
        )}
        {isOffered && !mayDownload && (
          <ActionForm id={`u-${copy.id}`} of={unlock} action={path} which={{ exportId: copy.id }}>
            <Button kind="secondary" track="privacy_export_unlock">
              {t("unlock")}
            </Button>
          </ActionForm>
        )}
      </Stack>
    </Card>
  );
}

function sizeOf(t: ReturnType<typeof useTexts<typeof texts>>, bytes: number): string {
  return bytes < 1_000_000
    ? t("kilobytes", { size: Math.max(1, Math.round(bytes / 1_000)) })
    : t("megabytes", { size: Math.round(bytes / 100_000) / 10 });
}
