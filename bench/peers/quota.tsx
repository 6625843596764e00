/**
 * The tree of /webview/quota, rendered only by React: without the router and the product's frame. Bundled by
 * `bundleQuota`.
 */
import { renderToString } from "react-dom/server";
import type { Limits } from "#features/credit/limit/contract.ts";
import Quota from "#features/credit/limit/screens/quota.tsx";
import type { Text } from "#shared/texts.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { TabBar } from "#web/ui/tab-bar/tab-bar.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";

export type RenderQuota = (limits: Limits) => string;
type ScreenProps = Parameters<typeof Quota>[0];

/** Styles and scripts around the tree, as in the product's own answer. */
const head = process.env["PAGE_HEAD"] ?? "";
const tail = process.env["PAGE_TAIL"] ?? "";
const frame = { path: "/webview/quota", pathWithQuery: "/webview/quota", language: "id" } as PageFrame;
const tabs: readonly [string, Text, "home" | "calendar" | "loan" | "wallet"][] = [
  ["/webview/home", { id: "Beranda", en: "Home", zh: "首页" }, "home"],
  ["/webview/bills", { id: "Tagihan", en: "Bills", zh: "账单" }, "calendar"],
  ["/webview/loan-history", { id: "Pinjaman", en: "Loans", zh: "借款" }, "loan"],
  ["/webview/quota", { id: "Limit", en: "Limit", zh: "额度" }, "wallet"],
];

export const renderQuota: RenderQuota = (limits) => {
  const html = renderToString(
    <html lang="id" data-country="IDN" data-brand="tunai">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0B5A52" />
        <title>Limit Anda · Tunai</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <LanguageProvider language="id">
          <FrameProvider frame={frame}>
            <Page
              footer={
                <TabBar
                  items={tabs.map(([to, label, icon]) => ({ to, label: label.id, icon, current: to === frame.path }))}
                />
              }
            >
              <Quota {...({ loaderData: { limits } } as ScreenProps)} />
              <LoadingIndicator />
              <ToastRegion />
            </Page>
          </FrameProvider>
        </LanguageProvider>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html.replace("</head>", () => `${head}</head>`).replace("</body>", () => `${tail}</body>`)}`;
};
