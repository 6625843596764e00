/** The beginning of a rich part in the browser: React takes over the HTML that the server rendered. */
import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Language } from "#shared/texts.ts";
import { LanguageProvider } from "#web/language.tsx";
import { browserCall } from "./browser-call.ts";
import type { RichProps } from "./rich.tsx";

/** `Part` is rendered as the server did, with what it was given there. */
export function hydrate<Given extends object>(name: string, Part: ComponentType<RichProps<Given>>): void {
  const place = document.querySelector<HTMLElement>(`[data-rich="${name}"]`);
  if (!place) return;
  const given = JSON.parse(place.dataset["given"] ?? "{}") as Given;
  hydrateRoot(
    place,
    <LanguageProvider language={document.documentElement.lang as Language}>
      <Part {...given} call={browserCall} />
    </LanguageProvider>,
  );
}
