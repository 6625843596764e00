/** The website's frame: brand, areas, language, and the regulated facts at the foot. Most of its pages are cached and the same for everyone; only a step, which is never cached, shows a logged-in person the tabs. */
import { Outlet, useMatches } from "react-router";
import { useAccount, useFrame, useOwnAddress } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ShellTabs } from "#web/shells/tabs.tsx";
import { texts } from "#web/shells/texts.ts";
import { WebsiteFoot } from "#web/shells/website-foot.tsx";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SiteHeader, type SiteLink } from "#web/ui/site-header/site-header.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";

/** The areas of the website (spec 2.1), and further paths that belong to each. */
const places: readonly { to: string; label: keyof typeof texts; holds?: readonly string[] }[] = [
  { to: "/borrow", label: "borrow" },
  { to: "/lend", label: "lend" },
  { to: "/blog", label: "blog" },
  { to: "/about", label: "about", holds: ["/news", "/social-events", "/executive-team", "/terms", "/privacy"] },
  { to: "/service", label: "help", holds: ["/complaint", "/about/faq"] },
];

export default function Website() {
  const { brand, nativeHost } = useFrame();
  const account = useAccount();
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const t = useTexts(texts);
  const isStep = handle?.isStep ?? false;
  const hasTabs = isStep && account === "in" && !nativeHost;
  return (
    <Page
      kind={handle?.measure ?? "narrow"}
      header={
        <SiteHeader
          brandName={brand.name}
          links={usePlaces()}
          account={{ to: "/webview/home", label: t("myLoan") }}
          path={address}
        />
      }
      footer={hasTabs ? <ShellTabs /> : <WebsiteFoot isStep={isStep} />}
    >
      <Outlet />
      {handle?.kind === "reading" ? null : (
        <>
          <LoadingIndicator />
          <ToastRegion />
        </>
      )}
    </Page>
  );
}

/** The areas, with the current one or the nearest one above the page. */
function usePlaces(): SiteLink[] {
  const t = useTexts(texts);
  const { path } = useFrame();
  const isWithin = (area: string) => path === area || path.startsWith(`${area}/`);
  const named = places.find(({ holds }) => holds?.some(isWithin));
  const within = named ?? places.find(({ to }) => isWithin(to));
  return places.map((place) => ({
    to: place.to,
    label: t(place.label),
    ...(place.to === path ? { current: true } : place === within ? { current: "area" as const } : {}),
  }));
}
