/**
 * Sending a form: once, with its idempotency key kept for a second try, and with what was typed kept for a lost network.
 * The form itself goes as any form goes; only forms with files go by a request of our own, for the progress.
 */
import { beginLoading, endLoading } from "./feedback.ts";
import { all, kept, on, whenRead, type Control } from "./page.ts";
import { settle, settleAnswered } from "./sent.ts";
import { formIsRight, summarise } from "./validation.ts";

/** After so long without an answer a form may be sent again; its key makes that safe. */
const patienceMilliseconds = 20_000;
/** After so long nobody is still trying the same thing. */
const memoryMilliseconds = 3_600_000;
const sending = new Set<HTMLFormElement>();

/** What the upload script is asked. */
export interface UploadWish {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  failed: () => void;
}
/** Address of the upload script, put in by the build. */
declare const uploadUrl: string;

const sentKey = `sent:${location.pathname}`;
const fieldKey = (field: Control): string => `keep:${location.pathname}:${field.form?.id}:${field.name}`;
const networkMessage = (form: HTMLFormElement): string => form.dataset.messageNetwork || document.body.dataset.messageNetwork || "Network error. Please try again.";

function setBusy(form: HTMLFormElement, button: Element | null, busy: boolean): void {
  const marked = busy ? [button ?? form.querySelector("button:not([type=button])")] : all('button[aria-busy="true"]');
  for (const one of marked) {
    if (busy) one?.setAttribute("aria-busy", "true");
    else one?.removeAttribute("aria-busy");
  }
  if (busy) {
    sending.add(form);
    beginLoading();
  } else if (sending.delete(form)) endLoading();
}

function failed(form: HTMLFormElement): void {
  setBusy(form, null, false);
  summarise(form, networkMessage(form));
}

function send(form: HTMLFormElement, event: SubmitEvent): void {
  const { submitter } = event;
  recover();
  if (sending.has(form)) return event.preventDefault();
  if (!submitter?.hasAttribute("formnovalidate") && !formIsRight(form)) return event.preventDefault();
  if (!navigator.onLine) {
    event.preventDefault();
    return failed(form);
  }
  summarise(form, "");
  const key = form.querySelector<HTMLInputElement>('[name="idempotencyKey"]');
  if (form.method === "post") kept.set(sentKey, JSON.stringify([form.id, key?.value, Date.now()]));
  setBusy(form, submitter, true);
  // The upload script, where it has arrived, takes a form with files over; without it the form goes as it is.
  const taken = new CustomEvent<UploadWish>("tunai:upload", { cancelable: true, detail: { form, submitter, failed: () => failed(form) } });
  if (!document.dispatchEvent(taken)) event.preventDefault();
  else setTimeout(() => sending.has(form) && failed(form), patienceMilliseconds);
}

/** Secrets are never kept, whatever the attribute says. */
const mayKeep = (field: Control): boolean => !/password|file|hidden/.test(field.type) && !/one-time|password|cc-/.test(field.autocomplete);

/** The words above a form, or the field that they stand at. */
const refusalOf = (): HTMLElement | null => document.querySelector("[data-problem-summary]:not([hidden]),form [aria-invalid]");

/** Makes the forms of the page ours: their own checks speak from the first tap on. What was kept comes back a moment later, or before a form is sent. */
function prepare(): void {
  for (const form of all<HTMLFormElement>("form[data-enhance]")) form.noValidate = true;
  // A refusal that came with the page is where the reader has to begin.
  if (!location.hash) refusalOf()?.focus();
  // Going back to the answer of a post, or reading it anew, would send the form again: its entry becomes that of the page itself.
  if ("posted" in document.documentElement.dataset) history.replaceState(history.state, "");
  isRecovered = false;
  // The first touch of the storage waits for another process: not before a tap can be answered.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", recover);
  else recover();
}

let isRecovered = true;
/** Brings back what was typed and sent before. */
function recover(): void {
  if (isRecovered) return;
  isRecovered = true;
  settleAnswered();
  if (refusalOf()) settle(location.pathname);
  const [id, key, time = 0] = JSON.parse(kept.get(sentKey) || "[]") as [string?, string?, number?];
  const field = id && document.getElementById(id)?.querySelector<HTMLInputElement>('[name="idempotencyKey"]');
  // The end of that request was never seen: under the same key a second try is harmless.
  if (field && key && Date.now() - time < memoryMilliseconds) field.value = key;
  for (const one of all<Control>("[data-keep]")) {
    const value = kept.get(fieldKey(one));
    if (value && one.value === "" && mayKeep(one)) one.value = value;
  }
  if (document.querySelector("input[type=file]") && !document.querySelector(`script[src="${uploadUrl}"]`)) {
    const script = document.createElement("script");
    script.src = uploadUrl;
    document.head.append(script);
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
    if (mayKeep(field as Control)) kept.set(fieldKey(field as Control), (field as Control).value);
  });
  window.addEventListener("pageshow", () => {
    for (const form of sending) setBusy(form, null, false);
  });
}
