import { mayStaff, type StaffPermission, type StaffRole } from "#shared/staff-permissions.ts";
import type { ProposalCard } from "../contract.ts";

type Flags = Pick<ProposalCard, "state" | "mayCheck" | "mayRefuse" | "mayTakeBack">;

/** The actions open to a person on a proposal without an amount, for a page that shows it by itself. The call checks again. */
export function checkFlags(
  { state, makerId }: { state: string; makerId: string },
  who: { ownId: string; roles: readonly StaffRole[] },
  permission: StaffPermission,
): Flags {
  const isOpen = state === "OPEN";
  const mayCheck = isOpen && makerId !== who.ownId && mayStaff(who.roles, permission);
  return {
    state: isOpen ? "OPEN" : "CONFIRMED",
    mayCheck,
    mayRefuse: mayCheck,
    mayTakeBack: isOpen && makerId === who.ownId,
  };
}
