/** The page's frame for the components below it. */
import { createContext, useContext, type ReactNode } from "react";
import type { PageRefusal } from "#web/refusal.ts";
import type { AccountState, PageFrame } from "#web/screen.ts";

const Frame = createContext<PageFrame | null>(null);

export function FrameProvider({ frame, children }: { frame: PageFrame; children: ReactNode }) {
  return <Frame value={frame}>{children}</Frame>;
}

/** The same when there may be none: above the routes, while a page is rendered without its loaders. */
export const useGivenFrame = (): PageFrame | null => useContext(Frame);

/** The page's frame: brand, language, own address, host app. */
export function useFrame(): PageFrame {
  const frame = useContext(Frame);
  if (!frame) throw new Error("useFrame needs a FrameProvider above it.");
  return frame;
}

/** Query keys that a link to the same page in another language keeps; others could be personal and would end up in a cached page. */
const keptKeys = ["navBar", "hideBack", "cursor"];

/** The page's own address for the language links: its path, its bar flags, and the keys that the screen names. */
export function useOwnAddress(screenKeys: readonly string[] = []): string {
  const { path, pathWithQuery } = useFrame();
  const query = new URL(pathWithQuery, "http://own.invalid").searchParams;
  const params = new URLSearchParams([...query].filter(([key]) => keptKeys.includes(key) || screenKeys.includes(key)));
  return params.size > 0 ? `${path}?${params}` : path;
}

const Account = createContext<AccountState>(null);
export const AccountProvider = Account.Provider;
/** Whether the person of this page is logged in; null where the page does not know. */
export const useAccount = (): AccountState => useContext(Account);

const Refusal = createContext<PageRefusal | null>(null);
export const HeadRefusalProvider = Refusal.Provider;
/** The refusal that the page shows at its head, because its screen does not show it. */
export const useHeadRefusal = (): PageRefusal | null => useContext(Refusal);

/** True around a screen that is only previewed within another page: its forms cannot be sent, and its title is not the page's. */
export const PreviewContext = createContext(false);
