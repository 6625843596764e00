/** The campaign that a skin's screen shows when its address names none. Pure. */
import type { CampaignView } from "../contract.ts";
import { campaignStateOf } from "./reading.ts";
import type { CampaignRow } from "./store.ts";

/** Running campaigns first, then coming ones, then ended ones, the latest end first. */
const order: readonly CampaignView[] = ["RUNNING", "LOGIN", "BUDGET_OUT", "PAUSED", "SOON"];

/** The campaign of each skin that its screen shows, by the skin. */
export function firstOnScreen(
  rows: readonly CampaignRow[],
  now: Date,
  covered: ReadonlySet<string>,
): ReadonlyMap<string, CampaignRow> {
  const rankOf = (row: CampaignRow): number => {
    const place = order.indexOf(campaignStateOf(row, { now, isLoggedIn: true, covered }));
    return place < 0 ? order.length : place;
  };
  const first = new Map<string, CampaignRow>();
  for (const row of rows.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.closesAt.getTime() - one.closesAt.getTime(),
  ))
    if (!first.has(row.skin)) first.set(row.skin, row);
  return first;
}
