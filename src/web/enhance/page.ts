/**
 * The few ways in which the enhancer reaches the page. Every listener is attached to the document and finds its element by
 * attribute, so neither the order of loading nor a swapped part of the page matters.
 */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Calls `act` with the element nearest to the event's target that matches the selector. Capturing, so that blur and invalid arrive too. */
export function on<Kind extends keyof DocumentEventMap>(
  kind: Kind,
  selector: string,
  act: (element: HTMLElement, event: DocumentEventMap[Kind]) => void,
): void {
  document.addEventListener(
    kind,
    (event) => {
      const { target } = event;
      const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
      if (element) act(element, event);
    },
    true,
  );
}

/** Runs now, or when the document has been parsed. A script at the end of the body has everything before it: waiting would allow the first layout in between. */
export function whenRead(act: () => void): void {
  if (document.readyState === "loading" && document.currentScript?.parentElement !== document.body)
    document.addEventListener("DOMContentLoaded", act);
  else act();
}

/** Runs when the page is idle, at most half a second later; Safari, which has no idle callback, runs it after waiting tasks. */
export const whenIdle = (act: () => void): unknown =>
  (window.requestIdleCallback ?? setTimeout)(act, { timeout: 500 } as IdleRequestOptions & number);

/** Runs after the next paint. */
export const afterPaint = (act: () => void): unknown => requestAnimationFrame(() => setTimeout(act, 1));

export const all = <Found extends Element = HTMLElement>(selector: string, within: ParentNode = document): Found[] => [
  ...within.querySelectorAll<Found>(selector),
];

/** The nearest element of that kind: in the parent, else in the parent's parent, and so on. */
export function near<Found extends Element = HTMLElement>(element: Element, selector: string): Found | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const found = around.querySelector<Found>(selector);
    if (found) return found;
  }
  return null;
}

/** Shows a text in its place; an empty text hides the place. */
export function showText(place: HTMLElement | null | undefined, text: string): void {
  if (!place) return;
  place.textContent = text;
  place.hidden = text === "";
}

/** Session storage that may be full or forbidden: then nothing is stored, and nothing fails. */
export const keptInPage = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(`tunai:${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(`tunai:${key}`);
      else sessionStorage.setItem(`tunai:${key}`, value);
    } catch {
      // Without storage the field is not saved.
    }
  },
};
