/** The frame of a borrower's pages, in native apps and browsers. The app's bar shows only when the query asks for it (spec 2.3). */
import { Outlet, useMatches } from "react-router";
import { useAccount, useFrame, useOwnAddress } from "#web/frame.tsx";
import { useLanguage } from "#web/language.tsx";
import { useNav } from "#web/nav.ts";
import { pageTitleOf } from "#web/page-head.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ShellTabs } from "#web/shells/tabs.tsx";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { NavigationBar } from "#web/ui/navigation-bar/navigation-bar.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { LanguageMenu, SiteHeader } from "#web/ui/site-header/site-header.tsx";
import { BarTitle } from "#web/ui/text/text.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";
import { say } from "#shared/texts.ts";

export default function Webview() {
  const { navBar, nativeHost } = useFrame();
  const title = useTitle();
  const isOnlyPage = useIsOnlyPage();
  const header = navBar ? <Bar title={title} /> : nativeHost ? undefined : <BrowserHeader />;
  return (
    <Page header={header} footer={nativeHost || isOnlyPage ? undefined : <ShellTabs />}>
      <PrintedHead />
      <BarTitle value={navBar ? title : null}>
        <Outlet />
      </BarTitle>
      <LoadingIndicator />
      <ToastRegion />
    </Page>
  );
}

/** On paper there is no header, so the page's owner is printed at the top. */
function PrintedHead() {
  const { brand } = useFrame();
  return (
    <p className="print-only" aria-hidden="true">
      <strong>{brand.name}</strong> · {brand.operator.value}
    </p>
  );
}

function useTitle(): string {
  const language = useLanguage();
  const frame = useFrame();
  const handle = useHandle();
  return handle ? say(pageTitleOf(handle, frame), language) : "";
}

function useHandle(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
}

function useIsOnlyPage(): boolean {
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  const handle = match?.handle as ScreenHandle | undefined;
  return match?.loaderData !== undefined && (handle?.isOnlyPage?.(match.loaderData) ?? false);
}

function Bar({ title }: { title: string }) {
  const { hideBack } = useFrame();
  const handle = useHandle();
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const back = hideBack ? {} : { back: handle?.back ?? "/webview/home" };
  return <NavigationBar title={title} {...back} right={<LanguageMenu path={address} />} />;
}

/** In a plain browser there is no native app around the page: brand, language and links to the account and to help are shown above it. */
function BrowserHeader() {
  const language = useLanguage();
  const account = useAccount();
  const { brand, path, sandbox } = useFrame();
  const handle = useHandle();
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const links = useNav()
    .flatMap(({ headerLinks = [] }) => headerLinks)
    .filter(({ isShown }) => isShown({ account, sandbox }));
  return (
    <SiteHeader
      brandName={brand.name}
      home="/webview/home"
      links={links.map(({ to, label }) => ({ to, label: say(label, language), current: path === to }))}
      path={address}
    />
  );
}
