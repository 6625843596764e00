/** Place in the page and the history: anchors, the back link, open menus; and showing passwords. None of it is needed for the first paint, and all of it works without script. */
import { nativePort } from "../native/port.ts";
import { all, on, whenRead } from "./page.ts";

/** Opens the folded part around the anchor, scrolls to it, and moves the focus if the target can have it. */
function goToAnchor(): void {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // An invalid escape is looked up unchanged.
  }
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

/** A page's menu closes as menus do: with Escape, which leaves the focus on its button, and with a tap outside it. */
function closeMenus(event: Event): void {
  for (const menu of all<HTMLDetailsElement>("details.menu[open]")) {
    // A menu's content is inside it, or directly after it.
    const list = menu.nextElementSibling;
    const isInside = [menu, list?.localName === "nav" && list].some(
      (part) => part && part.contains(event.target as Node),
    );
    if (event instanceof KeyboardEvent ? event.key !== "Escape" : isInside) continue;
    menu.open = false;
    if (isInside) menu.querySelector("summary")?.focus();
  }
}

/** Shows a password to the person who typed it, and hides it again. */
function reveal(button: HTMLElement): void {
  const field = button.previousElementSibling as HTMLInputElement;
  const isHidden = field.type === "password";
  field.type = isHidden ? "text" : "password";
  button.setAttribute("aria-pressed", `${isHidden}`);
}

export function startPlace(): void {
  on("click", "[data-reveal]", reveal);
  document.addEventListener("click", closeMenus);
  document.addEventListener("keydown", closeMenus);
  whenRead(goToAnchor);
  window.addEventListener("hashchange", goToAnchor);
  if (!nativePort() && document.querySelector("[data-native-close]")) window.close();
  // Spec 2.3: back goes to the native app when inside the app, otherwise to browser history.
  on("click", "[data-back]", (_link, event) => {
    const port = nativePort();
    const fromHere = document.referrer.startsWith(`${location.origin}/`) && history.length > 1;
    if (!port && !fromHere) return;
    event.preventDefault();
    // No answer is awaited: a person who goes back has left the page by then.
    if (port) port.postMessage('{"v":1,"id":"00000000000000000000000000000000","call":"back","data":{}}');
    else history.back();
  });
}
