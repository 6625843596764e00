/**
 * The live part of a form: half a second after the last key the same form is requested as a page, and its region
 * replaces the one shown. Scripts of the answer do not run, and an outdated answer is dropped.
 */
import { beginLoading, endLoading, toast } from "./feedback.ts";
import { all, on } from "./page.ts";
import { isSending } from "./sending.ts";
import { sayFailed } from "./failed.ts";

/** Spec 9: input debounce. */
const debounceMilliseconds = 500;
const againMilliseconds = 3000;
const waiting = new WeakMap<Element, { timer: number; request?: AbortController }>();

/** Whether the live part belongs to this page itself, whose address then holds the choice: a reload and another language keep it. */
const isOwn = (form: HTMLFormElement): boolean => form.dataset.live === location.pathname;

/** The form's plain fields as a query, with the parameters of this page's own address. Fields that may hold a secret or name a person never go into an address. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams(isOwn(form) ? location.search : "");
  const fields = all<HTMLInputElement>("input,select", form).filter(
    ({ name, type, autocomplete }) =>
      name && name !== "idempotencyKey" && !/password|file|tel|email/.test(type) && !/one-time/.test(autocomplete),
  );
  for (const { name } of fields) query.delete(name);
  for (const { name, type, checked, value } of fields)
    if (checked || !/radio|checkbox/.test(type)) query.append(name, value);
  return query;
}

/**
 * `quietly` for what repeats by itself: no indicator, no toast.
 */
async function refresh(form: HTMLFormElement, quietly = false): Promise<void> {
  const request = new AbortController();
  waiting.get(form)?.request?.abort();
  waiting.set(form, { timer: 0, request });
  const regions = all("[data-live-region]", form);
  const busy = (is: boolean) => regions.forEach((region) => region.setAttribute("aria-busy", `${is}`));
  if (!quietly) {
    busy(true);
    beginLoading();
  }
  try {
    const query = queryOf(form);
    const address = `${form.dataset.live}?${query}`;
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: request.signal });
    // The answer's own styles carry its own nonce: parsed here they would only be reported as refused.
    const page = new DOMParser().parseFromString(
      (await answer.text()).replace(/<style[^]*?<\/style>/g, ""),
      "text/html",
    );
    const fresh = all("[data-live-region]", page);
    // A login page or an error page has no such region: the current content stays.
    if (request.signal.aborted || new URL(answer.url).origin !== location.origin) return;
    if (!answer.ok && !fresh.length) throw answer;
    regions.forEach((region, index) => {
      const next = fresh[index];
      if (!next) return;
      // Its name contains its state: the same state again is not replaced, so that open details and the reading position stay.
      const { liveRegion } = next.dataset;
      if (liveRegion && liveRegion === region.dataset.liveRegion) return;
      region.dataset.liveRegion = liveRegion ?? "";
      for (const script of all("script", next)) script.remove();
      const focused = region.querySelector(":focus")?.id;
      region.replaceChildren(...next.childNodes);
      // A keyboard user in the region keeps the focus.
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    });
    if (quietly || !isOwn(form)) return;
    history.replaceState(history.state, "", address);
    for (const link of all<HTMLAnchorElement>("a[hreflang]")) {
      query.set("lang", link.hreflang);
      link.search = `${query}`;
    }
  } catch (error) {
    // A request that the page sends by itself is repeated, so its failure needs no words.
    if (!request.signal.aborted && !quietly) toast(sayFailed(form, "get", error));
  } finally {
    if (!quietly) endLoading();
    if (!request.signal.aborted) busy(false);
  }
}

export function startLive(): void {
  const schedule = (element: HTMLElement) => {
    const form = element as HTMLFormElement;
    const state = waiting.get(form) ?? { timer: 0 };
    clearTimeout(state.timer);
    // From the first key on, the figures shown are of another choice.
    for (const region of all("[data-live-region]", form)) region.setAttribute("aria-busy", "true");
    // A form that is being sent gets a page of its own; a parallel request for figures would only delay it.
    state.timer = window.setTimeout(
      () => (isSending(form) ? schedule(form) : void refresh(form)),
      debounceMilliseconds,
    );
    waiting.set(form, state);
  };
  // A region that waits for an external event (a payment) is marked, and is fetched again until the mark is gone.
  // Without a network it waits for it, and asks as soon as it is back. // Spec embedded-platform 11
  const repeat = () => {
    for (const form of all<HTMLFormElement>("form[data-live]"))
      if (!document.hidden && !isSending(form) && navigator.onLine && form.querySelector("[data-live-again]"))
        void refresh(form, true);
  };
  addEventListener("online", repeat);
  setInterval(repeat, againMilliseconds);
  on("input", "form[data-live]", schedule);
  on("change", "form[data-live]", schedule);
}
