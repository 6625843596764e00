/** Current requests, links, consents, freezes and holds of an account, from all domains. */
import { sql } from "kysely";
import type { Database } from "#server/database.server.ts";
import {
  type AccountStateLine,
  accountStateSources,
  type AccountStateRow,
  type AccountStateSource,
} from "#server/console/questions.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import type { AccountStateAnswer } from "../staff-contract.ts";

export async function accountStateOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  language: Language,
): Promise<AccountStateAnswer[]> {
  const sources = services.ask(accountStateSources);
  const rows = await rowsOf(sources, reader, borrowerId);
  const handed = await Promise.all(
    sources.map((source, number) => source.lines(services, reader, rows.get(number) ?? [])),
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

/** The newest rows of each source by its number, read by one statement. */
async function rowsOf(
  sources: readonly AccountStateSource[],
  reader: Database,
  borrowerId: string,
): Promise<Map<number, AccountStateRow[]>> {
  const selects = sources.map(
    (source, number) =>
      sql`(select ${sql.lit(number)}::int as source, matter.* from (${source.rows(borrowerId)}) as matter)`,
  );
  const { rows } = await sql<AccountStateRow & { source: number }>`
    select * from (${sql.join(selects, sql` union all `)}) as matter order by source, at desc, id desc`.execute(reader);
  return Map.groupBy(rows, ({ source }) => source);
}

/** A request and its case are one line: while the case is open, its state is shown. */
function withTheirCases(lines: readonly AccountStateLine[]): AccountStateLine[] {
  const byId = new Map<string, AccountStateLine[]>();
  for (const line of lines) byId.set(line.id, [...(byId.get(line.id) ?? []), line]);
  return [...byId.values()].map((same) => {
    const own = same.find(({ to }) => to === undefined) ?? same[0]!;
    const led = same.find(({ to }) => to !== undefined);
    if (!led) return own;
    return led.isOpen ? { ...own, ...led, group: own.group } : { ...own, what: led.what, to: led.to! };
  });
}
