/**
 * The refusal that a page's action answered with, so that its words always reach the reader: a page that shows them nowhere shows them at
 * its head, and a redirect carries them to the page that follows. // docs/decisions/035
 */
import { createContext } from "react-router";
import type { Envelope } from "#shared/contract.ts";

/** The refusal that the person of this page has to read. */
export interface PageRefusal {
  /** The code, for tests and the page's figures. */
  code: string;
  /** The text in the reader's language: one sentence, or one for each field. */
  words: readonly string[];
}

/** Set by the action; null without a refusal. */
export const pageRefusal = createContext<PageRefusal | null>(null);

/** Codes that open a page by themselves: the page that asks for the code or the captcha is the answer. */
const leadsOn = new Set(["NOT_LOGGED_IN", "STEP_UP_NEEDED"]);

/** The text of a refusal; null when its code opens a page by itself. */
export function pageRefusalOf({ status }: Envelope): PageRefusal | null {
  if (status.code === "" || leadsOn.has(status.code)) return null;
  const fields = status.code === "INPUT_INVALID" ? (status.fields ?? []) : [];
  const words = fields.length > 0 ? [...new Set(fields.map(({ detail }) => detail))] : [status.detail];
  return { code: status.code, words };
}

/** The refusal in the data that an action returned to its screen; null without one. An action answers with `{ failure }`, or with an object that contains one. */
export function refusalIn(answer: unknown, depth = 3): PageRefusal | null {
  if (typeof answer !== "object" || answer === null || answer instanceof Response || depth === 0) return null;
  const { failure } = answer as { failure?: Envelope };
  if (typeof failure?.status?.detail === "string") return pageRefusalOf(failure);
  for (const value of Object.values(answer)) {
    const found = refusalIn(value, depth - 1);
    if (found) return found;
  }
  return null;
}

/** Whether a rendered page shows all sentences of a refusal. Text in attributes does not count: it belongs to rules that may be broken later. */
export function showsRefusal(html: string, { words }: PageRefusal): boolean {
  const text = plain(html.replace(/<(script|style|template)[^>]*>[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, ""));
  return words.every((one) => text.includes(plain(escaped(one))));
}

const plain = (text: string): string => text.replace(/\s+/g, " ");

/** Text escaped as React does it in a page. */
const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

/** Renders a page, and again with the refusal at its head when the screen does not show its text. */
export function renderWithRefusal(refusal: PageRefusal | null, render: (atHead: PageRefusal | null) => string): string {
  const html = render(null);
  return refusal === null || showsRefusal(html, refusal) ? html : render(refusal);
}
