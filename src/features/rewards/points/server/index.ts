/** Loyalty points: answers to the domain's calls, and what other domains may ask of it. */
export {
  earnPoints,
  giveBackPoints,
  givePoints,
  revokePoints,
  spendPoints,
  type EarnedTask,
  type PointsMove,
  type PointsOutcome,
} from "./giving.ts";
export type { ShopItem } from "./shop.ts";
