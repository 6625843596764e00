/** A borrower's view of points. */
import type { Database } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { pointsTasks, type PointsTaskAnswer } from "../contract.ts";
import { pointsRules } from "./rules.ts";
import { pointsShopItems } from "./shop.ts";
import { expiryOf, pointsRecordsOf } from "./store.ts";
import { kindTitles } from "./titles.ts";

export function rulesShown({ clock }: Services): {
  tasks: PointsTaskAnswer[];
  maxADay: number;
  validityDays: number;
} {
  const { tasks, maxADay, validityDays } = pointsRules(dateInWib(clock.now()));
  return { tasks: pointsTasks.map((task) => ({ task, ...tasks[task] })), maxADay, validityDays };
}

export async function pointsOf(services: Services, reader: Database, borrowerId: string, language: Language) {
  const [balance, expiresAt, items] = await Promise.all([
    availableOf(reader, account("POINTS", borrowerId)),
    expiryOf(reader, borrowerId),
    pointsShopItems(services, reader, borrowerId),
  ]);
  const { tasks, maxADay } = rulesShown(services);
  return {
    balance,
    expiresAt: balance > 0 ? (expiresAt?.toISOString() ?? null) : null,
    tasks,
    maxADay,
    items: items.map(({ title, description, closesAt, ...item }) => ({
      ...item,
      title: say(title, language),
      description: say(description, language),
      closesAt: closesAt.toISOString(),
    })),
  };
}

export async function pointsRecordsPage(
  reader: Database,
  borrowerId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  language: Language,
) {
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = await pointsRecordsOf(reader, borrowerId, { before, max: limit + 1 });
  const { page, nextCursor } = listPage(rows, limit, ({ position }) => String(position));
  return {
    items: page.map(({ id, kind, points, at, title }) => ({
      recordId: id,
      kind,
      points,
      at: at.toISOString(),
      title: say(title ?? kindTitles[kind], language),
    })),
    nextCursor,
  };
}
