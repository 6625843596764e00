/**
 * The menus that pages share: the console's places, the borrower's tabs, and the links above a borrower's page in a browser. Each
 * domain hands in its own entries (`nav.ts`), `src/nav.ts` lists the domains, and the root of the pages provides them to the shells.
 */
import { createContext, useContext } from "react";
import type { StaffPermission } from "#shared/staff-permissions.ts";
import type { Text } from "#shared/texts.ts";
import type { AccountState } from "#web/screen.ts";
import type { IconName } from "#web/ui/icon/icon.tsx";

/** The groups of the console's places, from the top of the rail down. */
export const placeGroups = ["TODAY", "BORROWERS", "LOANS", "MONEY", "REWARDS", "CONTENT", "SETTINGS"] as const;
export type PlaceGroup = (typeof placeGroups)[number];

interface ConsolePlace {
  to: `/staff${string}`;
  group: PlaceGroup;
  label: Text;
  /** Staff with this permission see the entry. */
  permission: StaffPermission;
}

/** The borrower's tabs at the lower edge of the page, from left to right. */
export const tabNames = ["HOME", "BILLS", "LOANS", "LIMIT", "ACCOUNT"] as const;
type TabName = (typeof tabNames)[number];

interface Tab {
  to: `/webview/${string}`;
  label: Text;
  icon: IconName;
}

interface HeaderLink {
  to: `/${string}`;
  label: Text;
  isShown(page: { account: AccountState; sandbox: boolean }): boolean;
}

/** The page that finds by a whole identifier: a form in the head of the console posts `identifier` there. */
interface ConsoleSearch {
  to: `/staff/${string}`;
  permission: StaffPermission;
}

/** The page that shows the steps of a request by `traceId` in its query: an error page of the console links to it. */
interface ConsoleTrace {
  to: `/staff/${string}`;
  permission: StaffPermission;
}

/** The menu entries of one domain. Each links to a page of that domain. */
export interface DomainNav {
  consolePlaces?: readonly ConsolePlace[];
  consoleSearch?: ConsoleSearch;
  consoleTrace?: ConsoleTrace;
  tabs?: Readonly<Partial<Record<TabName, Tab>>>;
  /** Borrower's pages by the tab that is marked as current on them: a path covers every path below it. */
  tabPages?: Readonly<Partial<Record<TabName, readonly `/webview/${string}`[]>>>;
  headerLinks?: readonly HeaderLink[];
}

const Nav = createContext<readonly DomainNav[]>([]);
export const NavProvider = Nav.Provider;

/** The entries of every domain, in the order of the menus. */
export const useNav = (): readonly DomainNav[] => useContext(Nav);

/**
 * The letter that leads to each place after `g`, the same for every role and language: the first letter of its address that no
 * place before it has, else the next free one of the alphabet.
 */
export function placeKeys(places: readonly string[]): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const to of places) {
    const word = to.split("/").at(-1)!;
    const letter = [...(to === "/staff" ? "home" : word), ...alphabet].find(
      (one) => alphabet.includes(one) && ![...letters.values()].includes(one),
    );
    if (letter !== undefined) letters.set(to, letter);
  }
  return letters;
}
const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** Whether a path is the place or lies below it. */
export const liesIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** The tab that a page belongs to; undefined for a page that belongs to none. */
export function tabOf(nav: readonly DomainNav[], path: string): TabName | undefined {
  return tabNames.find((name) =>
    nav.some(({ tabs, tabPages }) =>
      [...(tabPages?.[name] ?? []), ...(tabs?.[name] ? [tabs[name].to] : [])].some((page) => liesIn(path, page)),
    ),
  );
}
