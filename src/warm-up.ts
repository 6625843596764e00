/**
 * Draws pages before visitors ask for them: the first dozen of a process cost three to ten times as much, until the
 * runtime has loaded and compiled what every page needs. // docs/decisions/097
 */
import type { Log } from "#server/process/log.server.ts";
import type { App } from "./app.ts";

/** Public pages that write nothing and open no session, and a personal one, which redirects a stranger to the login. This caches none of them. */
export const warmingPages = ["/", "/borrow", "/about/faq", "/webview/how-to-loan", "/webview/apply-loan"] as const;
const rounds = 5;

/** Takes some 0.8 s of processor time, one page at a time, while requests are served. Ends after the current page when `ending` says so, or when the process has no room. */
export async function warmUp(app: Pick<App, "request">, origin: string, log: Log, ending: AbortSignal): Promise<void> {
  const headers = { host: new URL(origin).host, "accept-encoding": "br" };
  for (let round = 0; round < rounds; round++) {
    for (const page of warmingPages) {
      if (ending.aborted) return;
      const { status } = await app.request(origin + page, { headers });
      // Turned away: visitors come in numbers, and warm it themselves.
      if (status === 503) return;
      // No request depends on this, so a page that cannot be rendered stops nothing; but it will fail for visitors too.
      if (status >= 400) log.warn("page not warmed", { route: page, status });
    }
  }
}
