/** What a screen tells the house about itself: its `handle` export. */
import { createContext } from "react-router";
import type { Brand } from "#shared/brand.ts";
import type { NativeHost } from "#shared/native-host.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { Language, Text } from "#shared/texts.ts";

export interface ScreenHandle {
  /** The page's title, shown in the browser tab and in the web view's bar. */
  title: Text;
  /**
   * - `reading`: no script but hash scrolling; cached per brand, language, path and host kind. Nothing personal in it.
   * - `form` (default): plain forms with the shared inline enhancer.
   * - `rich`: hydrated React; say why in `reason`.
   */
  kind?: "reading" | "form" | "rich";
  reason?: string;
  /** Makes a page without anything personal cacheable and names the query keys that change it; all others are ignored. */
  cachedBy?: readonly string[];
  /** Query keys that a link to this page in another language keeps, where the page is not cached by them anyway. */
  keptKeys?: readonly string[];
  /** The business event of the page view and clicks; by default the path's pattern. */
  event?: string;
  /** Where the back slot of the web view leads without history; the borrower's home by default. */
  back?: string;
  /** Width of a website page: one column to 560 px by default, up to 1,120 px when `wide`, its own when `full`. */
  measure?: "narrow" | "wide" | "full";
  /** Shown when the page must not be indexed; all web views are. */
  noIndex?: true;
}

/** What every page knows about its frame. Serialised for hydrated pages, so it holds plain data and nothing
 * personal: a reading page is cached, and what is personal comes by a call. */
export interface PageFrame {
  language: Language;
  brand: Pick<Brand, "id" | "name" | "country" | "lends" | "slogan" | "operator" | "licence" | "address" | "supportPhone" | "supportWhatsapp" | "supportEmail" | "tokens">;
  nativeHost: NativeHost | null;
  nonce: string;
  /** A fresh idempotency key for the one form of this page that needs it. */
  formKey: string;
  /** Business time at which the page was made, ISO: what counts down counts from it and not by the phone's clock. */
  now: string;
  /** Own path without query, and with it. */
  path: string;
  pathWithQuery: string;
  origin: string;
  /** The web view's bar shows only when the query asks for it (spec 2.3). */
  navBar: boolean;
  hideBack: boolean;
  /** `[test] ` in the title outside prod (spec 2.3). */
  titlePrefix: string;
  sandbox: boolean;
  /** Who is logged in to the console, on its pages alone; they are never cached. */
  staff: { name: string; roles: StaffRole[] } | null;
  traceId: string;
}
export const pageFrame = createContext<PageFrame>();
