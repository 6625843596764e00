import type { ReactNode } from "react";
import { languages } from "#shared/texts.ts";
import type { Language } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import { Logo } from "../logo/logo.tsx";
import { kitTexts } from "../texts.ts";

export interface SiteLink {
  to: string;
  label: ReactNode;
  /** `true` for this page itself, "area" for the area that contains the page. */
  current?: boolean | "area";
}
export interface SiteHeaderProps {
  brandName: string;
  picture?: string;
  home?: string;
  links: readonly SiteLink[];
  /** The link to one's own loan, separate from the areas. The same for everyone: a cached page does not know its reader. */
  account?: SiteLink;
  /** The page's own path for the language links, with the query keys to keep. */
  path: string;
}

/**
 * The website's header: logo, places, language. The places appear once in the markup: next to the logo when there is
 * room, and on a phone below a button that needs no script, the `<details>` before them.
 */
export function SiteHeader({ brandName, picture, home = "/", links, account, path }: SiteHeaderProps) {
  const t = useTexts(kitTexts);
  return (
    <header className="site-header">
      <div className="site-header-row">
        <a className="site-header-home" href={home}>
          <Logo name={brandName} picture={picture} />
        </a>
        <details className="menu site-header-menu" name="site-menu">
          <summary className="menu-button">
            <Icon name="menu" />
            <span className="visually-hidden">{t("menu")}</span>
          </summary>
        </details>
        <nav className="site-header-places" aria-label={t("mainMenu")}>
          {links.map((link) => (
            <a className="site-header-link" key={link.to} href={link.to} aria-current={currentOf(link)}>
              {link.label}
            </a>
          ))}
          {account && (
            <a className="site-header-link site-header-account" href={account.to} aria-current={currentOf(account)}>
              <Icon name="person" size={20} />
              {account.label}
            </a>
          )}
        </nav>
        <LanguageMenu path={path} />
      </div>
    </header>
  );
}

const currentOf = ({ current }: SiteLink): "page" | "true" | undefined =>
  current === "area" ? "true" : current ? "page" : undefined;

export const languageChoices: Record<Language, { name: string; mark: string }> = {
  id: { name: "Bahasa Indonesia", mark: "ID" },
  en: { name: "English", mark: "EN" },
  zh: { name: "中文", mark: "中文" },
};

/** The same page in another language: `?lang=` links, each named in its own language. // Product decisions 6 */
export function LanguageMenu({ path }: { path: string }) {
  const t = useTexts(kitTexts);
  const own = useLanguage();
  return (
    <details className="menu" name="site-menu">
      <summary className="menu-button">
        <span className="visually-hidden">{`${t("language")}: `}</span>
        {languageChoices[own].mark}
        <Icon name="down" size={16} />
      </summary>
      <nav className="menu-list" aria-label={t("language")}>
        {languages.map((language) => (
          <a
            className="menu-link"
            key={language}
            href={`${path}${path.includes("?") ? "&" : "?"}lang=${language}`}
            hrefLang={language}
            lang={language}
            aria-current={language === own ? "true" : undefined}
          >
            {languageChoices[language].name}
          </a>
        ))}
      </nav>
    </details>
  );
}
