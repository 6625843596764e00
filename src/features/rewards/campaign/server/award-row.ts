/** An award as its row holds it, and as it is asked for. */
import type { AwardState, HoldReason } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";

export interface AwardRow {
  borrowerId: string;
  id: string;
  campaignId: string;
  cause: string;
  prizeKey: string;
  prize: Prize;
  isByChance: boolean;
  epoch: string | null;
  state: AwardState;
  drawId: string | null;
  wonAt: Date;
  /** For a coupon: from when it may be used; null: at once. */
  usableFrom: Date | null;
}

export interface Winning {
  borrowerId: string;
  /** Derived from its cause: it counts once. */
  cause: string;
  prizeKey: string;
  prize: Prize;
  isByChance: boolean;
  /** The source of the money: a day, or the amount reserved for planted trees; null: the campaign. */
  epoch: string | null;
  drawId: string | null;
  usableFrom?: Date;
  /** From when the domain that created it gives it; the engine gives all others at once. */
  givenFrom?: Date;
}

/** The reasons for a review of an award, and its deadline. */
export interface Hold {
  reasons: readonly HoldReason[];
  dueAt: Date;
}
