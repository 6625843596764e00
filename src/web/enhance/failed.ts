/** A request of a form that failed: said to the reader, and to the file of every page, which reports it (`../tracking/logs.ts`). */
import type { failedEvent, FailedRequest } from "../tracking/failed.ts";

/**
 * @param answer that came instead of a page: a `Response`, an `XMLHttpRequest`, an error; undefined where nothing came in time.
 * @returns the words for the reader.
 */
export function sayFailed(form: HTMLFormElement, method: string, answer: unknown): string {
  const words = form.dataset.messageNetwork ?? "";
  const detail: FailedRequest = [method, words, answer];
  document.dispatchEvent(new CustomEvent("tunai:failed" satisfies typeof failedEvent, { detail }));
  return words;
}
