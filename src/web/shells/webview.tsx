/** The frame of a borrower's pages, in native apps and browsers. The app's bar shows only when the query asks for it (spec 2.3). */
import { Outlet, useMatches } from "react-router";
import { useAccount, useFrame, useOwnAddress } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { texts } from "#web/shells/texts.ts";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { NavigationBar } from "#web/ui/navigation-bar/navigation-bar.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { LanguageMenu, SiteHeader } from "#web/ui/site-header/site-header.tsx";
import { BarTitle } from "#web/ui/text/text.tsx";
import { TabBar } from "#web/ui/tab-bar/tab-bar.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";
import { say } from "#shared/texts.ts";

export default function Webview() {
  const { navBar, nativeHost } = useFrame();
  const title = useTitle();
  const header = navBar ? <Bar title={title} /> : nativeHost ? undefined : <BrowserHeader />;
  return (
    <Page header={header} footer={nativeHost ? undefined : <Tabs />}>
      <PrintedHead />
      <BarTitle value={navBar ? title : null}>
        <Outlet />
      </BarTitle>
      <LoadingIndicator />
      <ToastRegion />
    </Page>
  );
}

/** On paper the header is gone: whose page it is stands above it. */
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
  const handle = useHandle();
  return handle ? say(handle.title, language) : "";
}

function useHandle(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
}

function Bar({ title }: { title: string }) {
  const { hideBack } = useFrame();
  const handle = useHandle();
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const back = hideBack ? {} : { back: handle?.back ?? "/webview/home" };
  return <NavigationBar title={title} {...back} right={<LanguageMenu path={address} />} />;
}

/** In a plain browser there is no native app around the page: brand, language and what belongs to the account stand above it. */
function BrowserHeader() {
  const t = useTexts(texts);
  const { brand, path, sandbox } = useFrame();
  const handle = useHandle();
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const links = [
    ...useAccountLinks(),
    { to: "/webview/help-center", label: t("help") },
    ...(sandbox ? [{ to: "/sandbox", label: t("sandbox") }] : []),
  ];
  return (
    <SiteHeader
      brandName={brand.name}
      home="/webview/home"
      links={links.map((link) => ({ ...link, current: path === link.to }))}
      path={address}
    />
  );
}

/** What a person can do with the account here: all of it when logged in, logging in when not; a page for everybody leads to the loan, which asks for a login by itself. */
function useAccountLinks(): { to: string; label: string }[] {
  const t = useTexts(texts);
  const account = useAccount();
  if (account === "out")
    return [
      { to: "/login", label: t("logIn") },
      { to: "/webview/loan-product", label: t("borrow") },
    ];
  if (account === null)
    return [
      { to: "/webview/home", label: t("myLoan") },
      { to: "/webview/loan-product", label: t("borrow") },
    ];
  return [
    { to: "/webview/account", label: t("myAccount") },
    { to: "/webview/logout", label: t("logOut") },
  ];
}

/** And its places at the lower edge, in reach of the thumb. */
function Tabs() {
  const t = useTexts(texts);
  const { path } = useFrame();
  const current = placeOf(path);
  const tab = (to: string, label: string, icon: "home" | "loan" | "wallet" | "calendar" | "person") => ({
    to,
    label,
    icon,
    current: current === to,
  });
  return (
    <TabBar
      items={[
        tab("/webview/home", t("home"), "home"),
        tab("/webview/bills", t("bills"), "calendar"),
        tab("/webview/loan-history", t("loans"), "loan"),
        tab("/webview/quota", t("limit"), "wallet"),
        tab("/webview/account", t("account"), "person"),
      ]}
    />
  );
}

/** Where a page belongs, by the beginning of its path; pages that belong to no place have none. */
const placeBeginnings: readonly (readonly [place: string, beginnings: readonly string[]])[] = [
  [
    "/webview/home",
    [
      "/webview/apply-loan",
      "/webview/identity",
      "/webview/profile",
      "/webview/additional-info",
      "/webview/bank-account",
      "/webview/by-appointment",
      "/webview/optional-info",
      "/webview/mother-surname",
      "/webview/additional-again",
      "/webview/n-select-one",
      "/webview/n-select-one-reoffer",
      "/webview/spider",
      "/webview/finantier-register",
      "/webview/finantier-agreement",
      "/webview/finantier-link-bank",
      "/webview/ayo-bank-middle-page",
      "/webview/ojk-checkuser",
      "/webview/social-media",
      "/webview/social-media-special",
    ],
  ],
  ["/webview/bills", ["/webview/ovo", "/webview/no-login-bills"]],
  [
    "/webview/loan-history",
    [
      "/webview/agreement",
      "/webview/agreement-pdf",
      "/webview/pdf-view",
      "/webview/pdf-preview",
      "/webview/reloan-accounting",
      "/webview/loanrestruture",
    ],
  ],
  ["/webview/quota", ["/webview/quota-change-history", "/webview/credit"]],
  [
    "/webview/account",
    [
      "/webview/my-profile",
      "/webview/protocol",
      "/webview/sessions",
      "/webview/password",
      "/webview/logout",
      "/webview/message",
      "/webview/notification-settings",
      "/webview/security",
      "/webview/privacy",
      "/webview/add-email",
      "/webview/verify-email",
      "/webview/email-status",
      "/webview/cancel-account",
      "/webview/loan-edit-mobile",
      "/webview/merge-mobile",
      "/webview/merge-mobile-otp",
      "/webview/merge-mobile-upload-info",
      "/webview/merge-mobile-preview",
      "/webview/merge-mobile-result",
      "/webview/questionnaire",
      "/webview/event-questionnaire",
    ],
  ],
];

function placeOf(path: string): string | undefined {
  const below = (beginning: string) => path === beginning || path.startsWith(`${beginning}/`);
  return placeBeginnings.find(([place, beginnings]) => [place, ...beginnings].some(below))?.[0];
}
