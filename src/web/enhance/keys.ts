/**
 * Single keys of the console: they lead to fields, rows and pages, and never send anything. Off where the page says so, within
 * fields, and together with Ctrl, Alt or Meta. // Spec credit-support 9, WCAG 2.1.4
 */
import { all } from "./page.ts";

/** Milliseconds within which a letter follows `g`. */
const goMilliseconds = 1500;

const rowLinks = (): HTMLAnchorElement[] =>
  all("main tbody tr").flatMap((row) => row.querySelector<HTMLAnchorElement>("a[href]") ?? []);
const ownRow = (): Element | null | undefined => document.activeElement?.closest("tbody tr");

/** Moves the focus to the first link of the next row, or of the one before. */
function moveBy(step: number): void {
  const links = rowLinks();
  const row = ownRow();
  const at = links.findIndex((link) => row?.contains(link));
  links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

export function startKeys(): void {
  if (!document.querySelector("[data-shortcuts]")) return;
  let wentAt = -goMilliseconds;
  document.addEventListener("keydown", (event) => {
    const { key, timeStamp } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const field = (event.target as Element).closest<HTMLElement>("input,textarea,select");
    const isGoing = timeStamp - wentAt < goMilliseconds;
    wentAt = -goMilliseconds;
    if (key === "Escape") field?.blur();
    if (field || (event.repeat && key !== "j" && key !== "k")) return;
    if (isGoing)
      all<HTMLAnchorElement>("a[data-key]")
        .find((link) => link.dataset.key === key)
        ?.click();
    else if (key === "g") wentAt = timeStamp;
    else if (key === "j") moveBy(1);
    else if (key === "k") moveBy(-1);
    else if (key === "o") ownRow()?.querySelector<HTMLElement>("a[href]")?.click();
    else if (key === "/") document.querySelector<HTMLElement>("[name=identifier]")?.focus();
    else if (key === "?") document.querySelector<HTMLElement>("[data-key-help]")?.showPopover?.();
    else return;
    event.preventDefault();
  });
}
