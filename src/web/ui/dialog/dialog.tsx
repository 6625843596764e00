import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import type { ButtonKind } from "../button/button.tsx";
import { Icon } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

export interface DialogProps {
  id: string;
  heading: ReactNode;
  /** Rises from the lower edge, for choices on a phone. */
  sheet?: boolean;
  children: ReactNode;
}

/**
 * A dialog of the same page. `<DialogLink to={id}>` opens it: with script as a modal dialog, without as a part of the
 * page that the link's fragment shows, and that the closing link hides.
 */
export function Dialog({ id, heading, sheet, children }: DialogProps) {
  useScriptPart("codes");
  const t = useTexts(kitTexts);
  return (
    <dialog className={sheet ? "dialog dialog-sheet" : "dialog"} id={id} aria-labelledby={`${id}-heading`}>
      <div className="dialog-head">
        <h2 className="dialog-heading" id={`${id}-heading`}>
          {heading}
        </h2>
        <a className="dialog-close" href="#main" data-dialog-close="">
          <Icon name="close" />
          <span className="visually-hidden">{t("close")}</span>
        </a>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

interface DialogLinkProps {
  to: string;
  kind?: ButtonKind | "text";
  /** As wide as its words only. */
  compact?: boolean;
  children: ReactNode;
}

/** Opens a dialog of the same page. */
export function DialogLink({ to, kind = "secondary", compact, children }: DialogLinkProps) {
  useScriptPart("codes");
  return (
    <a
      className={kind === "text" ? "dialog-link" : `button button-${kind}${compact ? " button-compact" : ""}`}
      href={`#${to}`}
      data-dialog-open={to}
    >
      {children}
    </a>
  );
}

/** The cancel link in a dialog: closes it, and changes nothing. */
export function DialogClose({ children }: { children: ReactNode }) {
  return (
    <a className="button button-secondary" href="#main" data-dialog-close="">
      {children}
    </a>
  );
}
