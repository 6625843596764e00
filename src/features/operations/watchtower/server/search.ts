/** Search for a borrower, or something of one, by one whole identifier, in the domains that have such identifiers. */
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { type SearchHit, searchSources } from "#server/console/questions.ts";
import type { Services } from "#server/services.ts";

export interface SearchMatch {
  kind: string;
  found: readonly SearchHit[];
}

/** Null when the text is no whole identifier of a kind that these roles may search. */
export async function searchConsole(
  services: Services,
  typed: string,
  roles: readonly StaffRole[],
): Promise<SearchMatch | null> {
  let known: SearchMatch | null = null;
  for (const { kind, permission, find } of services.ask(searchSources).flat()) {
    if (permission && !mayStaff(roles, permission)) continue;
    const found = await find(services, services.database, typed);
    if (found !== null) known = { kind, found };
    if (found !== null && found.length > 0) break;
  }
  return known;
}
