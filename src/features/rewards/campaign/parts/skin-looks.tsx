/** The looks of skins: each skin's domain provides its own, `src/skin-looks.ts` lists them, and the root of the pages provides them as context. */
import { createContext, useContext, type ReactNode } from "react";
import type { Campaign } from "../contract.ts";
import type { Skin } from "../skins-contract.ts";
import { CurtainArt } from "./coupon-art.tsx";

/** The promises of an invitation, for the preview of its campaign. */
export interface Promises {
  couponRupiah: number;
  cashRupiah: number;
  loanWithinDays: number;
  givenAfterDays: number;
  maxRewarded: number;
  inDays: number;
}

export interface PreviewedCampaign {
  campaign: Campaign;
  promises: Promises | null;
}

export interface SkinLook {
  /** The artwork, small: for the cards of the activity centre. */
  art(): ReactNode;
  /** The borrowers' screen, for the preview of a campaign: without a sent form. */
  screen(shown: PreviewedCampaign): ReactNode;
}
export type SkinLooks = Readonly<Partial<Record<Skin, SkinLook>>>;

const Looks = createContext<SkinLooks>({});
export const SkinLooksProvider = Looks.Provider;

/** The look of a skin; undefined when it has none of its own. */
export function useSkinLook(skin: string): SkinLook | undefined {
  const looks = useContext(Looks);
  return Object.hasOwn(looks, skin) ? looks[skin as Skin] : undefined;
}

/** A skin without artwork is shown as a curtain. */
export function SkinArt({ skin }: { skin: string }) {
  const look = useSkinLook(skin);
  return <>{look ? look.art() : <CurtainArt isCard />}</>;
}
