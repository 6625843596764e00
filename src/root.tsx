/** The document of every page. It leaves as plain HTML; of a rich screen, a script takes over its rich parts alone (`#web/rich/rich.tsx`). */
import { isRouteErrorResponse, Outlet, useMatches, useRouteError, useRouteLoaderData } from "react-router";
import type { ReactNode } from "react";
import type { Route } from "./+types/root";
import { SkinLooksProvider } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { ErrorScreen } from "#features/site/shell/parts/error-screen.tsx";
import type { Text } from "#shared/texts.ts";
import { LanguageProvider } from "#web/language.tsx";
import { FrameProvider, useGivenFrame } from "#web/frame.tsx";
import { NavProvider } from "#web/nav.ts";
import { PageHead } from "#web/page-head.tsx";
import { navOfDomains } from "#nav.ts";
import { skinLooks } from "#skin-looks.ts";
import { pageFrame, type PageFrame, type ScreenHandle } from "#web/screen.ts";

export function loader({ context }: Route.LoaderArgs): PageFrame {
  return context.get(pageFrame);
}

export function Layout({ children }: { children: ReactNode }) {
  const given = useGivenFrame();
  // A post to a screen without an action is refused before any loader runs; the error page still gets its frame.
  const frame = useRouteLoaderData<PageFrame>("root") ?? given;
  const screen = useScreen();
  const handle = screen?.handle;
  const error = useRouteError();
  const language = frame?.language ?? "id";
  return (
    <html
      lang={language}
      data-country={frame?.brand.country}
      data-brand={frame?.brand.id}
      data-host-app={frame?.nativeHost?.app}
      data-event={handle?.event}
      data-attach={attachedTo(handle)}
      data-open-hosts={handle?.opens?.join(" ")}
      data-event-origin={frame?.eventOrigin || undefined}
      data-posted={frame?.posted && ""}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={frame?.brand.tokens.light["--band"] ?? "#0b5a52"} />
        {frame ? (
          <PageHead
            frame={frame}
            handle={screen?.handle}
            data={screen?.data}
            failed={error == null ? null : errorTitle(error)}
          />
        ) : (
          <title>Tunai</title>
        )}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {frame?.staff === null && !frame.path.startsWith("/staff") ? (
          <link rel="manifest" href="/manifest.webmanifest" />
        ) : null}
      </head>
      <body>
        {frame ? (
          <LanguageProvider language={language}>
            <FrameProvider frame={frame}>{children}</FrameProvider>
          </LanguageProvider>
        ) : (
          children
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <SkinLooksProvider value={skinLooks}>
      <NavProvider value={navOfDomains}>
        <Outlet />
      </NavProvider>
    </SkinLooksProvider>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} />;
}

/** Spec 6: campaign pages attach both. */
const attachedTo = (handle: ScreenHandle | undefined): string | undefined =>
  (handle?.attach ?? (handle?.event === "campaign_view" ? (["userKey", "userStatus"] as const) : undefined))?.join(" ");

/** The screen of this page: its handle, and what its loader gave. */
function useScreen(): { handle: ScreenHandle; data: unknown } | undefined {
  const match = useMatches().findLast((one) => one.handle !== undefined);
  return match && { handle: match.handle as ScreenHandle, data: match.loaderData };
}

const errorTitles: Record<"missing" | "broken", Text> = {
  missing: { id: "Halaman tidak ditemukan", en: "Page not found", zh: "找不到页面" },
  broken: { id: "Ada gangguan", en: "Something went wrong", zh: "出了点问题" },
};
function errorTitle(error: unknown): Text {
  return isRouteErrorResponse(error) && error.status === 404 ? errorTitles.missing : errorTitles.broken;
}
