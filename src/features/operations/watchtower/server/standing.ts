/** Current requests, links, consents, freezes and holds of an account, from all domains. */
import type { Database } from "#server/database.server.ts";
import { type Standing, standingMatters } from "#server/console/questions.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import type { StandingLine } from "../staff-contract.ts";

export async function standingOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  language: Language,
): Promise<StandingLine[]> {
  const handed = await Promise.all(
    services.ask(standingMatters).map((standing) => standing(services, reader, borrowerId)),
  );
  return withTheirCases(handed.flat())
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.at.getTime() - a.at.getTime())
    .map(({ group, id, what, state, isOpen, at, until, to }) => ({
      group,
      id,
      what: say(what, language),
      state: say(state, language),
      isOpen,
      at: at.toISOString(),
      until: until?.toISOString() ?? null,
      to: to ?? null,
    }));
}

/** A request and its case are one line: while the case is open, its state is shown. */
function withTheirCases(lines: readonly Standing[]): Standing[] {
  const byId = new Map<string, Standing[]>();
  for (const line of lines) byId.set(line.id, [...(byId.get(line.id) ?? []), line]);
  return [...byId.values()].map((same) => {
    const own = same.find(({ to }) => to === undefined) ?? same[0]!;
    const led = same.find(({ to }) => to !== undefined);
    if (!led) return own;
    return led.isOpen ? { ...own, ...led, group: own.group } : { ...own, what: led.what, to: led.to! };
  });
}
