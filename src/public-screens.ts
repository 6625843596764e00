/** The website's screens that search engines may show: those with a fixed path, a description and one address. */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import type { SitePage } from "#server/http/site-pages.ts";
import type { ScreenHandle } from "#web/screen.ts";

/** Screens change with a release: the build inlines this module into the file that it makes. */
const releasedAt = (): Date => statSync(fileURLToPath(import.meta.url)).mtime;

export function publicScreens({ routes }: Pick<ServerBuild, "routes">): SitePage[] {
  const updatedAt = releasedAt();
  return Object.values(routes).flatMap((route) => {
    const handle = route?.module["handle"] as ScreenHandle | undefined;
    if (!route || !handle?.description || handle.noIndex) return [];
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
      if (at.path) parts.unshift(at.path);
    const path = `/${parts.join("/")}`;
    // A part that varies is listed by its domain; of several addresses the canonical one counts.
    if (/[:*]/.test(path) || /^\/(?:webview|staff)(?:\/|$)/.test(path) || (handle.canonical ?? path) !== path)
      return [];
    return [{ path, title: handle.title, updatedAt }];
  });
}
