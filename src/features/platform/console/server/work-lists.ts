/** Work lists with counts, for staff with the permission: late ones first, then those that wait, then the empty ones. */
import type { ReplyOf } from "#shared/contract.ts";
import type { Services } from "#server/services.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say, type Language } from "#shared/texts.ts";
import { consoleWorkLists } from "#server/console/questions.ts";
import type { getStaffHome } from "../contract.ts";

type HomeList = ReplyOf<typeof getStaffHome>["lists"][number];

export async function workListsFor(
  services: Services,
  roles: readonly StaffRole[],
  language: Language,
): Promise<HomeList[]> {
  const now = services.clock.now();
  const visible = services
    .ask(consoleWorkLists)
    .flat()
    .filter(({ permission }) => mayStaff(roles, permission));
  const lists = await Promise.all(
    visible.map(async ({ key, text, to, promisedHours, count: counted }) => {
      const { count, oldestAt, dueAt = null } = await counted(services);
      const promised = promisedHours === undefined || oldestAt === null ? dueAt : hoursAfter(oldestAt, promisedHours);
      const isOverdue = count > 0 && promised !== null && promised < now;
      return {
        key,
        text: say(text, language),
        to,
        count,
        oldestAt: oldestAt?.toISOString() ?? null,
        promisedUntil: promised?.toISOString() ?? null,
        isOverdue,
      };
    }),
  );
  const rank = ({ isOverdue, count }: HomeList): number => (isOverdue ? 0 : count > 0 ? 1 : 2);
  // Late lists by their promise; the others keep the order of the domains.
  return lists.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.isOverdue && b.isOverdue ? Date.parse(a.promisedUntil!) - Date.parse(b.promisedUntil!) : 0),
  );
}

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);
