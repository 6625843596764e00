/** The page on which a link continues: its state decides, whatever the address. */
import { redirect } from "react-router";
import type { LinkKind, LinkView } from "../contract.ts";

export const bindPaths = {
  BANK: "/webview/additional-info/bind-bank",
  ECOM: "/webview/additional-info/bind-ecom",
  OPEN_FINANCE: "/webview/finantier-register",
} as const satisfies Record<LinkKind, string>;
const confirmPaths = {
  BANK: "/webview/additional-info/confirm-bank",
  ECOM: "/webview/additional-info/confirm-ecom",
  OPEN_FINANCE: "/webview/finantier-link-bank",
} as const satisfies Record<LinkKind, string>;

/** The screen of the step that is next. */
export function linkPath(kind: LinkKind, link: Pick<LinkView, "state" | "agreed"> | null): string {
  if (kind !== "OPEN_FINANCE") return link?.state === "CODE_NEEDED" ? confirmPaths[kind] : bindPaths[kind];
  if (!link || link.state === "FAILED" || link.state === "ENDED") return bindPaths.OPEN_FINANCE;
  return link.state === "CONSENTED" && !link.agreed ? "/webview/finantier-agreement" : confirmPaths.OPEN_FINANCE;
}

/** The same, with the wait for an answer. */
export const placeAfter = (link: LinkView): string =>
  `${linkPath(link.kind, link)}${link.state === "CONNECTING" ? "?waiting=1" : ""}`;

/** Redirects a screen to the current step when that is another one. @throws a redirect */
export function leadToStep(here: string, kind: LinkKind, link: LinkView | null, isAwaited = false): void {
  const place = linkPath(kind, link);
  if (place !== here && !isAwaited) throw redirect(place, 303);
}
