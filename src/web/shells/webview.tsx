/** The frame of a borrower's pages, in native apps and browsers. The app's bar shows only when the query asks for it (spec 2.3). */
import { Outlet, useMatches } from "react-router";
import { useFrame, useOwnAddress } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { texts } from "#web/shells/texts.ts";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { NavigationBar } from "#web/ui/navigation-bar/navigation-bar.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { LanguageMenu, SiteHeader } from "#web/ui/site-header/site-header.tsx";
import { TabBar } from "#web/ui/tab-bar/tab-bar.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";
import { say } from "#shared/texts.ts";

export default function Webview() {
  const { navBar, nativeHost } = useFrame();
  const header = navBar ? <Bar /> : nativeHost ? undefined : <BrowserHeader />;
  return (
    <Page header={header} footer={nativeHost ? undefined : <Tabs />}>
      <Outlet />
      <LoadingIndicator />
      <ToastRegion />
    </Page>
  );
}

function Bar() {
  const language = useLanguage();
  const { hideBack } = useFrame();
  const address = useOwnAddress();
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
  const back = hideBack ? {} : { back: handle?.back ?? "/webview/home" };
  return <NavigationBar title={handle ? say(handle.title, language) : ""} {...back} right={<LanguageMenu path={address} />} />;
}

/** In a plain browser there is no native app around the page: brand, language and what belongs to the account stand above it. */
function BrowserHeader() {
  const t = useTexts(texts);
  const { brand, path, sandbox } = useFrame();
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const place = (to: string, label: string) => ({ to, label, current: path === to });
  const links = [place("/webview/my-profile", t("myData")), place("/webview/protocol", t("accepted")), place("/webview/sessions", t("devices")), place("/webview/logout", t("logOut")), ...(sandbox ? [place("/sandbox", t("sandbox"))] : [])];
  return <SiteHeader brandName={brand.name} home="/webview/home" links={links} path={address} />;
}

/** And its places at the lower edge, in reach of the thumb. */
function Tabs() {
  const t = useTexts(texts);
  const { path } = useFrame();
  const tab = (to: string, label: string, icon: "home" | "loan" | "wallet" | "calendar") => ({ to, label, icon, current: path === to });
  return (
    <TabBar
      items={[
        tab("/webview/home", t("home"), "home"),
        tab("/webview/bills", t("bills"), "calendar"),
        tab("/webview/loan-history", t("loans"), "loan"),
        tab("/webview/quota", t("limit"), "wallet"),
      ]}
    />
  );
}
