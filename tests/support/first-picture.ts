/** The first picture of a credit page on a small phone, 360 × 740: what it costs or brings stands in it, and so does the button that acts. */

/** Pages of credit; those that are only read have no action. */
const acting =
  /^\/webview\/(?:quota|reloan-accounting|by-appointment|no-login-fill|loanrestruture(?:\/[\w-]+)?|viprights|upgrade-plus|reduce-interest|merchant-info|merchant-detail(?:\/[\w-]+)?|shopee-center)$/;
const reading = /^\/webview\/(?:credit|quota-change-history)$/;

export const hasFirstPicture = (path: string): boolean => acting.test(path) || reading.test(path);

export interface FirstPicture {
  /** The first amount under the title with the words around it; null on a page without amounts. */
  amount: string | null;
  /** The words of the button or link that acts. */
  action: string | null;
  faults: string[];
}

/** Runs in the browser. */
export function measuredPicture(isActing: boolean): FirstPicture {
  scrollTo(0, 0);
  const isShown = (element: Element): boolean =>
    element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const wordsOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  const buttons = ["main .action-bar .button", "main .button-primary"].flatMap((one) => [
    ...document.querySelectorAll(one),
  ]);
  const action = buttons.find(isShown);
  const bar = action?.closest(".action-bar");
  const edge =
    bar && getComputedStyle(bar).position === "sticky"
      ? bar.getBoundingClientRect().top
      : document.documentElement.clientHeight;
  const faults: string[] = [];
  const actionEnd = action?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
  // After a refusal the field that asks for another value comes first; a page of a state that only waits has no action.
  const isAsked = isActing && action && !document.querySelector("main [aria-invalid=true]");
  if (isAsked && actionEnd > innerHeight + 1) faults.push(`the action "${wordsOf(action)}" ends at ${actionEnd}`);
  const title = document.querySelector("h1")!;
  const texts = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement!;
    const isAfter = (title.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (!isAfter || !/Rp\s?[\d.]/.test(wordsOf(parent)) || !/\d/.test(node.textContent!) || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { bottom } = range.getBoundingClientRect();
    const words = wordsOf(
      parent.closest("p, li, tr, label, dl > div, .receipt-line, .notice")?.parentElement ?? parent,
    );
    if (bottom > edge + 1) faults.push(`the amount "${words}" ends at ${bottom}, below ${edge}`);
    return { amount: words, action: wordsOf(action), faults };
  }
  return { amount: null, action: wordsOf(action), faults };
}

export const isActing = (path: string): boolean => acting.test(path);
