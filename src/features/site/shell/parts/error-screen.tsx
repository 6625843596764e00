import { isRouteErrorResponse } from "react-router";
import { useFrame, useGivenFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state/error-state.tsx";
import { NavigationBar } from "#web/ui/navigation-bar/navigation-bar.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import type { Envelope } from "#shared/contract.ts";
import { texts } from "../texts.ts";

/** The page for a missing or failed page: the problem, and the next step. */
export function ErrorScreen({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page header={<AppBar isMissing={isMissing} />}>
      {isMissing ? <NotFound /> : <Broken envelope={envelopeOf(error)} />}
    </Page>
  );
}

/** An error is outside the web view's shell: in an app that asked for the bar, this is the only way back. */
function AppBar({ isMissing }: { isMissing: boolean }) {
  const frame = useGivenFrame();
  const t = useTexts(texts);
  if (!frame?.navBar) return null;
  const back = frame.hideBack ? {} : { back: "/webview/home" };
  return <NavigationBar title={t(isMissing ? "notFoundTitle" : "errorTitle")} {...back} />;
}

export function NotFound() {
  const t = useTexts(texts);
  const isWebview = useGivenFrame()?.path.startsWith("/webview/");
  return (
    <EmptyState
      art="search"
      level={1}
      title={t("notFoundTitle")}
      action={
        <>
          <ButtonLink to={isWebview ? "/webview/home" : "/"}>{t("toHome")}</ButtonLink>
          <ButtonLink kind="secondary" to="/webview/help-center">
            {t("toHelp")}
          </ButtonLink>
        </>
      }
    >
      {t("notFoundBody")}
    </EmptyState>
  );
}

/** The refusal's own text if a call refused; otherwise the text of spec 8. */
function Broken({ envelope }: { envelope: Envelope | null }) {
  const frame = useFrame();
  const t = useTexts(texts);
  return (
    <Stack>
      <ErrorState
        level={1}
        title={t("errorTitle")}
        refresh={frame.pathWithQuery}
        traceId={envelope?.traceId ?? frame.traceId}
      >
        {envelope?.status.detail ?? t("loadFailed")}
      </ErrorState>
      <ButtonLink kind="quiet" to="/webview/customer-service">
        {t("toHelp")}
      </ButtonLink>
    </Stack>
  );
}

function envelopeOf(error: unknown): Envelope | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  return typeof data === "object" && data !== null && "status" in data && "traceId" in data ? (data as Envelope) : null;
}
