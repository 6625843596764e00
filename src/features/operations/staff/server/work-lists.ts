/** Work that waits, counted for those who may do it. */
import type { Services } from "#server/services.ts";
import { mayStaff, type StaffPermission, type StaffRole } from "#shared/staff-permissions.ts";
import { workLists, type WorkList } from "../contract.ts";

export interface Waiting {
  count: number;
  oldestAt: Date | null;
}
interface Counted {
  permission: StaffPermission;
  count: (services: Services) => Promise<Waiting>;
}

const counters: Partial<Record<WorkList, Counted>> = {};

export async function workListsFor(services: Services, roles: readonly StaffRole[]): Promise<{ key: WorkList; count: number; oldestAt: string | null }[]> {
  const mine = workLists.flatMap((key) => {
    const counted = counters[key];
    return counted && mayStaff(roles, counted.permission) ? [{ key, counted }] : [];
  });
  return Promise.all(
    mine.map(async ({ key, counted }) => {
      const { count, oldestAt } = await counted.count(services);
      return { key, count, oldestAt: oldestAt?.toISOString() ?? null };
    }),
  );
}
