/** The website's frame: brand, places, language, and the regulated facts at the foot. */
import { Outlet, useMatches } from "react-router";
import { useFrame, useOwnAddress } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Fact } from "#web/shells/fact.tsx";
import { texts } from "#web/shells/texts.ts";
import { LoadingIndicator } from "#web/ui/loading/loading.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SiteFooter } from "#web/ui/site-footer/site-footer.tsx";
import { SiteHeader } from "#web/ui/site-header/site-header.tsx";
import { ToastRegion } from "#web/ui/toast/toast.tsx";
import { say } from "#shared/texts.ts";

export default function Website() {
  const t = useTexts(texts);
  const { brand } = useFrame();
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined;
  const address = useOwnAddress(handle?.keptKeys ?? handle?.cachedBy);
  const links = [
    { to: "/webview/loan-product", label: t("borrow") },
    { to: "/webview/home", label: t("account") },
  ];
  return (
    <Page
      kind={handle?.measure ?? "narrow"}
      header={<SiteHeader brandName={brand.name} links={links} path={address} />}
      footer={<Foot />}
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

function Foot() {
  const t = useTexts(texts);
  const { brand, sandbox } = useFrame();
  const language = useLanguage();
  const service = [
    { to: "/webview/loan-product", label: t("borrow") },
    { to: "/webview/bills", label: t("bills") },
    // Outside prod a newcomer finds the codes, the bank and the clock from every page.
    ...(sandbox ? [{ to: "/sandbox", label: t("sandbox") }] : []),
  ];
  return (
    <SiteFooter groups={[{ heading: t("service"), links: service }]}>
      <p>{say(brand.slogan, language)}</p>
      <p>
        <Fact verified={brand.licence.verified && brand.operator.verified}>{t("licence", { operator: brand.operator.value, licence: brand.licence.value })}</Fact>
      </p>
      <p>{t("supportHours")}</p>
      <p>
        <Fact verified={brand.supportPhone.verified}>{brand.supportPhone.value}</Fact> · <Fact verified={brand.supportEmail.verified}>{brand.supportEmail.value}</Fact>
      </p>
    </SiteFooter>
  );
}
