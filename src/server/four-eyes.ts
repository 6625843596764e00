/** Maker and checker: two people, and two screens. // Decisions 5; threat B13 */
import { Refusal } from "#server/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/session.server.ts";

/** Who proposed something, and in which browser (as a blind index; null where it had no label). */
export interface Maker {
  makerId: string;
  makerDevice: string | null;
}

export function makerOf({ keys }: Pick<Services, "keys">, staff: StaffSession): Maker {
  return { makerId: staff.staffId, makerDevice: staff.deviceToken ? keys.blindIndex("device", staff.deviceToken) : null };
}

/**
 * Refuses the maker as checker, and a checker in the maker's browser: four eyes at one screen are two. A browser without
 * a label differs from every other, so the label can only refuse. @throws Refusal MAKER_IS_CHECKER, SAME_DEVICE
 */
export function refuseSameHand(services: Pick<Services, "keys">, maker: Maker, checker: StaffSession): void {
  const own = makerOf(services, checker);
  if (own.makerId === maker.makerId) throw new Refusal("MAKER_IS_CHECKER");
  if (maker.makerDevice !== null && own.makerDevice === maker.makerDevice) throw new Refusal("SAME_DEVICE");
}
