/** What an account of the console may do, for domains that the console's own domain asks things of in turn. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";

type RolesOf = (reader: Database | Transaction, staffId: string) => Promise<readonly StaffRole[]>;

// Kept per installation, so that two of them in one process (tests) do not meet.
const known = new WeakMap<Services["sweeps"], RolesOf>();

/** Says how roles are found; once, by the domain whose accounts they are. */
export function provideStaffRoles(services: Services, rolesOf: RolesOf): void {
  known.set(services.sweeps, rolesOf);
}

/** Roles of who can log in to the console; none of anybody else. */
export async function staffRolesOf(services: Services, staffId: string): Promise<readonly StaffRole[]> {
  return (await known.get(services.sweeps)?.(services.database, staffId)) ?? [];
}
