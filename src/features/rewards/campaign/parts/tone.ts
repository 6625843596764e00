/** The colours in which each skin's page is written: tag, heading, links and buttons take those of its scene. */
import type { Skin } from "../skins-contract.ts";

/** Each has a class of `tone.css`; LEAF is the brand's own. */
export const tones = ["leaf", "grass", "grain", "sunset", "berry", "violet", "night", "sea", "coffee"] as const;
export type Tone = (typeof tones)[number];

const ofSkin: Readonly<Record<Skin, Tone>> = {
  "seven-year": "violet",
  "get-coupon": "berry",
  "email-coupon": "night",
  "points-shop": "violet",
  "new-gift": "sunset",
  "order-gift": "sea",
  "free-loan": "leaf",
  tomoro: "coffee",
  "check-in": "grain",
  "check-in-order": "sea",
  "toy-egg": "leaf",
  "toy-egg-2": "violet",
  "golden-egg": "grain",
  wish: "night",
  "world-cup": "grass",
  watering: "grass",
  "watering-new": "sunset",
  "watering-new-year": "night",
  "watering-new-skin": "sea",
  "watering-new-page": "grain",
  invite: "leaf",
};

/** The class of a skin's colours; the brand's own when the skin has none. */
export const toneOf = (skin: string): `tone-${Tone}` =>
  `tone-${Object.hasOwn(ofSkin, skin) ? ofSkin[skin as Skin] : "leaf"}`;
