/**
 * Sends a form once: its idempotency key is stored for a second try, and its typed values for a lost network. The form
 * is sent natively; only forms with files use a request of our own, to show progress.
 */
import { beginLoading, endLoading } from "./feedback.ts";
import { afterPaint, all, keptInPage, on, whenIdle, whenRead, type Control } from "./page.ts";
import { keepTry, storedTry, forgetStoredTries, settleAnswered } from "./sent.ts";
import { formIsRight, summarise } from "./validation.ts";
import { sayFailed } from "./failed.ts";

/** After this time without an answer a form may be sent again; its key makes that safe. */
const patienceMilliseconds = 20_000;
/** After this time a person is no longer trying the same thing. */
const memoryMilliseconds = 3_600_000;
const sending = new Set<HTMLFormElement>();
/** Whether the form is under way: its answer takes the place of whatever it shows. */
export const isSending = (form: HTMLFormElement): boolean => sending.has(form);

/** Input of the upload script. */
export interface UploadInput {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  /** @param answer that came, or the event that none did. */
  failed: (form: HTMLFormElement, answer?: unknown) => void;
}
/** Address of the upload script, put in by the build. */
declare const uploadUrl: string;

const fieldKey = (field: Control): string => `keep:${location.pathname}:${field.form?.id}:${field.name}`;
const keyOf = (form: HTMLElement | null): HTMLInputElement | null | undefined =>
  form?.querySelector<HTMLInputElement>('[name="idempotencyKey"]');

function setBusy(form: HTMLFormElement, button: Element | null, busy: boolean): void {
  const marked = busy ? [button ?? form.querySelector("button:not([type=button])")] : all('button[aria-busy="true"]');
  for (const one of marked) {
    if (busy) one?.setAttribute("aria-busy", "true");
    else one?.removeAttribute("aria-busy");
  }
  if (busy) sending.add(form);
  else if (sending.delete(form)) endLoading();
}

/**
 * The words are at the form's head, where the focus goes; the report leaves by the file of every page. // Spec
 * embedded-platform 9
 */
function failed(form: HTMLFormElement, answer?: unknown): void {
  setBusy(form, null, false);
  summarise(form, sayFailed(form, form.method, answer));
}

function send(form: HTMLFormElement, event: SubmitEvent): void {
  const { submitter } = event;
  if (sending.has(form)) return event.preventDefault();
  if (!isRecovered) {
    // Tapped while the page is still loading: stored values must be restored before sending, but the tap is answered first.
    event.preventDefault();
    setBusy(form, submitter, true);
    afterPaint(() => {
      recover();
      setBusy(form, null, false);
      form.requestSubmit(submitter);
    });
    return;
  }
  if (!submitter?.hasAttribute("formnovalidate") && !formIsRight(form)) return event.preventDefault();
  if (!navigator.onLine) {
    event.preventDefault();
    return failed(form);
  }
  summarise(form, "");
  setBusy(form, submitter, true);
  // Before the request leaves: after any failure, a second try uses the same key. // Security rules 5
  if (form.method === "post") keepTry([form.id, keyOf(form)?.value, Date.now(), true]);
  beginLoading();
  // The upload script, once loaded, handles forms with files; without it the form is sent as it is, and a photo may take minutes.
  const uploadEvent = new CustomEvent<UploadInput>("tunai:upload", {
    cancelable: true,
    detail: { form, submitter, failed },
  });
  if (!document.dispatchEvent(uploadEvent)) event.preventDefault();
  else if (!form.querySelector("[type=file]"))
    setTimeout(() => sending.has(form) && failed(form), patienceMilliseconds);
}

/** Secrets are never stored, whatever the attribute says. */
const mayKeep = (field: Control): boolean =>
  !/password|file|hidden/.test(field.type) && !/one-time|password|cc-/.test(field.autocomplete);

/** The text above a form, or the field that it belongs to. */
const refusalOf = (): HTMLElement | null =>
  document.querySelector("[data-problem-summary]:not([hidden]),form [aria-invalid]");

/** Takes over the page's forms: our own checks speak from the first tap on. Stored values are restored a moment later, or before a form is sent. */
function prepare(): void {
  for (const form of all<HTMLFormElement>("form[data-enhance]")) form.noValidate = true;
  // A refusal in the page is where the reader should begin.
  if (!location.hash) refusalOf()?.focus();
  // Going back to the answer of a post, or reloading it, would send the form again: its history entry becomes that of the page itself.
  if ("posted" in document.documentElement.dataset) history.replaceState(history.state, "");
  isRecovered = false;
  // The first touch of the storage waits for another process: not while the page is still being painted or a tap answered.
  whenIdle(recover);
}

let isRecovered = true;
/** Restores values that were typed and sent before. */
function recover(): void {
  if (isRecovered) return;
  isRecovered = true;
  settleAnswered();
  if (refusalOf()) forgetStoredTries(location.pathname);
  const [id, key, at = 0] = storedTry(location.pathname);
  if (id) {
    // The end of that request was never seen: with the same key a second try is harmless. No answer to the first will come any more.
    const field = keyOf(document.getElementById(id));
    if (field && key && Date.now() - at < memoryMilliseconds) field.value = key;
    keepTry([id, key, at]);
  }
  for (const one of all<Control>("[data-keep]")) {
    const value = keptInPage.get(fieldKey(one));
    if (value && one.value === "" && mayKeep(one)) one.value = value;
  }
  fetchUpload();
}

/** Fetches the upload script on pages with a file field; after a network failure it is fetched again when a file is chosen. */
function fetchUpload(): void {
  if (!document.querySelector("[data-preview]") || document.querySelector(`script[src="${uploadUrl}"]`)) return;
  const script = document.createElement("script");
  script.src = uploadUrl;
  script.onerror = () => script.remove();
  document.head.append(script);
}

/** A page restored from the back/forward cache shows the form as it was sent. */
function reopen(): void {
  const [isUnanswered] = storedTry(location.pathname);
  for (const form of sending) {
    setBusy(form, null, false);
    const field = keyOf(form);
    // The answer was seen: a new form is another try.
    if (field && !isUnanswered) field.value = crypto.randomUUID();
  }
}

export function startSending(): void {
  whenRead(prepare);
  document.addEventListener("tunai:swapped", () => {
    for (const form of sending) setBusy(form, null, false);
    prepare();
  });
  on("submit", "form[data-enhance]", (form, event) => send(form as HTMLFormElement, event as SubmitEvent));
  on("input", "[data-keep]", (field) => {
    if (mayKeep(field as Control)) keptInPage.set(fieldKey(field as Control), (field as Control).value);
  });
  // This page is the answer and was seen, however soon it is left: the next try is another one and must not reuse its key.
  window.addEventListener("pagehide", recover);
  window.addEventListener("pageshow", (event) => event.persisted && reopen());
  on("change", "input[type=file]", fetchUpload);
}
