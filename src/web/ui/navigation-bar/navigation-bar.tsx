import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

/** The web view's bar: centred title, left and right slots. Back goes to `back`, or to the page that the enhancer finds. // Spec 2.3 */
export function NavigationBar({ title, back, right }: { title: ReactNode; back?: string; right?: ReactNode }) {
  const t = useTexts(kitTexts);
  return (
    <header className="navigation-bar">
      <div className="navigation-bar-slot">
        {back !== undefined && (
          <a className="navigation-bar-button" href={back} data-back="">
            <Icon name="back" />
            <span className="visually-hidden">{t("back")}</span>
          </a>
        )}
      </div>
      <p className="navigation-bar-title">{title}</p>
      <div className="navigation-bar-slot navigation-bar-right">{right}</div>
    </header>
  );
}

/** A link with an icon alone, for the bar's right slot. */
export function NavigationBarLink({
  to,
  icon,
  label,
}: {
  to: string;
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
}) {
  return (
    <a className="navigation-bar-button" href={to}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </a>
  );
}
