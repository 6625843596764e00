/** Work lists with counts, for staff with the permission. */
import type { Services } from "#server/services.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say, type Language } from "#shared/texts.ts";
import { consoleWorkLists } from "#server/console/questions.ts";

export async function workListsFor(
  services: Services,
  roles: readonly StaffRole[],
  language: Language,
): Promise<{ key: string; text: string; to: string; count: number; oldestAt: string | null }[]> {
  const mine = services
    .ask(consoleWorkLists)
    .flat()
    .filter(({ permission }) => mayStaff(roles, permission));
  return Promise.all(
    mine.map(async ({ key, text, to, count: counted }) => {
      const { count, oldestAt } = await counted(services);
      return { key, text: say(text, language), to, count, oldestAt: oldestAt?.toISOString() ?? null };
    }),
  );
}
