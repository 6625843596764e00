/** Staff members with console accounts, by the roles that the test needs. */
import type { StaffRole } from "#shared/staff-permissions.ts";
import type { TestApp } from "./app.ts";

/** A staff member who may log in to the console with these roles. */
export async function memberOf({ services, clock }: TestApp, roles: StaffRole[], id = services.random.uuid()) {
  const set = { emailSealed: "sealed", totpSealed: "sealed", passwordHash: "hash" };
  await services.database
    .insertInto("staff_member")
    .values({ id, name: "Petugas", emailIndex: id, ...set, roles, status: "ACTIVE", createdAt: clock.now() })
    .execute();
  return id;
}
