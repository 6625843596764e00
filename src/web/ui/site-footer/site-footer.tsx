import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

export interface SiteFooterProps {
  groups: readonly { heading: ReactNode; links: readonly { to: string; label: ReactNode }[] }[];
  /** The risk warning that the regulator wants on every public page, and the operator's facts with their marks. */
  children: ReactNode;
  /** Language links: `<LanguageMenu>`. */
  languages?: ReactNode;
}

/** The foot of the website's pages: areas in groups, the warning, the company behind the brand. */
export function SiteFooter({ groups, children, languages }: SiteFooterProps) {
  const t = useTexts(kitTexts);
  return (
    <footer className="site-footer">
      <div className="site-footer-room">
        <nav className="site-footer-groups" aria-label={t("menu")}>
          {groups.map((group, index) => (
            <div key={index}>
              <h2 className="site-footer-heading">{group.heading}</h2>
              <ul className="site-footer-links">
                {group.links.map((link) => (
                  <li key={link.to}>
                    <a className="site-footer-link" href={link.to}>
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="site-footer-words">{children}</div>
        {languages}
      </div>
    </footer>
  );
}
