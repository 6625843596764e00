/** The loading indicator and the toast. Spec 4: the indicator is visible while the count of requests in flight is above zero. */
import { all, on, whenRead } from "./page.ts";

/** Spec 9: toast duration. */
const toastMilliseconds = 2000;
let inFlight = 0;

function showLoading(): void {
  for (const indicator of all("[data-loading]")) indicator.hidden = inFlight < 1;
}
export function beginLoading(): void {
  inFlight++;
  showLoading();
}
export function endLoading(): void {
  inFlight = Math.max(0, inFlight - 1);
  showLoading();
}

/** A toast floats for two seconds (`data-state="shown"`); its text stays in the page afterwards, until the next one. */
function float(region: HTMLElement): void {
  region.hidden = false;
  region.dataset.state = "shown";
  setTimeout(() => {
    region.dataset.state = "past";
  }, toastMilliseconds);
}
export function toast(text: string): void {
  const region = document.querySelector<HTMLElement>("[data-toast-region]");
  if (!region) return;
  region.textContent = text;
  float(region);
}

export function startFeedback(): void {
  whenRead(() => {
    for (const region of all("[data-toast-region]")) if (region.textContent?.trim()) float(region);
  });
  // Spec 2.3: paths starting with /webview/loan show a loading indicator.
  on("click", 'a[href^="/webview/loan"]', (_link, event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) beginLoading();
  });
  window.addEventListener("pageshow", () => {
    inFlight = 0;
    showLoading();
  });
}
