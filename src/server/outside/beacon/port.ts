/**
 * A public random value that is unknown before its time and can be looked up by everybody afterwards: a draw uses it
 * after its entries are closed, so that no one can add entries that win. // Product decisions, rewards 8
 */
export interface BeaconPort {
  readonly adapter: string;
  /** Names the first value published at or after a moment, long before it is known; null without a beacon. */
  roundAt(moment: Date): string | null;
  /** The value of a named round, ASCII without `|`. UNAVAILABLE: not published yet, or no answer; never throws for either. */
  valueOf(round: string): Promise<{ outcome: "KNOWN"; value: string } | { outcome: "UNAVAILABLE" }>;
}

/** Draws are decided by their sealed seed alone, and their page says what that does not prove. */
export const noBeacon: BeaconPort = {
  adapter: "none",
  roundAt: () => null,
  valueOf: async () => ({ outcome: "UNAVAILABLE" }),
};
