/** Items of the points shop: a question that the shop's campaign answers. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { defineQuestion } from "#server/questions.ts";

export interface ShopItem {
  /** Unique in the shop; used in the address as `?item=`. */
  itemKey: string;
  title: Text;
  /** The item and how it is used. */
  description: Text;
  points: number;
  /** Null without a limit. */
  stockLeft: number | null;
  /** How many more this borrower may get this month; null without a limit. */
  leftThisMonth: number | null;
  closesAt: Date;
  /** Where the exchange is claimed: the campaign and its prize, for POST /api/activity/{activityId}/claim. */
  activityId: string;
  prizeKey: string;
}

/** Asked by rewards/points: the shop items for this borrower, in the shop's order. */
export const shopOffers = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<readonly ShopItem[]>
>("shop-offers", "MANY");

/** The items of the shop. */
export async function pointsShopItems(services: Services, reader: Reader, borrowerId: string): Promise<ShopItem[]> {
  const found = await Promise.all(services.ask(shopOffers).map((offers) => offers(services, reader, borrowerId)));
  return found.flat();
}
