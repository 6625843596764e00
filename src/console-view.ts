/**
 * How a person wants the console's pages in this browser: rows comfortable or dense, shortcuts on or off. Links of the rail set it by
 * `?density=` and `?shortcuts=`; the choice moves to a cookie for a year, and the address loses it. // Spec credit-support 9, WCAG 2.1.4
 */
import type { Caller } from "#server/call/caller.ts";
import type { ConsoleView } from "#web/screen.ts";

const yearSeconds = 365 * 86_400;
const choices = { density: ["dense", "comfortable"], shortcuts: ["on", "off"] } as const;

/** The choice in the cookie; dense with shortcuts until one was made. */
export function consoleViewOf({ consoleView }: Pick<Caller, "consoleView">): ConsoleView {
  const words = (consoleView ?? "").split(".");
  return { isComfortable: words.includes("comfortable"), hasShortcuts: !words.includes("off") };
}

/**
 * Takes the choice out of an address of the console and sets the cookie.
 * @returns the address without it; null for an address without a choice
 */
export function chosenConsoleView(url: URL, caller: Pick<Caller, "consoleView" | "setCookie">): string | null {
  const { searchParams } = url;
  const names = Object.keys(choices) as (keyof typeof choices)[];
  if (!names.some((name) => searchParams.has(name))) return null;
  const { isComfortable, hasShortcuts } = consoleViewOf(caller);
  const view = {
    density: choices.density[Number(isComfortable)]!,
    shortcuts: choices.shortcuts[Number(!hasShortcuts)]!,
  };
  const value = names
    .map((name) => choices[name].find((one) => one === searchParams.get(name)) ?? view[name])
    .join(".");
  caller.setCookie("consoleView", value, { maxAgeSeconds: yearSeconds });
  for (const name of names) searchParams.delete(name);
  return url.pathname + url.search;
}
