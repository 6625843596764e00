/**
 * What a form sent and never saw answered waits in the session: its key, so that a second try is the same try, and what was
 * typed. It is settled by the answer alone: the redirect that leads on, or the same page with its problems (threat B11).
 */

/** Forgets what waits for a path. */
export function settle(path: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key === `tunai:sent:${path}` || key.startsWith(`tunai:keep:${path}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // No storage, nothing to forget.
  }
}

/** Settles the page that led here, when this page is where its answer redirected to. */
export function settleAnswered(): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "navigate" || !entry.redirectCount || !document.referrer.startsWith(`${location.origin}/`)) return;
  settle(new URL(document.referrer).pathname);
}
