/** A screen's description for the router and the renderer: its `handle` export. */
import { createContext } from "react-router";
import type { Brand } from "#shared/brand.ts";
import type { Streamed } from "#shared/binary.ts";
import type { UploadCall } from "#shared/contract.ts";
import type { NativeHost } from "#shared/native-host.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { Language, Text } from "#shared/texts.ts";

/**
 * Metadata for search engines and shared links that depends on the page's data: a blog entry, an FAQ section. In the
 * page's language. Missing fields come from the screen's handle.
 */
export interface PageHeadData {
  title?: string;
  description?: string;
  /** `article`: a dated text (blog, news). */
  kind?: "website" | "article";
  /** ISO dates or instants of an article. */
  publishedAt?: string;
  updatedAt?: string;
  /** schema.org objects (`#web/structured-data.ts` builds the usual ones); they must not hold unverified facts. */
  structuredData?: readonly object[];
}

/** `Data` is the result of the screen's loader, for `head`. */
export interface ScreenHandle<Data = unknown> {
  /** The page's title, unless the brand has its own (`brand.json`: `titles`), shown in the browser tab and in the web view's bar. Its own among all pages of the website. */
  title: Text;
  /**
   * One or two sentences (up to 160 characters) for search engines and shared links. A screen of the website that has one
   * is public: it gets its canonical address, alternates in every language, a share picture and a line in /sitemap.xml.
   */
  description?: Text;
  /** The canonical address of a screen with several: `/home` has `/`. */
  canonical?: `/${string}`;
  /** Metadata from the page's data: `head: (data) => ({ title: data.title, structuredData: [article(…)] })`. */
  head?(data: Data, frame: PageFrame): PageHeadData;
  /** An RSS feed of the page's area: `/blog/rss.xml`. */
  feed?: `/${string}`;
  /**
   * - `reading`: no script but hash scrolling; cached per brand, language, path and host kind. Nothing personal in it.
   * - `form` (default): plain forms with the shared inline enhancer.
   * - `rich`: React takes over the parts shown by `<Rich>` (`#web/rich/rich.tsx`); say why in `reason`.
   */
  kind?: "reading" | "form" | "rich";
  reason?: string;
  /** Makes a page without anything personal cacheable and names the query keys that change it; all others are ignored. */
  cachedBy?: readonly string[];
  /** Query keys that make a page uncached: a visitor's text (a search) must not fill the cache. */
  freshBy?: readonly string[];
  /** Foreign hosts that the page links to; a native app is asked to open them (docs/native-hosts.md). */
  opens?: readonly string[];
  /** Query keys that a link to this page in another language keeps, in addition to those that the page is cached by. */
  keptKeys?: readonly string[];
  /**
   * The calls of its upload forms. A post to any other screen may have 64 KB and no file; here as much as these calls
   * accept, from callers who may make one of them.
   */
  uploads?: readonly UploadCall[];
  /** The business event of the page view and clicks; by default the path's pattern. */
  event?: string;
  /** Visitor data sent with the page's events: the browser's key, the borrower's status. Campaign pages send both. // Spec 6 */
  attach?: readonly ("userKey" | "userStatus")[];
  /** Target of the web view's back slot without history; default: the borrower's home. */
  back?: string;
  /** Width of a website page: one column to 560 px by default, up to 1,120 px when `wide`, its own when `full`. */
  measure?: "narrow" | "wide" | "full";
  /** A page that a person must finish (login, a ticket): its foot has the operator's facts and the legal texts, and no links to other areas; for a logged-in person also the tabs. */
  isStep?: true;
  /** No other page of a borrower opens now, and each tab would lead back here: so the tabs are omitted. */
  isOnlyPage?(data: Data): boolean;
  /** Keeps a page with a description out of search engines; a page without one is never indexed. */
  noIndex?: true;
}

/**
 * Data that every page has. It is plain and not personal: a reading page is cached, and personal data comes by a call.
 */
export interface PageFrame {
  language: Language;
  /** The language in the address itself (`?lang=`): a separate address for search engines. */
  addressLanguage: Language | null;
  brand: Pick<
    Brand,
    | "id"
    | "name"
    | "country"
    | "lends"
    | "openFinancePartner"
    | "otherLenders"
    | "slogan"
    | "operator"
    | "licence"
    | "address"
    | "supportPhone"
    | "supportWhatsapp"
    | "supportEmail"
    | "apps"
    | "tokens"
  > & { titles?: Brand["titles"] };
  nativeHost: NativeHost | null;
  /** The page is shown in the host simulator, and loads its port; never in prod. */
  isHostSimulated: boolean;
  nonce: string;
  /** A fresh idempotency key for the one form of this page that needs it. */
  formKey: string;
  /** Business time at which the page was made, ISO: countdowns start from it, not from the phone's clock. */
  now: string;
  /** Own path without query, and with it. */
  path: string;
  pathWithQuery: string;
  /** The page answers a post: the form was refused, or a further step follows. */
  posted?: true;
  origin: string;
  /** Where the visit's figures are sent instead of here; empty: here (spec 7, logMetrics). */
  eventOrigin: string;
  /** The brand's first public origin: canonical addresses begin with it, wherever the page was asked for. */
  siteOrigin: string;
  /** The web view's bar shows only when the query asks for it (spec 2.3). */
  navBar: boolean;
  hideBack: boolean;
  /** `[test] ` in the title outside prod (spec 2.3). */
  titlePrefix: string;
  sandbox: boolean;
  /** How the console's pages are shown in this browser; null on all other pages. */
  consoleView: ConsoleView | null;
  /** The logged-in staff member, on console pages only; these are never cached. */
  /** `permissions`: the permissions of these roles; forms that they do not allow are hidden in the console. */
  staff: { name: string; roles: StaffRole[]; permissions: readonly string[] } | null;
  traceId: string;
}

/** A person's choice for the console's pages. */
export interface ConsoleView {
  /** Rows of tables with more room; dense otherwise. */
  isComfortable: boolean;
  /** Single keys lead to pages. */
  hasShortcuts: boolean;
}
export const pageFrame = createContext<PageFrame>();

/**
 * Whether the person is logged in, as far as the page's calls have found out. Null when no call checked: on pages that
 * are cached for all visitors, and on those that work without a login.
 */
export type AccountState = "in" | "out" | null;
export const pageAccount = createContext<AccountState>(null);

/** The file with which a form is answered instead of a page; null without one. */
export const pageFile = createContext<Streamed | null>(null);
