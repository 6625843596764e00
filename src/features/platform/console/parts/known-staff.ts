/** Staff names for a screen's parts: loaded once, provided to all of them by `<StaffProvider>`. */
import { call, type CallOptions } from "#web/api.ts";
import type { Staff } from "#web/console/staff-name.tsx";
import { getStaffSession, listStaffNames } from "../contract.ts";

export async function knownStaff(options: CallOptions): Promise<Staff> {
  const [names, own] = await Promise.all([call(listStaffNames, {}, options), call(getStaffSession, {}, options)]);
  return {
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
    ownId: own.staffId,
  };
}
