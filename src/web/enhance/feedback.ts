/** The loading indicator and the toast. Spec 4: the indicator is visible while the count of requests in flight is above zero. */
import { all, on } from "./page.ts";

/** Spec 9: toast duration. */
const toastMilliseconds = 2000;
let inFlight = 0;

function showLoading(): void {
  for (const indicator of all("[data-loading]")) indicator.hidden = !inFlight;
}
/** Spec 9: layout load delay. A faster answer shows no indicator, which would only flicker. */
const loadingMilliseconds = 100;

export function beginLoading(): void {
  inFlight++;
  setTimeout(showLoading, loadingMilliseconds);
}
export function endLoading(): void {
  if (inFlight) inFlight--;
  showLoading();
}

/** A toast floats for two seconds; its text stays in the page afterwards (`data-state="past"`), until the next one. */
export function toast(text: string | undefined): void {
  const region = document.querySelector<HTMLElement>("[data-toast-region]");
  if (!region || !text) return;
  const words = document.createElement("p");
  words.textContent = text;
  region.replaceChildren(words);
  setTimeout(() => {
    words.dataset.state = "past";
  }, toastMilliseconds);
}

/** Copies through the clipboard; when that is refused, as in many web views, through the copy command; otherwise selects the text and explains how to copy it by hand. */
async function copy({ dataset, previousElementSibling }: HTMLElement): Promise<void> {
  const { copy: value, copied, copyHow } = dataset as Record<string, string>;
  try {
    await navigator.clipboard.writeText(value as string);
    toast(copied);
  } catch {
    getSelection()?.selectAllChildren(previousElementSibling as Element);
    // The selected text has spaces for readability; the copy must not.
    document.oncopy = (event) => {
      event.preventDefault();
      event.clipboardData?.setData("text", value as string);
    };
    toast(document.execCommand("copy") ? copied : copyHow);
    document.oncopy = null;
  }
}

export function startFeedback(): void {
  on("click", "[data-copy]", (button) => void copy(button));
  // Spec 2.3: paths starting with /webview/loan show a loading indicator.
  on("click", 'a[href^="/webview/loan"]', (_link, event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) beginLoading();
  });
  window.addEventListener("pageshow", () => {
    inFlight = 0;
    showLoading();
  });
}

/** Shares through the phone's own share sheet if there is one, which the person may close; otherwise the link opens. */
export function startSharing(): void {
  on("click", "[data-share]", ({ dataset }, event) => {
    if (!navigator.share) return;
    event.preventDefault();
    void navigator.share({ text: dataset["share"] as string }).catch(Boolean);
  });
}
