/** The website's frame: brand, navigation, language, and the regulated facts at the foot. */
import { Outlet } from "react-router";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { Fact } from "#web/shells/fact.tsx";
import { LanguageSwitch } from "#web/shells/language-switch.tsx";
import { texts } from "#web/shells/texts.ts";
import { Logo } from "#web/ui/logo/logo.tsx";
import { say } from "#shared/texts.ts";
import { useLanguage } from "#web/language.tsx";

export default function Website() {
  const t = useTexts(texts);
  const { brand } = useFrame();
  const language = useLanguage();
  return (
    <div className="site">
      <header className="site-header">
        <div className="site-bar">
          <a className="site-brand" href="/">
            <Logo name={brand.name} />
          </a>
          <nav className="site-links" aria-label={t("mainNavigation")}>
            <a href="/webview/loan-product">{t("borrow")}</a>
            <a href="/webview/home">{t("account")}</a>
          </nav>
          <LanguageSwitch />
        </div>
      </header>
      <Outlet />
      <footer className="site-footer">
        <div className="site-measure">
          <Logo name={brand.name} />
          <p>{say(brand.slogan, language)}</p>
          <p>
            <Fact verified={brand.licence.verified && brand.operator.verified}>{t("licence", { operator: brand.operator.value, licence: brand.licence.value })}</Fact>
          </p>
          <p>{t("supportHours")}</p>
          <p>
            <Fact verified={brand.supportPhone.verified}>{brand.supportPhone.value}</Fact> · <Fact verified={brand.supportEmail.verified}>{brand.supportEmail.value}</Fact>
          </p>
        </div>
      </footer>
    </div>
  );
}
