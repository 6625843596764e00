/**
 * A sent form without an answer stays in session storage: its idempotency key, so that a second try counts as the same
 * one, and the typed values. Only an answer removes it: the redirect, or the same page with its problems (threat B11).
 */
import { keptInPage } from "./page.ts";

/** A try: the form's id, its key, when it was sent (milliseconds), and whether its answer may still come. */
type Try = [form?: string, key?: string, at?: number, isUnderWay?: boolean];

const sentKey = (path: string): string => `sent:${path}`;
export const keepTry = (sent: Try): void => keptInPage.set(sentKey(location.pathname), JSON.stringify(sent));
export const storedTry = (path: string): Try => JSON.parse(keptInPage.get(sentKey(path)) || "[]") as Try;

/** Deletes stored tries for a path. */
export function forgetStoredTries(path: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key === `tunai:${sentKey(path)}` || key.startsWith(`tunai:keep:${path}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Whether an answer redirects to the login: the form had no effect, and its values are needed again afterwards. */
export const isLogin = (path: string): boolean => path === "/login";

/** Removes the stored try of the previous page when this page is its redirect target. A link may redirect as well. */
export function settleAnswered(): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (
    entry?.type !== "navigate" ||
    !entry.redirectCount ||
    !document.referrer.startsWith(`${location.origin}/`) ||
    isLogin(location.pathname)
  )
    return;
  const { pathname } = new URL(document.referrer);
  if (storedTry(pathname)[3]) forgetStoredTries(pathname);
}
