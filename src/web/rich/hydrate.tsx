/** The beginning of a rich part in the browser: React takes over the HTML that the server rendered. */
import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { say, type Language } from "#shared/texts.ts";
import { LanguageProvider } from "#web/language.tsx";
import { kitTexts } from "#web/ui/texts.ts";
import { browserCall } from "./browser-call.ts";
import type { RichProps } from "./rich.tsx";

/** Renders `Part` as the server did, with the same properties. */
export function hydrate<Given extends object>(name: string, Part: ComponentType<RichProps<Given>>): void {
  const place = document.querySelector<HTMLElement>(`[data-rich="${name}"]`);
  if (!place) return;
  const given = JSON.parse(place.dataset["given"] ?? "{}") as Given;
  const rendered = place.innerHTML;
  const language = document.documentElement.lang as Language;
  const root = hydrateRoot(
    place,
    <LanguageProvider language={language}>
      <Part {...given} call={browserCall} />
    </LanguageProvider>,
    { onUncaughtError: (error) => void setTimeout(() => giveBack(error)) },
  );
  /** A failed part is replaced by the server's HTML, which works without script; the page says so, and reports the error. */
  const giveBack = (error: unknown): void => {
    root.unmount();
    place.innerHTML = rendered;
    const words = document.createElement("p");
    words.role = "alert";
    words.textContent = say(kitTexts.partFailed, language);
    place.before(words);
    reportError(error);
  };
}
