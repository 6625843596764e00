/** The frame of the pages inside native apps. Its bar shows only when the query asks for it (spec 2.3). */
import { Outlet, useMatches } from "react-router";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { LanguageSwitch } from "#web/shells/language-switch.tsx";
import { texts } from "#web/shells/texts.ts";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { say } from "#shared/texts.ts";

export default function Webview() {
  const { navBar, nativeHost } = useFrame();
  return (
    <Page header={navBar ? <NavigationBar /> : null} footer={nativeHost ? null : <TabBar />}>
      <Outlet />
      <LoadingAndToasts />
    </Page>
  );
}

/** Centred title, back at the left, language at the right. Back goes to the native app, else to the history. */
function NavigationBar() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { hideBack } = useFrame();
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
  return (
    <header className="nav-bar">
      <div className="nav-bar-slot">
        {hideBack ? null : (
          <a className="nav-bar-back" href={handle?.back ?? "/webview/home"} data-back="" aria-label={t("back")}>
            <Icon name="back" />
          </a>
        )}
      </div>
      <p className="nav-bar-title">{handle ? say(handle.title, language) : ""}</p>
      <div className="nav-bar-slot nav-bar-right">
        <LanguageSwitch />
      </div>
    </header>
  );
}

const tabs: { to: string; text: "home" | "loans" | "limit" | "help"; icon: IconName }[] = [
  { to: "/webview/home", text: "home", icon: "home" },
  { to: "/webview/loan-history", text: "loans", icon: "loan" },
  { to: "/webview/quota", text: "limit", icon: "wallet" },
  { to: "/webview/bills", text: "loans", icon: "calendar" },
];

/** In a plain browser there is no native app around the page, so the page brings its own tabs. */
function TabBar() {
  const t = useTexts(texts);
  const { path } = useFrame();
  return (
    <nav className="tab-bar" aria-label={t("mainNavigation")}>
      {tabs.slice(0, 3).map(({ to, text, icon }) => (
        <a key={to} className="tab-bar-tab" href={to} aria-current={path === to ? "page" : undefined}>
          <Icon name={icon} />
          {t(text)}
        </a>
      ))}
    </nav>
  );
}

/** What the enhancer shows while requests are under way, and after. Hidden until then. */
export function LoadingAndToasts() {
  const t = useTexts(texts);
  return (
    <>
      <div className="loading" data-loading="" role="status" hidden>
        {t("loading")}
      </div>
      <div className="toasts" data-toast-region="" role="status" aria-live="polite" />
    </>
  );
}
